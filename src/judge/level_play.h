// level_play.h - how hard a level is, found out by letting people play it.
#ifndef DADO_JUDGE_LEVEL_PLAY_H
#define DADO_JUDGE_LEVEL_PLAY_H

#include "worlds/platform/level.h"

// The share of the way that cautious, runner, collector and novice do not see, on
// average over so many matches each. DADO_NONE if it cannot be played.
double dado_level_difficulty(const dado_level *level, int matches, uint64_t seed);

#endif
