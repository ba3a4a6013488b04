// expect.h - what a designer hopes for, and how near a game comes to it.
//
// An expectation file names measures, metrics and tallies alike, each with a
// wanted value and a window around it. The quality of a measure is the
// probability that a normal variable with its mean and spread falls into the
// window; the quality of a game is their weighted mean.
#pragma once

#include "measure/metric.h"
#include "measure/stats.h"

typedef enum dado_sigma { DADO_SIGMA_SAMPLE, DADO_SIGMA_SEM } dado_sigma;

typedef struct dado_wish {
    const char *name;
    const dado_measure *measure;  // what it names; NULL if read without a list
    bool ignored;
    double target;
    double window, half, weight;  // DADO_NONE where the file says nothing
    int line;
} dado_wish;

typedef struct dado_expect {
    const char *name;  // NULL where the file says nothing; so with the next two
    double window;     // DADO_NONE; 0.20 is meant
    int sigma;         // a dado_sigma, or -1; DADO_SIGMA_SAMPLE is meant
    dado_wish *wishes;
    int count;
} dado_expect;

// Reads an expectation file. `measures` is what may be named; NULL takes any
// name. Errors have codes: X_SYNTAX, X_UNKNOWN_METRIC, X_DUPLICATE_METRIC, Q_BAD_WINDOW.
bool dado_expect_read(dado_expect *expect, const char *source, const char *text,
                      const dado_measures *measures, dado_arena *arena, dado_error *err);

// Writes it in the form it is read in; reading that gives the same again.
void dado_expect_write(const dado_expect *expect, dado_text *out);

// Fails with Q_NO_METRICS if nothing is wished for, and with Q_BAD_WINDOW if a
// window, half width or weight cannot be; for expectations not read from a file.
bool dado_expect_check(const dado_expect *expect, dado_error *err);

enum {
    DADO_FIT_SINGLE = 1,   // one value only: its spread is taken as 0
    DADO_FIT_NO_DATA = 2,  // no value at all: q is 0, and counts
};

typedef struct dado_fit {
    const dado_wish *wish;
    dado_kind kind;
    int64_t count;
    double mean;       // DADO_NONE without data, as are the sigmas
    double low, high;  // the window
    dado_sigma by;     // which reading `sigma` and `q` are by
    double sigma, q;
    double other_sigma, other_q;  // by the other reading
    double q_empirical;           // share of values inside the closed window
    double weight;
    unsigned flags;
} dado_fit;

// The window of a wish, both ends included.
void dado_wish_window(const dado_expect *expect, const dado_wish *wish, dado_kind kind, double *low,
                      double *high);

// From moments, and how many values lay in the window; or from the values
// themselves, where DADO_NONE is left out.
dado_fit dado_fit_moments(const dado_expect *expect, const dado_wish *wish, dado_kind kind,
                          const dado_moments *moments, int64_t inside);
dado_fit dado_fit_values(const dado_expect *expect, const dado_wish *wish, dado_kind kind,
                         const double *values, size_t count);

// Where no match has a value by itself, as of balance: what all of them together say, which is in
// the window or is not; DADO_NONE where they say nothing.
dado_fit dado_fit_whole(const dado_expect *expect, const dado_wish *wish, dado_kind kind,
                        double value);

double dado_quality(const dado_fit *fits, int count);  // weighted mean of q; 0 of none

// All that is wished for at once, of measures as they are listed: `values` has the moments of each,
// `inside` how many of its values lay in the window, and `across` what all matches together say of
// those that no match has by itself; both may be NULL. `fits` has room for as many as there are
// wishes; answers how many count.
int dado_wishes_fit(const dado_expect *expect, const dado_measures *measures,
                    const dado_moments *values, const int64_t *inside, const double *across,
                    dado_fit *fits);
