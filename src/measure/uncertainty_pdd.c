// uncertainty_pdd.c - how evenly the points are shared, as a distance.
//
// One minus the Hellinger-type distance of the shares to even shares, scaled
// so that one who has everything is at distance 1.
#include "measure/metric.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
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
