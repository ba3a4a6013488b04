// example_matches.h - finds matches that illustrate the verdicts, each with the step to
// look at.
//
// A claim about thousands of matches is easier to believe if one of them can be watched.
// For every topic, the match with the most extreme value of its measure is picked, and
// one that shows the opposite. Both are replayed to find the step. Among equal values the
// first match is taken.
#pragma once

#include "lab/experiment.h"

typedef struct dado_example_match {
    const char *topic;  // topic of the verdict
    int64_t match;      // number in the plan's first cell
    int step;           // number of steps made before the moment to show
    int round;
    char words[160];  // "The second player, who wins, is 31 points behind."
} dado_example_match;

enum { DADO_EXAMPLE_MATCHES_MAX = 24 };  // at most this many are found

// `frame` holds the matches of the plan's first cell, and `measures` names its columns.
// Sets `*count` to the number of examples. `how` may be NULL; only its `stop` is used.
bool dado_example_matches_find(const dado_plan *plan, const dado_data_frame *frame,
                               const dado_measures *measures, const dado_experiment_settings *how,
                               dado_example_match exhibits[DADO_EXAMPLE_MATCHES_MAX], int *count,
                               dado_error *err);
