// always_right_options.h - finds options that are right wherever they are offered.
//
// Two tests must agree. In every decision that was examined nothing is better than the
// option, and it is alone best in some. And a player who always takes it wins beyond doubt
// against players who never do, from every seat alike. If either test is open, nothing is
// said.
#pragma once

#include "judge/how_often_options_are_right.h"
#include "lab/experiment.h"

typedef struct dado_always_right_config {
    const dado_game_source *game;
    int64_t matches;  // per option and seat
    uint64_t seed;
    int limit;
    double level;
} dado_always_right_config;

// Sets `always_right` and `advantage` of the options that pass both tests.
bool dado_find_always_right(const dado_always_right_config *config,
                            const dado_experiment_settings *how, dado_region *region,
                            dado_option_values *values, dado_error *err);
