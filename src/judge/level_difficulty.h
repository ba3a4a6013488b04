// level_difficulty.h - measures how hard a level is by having simulated players play it.
#pragma once

#include "lab/experiment.h"
#include "measure/estimate.h"
#include "worlds/platform/level.h"

// Returns the mean share of the level that the players cautious, runner, collector and
// novice do not get to see, over the given number of matches each. DADO_NONE if the level
// cannot be played.
double dado_level_difficulty(const dado_level *level, int matches, uint64_t seed);

// How players fared on a level. The level is an instance of a plan, and each line-up is a
// kind of player.
enum {
    DADO_LEVEL_PLAY_DIFFICULTY,
    DADO_LEVEL_PLAY_SPREAD,
    DADO_LEVEL_PLAY_JUMPS,
    DADO_LEVEL_PLAY_TICKS,
    DADO_LEVEL_PLAY_KILLS,
    DADO_LEVEL_PLAY_CELLS,
    DADO_LEVEL_PLAY_EXPANSIONS,
    DADO_LEVEL_PLAY
};
extern const dado_measure dado_level_play_measures[DADO_LEVEL_PLAY];

// Sets DADO_NONE where there is no value. `planner` is the line-up of the planner, which
// does not count as a player; or -1.
void dado_level_play_values(const dado_results *results, int level, int planner, double *fared);
dado_estimate dado_level_win_share(const dado_results *results, int level,
                                   int lineup);  // the matches of this line-up
