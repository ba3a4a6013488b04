// lead_change.c - how often, and among how many, the lead changed hands.
#include <math.h>

#include "measure/metric.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    if (s->changes == 0) return 0.0;
    double who = sqrt((double)(s->leaders - 1) / (s->seats - 1));
    double when = sqrt((double)s->changes / (s->rounds - 1));
    return (who + when) / 2.0;
}

const dado_metric dado_metric_lead_change = {
    .head = {
        .name = "lead_change",
        .title = "Lead change",
        .about = "How many players led, and how often the leader changed.",
        .kind = DADO_RATIO,
    },
    .measure = measure,
};
