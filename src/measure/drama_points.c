// drama_points.c - how far, in points, the eventual winner trailed.
//
// The equation divides the gap by the best total of the whole match and takes
// the mean over rounds strictly behind; what was published divides by the
// leader's points of that round and takes the mean over all rounds not placed
// first, a tie lost by seat included.
#include <math.h>

#include "measure/metric.h"

// Where points are few, all roots of their quotients are at hand.
static double sum_of_few(const dado_standings *s)
{
    const double *roots = dado_roots_of_parts(s->roots, s->highest);
    double sum = 0.0;
    for (int m = 0; m < s->rounds; m++) sum += roots[s->gap[m]];
    return sum;
}

static double sum_of_many(const dado_standings *s)
{
    double sum = 0.0, term = 0.0;
    for (int m = 0; m < s->rounds; m++) {
        if (!s->still[m]) {
            uint32_t whole = s->how.preset == DADO_REFERENCE ? s->top[m] : s->highest;
            term = sqrt((double)s->gap[m] / (whole ? whole : 1));
        }
        sum += term;
    }
    return sum;
}

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    bool few = s->how.preset == DADO_FORMULA && s->highest > 0 && s->highest < DADO_PARTS;
    double sum = few ? sum_of_few(s) : sum_of_many(s);
    int over = s->how.preset == DADO_REFERENCE ? s->behind : s->strictly;
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
