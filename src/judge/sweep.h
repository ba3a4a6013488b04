// sweep.h - measures as a function of what can be set: one dial or two.
//
// A dial is an option and the values it is turned to. Every combination is an
// instance of one plan, so a sweep is played, stored and resumed like any
// experiment. Looking for the best point it need not play them all to the end:
// it plays a little everywhere, keeps the better half and plays them more.
#pragma once

#include "lab/experiment.h"
#include "measure/expect.h"
#include "measure/figure.h"

enum { DADO_DIALS = 2, DADO_SWEEP_MOST = 2000 };

typedef struct dado_dial {
    const char *name;
    const char *const *values;  // as they would be typed after -D NAME=
    const double *numbers;      // the same as numbers; NULL where one is none
    int count;
} dado_dial;

// Reads "ROUNDS=5..50", "ROUNDS=5..50:5" or "DIE=4,6,8"; `is_dial` is false
// where there is one value only, and the option is then no dial.
bool dado_dial_parse(dado_dial *dial, const char *typed, bool *is_dial, dado_arena *arena,
                     dado_error *err);

typedef struct dado_point {
    int place[DADO_DIALS];   // of the values
    int64_t matches;
    dado_moments *measures;  // as many as the sweep's list has
    double *across;          // of those that only all matches together have
    double quality;          // by the expectations; DADO_NONE without
    bool dropped;            // not played to the end, the others being better
    dado_error error;        // why it could not be opened
} dado_point;

typedef struct dado_sweep {
    dado_dial dials[DADO_DIALS];
    int dial_count;
    dado_point *points;      // the last dial turns fastest
    int count;
    dado_measures measures;
    int best;                // point with the highest quality; -1 without expectations
    int64_t planned;  // matches
    bool interrupted;
    int64_t run;             // in the store, the last one played
    dado_arena arena;
} dado_sweep;

typedef struct dado_sweep_plan {
    const char *game;        // as the user named it
    const char *text;        // its description, where whoever asks has it; NULL: found by its name
    const dado_options *options;
    const dado_dial *dials;
    int dial_count;
    dado_plan play;          // how every point is played, and by whom; without instances
    bool adaptive;           // drop the worse half, thrice; needs expectations
    const char *expect_path, *expect_text;  // or NULL
    void *context;
    // Asked once it is known what there is to measure, before anything is played; false calls it
    // off. Or NULL.
    bool (*ready)(void *context, const dado_measures *measures, dado_error *err);
} dado_sweep_plan;

bool dado_sweep_play(const dado_sweep_plan *plan, const dado_experiment_how *how,
                     dado_sweep *sweep, dado_error *err);
void dado_sweep_free(dado_sweep *sweep);

// The value of a measure at a point, with its interval where matches have one each.
dado_figure dado_point_value(const dado_sweep *sweep, const dado_point *point, int measure);
