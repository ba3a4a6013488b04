// odds_work.h - what the two ways to work out odds share; odds.h has the idea.
#pragma once

#include <gmp.h>

#include "solve/memo.h"
#include "solve/odds.h"

typedef struct dado_class_key {
    uint32_t what, seat;
    int64_t value;
} dado_class_key;

typedef struct dado_classes {  // whatever is counted, each with the ways that lead to it
    dado_memo index;
    dado_class_key *key;
    mpz_t *ways;
    size_t count, room;
} dado_classes;

struct dado_odds {
    const dado_game *game;
    dado_classes classes;
    mpz_t all;     // ways there are: the denominator
    mpz_t ended;   // of them, those of matches that are over
    mpq_t length;  // its mean, where lengths were not counted
    bool brief;    // they were not
    dado_odds_stats stats;
    dado_error cut;  // what kept matches from being followed to their ends
};

typedef struct dado_odds_work {
    const dado_game *game;
    const dado_odds_plan *plan;
    dado_odds *odds;
    size_t key_size, length_at;  // a key is a canonical state, then how long it took
    unsigned char *key, *child;
    dado_move *moves;
    uint32_t *weights;
    size_t memory;
    uint32_t longer;  // what the last step added to the length
    bool brief;       // keys have no length
    bool ends;        // every match does, as was seen
} dado_odds_work;

static inline uint64_t *dado_odds_length(const dado_odds_work *w, unsigned char *key)
{
    return (uint64_t *)(void *)(key + w->length_at);
}

// False once somebody asked for an end, who need not wait for millions of positions: to be asked
// with the number of each.
bool dado_odds_goes_on(const dado_odds_work *w, size_t done, dado_error *err);

// Lists what may happen in the position in `key`, with its odds; below 0: failed, 0: over.
int dado_odds_list(dado_odds_work *w, uint64_t *total, dado_error *err);

// Makes the move and brings `child` to the position that stands for its like.
void dado_odds_step(dado_odds_work *w, int actor, dado_move move);

// Counts the end in `key` for all it tells.
bool dado_odds_count_end(dado_odds_work *w, const mpz_t ways, dado_error *err);

// Works out the odds of a game whose positions are few and come round again; `solved` tells
// whether it was one.
bool dado_odds_by_loops(dado_odds_work *w, bool *solved, dado_error *err);
