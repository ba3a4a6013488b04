// estimate.h - a number with its uncertainty.
//
// An estimate has a value, an interval at some level where one is known, the number of
// observations, a kind that says how to print it, and a unit where it has one. The
// interval is computed here, once, when the estimate is made. Code that prints it only
// chooses the number of digits.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/match_record.h"
#include "measure/stats.h"

typedef enum dado_estimate_kind {
    DADO_ESTIMATE_REAL,              // 0.3127
    DADO_ESTIMATE_INTEGER,           // a count, printed without decimals: 12,000
    DADO_ESTIMATE_SHARE,             // 0.274, shown as 27.4 %
    DADO_ESTIMATE_SHARE_DIFFERENCE,  // of two shares: -0.038, shown as -3.8 %
    DADO_ESTIMATE_P_VALUE,           // a p-value, the probability of a false alarm: 0.031
    DADO_ESTIMATE_SECONDS,
} dado_estimate_kind;

typedef struct dado_estimate {
    double value;      // DADO_NONE: there is no value
    double low, high;  // both DADO_NONE where no interval is known
    double level;      // confidence level of the interval: 0.95; 0 without an interval
    int64_t count;     // number of matches or other observations; 0 where that has no meaning
    dado_estimate_kind kind;
    const char *unit;  // "points"; NULL: no unit
} dado_estimate;

dado_estimate dado_estimate_none(void);
dado_estimate dado_estimate_real(double value);
dado_estimate dado_estimate_integer(int64_t value);
dado_estimate dado_estimate_share(double share);  // known exactly: no interval
dado_estimate dado_estimate_p_value(double p);
dado_estimate dado_estimate_seconds(double seconds);

// Makes an estimate: of a share, with Wilson's interval, or of a mean, with Student's.
dado_estimate dado_estimate_proportion(double hits, double trials, double level);
dado_estimate dado_estimate_mean(const dado_moments *moments, double level);
// Makes an estimate of a mean of values of this kind. The mean of a rate is a share and
// has Wilson's interval. The interval of a ratio stays between 0 and 1, and that of a
// count does not go below 0.
dado_estimate dado_estimate_measure(dado_measure_kind kind, const dado_moments *moments,
                                    double level);
// Makes an estimate from an interval that was computed elsewhere, such as a difference or
// a bootstrap.
dado_estimate dado_estimate_between(dado_interval interval, dado_estimate_kind kind, int64_t count,
                                    double level);

// Returns the interval of an estimate. It has no width where no interval is known.
dado_interval dado_estimate_interval(dado_estimate figure);

bool dado_estimate_is_none(dado_estimate figure);
bool dado_estimate_has_interval(dado_estimate figure);

const char *dado_estimate_kind_name(dado_estimate_kind kind);  // "share"
