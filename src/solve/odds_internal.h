// odds_internal.h - types and functions shared by odds.c and odds_cycles.c; odds.h
// explains the method.
#pragma once

#include <gmp.h>

#include "solve/position_table.h"
#include "solve/odds.h"

typedef struct dado_outcome_key {
    uint32_t what, seat;
    int64_t value;
} dado_outcome_key;

// outcomes that are counted, each with the number of ways that lead to it
typedef struct dado_outcome_classes {
    dado_position_table index;
    dado_outcome_key *key;
    mpz_t *ways;
    size_t count, room;
} dado_outcome_classes;

struct dado_odds {
    const dado_game *game;
    dado_outcome_classes classes;
    mpz_t all;     // number of all ways: the common denominator
    mpz_t ended;   // number of ways to matches that are over
    mpq_t length;  // the mean length, where lengths were not counted one by one
    bool brief;    // whether lengths were not counted one by one
    dado_odds_stats stats;
    dado_error cut;  // the reason why matches were not followed to their ends, if any
};

typedef struct dado_odds_workspace {
    const dado_game *game;
    const dado_odds_config *plan;
    dado_odds *odds;
    // a key is a canonical state followed by the length of the match so far
    size_t key_size, length_at;
    unsigned char *key, *child;
    dado_move *moves;
    uint32_t *weights;
    size_t memory;
    uint32_t longer;  // rounds that the last move added to the length
    bool brief;       // the length in keys is always 0
    bool ends;        // whether it is known that every match ends
} dado_odds_workspace;

static inline uint64_t *dado_odds_length(const dado_odds_workspace *w, unsigned char *key)
{
    return (uint64_t *)(void *)(key + w->length_at);
}

// Returns false once the caller asked to stop. Call it with the number of each position;
// it calls `report` only for some of them.
bool dado_odds_may_continue(const dado_odds_workspace *w, size_t done, dado_error *err);

// Lists the moves of the position in `key` with their weights, and returns how many there
// are: 0 if the match is over, below 0 on failure.
int dado_odds_list(dado_odds_workspace *w, uint64_t *total, dado_error *err);

// Makes a move from `key` and writes the canonical form of the new position to `child`.
void dado_odds_step(dado_odds_workspace *w, int actor, dado_move move);

// Adds `ways` to all outcomes that hold in the final position in `key`.
bool dado_odds_count_end(dado_odds_workspace *w, const mpz_t ways, dado_error *err);

// Computes the odds of a game with few positions that can repeat. `solved` is set if the
// game was of this kind.
bool dado_odds_by_cycles(dado_odds_workspace *w, bool *solved, dado_error *err);
