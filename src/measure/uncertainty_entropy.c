// uncertainty_entropy.c - the metric "uncertainty by entropy": how evenly the points are
// shared, as entropy.
//
// The shares are shares of points, not probabilities of winning. The name of the metric
// is the published one.
#include "measure/metric.h"
#include "measure/special_functions.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_comparable(s)) return DADO_NONE;
    const dado_evenness *e = dado_standings_evenness(s);
    double most = s->seats < DADO_ROOT_TABLE_SIZE ? s->roots->log[s->seats] : dado_log2(s->seats);
    double value = (e->level + e->bits / most) / (s->rounds - 1);
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
