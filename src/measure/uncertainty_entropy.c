// uncertainty_entropy.c - how evenly the points are shared, as entropy.
//
// The shares are shares of points, not chances to win: the name is the
// published one. With T points in all, the entropy of the shares s / T is
// log2 T - (sum of s log2 s) / T, which needs one logarithm a score, and for
// small scores a table has it. Even shares and a single owner are exact.
#include "measure/metric.h"
#include "measure/special.h"

// In bits, where neither all are level nor one has everything. `seats` is a
// constant where four sit at the table, as they mostly do.
static inline double entropy(const dado_standings *s, const uint32_t *row, uint64_t sum,
                             const int seats)
{
    double logs = 0.0;
    if (sum < DADO_ROOTS) {
        for (int p = 0; p < seats; p++) logs += s->roots->logs[row[p]];
        return s->roots->log[sum] - logs * s->roots->inverse[sum];
    }
    for (int p = 0; p < seats; p++) {
        if (row[p]) logs += row[p] * dado_log2(row[p]);
    }
    return dado_log2((double)sum) - logs / (double)sum;
}

// Summed over all rounds but the last; rounds in which all are level are counted instead.
static inline double entropies(const dado_standings *s, const int seats, int *level)
{
    double bits = 0.0, term = 0.0;
    bool even = false;
    const uint32_t *row = s->points;
    for (int m = 0; m < s->rounds - 1; m++, row += seats) {
        if (!s->still[m]) {
            uint64_t sum = s->sum[m], top = s->top[m];
            even = top * (uint64_t)seats == sum;
            term = even || top == sum ? 0.0 : entropy(s, row, sum, seats);
        }
        *level += even;
        bits += term;
    }
    return bits;
}

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    int level = 0;
    double bits = s->seats == 4 ? entropies(s, 4, &level) : entropies(s, s->seats, &level);
    double most = s->seats < DADO_ROOTS ? s->roots->log[s->seats] : dado_log2(s->seats);
    double value = (level + bits / most) / (s->rounds - 1);
    return value > 1.0 ? 1.0 : value;
}

const dado_metric dado_metric_uncertainty_entropy = {
    .head = {
        .name = "uncertainty_entropy",
        .title = "Uncertainty by entropy",
        .about = "How evenly points are shared before the last round, by entropy.",
        .kind = DADO_RATIO,
    },
    .measure = measure,
};
