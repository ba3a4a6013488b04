// exact_option_worth.h - what options are worth in a small game in which everybody chooses
// at random, without any estimate.
//
// Positions that the chooser cannot tell apart are one decision: an option's worth is the
// mean over them, as often as random play meets them.
#pragma once

#include "judge/decision_kinds.h"
#include "judge/exact_random_play_values.h"

typedef struct dado_exact_option_worth {
    dado_byte_writer *decisions;  // receives the packed decisions
    int decision_count;
    dado_recorded_variance variance;  // how much luck and choice decide, summed over the seats
} dado_exact_option_worth;

// Sets the worth of one option for all seats: both halves are exact. `value` has the
// shares of all seats, and then their margins.
void dado_option_worth_set_exact(const double *value, int players, dado_option_worth *worth);

// Fills `*found`; numbers the kinds of decisions in `*kinds`. `memory` limits the bytes of
// a table of decisions.
bool dado_exact_option_worth_find(const dado_game *game, const dado_random_values *values,
                                  dado_decision_kinds *kinds, size_t memory,
                                  dado_exact_option_worth *found, dado_error *err);
