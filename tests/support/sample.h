// sample.h - made-up experiments, for tests of what is said and drawn about them.
#pragma once

#include "core/arena.h"
#include "judge/findings.h"

// A string that would do harm wherever it is not escaped.
extern const char dado_hostile[];

// Matches of a dice race: `players` throw dice for `rounds` rounds, and seat 0
// adds `bonus` with each throw. Measured and summed up as the lab does it; all
// that is kept is in `arena`, names among them if they are `hostile`.
dado_findings dado_found_in_sample(int matches, int players, int rounds, int bonus, uint64_t seed,
                                   bool hostile, dado_arena *arena);
