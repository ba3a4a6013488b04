// spread.h - how much hangs on a choice.
//
// At decisions sampled from play every option is played out at random many
// times, from states that fit what the player knows: what is hidden is dealt
// anew. The best and the worst are picked by one half of these playouts and
// compared by the other, so that luck alone shows no spread; and all options are
// played out on the same luck.
#pragma once

#include <signal.h>

#include "lab/experiment.h"
#include "measure/stats.h"

typedef struct dado_spread {
    dado_moments gap;     // best less worst, in shares of the way from last place to first
    dado_moments squares; // no less than its square, on average: what is picked wrongly shows here
    dado_moments others;  // the same for the rival on whom the choice bears most
    int64_t decisions;    // that were looked at
    int64_t matches;
} dado_spread;

// Plays the first cell of a plan and looks at up to `decisions`; fewer once *stop, unless it is
// NULL, is not 0.
bool dado_spread_measure(const dado_plan *plan, int decisions, int playouts,
                         const volatile sig_atomic_t *stop, dado_arena *arena, dado_spread *spread,
                         dado_error *err);
