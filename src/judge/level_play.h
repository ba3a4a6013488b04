// level_play.h - how hard a level is, found out by letting people play it.
#ifndef DADO_JUDGE_LEVEL_PLAY_H
#define DADO_JUDGE_LEVEL_PLAY_H

#include "lab/experiment.h"
#include "worlds/platform/level.h"

// The share of the way that cautious, runner, collector and novice do not see, on
// average over so many matches each. DADO_NONE if it cannot be played.
double dado_level_difficulty(const dado_level *level, int matches, uint64_t seed);

// What players made of a level: an instance of a plan whose line-ups are kinds of players.
typedef struct dado_level_fared {
    double difficulty;  // share of the way that people do not see, on average
    double spread;      // completion of the best kind of people less that of the worst
    double jumps, ticks, kills, cells, expansions;  // of the planner
} dado_level_fared;

// DADO_NONE where there is no value. `planner` is the line-up that is no person, or -1.
void dado_level_fare(const dado_results *results, int level, int planner, dado_level_fared *fared);
double dado_level_won(const dado_results *results, int level, int lineup);  // share of matches

#endif
