// counts.h - what the game itself counts, and whether it goes with winning.
//
// Worlds count things for every seat: units made, gold taken, colours held. For
// each of these the winners of a match are set against the others. With many
// counts some would differ by accident, so the level is divided among them.
#ifndef DADO_JUDGE_COUNTS_H
#define DADO_JUDGE_COUNTS_H

#include "lab/replay.h"
#include "measure/stats.h"

typedef struct dado_count_use {
    const dado_measure *measure;
    dado_moments winners, others;  // over seats and matches
    dado_interval difference;      // winners less others, 95 %
    double p;                      // corrected for all counts
} dado_count_use;

typedef struct dado_count_uses {
    dado_count_use *items;
    int count;
    int64_t matches;
    double *values;  // work space
} dado_count_uses;

// Begun for a game, it takes in the end of every match, as dado_block_walk shows it; and is told
// when that was all. An empty list where the game counts nothing. The names of the measures live as
// long as `game`.
bool dado_counts_begin(dado_count_uses *uses, const dado_game *game, dado_arena *arena,
                       dado_error *err);
void dado_counts_end(dado_count_uses *uses, const dado_game *game, const void *state,
                     const dado_trace *log);
bool dado_counts_finish(dado_count_uses *uses, dado_arena *arena, dado_error *err);

#endif
