// drama_position.c - how many places the eventual winner trailed by.
//
// The equation divides by the places there are to lose, so that a winner who
// was last all the while has 1; what was published divides by the seats.
#include <math.h>

#include "measure/metric.h"

enum { FEW = 8 };

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    double whole = s->how.preset == DADO_REFERENCE ? s->seats : s->seats - 1;
    double sum = 0.0;
    if (s->seats <= FEW) {  // few places, many rounds: a root for every place
        int at[FEW] = { 0 };
        for (int m = 0; m < s->rounds; m++) at[s->place[m] - 1]++;
        for (int k = 1; k < s->seats; k++) {
            if (at[k]) sum += at[k] * sqrt(k / whole);
        }
    } else {
        for (int m = 0; m < s->rounds; m++) sum += sqrt((s->place[m] - 1) / whole);
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
