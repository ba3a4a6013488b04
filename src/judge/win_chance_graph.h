// win_chance_graph.h - follows every seat's chance to win along one match.
//
// The chance in a position is the mean share of the win if random players play on from
// there. The positions are those before decisions, evenly spread if there are many, and
// the end. The work is limited by counts, so the same match has the same graph everywhere.
#pragma once

#include "lab/replay.h"
#include "lab/experiment_plan.h"

enum { DADO_CHANCE_POSITIONS = 80, DADO_CHANCE_TIMES = 100 };

typedef struct dado_win_chances {
    int count, players;    // `count` is 0 if the match is too long to be followed
    const int *step;       // per position: number of steps before it
    const double *chance;  // [position][seat]
    // The first position from which on one seat's chance stays above 95 %; -1 if there is
    // none, as in a tie.
    int decided, winner;
    int times;  // rollouts per position
} dado_win_chances;

bool dado_win_chances_follow(const dado_replay *replay, dado_region *region,
                             dado_win_chances *chances, dado_error *err);
