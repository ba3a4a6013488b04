// uncertainty_pdd.c - the metric "uncertainty by PDD": how evenly the points are shared,
// as a distance.
//
// The value is 1 minus a distance of the Hellinger type between the shares and even
// shares, scaled so that a seat with all points is at distance 1.
#include "measure/metric.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_comparable(s)) return DADO_NONE;
    return dado_standings_evenness(s)->nearness / (s->rounds - 1);
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
