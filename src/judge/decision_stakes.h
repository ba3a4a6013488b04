// decision_stakes.h - measures how much depends on a choice.
//
// Decisions are sampled from matches, and every option is played out at random many times
// from states that fit what the player knows: hidden things are dealt anew. The best and
// the worst option are picked by one half of these playouts and compared by the other
// half, so that luck alone shows no difference. All options are played out with the same
// luck.
#pragma once

#include <signal.h>

#include "lab/experiment.h"
#include "measure/stats.h"

typedef struct dado_decision_stakes {
    // best minus worst option, as a share of the way from last place to first
    dado_moments gap;
    // on average at least the square of the gap; it also shows gaps where the wrong
    // option was picked
    dado_moments squares;
    dado_moments others;  // the gap for the rival that the choice affects most
    int64_t decisions;    // number of decisions examined
    int64_t matches;
} dado_decision_stakes;

// Plays the first cell of a plan and examines up to `decisions`. Stops early when *stop
// is not 0; `stop` may be NULL.
bool dado_decision_stakes_measure(const dado_plan *plan, int decisions, int playouts,
                                  const volatile sig_atomic_t *stop, dado_region *region,
                                  dado_decision_stakes *spread, dado_error *err);
