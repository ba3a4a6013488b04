// ending_metrics.c - metrics of how matches end, and how long they take.
//
// Each way to end is a rate, 0 or 1 per match, so that its mean is a share. A match that
// a player gave up has a result, so it counts as finished too.
#include "measure/metric.h"

static double finished(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    return trace->end == DADO_FINISHED || trace->end == DADO_FORFEITED;
}

static double stopped(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    return trace->end == DADO_STOPPED;
}

static double forfeited(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    return trace->end == DADO_FORFEITED;
}

static double broken(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    return trace->end == DADO_BROKEN;
}

static double rounds(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    return trace->rounds;
}

static double decisions(const dado_trace *trace, const dado_standings *s)
{
    (void)s;
    return trace->decisions;
}

const dado_metric dado_metric_finished = {
    .head = {
        .name = "finished",
        .title = "Completion",
        .about = "Whether the match ended with a result within the move limit.",
        .kind = DADO_RATE,
    },
    .measure = finished,
    .always = true,
};

const dado_metric dado_metric_stopped = {
    .head = {
        .name = "stopped",
        .title = "Stopped",
        .about = "Whether the move limit ended the match.",
        .kind = DADO_RATE,
    },
    .measure = stopped,
    .always = true,
};

const dado_metric dado_metric_forfeited = {
    .head = {
        .name = "forfeited",
        .title = "Forfeited",
        .about = "Whether all seats but one, or all, gave up.",
        .kind = DADO_RATE,
    },
    .measure = forfeited,
    .always = true,
};

const dado_metric dado_metric_broken = {
    .head = {
        .name = "broken",
        .title = "Broken",
        .about = "Whether a rule could not be carried out.",
        .kind = DADO_RATE,
    },
    .measure = broken,
    .always = true,
};

const dado_metric dado_metric_rounds = {
    .head = {
        .name = "rounds",
        .title = "Rounds",
        .about = "Rounds played.",
        .kind = DADO_COUNT,
    },
    .measure = rounds,
};

const dado_metric dado_metric_decisions = {
    .head = {
        .name = "decisions",
        .title = "Decisions",
        .about = "Moves by players.",
        .kind = DADO_COUNT,
    },
    .measure = decisions,
};
