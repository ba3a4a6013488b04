// predictability.c - see predictability.h.
#include "judge/predictability.h"

#include "core/scope_cleanup.h"
#include "lab/thread_pool.h"

enum { most_outcomes = 64 };

// Counts outcomes. An outcome is the set of seats that came in first, one bit per seat.
typedef struct tally {
    uint64_t who[most_outcomes];
    int picked[most_outcomes], held[most_outcomes];
    int count;
} tally;

typedef struct predictability_run {
    const dado_plan *plan;
    int times;
    const volatile sig_atomic_t *stop;
    dado_rollouts *workers;  // one per thread
    dado_error *errors;      // one per thread
    double (*settled)
        [DADO_PREDICTABILITY_POINTS];  // per match; DADO_NONE if there was no such position
    bool *done;
} predictability_run;

static void count_outcome(tally *t, const dado_trace *trace, bool pick)
{
    uint64_t who = 0;
    int at = 0;
    for (int p = 0; p < trace->players; p++) {
        if (trace->places[p] == 0) who |= (uint64_t)1 << (p & 63);
    }
    while (at < t->count && t->who[at] != who) at++;
    if (at == most_outcomes) return;
    if (at == t->count) t->who[t->count++] = who;
    (pick ? t->picked : t->held)[at]++;
}

static double settled_share(dado_rollouts *o, const dado_step *path, int at, int64_t match,
                            int times)
{
    tally t = { .count = 0 };
    int held = 0;
    dado_rollouts_go_to(o, path, at);
    int eyes = path[at].actor;
    for (int k = 0; k < times; k++) {
        const dado_trace *trace = dado_rollouts_play_on(o, eyes, NULL, match, k);
        if (!dado_end_has_result(trace->end)) return DADO_NONE;
        count_outcome(&t, trace, k % 2 == 0);
        held += k % 2;
    }
    int likeliest = 0;
    for (int i = 1; i < t.count; i++) {
        if (t.picked[i] > t.picked[likeliest]) likeliest = i;
    }
    return (double)t.held[likeliest] / held;
}

// Returns the step at a share of the match. If something is hidden, a chance step has no
// player whose knowledge could be kept, so the next decision of a player is used instead.
static int position_at(const dado_rollouts *o, double part)
{
    enum { least_steps = 4 };  // in shorter matches a quarter of the way is the start itself
    if (o->steps < least_steps) return -1;
    int at = (int)(part * o->steps);
    while (o->game->secrets && at < o->steps && o->path[at].actor < 0) at++;
    return at < o->steps ? at : -1;
}

static void measure_match(void *context, int match, int worker)
{
    static const double parts[DADO_PREDICTABILITY_POINTS] = { 0.25, 0.5, 0.75 };
    predictability_run *l = context;
    dado_rollouts *o = &l->workers[worker];
    dado_error *err = &l->errors[worker];
    if (err->status != DADO_OK || (l->stop && *l->stop)) return;
    if (!o->game && !dado_rollouts_open(o, l->plan, err)) return;
    const dado_trace *trace = dado_rollouts_play_match(o, match, err);
    if (!trace) return;
    bool ended = dado_end_has_result(trace->end);
    for (int i = 0; i < DADO_PREDICTABILITY_POINTS; i++) {
        int at = position_at(o, parts[i]);
        l->settled[match][i] =
            at < 0 || !ended ? DADO_NONE : settled_share(o, o->path, at, match, l->times);
    }
    l->done[match] = true;
}

static bool measure_all(predictability_run *l, dado_thread_pool *pool, dado_predictability *chances,
                        dado_region *region, dado_error *err)
{
    int workers = dado_thread_pool_size(pool), matches = (int)l->plan->matches;
    l->workers = dado_new(region, dado_rollouts, workers);
    l->errors = dado_new(region, dado_error, workers);
    l->settled = dado_region_alloc(region, (size_t)matches, sizeof *l->settled);
    l->done = dado_new(region, bool, matches);
    if (!l->workers || !l->errors || !l->settled || !l->done) {
        return dado_fail(err, DADO_LIMIT, "no memory left to measure chances");
    }
    dado_thread_pool_run(pool, matches, 1, measure_match, l);
    bool fine = true;
    for (int h = 0; h < workers; h++) {
        dado_rollouts_close(&l->workers[h]);
        if (fine && l->errors[h].status != DADO_OK) {
            if (err) *err = l->errors[h];
            fine = false;
        }
    }
    for (int m = 0; fine && m < matches && l->done[m]; m++) {
        for (int i = 0; i < DADO_PREDICTABILITY_POINTS; i++) {
            if (!dado_is_none(l->settled[m][i])) {
                dado_moments_add(&chances->settled[i], l->settled[m][i]);
            }
        }
        chances->matches++;
    }
    return fine;
}

bool dado_predictability_measure(const dado_plan *plan, int times,
                                 const dado_experiment_settings *how, dado_region *region,
                                 dado_predictability *chances, dado_error *err)
{
    *chances = (dado_predictability){ .times = times };
    predictability_run l = { .plan = plan, .times = times, .stop = how->stop };
    DADO_CLEANUP(dado_thread_pool_cleanup) dado_thread_pool *pool = NULL;
    if (!dado_thread_pool_open(&pool, how->threads < 0 ? 1 : how->threads, err)) return false;
    return measure_all(&l, pool, chances, region, err);
}
