// drama_position.c - how many places the eventual winner trailed by.
//
// The equation divides by the places there are to lose, so that a winner who
// was last all the while has 1; what was published divides by the seats.
#include <math.h>

#include "measure/metric.h"

enum { few_seats = 8, few_rounds = 256 };

// Few places: how often each was taken, counted in a byte each, and a root for every place.
static double sum_of_few(const dado_standings *s, uint32_t whole)
{
    uint64_t taken = 0;
    for (int m = 0; m < s->rounds; m++) taken += (uint64_t)1 << 8 * (s->place[m] - 1);
    double sum = 0.0;
    for (int k = 1; k < s->seats; k++) {
        int at = (int)(taken >> 8 * k & 255);
        sum += at * dado_root_of_part(s->roots, (uint32_t)k, whole);
    }
    return sum;
}

// The same of more rounds.
static double sum_of_places(const dado_standings *s, uint32_t whole)
{
    int at[few_seats] = { 0 };
    for (int m = 0; m < s->rounds; m++) at[s->place[m] - 1]++;
    double sum = 0.0;
    for (int k = 1; k < s->seats; k++) {
        sum += at[k] * dado_root_of_part(s->roots, (uint32_t)k, whole);
    }
    return sum;
}

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    uint32_t whole = (uint32_t)(s->how.preset == DADO_REFERENCE ? s->seats : s->seats - 1);
    double sum = 0.0;
    if (s->seats <= few_seats && s->rounds < few_rounds) {
        sum = sum_of_few(s, whole);
    } else if (s->seats <= few_seats) {
        sum = sum_of_places(s, whole);
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
