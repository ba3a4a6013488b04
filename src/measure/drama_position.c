// drama_position.c - how many places the eventual winner trailed by.
//
// The equation divides by the places there are to lose, so that a winner who
// was last all the while has 1; what was published divides by the seats.
#include <math.h>

#include "measure/metric.h"

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    uint32_t whole = (uint32_t)(s->how.preset == DADO_REFERENCE ? s->seats : s->seats - 1);
    double sum = 0.0;
    if (s->seats <= DADO_FEW_SEATS) {  // few places, many rounds: a root for every place
        for (int k = 1; k < s->seats; k++) {
            sum += s->placed[k] * dado_root_of_part(s->roots, (uint32_t)k, whole);
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
