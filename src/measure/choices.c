// choices.c - what there was to decide, from the log of decisions.
//
// How many options there were is counted in every trace. How that changed, and
// how many different moves were made, needs the path, which a plan may not
// keep: then there is no value.
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

// One half where the number of options stays as it is; above where choices
// close in on the end, below where they open up. Least squares over decisions.
static double convergence(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    if (!trace->path || trace->decisions < 2) return DADO_NONE;
    double middle = (trace->decisions - 1) / 2.0;
    double mean = (double)trace->options / trace->decisions;
    double products = 0.0, squares = 0.0;
    int t = 0;
    for (int i = 0; i < trace->steps; i++) {
        if (trace->path[i].actor < 0) continue;
        products += (t - middle) * (trace->path[i].options - mean);
        squares += (t - middle) * (t - middle);
        t++;
    }
    double slope = squares > 0.0 ? products / squares : 0.0;
    slope = slope > 1.0 ? 1.0 : slope < -1.0 ? -1.0 : slope;
    return 1.0 - (slope / 2.0 + 0.5);
}

static void sift_down(uint64_t *heap, int at, int count)
{
    uint64_t sinking = heap[at];
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] > heap[child]) child++;
        if (heap[child] <= sinking) break;
        heap[at] = heap[child];
    }
    heap[at] = sinking;
}

static void sort_moves(uint64_t *moves, int count)
{
    for (int i = count / 2 - 1; i >= 0; i--) sift_down(moves, i, count);
    for (int i = count - 1; i > 0; i--) {
        uint64_t most = moves[0];
        moves[0] = moves[i];
        moves[i] = most;
        sift_down(moves, 0, i);
    }
}

static double variety(const dado_trace *trace, const dado_standings *s)
{
    if (!trace->path || !s->moves || trace->decisions == 0) return DADO_NONE;
    int count = 0;
    for (int i = 0; i < trace->steps; i++) {
        if (trace->path[i].actor >= 0) s->moves[count++] = trace->path[i].move;
    }
    if (count == 0) return DADO_NONE;
    sort_moves(s->moves, count);
    int different = 1;
    for (int i = 1; i < count; i++) different += s->moves[i] != s->moves[i - 1];
    return (double)different / count;
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
