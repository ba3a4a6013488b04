// ladder.h - does thinking pay, and for how long?
//
// Players that think ever harder meet on neighbouring rungs. A rung counts
// where the one above beats the one below beyond doubt; the level is shared
// among the rungs, and a duel may be looked at as often as one likes. Above the lowest rung it is
// left where it is not to be expected any more that it becomes clear.
#pragma once

#include "arena/tournament.h"

typedef struct dado_rung {
    const char *below, *above;  // who meet
    int64_t matches;
    dado_interval share;        // of the points that the one above won, ties half; or, where the
                                // ladder is by points, the points it won a match; or, where all
                                // win together, how much more often those above do
    dado_sure sure;             // DADO_SECOND_BETTER: the one above is
} dado_rung;

typedef struct dado_ladder_plan {
    const dado_source *game;
    const char *const *players;  // from the weakest up
    int count;
    int64_t batch, most;         // matches of a duel: at a time, and at most
    double level;                // how often any rung may be told apart by mistake
    bool points;                 // what the game pays counts, and not who comes first: for two
    bool together;               // all win or lose together: tables of one kind are compared
    uint64_t seed;
    int move_limit;
} dado_ladder_plan;

typedef struct dado_ladder {
    dado_rung *rungs;  // count - 1
    int count;
    int climbed;       // rungs from the bottom up on which the one above is better, without a gap
    int better;        // rungs on which the one above is better, wherever
    int fallen;        // rungs on which the one above is worse
    bool points, together;  // as in the plan
    double level;      // of the interval of each rung
    bool interrupted;
} dado_ladder;

bool dado_ladder_climb(const dado_ladder_plan *plan, const dado_experiment_how *how,
                       dado_arena *arena, dado_ladder *ladder, dado_error *err);
