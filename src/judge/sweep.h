// sweep.h - measures a game at several values of one or two options.
//
// A sweep parameter is an option with a list of values. Every combination of values is an
// instance of one plan, so a sweep is played, stored and resumed like any experiment. To
// find the best point it need not play all of them fully: it plays a few matches
// everywhere, keeps the better half of the points, and plays those more.
#pragma once

#include "lab/experiment.h"
#include "measure/expectations.h"
#include "measure/estimate.h"

enum { DADO_SWEEP_PARAMETERS = 2, DADO_SWEEP_POINTS_MAX = 2000 };

typedef struct dado_sweep_parameter {
    const char *name;
    const char *const *values;  // as typed after -D NAME=
    const double *numbers;      // the values as numbers; NULL if one of them is no number
    int count;
} dado_sweep_parameter;

// Reads "ROUNDS=5..50", "ROUNDS=5..50:5" or "DIE=4,6,8". Sets `is_dial` to false if there
// is only one value, which makes it an ordinary option.
bool dado_sweep_parameter_parse(dado_sweep_parameter *dial, const char *typed, bool *is_dial,
                                dado_region *region, dado_error *err);

typedef struct dado_sweep_point {
    int place[DADO_SWEEP_PARAMETERS];  // index of each parameter's value
    int64_t matches;
    dado_moments *measures;  // as many as the sweep has measures
    double *across;          // values of measures that are computed over all matches together
    double quality;          // by the expectations; DADO_NONE without them
    bool dropped;            // not played fully, because other points are better
    dado_error error;        // why the game could not be opened with these values
} dado_sweep_point;

typedef struct dado_sweep {
    dado_sweep_parameter dials[DADO_SWEEP_PARAMETERS];
    int dial_count;
    dado_sweep_point *points;  // the last parameter changes fastest
    int count;
    dado_measures measures;
    int best;         // point with the highest quality; -1 without expectations
    int64_t planned;  // number of matches
    bool interrupted;
    int64_t run;  // number in the store of the run played last
    dado_region region;
} dado_sweep;

typedef struct dado_sweep_config {
    const char *game;  // as the user typed it
    const char *text;  // its description; NULL: it is found by its name
    const dado_options *options;
    const dado_sweep_parameter *dials;
    int dial_count;
    dado_plan play;  // players and settings for every point; has no instances
    bool adaptive;   // drop the worse half three times; needs expectations
    const char *expect_path, *expect_text;  // or NULL
    void *context;
    // Called when the measures are known, before anything is played. Returning false
    // cancels the sweep. May be NULL.
    bool (*ready)(void *context, const dado_measures *measures, dado_error *err);
} dado_sweep_config;

bool dado_sweep_play(const dado_sweep_config *plan, const dado_experiment_settings *how,
                     dado_sweep *sweep, dado_error *err);
void dado_sweep_free(dado_sweep *sweep);

// Returns the value of a measure at a point, with an interval if matches have values of
// their own.
dado_estimate dado_sweep_point_value(const dado_sweep *sweep, const dado_sweep_point *point,
                                     int measure);
