// count.h - how many plays and positions there are, to hold a description against published
// figures.
//
// Plays of so many moves are counted level by level: positions that are the
// same bytes are walked once, with the number of plays that lead to them. So
// the count is exact and costs as much as there are positions, not plays. Luck
// is drawn from a seed by the number of the move, the same for all plays: a
// game without luck is counted as it is, any other as dealt by that seed.
#pragma once

#include "core/game.h"

typedef struct dado_count_row {
    uint64_t plays;      // of exactly so many moves
    uint64_t over;       // of them, those that are over then
    uint64_t positions;  // distinct ones after so many moves
} dado_count_row;

typedef struct dado_count {
    int moves;             // rows that were counted, the start being row 0
    uint64_t ended;        // plays that were over within them
    uint64_t positions;    // distinct ones in all rows together
    bool complete;         // no play goes on
} dado_count;

typedef struct dado_count_plan {
    int most;              // moves
    uint64_t seed;
    size_t memory;         // bytes at most; 0 takes a gibibyte
    // Called before each position is followed unless NULL, with the number of its moves and how
    // many of `all` that have so many are done; false stops the count.
    bool (*report)(void *to, int moves, uint64_t done, uint64_t all);
    void *to;
} dado_count_plan;

// Fills rows 0 to plan->most. False, and why: out of memory, a number beyond 64 bits, a rule that
// cannot be carried out, or stopped.
bool dado_count_plays(const dado_game *game, const dado_count_plan *plan, dado_count_row *rows,
                      dado_count *count, dado_error *err);
