// counts.h - what the game itself counts, and whether it goes with winning.
//
// Worlds count things for every seat: units made, gold taken, colours held. For
// each of these the winners of a match are set against the others. With many
// counts some would differ by accident, so the level is divided among them.
#ifndef DADO_JUDGE_COUNTS_H
#define DADO_JUDGE_COUNTS_H

#include "lab/experiment.h"
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
} dado_count_uses;

// Plays `matches` with that player in all seats. An empty list where the game counts nothing.
// The names of the measures live as long as `game`, which the caller opened from `source`.
bool dado_counts_gather(const dado_source *source, const dado_game *game,
                        const dado_player *player, int64_t matches, uint64_t seed, int move_limit,
                        dado_arena *arena, dado_count_uses *uses, dado_error *err);

#endif
