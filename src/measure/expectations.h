// expectations.h - what a designer expects of a game, and how well the game fits.
//
// An expectation file names measures (metrics or the game's tallies), each with a target
// value and a window around it. The quality of a measure is the probability that a normal
// variable with its mean and standard deviation falls into the window. The quality of a
// game is the weighted mean of these.
#pragma once

#include "measure/metric.h"
#include "measure/stats.h"

typedef enum dado_sigma { DADO_SIGMA_SAMPLE, DADO_SIGMA_SEM } dado_sigma;

typedef struct dado_expectation {
    const char *name;
    // the measure it names; NULL if the file was read without a list of measures
    const dado_measure *measure;
    bool ignored;
    double target;
    double window, half, weight;  // DADO_NONE where the file does not give it
    int line;
} dado_expectation;

typedef struct dado_expectations {
    const char *name;  // NULL where the file does not give it
    double window;     // default window; DADO_NONE stands for 0.20
    int sigma;  // a dado_sigma; -1, where the file does not give it, stands for DADO_SIGMA_SAMPLE
    dado_expectation *wishes;
    int count;
} dado_expectations;

// Reads an expectation file. `measures` lists the names that are allowed; NULL allows
// any. Errors have the codes X_SYNTAX, X_UNKNOWN_METRIC, X_DUPLICATE_METRIC and
// Q_BAD_WINDOW.
bool dado_expectations_read(dado_expectations *expect, const char *source, const char *text,
                            const dado_measures *measures, dado_region *region, dado_error *err);

// Writes expectations in the form that dado_expectations_read reads.
void dado_expectations_write(const dado_expectations *expect, dado_text *out);

// Checks expectations that were not read from a file. Fails with Q_NO_METRICS if there
// are none, and with Q_BAD_WINDOW if a window, half width or weight is not allowed.
bool dado_expectations_check(const dado_expectations *expect, dado_error *err);

enum {
    DADO_FIT_SINGLE = 1,   // there is only one value, so sigma is taken as 0
    DADO_FIT_NO_DATA = 2,  // there is no value at all: q is 0, and it counts in the quality
};

typedef struct dado_fit {
    const dado_expectation *wish;
    dado_measure_kind kind;
    int64_t count;
    double mean;       // DADO_NONE without data, as are both sigmas
    double low, high;  // bounds of the window
    dado_sigma by;     // which kind of sigma `sigma` and `q` use
    double sigma, q;
    double other_sigma, other_q;  // the same with the other kind of sigma
    double q_empirical;           // share of values inside the window, bounds included
    double weight;
    unsigned flags;
} dado_fit;

// Computes the window of an expectation; both bounds belong to it.
void dado_expectation_window(const dado_expectations *expect, const dado_expectation *wish,
                             dado_measure_kind kind, double *low, double *high);

// Computes a fit, from moments and the number of values inside the window, or from the
// values themselves; DADO_NONE is skipped.
dado_fit dado_fit_moments(const dado_expectations *expect, const dado_expectation *wish,
                          dado_measure_kind kind, const dado_moments *moments, int64_t inside);
dado_fit dado_fit_values(const dado_expectations *expect, const dado_expectation *wish,
                         dado_measure_kind kind, const double *values, size_t count);

// Computes the fit of a measure that only all matches together have, such as balance: its
// one value lies inside the window or does not. DADO_NONE means that there is no value.
dado_fit dado_fit_whole(const dado_expectations *expect, const dado_expectation *wish,
                        dado_measure_kind kind, double value);

double dado_quality(const dado_fit *fits, int count);  // weighted mean of q; 0 without fits

// Computes the fits of all expectations and returns how many there are. `values` has the
// moments of each measure, `inside` how many of its values lie in the window, and
// `across` the values of measures that only all matches together have; the last two may
// be NULL. `fits` needs room for one fit per expectation.
int dado_expectations_fit(const dado_expectations *expect, const dado_measures *measures,
                          const dado_moments *values, const int64_t *inside, const double *across,
                          dado_fit *fits);
