// witness.h - ears that count which clauses came to pass; see witness.c.
#pragma once

#include "recycle/program.h"

typedef struct rcy_counting {
    rcy_ear ear;
    int64_t *held, *failed;  // by clause
} rcy_counting;

rcy_counting rcy_counting_into(int64_t *held, int64_t *failed);

// For ears that do not care.
void rcy_ignore_act(rcy_ear *ear, const rcy_machine *m, const rcy_node *n);
void rcy_ignore_clause(rcy_ear *ear, int cover, bool held);
void rcy_ignore_pick(rcy_ear *ear, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                     int k);

// One that hears nothing, and knows at the end how much was done.
rcy_ear rcy_deaf_ear(void);

// Conditions of options that were not taken are tested while options are listed, and only there.
// `moves` has room for all of them.
void rcy_hear_options(const rcy_program *p, const void *state, dado_move *moves, rcy_ear *ear);

// Plays a word of luck, and notes of how many each number was that was drawn with it.
int rcy_draws(const dado_game *game, void *state, dado_move word, uint32_t *counts, int most);

const char *rcy_clause_kind(char kind);

void rcy_witness(const dado_game *game, void *state, dado_move move, dado_witness *witness);
bool rcy_clause(const dado_game *game, int which, dado_clause *clause);
