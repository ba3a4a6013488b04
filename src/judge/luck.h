// luck.h - how much of the outcome the deal and the dice have already decided.
//
// The lanes of luck make it measurable. The same deal and dice are played twice
// with the players' own luck drawn anew; how alike the two outcomes are is the
// share that chance decides, and the rest is what players make of it.
#ifndef DADO_JUDGE_LUCK_H
#define DADO_JUDGE_LUCK_H

#include "lab/experiment.h"

typedef struct dado_luck_share {
    dado_interval chance;  // share of the outcome, 0 to 1, at 95 %
    int64_t pairs;
    bool known;            // false where every match ends alike, and there is nothing to share
} dado_luck_share;

// Outcomes are the places of the seats. The bounds are Fisher's, of a correlation over pairs.
bool dado_luck_measure(const dado_source *game, const dado_player *player, int64_t pairs,
                       uint64_t seed, int move_limit, const dado_experiment_how *how,
                       dado_arena *arena, dado_luck_share *share, dado_error *err);

#endif
