// appraise.c - see appraise.h.
#include "judge/appraise.h"

#include <string.h>

enum { first_look = 20 };  // matches after which there must have been something to decide

typedef struct hearing {
    const dado_demand *demand;
    const dado_measures *measures;
    const char *refused;
    int64_t seen;
    double decided;  // shares of decisions that were real ones, summed
    volatile sig_atomic_t stop;
} hearing;

static void refuse(hearing *h, const char *why)
{
    if (!h->refused) h->refused = why;
    h->stop = 1;
}

static void hear(void *context, const dado_block *block)
{
    hearing *h = context;
    if (h->demand->stop && *h->demand->stop) refuse(h, "it was stopped");
    int share = h->demand->decides ? dado_measures_find(h->measures, "decision_share") : -1;
    for (int i = 0; block->players && i < block->count && !h->refused; i++) {
        if (h->demand->ends && block->ends[i] != DADO_FINISHED) {
            refuse(h, block->ends[i] == DADO_BROKEN ? "a rule could not be carried out"
                                                    : "a match did not end");
        }
        double value = share < 0 ? DADO_NONE : block->values[(int64_t)i * block->measures + share];
        if (!dado_is_none(value)) h->decided += value;
        h->seen++;
        if (share >= 0 && h->seen == first_look && h->decided <= 0) {
            refuse(h, "nothing is left to decide");
        }
    }
}

// The mean over cells of how near each comes to the wish.
static double quality_of(const dado_results *results, const dado_expect *expect, dado_arena *arena)
{
    dado_fit *fits = dado_new(arena, dado_fit, expect->count + 1);
    double sum = 0;
    int judged = 0;
    for (int c = 0; fits && c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.matches) continue;
        int count = dado_wishes_fit(expect, &results->measures, cell->sums.values, cell->across,
                                    fits);
        sum += dado_quality(fits, count);
        judged++;
    }
    return judged ? sum / judged : DADO_NONE;
}

void dado_appraise(const dado_plan *plan, const dado_demand *demand, dado_appraisal *a)
{
    *a = (dado_appraisal){ .quality = DADO_NONE };
    hearing h = { .demand = demand, .measures = &a->results.measures };
    dado_experiment_how how = { .threads = demand->threads, .stop = &h.stop, .context = &h,
                                .block = hear };
    if (!dado_experiment_run(plan, &how, &a->results, NULL) || !a->results.cell_count ||
        a->results.cells[0].error.status != DADO_OK) {
        a->refused = "it cannot be opened";
        return;
    }
    bool few = demand->decides && h.seen < first_look && h.decided <= 0;
    a->refused = h.refused                ? h.refused
                 : few                    ? "nothing is left to decide"
                 : a->results.interrupted ? "it was stopped"
                                          : NULL;
    if (!a->refused) a->quality = quality_of(&a->results, demand->expect, &a->results.arena);
}

double dado_appraisal_mean(const dado_appraisal *a, const char *measure)
{
    int m = dado_measures_find(&a->results.measures, measure);
    return m < 0 || !a->results.cells[0].sums.values[m].count
               ? 0
               : a->results.cells[0].sums.values[m].mean;
}
