// lead_change.c - the metric "lead change": how many players led, and how often the
// leader changed.
#include "measure/metric.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_comparable(s)) return DADO_NONE;
    if (s->changes == 0) return 0.0;
    double who = dado_share_root(s->roots, (uint32_t)s->leaders - 1, (uint32_t)s->seats - 1);
    double when = dado_share_root(s->roots, (uint32_t)s->changes, (uint32_t)s->rounds - 1);
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
