// drama_path.c - the metric "drama by path": how closely the winner's places follow the
// most dramatic path.
//
// That path is a straight line from the last place in the first round to the first place
// in the last. The published program counts rounds from zero, so its path begins one
// place behind the last and ends at 2, and values can be negative. It also adds up
// quotients in double precision, and rounding errors decide whether some matches count as
// zero. The preset `reference` reproduces both, to the bit.
#include <stdlib.h>

#include "measure/metric.h"

// Computes the place on the dramatic path in each round k, from 0: n minus the whole part
// of (n - 1) k / (M - 1), for n seats and M rounds. It steps without division; `left` is
// the remainder.
static void descend(dado_dramatic_path *path, int seats, int rounds, dado_metric_preset preset)
{
    int place = seats, step = seats - 1, steps = rounds - 1, left = 0;
    if (preset == DADO_PRESET_REFERENCE) {  // one step back: k begins at -1
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

// Computes the path again only if the number of seats or rounds has changed, since most
// matches of a game have as many rounds as the one before.
const int32_t *dado_dramatic_path_of(dado_dramatic_path *path, int seats, int rounds,
                                     dado_metric_preset preset)
{
    if (path->seats != seats || path->rounds != rounds) descend(path, seats, rounds, preset);
    return path->place;
}

static const int32_t *path_of(const dado_standings *s)
{
    return dado_dramatic_path_of(s->descent, s->seats, s->rounds, s->how.preset);
}

static double as_published(const dado_standings *s)
{
    const int32_t *path = path_of(s);
    double whole = (double)(s->seats - 1) * (s->rounds - 1);
    double sum = 0.0;
    for (int m = 0; m < s->rounds; m++) sum += abs(s->place[m] - path[m]) / whole;
    return (double)s->behind / (s->rounds - 1) * (1.0 - sum);
}

// Computes the metric by the printed equation. A winner that the game declares may be
// behind in the last round too; then the value could leave the range 0 to 1, so it is
// limited to it.
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
    if (!dado_standings_comparable(s)) return DADO_NONE;
    if (s->behind == 0) return 0.0;
    return s->how.preset == DADO_PRESET_REFERENCE ? as_published(s) : as_printed(s);
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
