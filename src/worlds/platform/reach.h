// reach.h - can a level be crossed, as far as its shape goes?
//
// A quick answer that errs on one side only: it may let a level pass that
// nobody can finish, but it never refuses one that can be. Creatures do not
// count as dangers, and where one may serve as a stepping stone nothing is
// refused at all.
#pragma once

#include "worlds/platform/patterns.h"

enum { DADO_REACH_RISE = 4, DADO_REACH_GAP = 11 };  // tiles a jump climbs, columns of pit it clears

// `furthest`, unless NULL, gets the last column that can be stood in.
bool dado_level_passable(const dado_level *level, int *furthest);

// True if every row of these patterns is passable, whatever their order: no pit of theirs adds up
// to more than a jump clears, no wall is higher than a jump, and both ends are ground.
bool dado_patterns_safe(const dado_patterns *patterns);
