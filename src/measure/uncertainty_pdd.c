// uncertainty_pdd.c - how evenly the points are shared, as a distance.
//
// One minus the Hellinger-type distance of the shares to even shares, scaled
// so that one who has everything is at distance 1. Multiplied out, the sum of
// (sqrt P - sqrt 1/n)^2 is 2 - 2 (sum of sqrt s) / sqrt(n T), which needs one
// root a score, and for small scores a table has it. Large scores may be so
// close that this would cancel; they are taken term by term.
#include <math.h>

#include "measure/metric.h"

// The squared distance, where neither all are level nor one has everything;
// `even` is the root of an even share, `scale` makes the largest distance 1.
static inline double distance(const dado_standings *s, const uint32_t *row, uint64_t sum,
                              double even, double scale, const int seats)
{
    if (sum < DADO_ROOTS) {
        double roots = 0.0;
        for (int p = 0; p < seats; p++) roots += s->roots->root[row[p]];
        return (1.0 - roots * even * s->roots->inverse_root[sum]) * scale;
    }
    double squares = 0.0;
    for (int p = 0; p < seats; p++) {
        double off = sqrt(row[p] / (double)sum) - even;
        squares += off * off;
    }
    return squares / 2.0 * scale;
}

// Summed over all rounds but the last. `seats` is a constant where four sit at
// the table, as they mostly do.
static inline double nearness(const dado_standings *s, const int seats)
{
    double even = 1.0 / sqrt((double)seats), scale = 1.0 / (1.0 - even), total = 0.0, term = 0.0;
    const uint32_t *row = s->points;
    for (int m = 0; m < s->rounds - 1; m++, row += seats) {
        if (!s->still[m]) {
            uint64_t sum = s->sum[m], top = s->top[m];
            if (top * (uint64_t)seats == sum) {
                term = 1.0;
            } else if (top == sum) {
                term = 0.0;
            } else {
                double squared = distance(s, row, sum, even, scale, seats);
                double near = 1.0 - sqrt(squared > 0.0 ? squared : 0.0);
                term = near > 0.0 ? near : 0.0;
            }
        }
        total += term;
    }
    return total;
}

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    double total = s->seats == 4 ? nearness(s, 4) : nearness(s, s->seats);
    return total / (s->rounds - 1);
}

const dado_metric dado_metric_uncertainty_pdd = {
    .head = {
        .name = "uncertainty_pdd",
        .title = "Uncertainty by PDD",
        .about = "How evenly points are shared before the last round, by distance.",
        .kind = DADO_RATIO,
    },
    .measure = measure,
};
