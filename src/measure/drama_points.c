// drama_points.c - the metric "drama by points": how far, in points, the eventual winner
// was behind.
//
// The printed equation divides the gap by the best total of the whole match, and takes
// the mean over the rounds in which the winner had fewer points than the leader. The
// published program divides by the leader's points of that round, and takes the mean over
// all rounds in which the winner was not placed first, even if only a tie was lost by
// seat.
#include <math.h>

#include "measure/metric.h"

// Adds up the square roots from a table, which exists where the points are few.
static double sum_of_few(const dado_standings *s)
{
    const double *roots = dado_share_roots(s->roots, s->highest);
    double sum = 0.0;
    for (int m = 0; m < s->rounds; m++) sum += roots[s->gap[m]];
    return sum;
}

static double sum_of_many(const dado_standings *s)
{
    double sum = 0.0, term = 0.0;
    for (int m = 0; m < s->rounds; m++) {
        if (!s->still[m]) {
            uint32_t whole = s->how.preset == DADO_PRESET_REFERENCE ? s->top[m] : s->highest;
            term = sqrt((double)s->gap[m] / (whole ? whole : 1));
        }
        sum += term;
    }
    return sum;
}

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_comparable(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    bool few =
        s->how.preset == DADO_PRESET_FORMULA && s->highest > 0 && s->highest < DADO_SHARE_ROOTS;
    double sum = few ? sum_of_few(s) : sum_of_many(s);
    int over = s->how.preset == DADO_PRESET_REFERENCE ? s->behind : s->strictly;
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
