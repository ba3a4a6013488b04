// flow.c - when a match was settled, and how much the field moved until then.
#include <stdlib.h>

#include "measure/metric.h"

static double time_of_decision(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    int last = 0;
    for (int m = 0; m < s->rounds; m++) {
        if (s->place[m] > 1) last = m + 1;
    }
    return (double)last / s->rounds;
}

static double runaway(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_race(s)) return DADO_NONE;
    int early = (s->rounds + 3) / 4 - 1;  // the round that ends the first quarter
    for (int m = early + 1; m < s->rounds; m++) {
        if (s->leader[m] != s->leader[early]) return 0.0;
    }
    return 1.0;
}

static double place_mobility(const dado_trace *trace, const dado_standings *s)
{
    enum { most = 64 };
    (void)trace;
    if (!dado_standings_race(s) || s->seats > most) return DADO_NONE;
    int32_t rows[2][most];
    int64_t moved = 0;
    int in_use = 0;
    bool drawn = s->how.ties == DADO_TIES_RANDOM;  // then places change though points do not
    dado_standings_places(s, 0, rows[0]);
    for (int m = 1; m < s->rounds; m++) {
        if (s->still[m] && !drawn) continue;
        int32_t *before = rows[in_use], *now = rows[!in_use];
        dado_standings_places(s, m, now);
        for (int p = 0; p < s->seats; p++) moved += abs(now[p] - before[p]);
        in_use = !in_use;
    }
    int64_t whole = (int64_t)(s->rounds - 1) * s->seats * (s->seats - 1);
    return (double)moved / (double)whole;
}

const dado_metric dado_metric_time_of_decision = {
    .head = {
        .name = "time_of_decision",
        .title = "Time of decision",
        .about = "Last round in which the winner was not first, as a share of all.",
        .kind = DADO_RATIO,
    },
    .measure = time_of_decision,
};

const dado_metric dado_metric_runaway = {
    .head = {
        .name = "runaway",
        .title = "Runaway",
        .about = "Whether one player led from the end of the first quarter on.",
        .kind = DADO_RATE,
    },
    .measure = runaway,
};

const dado_metric dado_metric_place_mobility = {
    .head = {
        .name = "place_mobility",
        .title = "Place mobility",
        .about = "Places gained or lost per player and round, as a share of the most possible.",
        .kind = DADO_RATIO,
    },
    .measure = place_mobility,
};
