// drama_points.c - how far, in points, the eventual winner trailed.
//
// The equation divides the gap by the best total of the whole match and takes
// the mean over rounds strictly behind; what was published divides by the
// leader's points of that round and takes the mean over all rounds not placed
// first, a tie lost by seat included.
#include <math.h>

#include "measure/metric.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    double sum = 0.0, term = 0.0;
    int strictly = 0;
    uint32_t gap = 0;
    for (int m = 0; m < s->rounds; m++) {
        if (!s->still[m]) {
            gap = dado_standings_gap(s, m);
            uint32_t whole = s->how.preset == DADO_REFERENCE ? s->top[m] : s->highest;
            term = sqrt((double)gap / (whole ? whole : 1));
        }
        sum += term;
        strictly += gap > 0;
    }
    int over = s->how.preset == DADO_REFERENCE ? s->behind : strictly;
    return over ? sum / over : 0.0;
}

const dado_metric dado_metric_drama_points = {
    .head = {
        .name = "drama_points",
        .title = "Drama by points",
        .about = "How far behind in points the winner was while he was behind.",
        .kind = DADO_RATIO,
    },
    .measure = measure,
};
