// lead_metrics.c - metrics of when a match was decided, and how much the places changed.
#include "measure/metric.h"

// Returns the seat that alone is in front in a round, or -1 if several share the lead.
static int sole_leader(const dado_standings *s, int round)
{
    const uint32_t *row = dado_standings_row(s, round);
    int leader = -1;
    for (int p = 0; p < s->seats; p++) {
        if (row[p] != s->top[round]) continue;
        if (leader >= 0) return -1;
        leader = p;
    }
    return leader;
}

// Returns whether some seat is alone in front before the last round. If scores stay
// equal, only the tie rule would name a leader. It checks late rounds first, since a
// leader mostly shows there.
static bool scores_are_informative(const dado_standings *s)
{
    for (int m = s->rounds - 2; m >= 0; m--) {
        if (!s->still[m] && sole_leader(s, m) >= 0) return true;
    }
    return false;
}

// Returns whether exactly one seat or side came first. A tie has no winner.
static bool has_winner(const dado_trace *trace, const dado_standings *s)
{
    int first = 0;
    if (!trace->places) return sole_leader(s, s->rounds - 1) >= 0;
    for (int p = 0; p < s->seats; p++) first += trace->places[s->seat[p]] == 0;
    return first == 1;
}

static int end_of_first_quarter(const dado_standings *s)
{
    return (s->rounds + 3) / 4 - 1;
}

static double time_of_decision(const dado_trace *trace, const dado_standings *s)
{
    if (!dado_standings_comparable(s) || !scores_are_informative(s)) return DADO_NONE;
    if (!has_winner(trace, s)) return DADO_NONE;
    int last = s->rounds;
    while (last > 0 && s->place[last - 1] <= 1) last--;
    return (double)last / s->rounds;
}

static double runaway(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    int early = end_of_first_quarter(s);
    if (!dado_standings_comparable(s) || sole_leader(s, early) < 0) return DADO_NONE;
    for (int m = early + 1; m < s->rounds; m++) {
        if (s->leader[m] != s->leader[early]) return 0.0;
    }
    return 1.0;
}

static double early_lead(const dado_trace *trace, const dado_standings *s)
{
    int early = end_of_first_quarter(s);
    if (!dado_standings_comparable(s) || !trace->places) return DADO_NONE;
    int leader = sole_leader(s, early);
    if (leader < 0) return DADO_NONE;
    return trace->places[s->seat[leader]] == 0 && has_winner(trace, s);
}

static double from_behind(const dado_trace *trace, const dado_standings *s)
{
    if (!dado_standings_comparable(s) || !scores_are_informative(s)) return DADO_NONE;
    if (!has_winner(trace, s)) return DADO_NONE;
    return s->strictly > (s->gap[s->rounds - 1] > 0);  // the last round does not count
}

static double place_mobility(const dado_trace *trace, const dado_standings *s)
{
    (void)trace;
    if (!dado_standings_comparable(s) || s->seats > DADO_MOVED_SEATS_MAX) return DADO_NONE;
    int64_t whole = (int64_t)(s->rounds - 1) * s->seats * (s->seats - 1);
    return (double)dado_standings_moved(s) / (double)whole;
}

const dado_metric dado_metric_time_of_decision = {
    .head = {
        .name = "time_of_decision",
        .title = "Time of decision",
        .about = "Last round in which the winner was not first, as a share of all; none in a "
                 "tie, and where nobody is ahead before the end.",
        .kind = DADO_RATIO,
    },
    .measure = time_of_decision,
};

const dado_metric dado_metric_runaway = {
    .head = {
        .name = "runaway",
        .title = "Runaway",
        .about = "Whether who was alone in front at the end of the first quarter led from then on; "
                 "none where nobody was.",
        .kind = DADO_RATE,
    },
    .measure = runaway,
};

const dado_metric dado_metric_early_lead = {
    .head = {
        .name = "early_lead",
        .title = "Early lead",
        .about = "Whether who was alone in front at the end of the first quarter won, which "
                 "in a tie nobody does; none where nobody was in front.",
        .kind = DADO_RATE,
    },
    .measure = early_lead,
};

const dado_metric dado_metric_from_behind = {
    .head = {
        .name = "from_behind",
        .title = "From behind",
        .about = "Whether the winner had fewer points than another at some time; none in a tie, "
                 "and where nobody is ahead before the end.",
        .kind = DADO_RATE,
    },
    .measure = from_behind,
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
