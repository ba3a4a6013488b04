// drama_path.c - how much the winner's climb resembles the most dramatic one.
//
// That one is a straight descent from the last place in the first round to the
// first place in the last. What was published counts rounds from zero, so its
// path begins one place behind the last and ends at 2, and values can be
// negative; and it adds up quotients in double precision, whose leftovers
// decide whether some matches count as zero. Both are kept, to the bit.
#include <stdlib.h>

#include "measure/metric.h"

// Where the path is in each round: n minus the whole part of (n - 1) k / (M - 1),
// stepped without dividing. `left` is the remainder.
static void descend(dado_descent *path, int seats, int rounds, dado_preset preset)
{
    int place = seats, step = seats - 1, steps = rounds - 1, left = 0;
    if (preset == DADO_REFERENCE) {  // a step back: k = -1
        left = -step;
        for (; left < 0; left += steps) place++;
    }
    for (int m = 0; m < rounds; m++) {
        path->place[m] = place;
        for (left += step; left >= steps; left -= steps) place--;
    }
    path->seats = seats;
    path->rounds = rounds;
}

// Most matches of a game have as many rounds as the one before.
const int32_t *dado_descent_of(dado_descent *path, int seats, int rounds, dado_preset preset)
{
    if (path->seats != seats || path->rounds != rounds) descend(path, seats, rounds, preset);
    return path->place;
}

static const int32_t *path_of(const dado_standings *s)
{
    return dado_descent_of(s->descent, s->seats, s->rounds, s->how.preset);
}

static double as_published(const dado_standings *s)
{
    const int32_t *path = path_of(s);
    double whole = (double)(s->seats - 1) * (s->rounds - 1);
    double sum = 0.0;
    for (int m = 0; m < s->rounds; m++) sum += abs(s->place[m] - path[m]) / whole;
    return (double)s->behind / (s->rounds - 1) * (1.0 - sum);
}

// A winner the game declares may be behind in the last round too; then the
// equation could leave 0 to 1, and is held there.
static double as_printed(const dado_standings *s)
{
    const int32_t *path = path_of(s), *place = s->place;
    int64_t rounds = s->rounds - 1, whole = (s->seats - 1) * rounds, off = 0;
    for (int m = 0; m < s->rounds; m++) off += abs(place[m] - path[m]);
    int64_t behind = s->behind < rounds ? s->behind : rounds;
    if (off > whole) return 0.0;
    return (double)behind / (double)rounds * ((double)(whole - off) / (double)whole);
}

static double measure(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    return s->how.preset == DADO_REFERENCE ? as_published(s) : as_printed(s);
}

const dado_metric dado_metric_drama_path = {
    .head = {
        .name = "drama_path",
        .title = "Drama by path",
        .about = "How closely the winner climbed from last to first, round by round.",
        .kind = DADO_RATIO,
    },
    .measure = measure,
};
