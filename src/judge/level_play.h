// level_play.h - how hard a level is, found out by letting people play it.
#pragma once

#include "lab/experiment.h"
#include "measure/figure.h"
#include "worlds/platform/level.h"

// The share of the way that cautious, runner, collector and novice do not see, on
// average over so many matches each. DADO_NONE if it cannot be played.
double dado_level_difficulty(const dado_level *level, int matches, uint64_t seed);

// What players made of a level: an instance of a plan whose line-ups are kinds of players.
enum { DADO_FARED_DIFFICULTY, DADO_FARED_SPREAD, DADO_FARED_JUMPS, DADO_FARED_TICKS,
       DADO_FARED_KILLS, DADO_FARED_CELLS, DADO_FARED_EXPANSIONS, DADO_FARED };
extern const dado_measure dado_level_fared[DADO_FARED];

// DADO_NONE where there is no value. `planner` is the line-up that is no person, or -1.
void dado_level_fare(const dado_results *results, int level, int planner, double *fared);
dado_figure dado_level_won(const dado_results *results, int level, int lineup);  // of its matches
