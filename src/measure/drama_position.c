// drama_position.c - the metric "drama by position": how many places the eventual winner
// was behind.
//
// The printed equation divides by the number of seats less 1, so that a winner who was
// always last has the value 1. The published program divides by the number of seats.
#include <math.h>

#include "measure/metric.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_comparable(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    uint32_t whole = (uint32_t)(s->how.preset == DADO_PRESET_REFERENCE ? s->seats : s->seats - 1);
    double sum = 0.0;
    // with few seats, one square root for each place instead of one for each round
    if (s->seats <= DADO_FEW_SEATS) {
        for (int k = 1; k < s->seats; k++) {
            sum += s->placed[k] * dado_share_root(s->roots, (uint32_t)k, whole);
        }
    } else {
        for (int m = 0; m < s->rounds; m++) sum += sqrt((s->place[m] - 1) / (double)whole);
    }
    return sum / s->behind;
}

const dado_metric dado_metric_drama_position = {
    .head = {
        .name = "drama_position",
        .title = "Drama by position",
        .about = "How many places behind the winner was while he was behind.",
        .kind = DADO_RATIO,
    },
    .measure = measure,
};
