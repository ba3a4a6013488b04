// reachability.h - tells whether the shape of a level lets the hero cross it.
//
// The answer is quick and errs on one side only: it may accept a level that nobody can
// finish, but never refuses one that can be finished. Creatures are not counted as
// dangers. Where the hero may use a creature as a stepping stone, no level is refused.
#pragma once

#include "worlds/platform/building_patterns.h"

// Tiles that a jump climbs, pit columns that it clears.
enum { DADO_REACH_RISE = 4, DADO_REACH_GAP = 11 };

// Returns whether the level may be passable. `furthest`, unless NULL, gets the last
// column in which the hero can stand.
bool dado_level_passable(const dado_level *level, int *furthest);

// Returns true if every row of these patterns is passable in any order: no pits join into
// one wider than a jump, no wall is higher than a jump, and both ends are ground.
bool dado_patterns_safe(const dado_patterns *patterns);
