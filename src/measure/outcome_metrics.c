// outcome_metrics.c - metrics of the result: who won, whether alone, and by how much.
//
// With one player per match, `win` is whether the player won. With more it is the first
// seat's share of the win, so its mean is that seat's win share. In games with sides, a
// side counts as one seat.
#include "measure/metric.h"

// Returns how many seats share the best place, or 0 if there are no places.
static int winners(const dado_trace *trace, const dado_standings *s)
{
    if (!trace->places || trace->end == DADO_BROKEN || s->seats < 1) return 0;
    int32_t best = trace->places[s->seat[0]];
    int count = 0;
    for (int p = 0; p < s->seats; p++) {
        int32_t place = trace->places[s->seat[p]];
        count = place < best ? 1 : count + (place == best);
        best = place < best ? place : best;
    }
    return count;
}

// Returns whether any seat is in first place. In a game with a goal, it may be that
// nobody reached it.
static bool is_won(const dado_trace *trace, const dado_standings *s)
{
    for (int p = 0; p < s->seats; p++) {
        if (trace->places[s->seat[p]] == 0) return true;
    }
    return false;
}

static double win(const dado_trace *trace, const dado_standings *s)
{
    int count = winners(trace, s);
    if (count == 0) return DADO_NONE;
    return trace->places[s->seat[0]] == 0 ? 1.0 / count : 0.0;
}

static double tied(const dado_trace *trace, const dado_standings *s)
{
    int count = winners(trace, s);
    if (count == 0 || s->seats < 2) return DADO_NONE;
    return count > 1 && is_won(trace, s);
}

// Finds the best, second and worst final score. Returns false with fewer than two seats
// or without scores.
static bool final_scores(const dado_trace *trace, const dado_standings *s, int64_t *best,
                         int64_t *second, int64_t *worst)
{
    if (!trace->result || s->seats < 2) return false;
    *best = *worst = trace->result[s->seat[0]];
    *second = INT64_MIN;
    for (int p = 1; p < s->seats; p++) {
        int64_t score = trace->result[s->seat[p]];
        if (score > *best) {
            *second = *best;
            *best = score;
        } else if (score > *second) {
            *second = score;
        }
        if (score < *worst) *worst = score;
    }
    return true;
}

static double margin(const dado_trace *trace, const dado_standings *s)
{
    int64_t best, second, worst;
    if (!final_scores(trace, s, &best, &second, &worst)) return DADO_NONE;
    return (double)(best - second);
}

static double final_spread(const dado_trace *trace, const dado_standings *s)
{
    int64_t best, second, worst;
    if (!final_scores(trace, s, &best, &second, &worst)) return DADO_NONE;
    int64_t floor = worst < s->how.floor ? worst : s->how.floor;
    return best > floor ? (double)(best - worst) / (double)(best - floor) : 0.0;
}

const dado_metric dado_metric_win = {
    .head = {
        .name = "win",
        .title = "Win",
        .about = "Whether the player won; among several, the first seat's share of the win.",
        .kind = DADO_RATE,
    },
    .measure = win,
};

const dado_metric dado_metric_tied = {
    .head = {
        .name = "tied",
        .title = "Tied",
        .about = "Whether several share first place at the end.",
        .kind = DADO_RATE,
    },
    .measure = tied,
};

const dado_metric dado_metric_margin = {
    .head = {
        .name = "margin",
        .title = "Margin",
        .about = "Best final score less the second best.",
        .kind = DADO_COUNT,
    },
    .measure = margin,
};

const dado_metric dado_metric_final_spread = {
    .head = {
        .name = "final_spread",
        .title = "Final spread",
        .about = "Best final score less the worst, as a share of the best.",
        .kind = DADO_RATIO,
    },
    .measure = final_spread,
};
