// predictability.h - measures how open the outcome is while a match goes on.
//
// From positions a quarter, half and three quarters through a match, the rest is played
// many times by the same players. Half of these rollouts show which outcome is likeliest;
// the other half show how often it happens, so that luck alone makes nothing look
// settled. An outcome is who comes in first; each tie is an outcome of its own. Scores
// play no part in it.
#pragma once

#include "judge/rollouts.h"
#include "lab/experiment.h"
#include "measure/stats.h"

enum { DADO_PREDICTABILITY_POINTS = 3 };  // after a quarter, a half and three quarters

typedef struct dado_predictability {
    dado_moments settled[DADO_PREDICTABILITY_POINTS];  // how often the likeliest outcome happens
    int64_t matches;
    int times;  // rollouts per position
} dado_predictability;

// Uses the first cell of a plan, with `times` rollouts per position. Stops early when
// *how->stop is not 0.
bool dado_predictability_measure(const dado_plan *plan, int times,
                                 const dado_experiment_settings *how, dado_region *region,
                                 dado_predictability *chances, dado_error *err);
