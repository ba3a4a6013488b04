// level_repair.h - a level that cannot be won, changed in as few tiles as it takes.
#pragma once

#include "evolve/levels.h"

enum { DADO_REPAIR_MOST = 3 };  // tiles that may be changed at one place

typedef struct dado_repair_change {
    int column, row;
    uint8_t from, to;  // tiles
} dado_repair_change;

typedef struct dado_repair {
    bool won;         // the repaired level can be finished: `route` proves it
    bool needed;      // it could not be finished as it was
    int count;        // of changes
    int places;       // at which the way was blocked
    int tried;        // levels that the planner was asked about
    dado_repair_change changes[32];
    dado_route route;
} dado_repair;

// Changes `level` in place. Where the planner gets stuck, every change of one tile nearby is
// tried, then of two, then of three, so that at each place the smallest number is found that lets
// it pass. Gives up after `most` questions to the planner; `judging` hears of each. False: stopped,
// as `how` says, or no memory.
bool dado_level_repair(dado_level *level, const dado_planner_how *how, int most,
                       dado_judging judging, dado_repair *repair, dado_arena *arena,
                       dado_error *err);
