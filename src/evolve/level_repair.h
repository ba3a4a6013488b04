// level_repair.h - changes as few tiles as possible to make a level winnable.
#pragma once

#include "evolve/level_species.h"

enum { DADO_REPAIR_MOST = 3 };  // most tiles that may be changed at one place

typedef struct dado_repair_change {
    int column, row;
    uint8_t from, to;  // the tile before and after the change
} dado_repair_change;

typedef struct dado_repair {
    bool won;     // the repaired level can be finished, as `route` proves
    bool needed;  // the level could not be finished before
    int count;    // number of changes
    int places;   // number of places that were blocked
    int tried;    // number of levels that the planner tried
    dado_repair_change changes[32];
    dado_route route;
} dado_repair;

// Changes `level` in place. Where the planner gets stuck, it tries every change of one
// tile nearby, then of two, then of three, and so finds the smallest change that lets it
// pass. It gives up after `most` calls of the planner, or a hundred times as many changes
// that the reachability filter looks at; `judging` is notified of each call.
// Returns false if it was stopped, as `how` says, or if memory is short.
bool dado_level_repair(dado_level *level, const dado_planner_settings *how, int most,
                       dado_judging_progress judging, dado_repair *repair, dado_region *region,
                       dado_error *err);
