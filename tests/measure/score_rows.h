// score_rows.h - matches made of nothing but their rows, for the tests of metrics.
#pragma once

#include "measure/metric.h"
#include "support/test.h"

typedef struct race {
    dado_region region;
    dado_meter meter;
} race;

static inline void race_open(race *r, dado_metric_options how, int players, int rounds)
{
    dado_region_init(&r->region, (size_t)64 << 20);
    dado_error err = { 0 };
    assert_true(dado_meter_open(&r->meter, &how, players, rounds, 0, &r->region, &err));
}

static inline void race_close(race *r)
{
    dado_region_free(&r->region);
}

// `rows` begin with round 1; a row 0 that no metric may look at is put before them.
static inline dado_trace race_trace(int32_t *room, const int32_t *rows, int players, int rounds)
{
    for (int p = 0; p < players; p++) room[p] = -77777;
    memcpy(room + players, rows, (size_t)players * (size_t)rounds * sizeof *rows);
    return (dado_trace){
        .players = players, .rounds = rounds, .scores = room, .result = room + players * rounds
    };
}

static inline double race_value(race *r, const dado_trace *trace, const char *name)
{
    const dado_metric *metric = dado_metric_named(name);
    assert_non_null(metric);
    double value;
    dado_meter_measure(&r->meter, trace, &metric, 1, &value);
    return value;
}

static inline void near(double value, double wanted, double within)
{
    if (!(value - wanted <= within && wanted - value <= within)) {
        fail_msg("%.12g is not %.12g within %g", value, wanted, within);
    }
}
