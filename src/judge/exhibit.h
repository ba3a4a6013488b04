// exhibit.h - the matches that a verdict stands on, each at the moment that shows it.
//
// A claim about thousands of matches is believed sooner when one of them can be looked at. For
// every topic of the verdicts the match that shows it most is picked by its measure, and one that
// shows the opposite; both are played again to find the step. Equal values: the first match.
#pragma once

#include "lab/experiment.h"

typedef struct dado_exhibit {
    const char *topic;  // of a verdict
    int64_t match;      // of the plan's first cell
    int step;           // how many had been taken when it shows
    int round;
    char words[160];    // a sentence: "p1, who wins, is 31 points behind."
} dado_exhibit;

enum { DADO_EXHIBITS = 24 };  // no more are found

// `frame` holds the matches of the plan's first cell; `measures` lists its columns. How many were
// found is in `*count`. Of `how`, which may be NULL, `stop` is heeded.
bool dado_exhibits_find(const dado_plan *plan, const dado_frame *frame,
                        const dado_measures *measures, const dado_experiment_how *how,
                        dado_exhibit exhibits[DADO_EXHIBITS], int *count, dado_error *err);
