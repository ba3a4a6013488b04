// chances.h - how open the outcome is while a match goes on.
//
// From positions a quarter, half and three quarters through played matches the rest is played on
// many times by the same players. Half of these ways say which outcome is likeliest, the other
// half how often it comes about: so luck alone makes nothing look settled. An outcome is who comes
// in first, and a tie is one of its own. What points say of this, or do not, has no part in it.
#pragma once

#include "judge/onward.h"
#include "lab/experiment.h"
#include "measure/stats.h"

enum { DADO_CHANCES_LOOKS = 3 };  // after a quarter, half and three quarters

typedef struct dado_chances {
    dado_moments settled[DADO_CHANCES_LOOKS];  // how often the likeliest outcome comes about
    int64_t matches;
    int times;  // each position was played on
} dado_chances;

// In the first cell of a plan, each position played on so many times. Fewer matches once *how->stop
// is not 0.
bool dado_chances_measure(const dado_plan *plan, int times, const dado_experiment_how *how,
                          dado_arena *arena, dado_chances *chances, dado_error *err);
