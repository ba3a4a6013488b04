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
static double distance(const dado_standings *s, const uint32_t *row, uint64_t sum, double even,
                       double scale)
{
    if (sum < DADO_ROOTS) {
        double roots = 0.0;
        for (int p = 0; p < s->seats; p++) roots += s->roots[row[p]].root;
        return (1.0 - roots * even * s->roots[sum].inverse_root) * scale;
    }
    double squares = 0.0;
    for (int p = 0; p < s->seats; p++) {
        double off = sqrt(row[p] / (double)sum) - even;
        squares += off * off;
    }
    return squares / 2.0 * scale;
}

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    double even = 1.0 / sqrt((double)s->seats), scale = 1.0 / (1.0 - even);
    double total = 0.0;
    for (int m = 0; m < s->rounds - 1; m++) {
        uint64_t sum = s->sum[m], top = s->top[m];
        if (top * (uint64_t)s->seats == sum) {
            total += 1.0;
        } else if (top != sum) {
            double squared = distance(s, dado_standings_row(s, m), sum, even, scale);
            double term = 1.0 - sqrt(squared > 0.0 ? squared : 0.0);
            total += term > 0.0 ? term : 0.0;
        }
    }
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
