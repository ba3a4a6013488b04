// outcome.c - who won, whether alone, and by how much at the end.
//
// With one player to a match `win` is what it says. With more it is the first
// seat's share of the win, so that its mean is that seat's win share. Where
// sides score, a side counts as one.
#include "measure/metric.h"

// Seats in the best place, 0 where nobody was placed.
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

// Whether anybody is in first place: where something is to be reached, nobody may.
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

// Final scores, best first; false where there are not two of them.
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
