// sample_size.h - plans how many matches are needed until a difference is known.
//
// The sizes are for the tests that dado makes elsewhere: Welch's interval for means, and
// Wilson's interval for shares. If the true difference is as large as the one given, an
// interval of that level excludes zero with probability `power`.
#pragma once

#include <stdint.h>

typedef struct dado_sample_plan {
    double level;  // of the interval: 0.95
    double power;  // 0.8
} dado_sample_plan;

enum { DADO_SAMPLE_SIZE_MOST = 1000000 };  // larger sizes are not told apart

// A mean that differs by `difference` from that of another sample, whose standard error
// is `other_error`; `sd` is the standard deviation of one value. DADO_SAMPLE_SIZE_MOST if
// no number of values is enough.
int64_t dado_sample_size_mean(double difference, double sd, double other_error,
                              dado_sample_plan plan);

// A share that is expected to be `expected`, and is `share`.
int64_t dado_sample_size_share(double share, double expected, dado_sample_plan plan);
