// sample_findings.h - made-up experiments, for tests of what is said and drawn about them.
#pragma once

#include "core/region.h"
#include "judge/experiment_summary.h"

// A string that would do harm wherever it is not escaped.
extern const char dado_hostile_text[];

// Matches of a dice race: `players` throw dice for `rounds` rounds, and seat 0
// adds `bonus` with each throw. Measured and summed up as the lab does it; all
// that is kept is in `region`, names among them if they are `hostile`.
dado_findings dado_sample_findings(int matches, int players, int rounds, int bonus, uint64_t seed,
                                   bool hostile, dado_region *region);
