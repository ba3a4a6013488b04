// choice_metrics.c - metrics of the choices that players had.
//
// Every trace counts the options of all decisions. The metrics of how that number
// changed, and of how many different moves were made, need the path, which a plan may not
// keep; without it they have no value.
#include <string.h>

#include "measure/metric.h"

static double branching(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    return trace->decisions ? (double)trace->options / trace->decisions : DADO_NONE;
}

static double decision_share(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    if (trace->decisions == 0) return DADO_NONE;
    return (double)(trace->decisions - trace->forced) / trace->decisions;
}

// Returns 0.5 where the number of options stays the same during a match, more where
// options become fewer towards the end, and less where they become more. The trend is a
// least-squares line over all decisions.
static double convergence(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    if (!trace->path || trace->decisions < 2) return DADO_NONE;
    double middle = (trace->decisions - 1) / 2.0;
    double mean = (double)trace->options / trace->decisions;
    double products = 0.0, squares = 0.0;
    int t = 0;
    for (int i = 0; i < trace->steps; i++) {
        if (!dado_step_is_decision(&trace->path[i])) continue;
        products += (t - middle) * (trace->path[i].options - mean);
        squares += (t - middle) * (t - middle);
        t++;
    }
    double slope = squares > 0.0 ? products / squares : 0.0;
    slope = slope > 1.0 ? 1.0 : slope < -1.0 ? -1.0 : slope;
    return 1.0 - (slope / 2.0 + 0.5);
}

// Inserts a move into the set, and returns whether it was new. Slots that other matches
// left behind count as empty, so the set is never cleared. `mask` is the number of slots
// in use less 1.
static inline bool put(dado_move_set *seen, uint64_t move, size_t mask)
{
    size_t at = (size_t)((move * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (seen->slots[at].match == seen->match) {
        if (seen->slots[at].move == move) return false;
        at = (at + 1) & mask;
    }
    seen->slots[at].move = move;
    seen->slots[at].match = seen->match;
    return true;
}

// Counts different moves. Most moves are small numbers, which have a bit each; larger
// ones go into the set.
static double variety(const dado_trace *trace, const dado_standings *s)
{
    enum { small = 256 };
    uint64_t bits[small / 64] = { 0 };
    if (!trace->path || !s->seen || trace->decisions == 0) return DADO_NONE;
    dado_move_set *seen = s->seen;
    size_t mask = dado_move_set_size(trace->steps) - 1;
    // the counter wrapped round to 0, so old slots could look like those of this match
    if (++seen->match == 0) {
        memset(seen->slots, 0, seen->room * sizeof *seen->slots);
        seen->match = 1;
    }
    int count = 0, different = 0;
    for (int i = 0; i < trace->steps; i++) {
        if (!dado_step_is_decision(&trace->path[i])) continue;
        uint64_t move = trace->path[i].move, bit = (uint64_t)1 << (move % 64);
        count++;
        if (move >= small) {
            different += put(seen, move, mask);
        } else {
            different += !(bits[move / 64] & bit);
            bits[move / 64] |= bit;
        }
    }
    return count ? (double)different / count : DADO_NONE;
}

const dado_metric dado_metric_branching = {
    .head = {
        .name = "branching",
        .title = "Branching factor",
        .about = "Options per decision.",
        .kind = DADO_REAL,
    },
    .measure = branching,
};

const dado_metric dado_metric_decision_share = {
    .head = {
        .name = "decision_share",
        .title = "Decision share",
        .about = "Share of decisions with at least two options.",
        .kind = DADO_RATIO,
    },
    .measure = decision_share,
};

const dado_metric dado_metric_convergence = {
    .head = {
        .name = "convergence",
        .title = "Convergence",
        .about = "Whether options grow fewer towards the end: above one half they do.",
        .kind = DADO_RATIO,
    },
    .measure = convergence,
};

const dado_metric dado_metric_variety = {
    .head = {
        .name = "variety",
        .title = "Variety of moves",
        .about = "Different moves made, as a share of all decisions.",
        .kind = DADO_RATIO,
    },
    .measure = variety,
};
