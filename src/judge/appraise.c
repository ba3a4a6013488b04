// appraise.c - see appraise.h.
#include "judge/appraise.h"

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
        double value = share < 0 ? DADO_NONE : dado_block_value(block, i, share);
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
        int count = dado_wishes_fit(expect, &results->measures, cell->sums.values, NULL,
                                    cell->across, fits);
        sum += dado_quality(fits, count);
        judged++;
    }
    return judged ? sum / judged : DADO_NONE;
}

void dado_appraise(const dado_plan *plan, const dado_demand *demand, dado_appraisal *a)
{
    *a = (dado_appraisal){ .quality = DADO_NONE };
    hearing h = { .demand = demand, .measures = &a->results.measures };
    dado_experiment_how how = { .threads = demand->threads, .stop = &h.stop, .taker = &h,
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

// ---- rows ----

typedef struct ledger {  // what is summed up for one quality
    const dado_expect *expect;
    const dado_rows *rows;
    const int *columns;  // of each wish that counts: its measure
    dado_moments *moments;  // of all measures; those that nobody asks of stay empty
    int64_t *inside;
    dado_fit *fits;
} ledger;

// `places` are rows of those that count, all of them where it is NULL.
static double quality_of_rows(const void *data, const int32_t *places, int count)
{
    const ledger *l = data;
    const dado_rows *rows = l->rows;
    for (int w = 0; w < l->expect->count; w++) {
        const dado_wish *wish = &l->expect->wishes[w];
        int m = l->columns[w];
        if (m < 0) continue;
        double low, high;
        int64_t inside = 0;
        dado_moments moments = { 0 };
        dado_wish_window(l->expect, wish, rows->measures->items[m]->kind, &low, &high);
        for (int i = 0; i < count; i++) {
            int64_t row = rows->where[places ? places[i] : i];
            double v = rows->values[row * rows->measures->count + m];
            dado_moments_add(&moments, v);
            inside += v >= low && v <= high;
        }
        l->moments[m] = moments;
        l->inside[m] = inside;
    }
    int fitted = dado_wishes_fit(l->expect, rows->measures, l->moments, l->inside, NULL, l->fits);
    return fitted ? dado_quality(l->fits, fitted) : DADO_NONE;
}

dado_figure dado_appraise_rows(const dado_expect *expect, const dado_rows *rows, int resamples,
                               uint64_t seed, dado_fit *fits, dado_arena *arena)
{
    size_t mark = dado_arena_mark(arena);
    int measures = rows->measures->count;
    int *columns = dado_new(arena, int, expect->count + 1);
    ledger l = { .expect = expect, .rows = rows, .columns = columns, .fits = fits };
    l.moments = dado_new(arena, dado_moments, measures + 1);
    l.inside = dado_new(arena, int64_t, measures + 1);
    double *results = dado_new(arena, double, resamples + 1);
    int32_t *places = dado_new(arena, int32_t, rows->count + 1);
    dado_fit *spare = dado_new(arena, dado_fit, expect->count + 1);
    dado_figure quality = dado_figure_none();
    if (columns && l.moments && l.inside && results && places && spare) {
        for (int w = 0; w < expect->count; w++) {
            const dado_wish *wish = &expect->wishes[w];
            columns[w] = wish->ignored ? -1 : dado_measures_find(rows->measures, wish->name);
        }
        quality = dado_figure_real(quality_of_rows(&l, NULL, rows->count));
        quality.count = rows->count;
        l.fits = spare;  // what is resampled says nothing of its wishes
        if (resamples > 0 && !dado_figure_is_none(quality)) {
            dado_interval found = dado_bootstrap(quality_of_rows, &l, rows->count, resamples, 0.95,
                                                 seed, places, results);
            found.value = quality.value;
            quality = dado_figure_between(found, DADO_FIGURE_REAL, rows->count, 0.95);
        }
    }
    dado_arena_rewind(arena, mark);
    return quality;
}

double dado_appraisal_mean(const dado_appraisal *a, const char *measure)
{
    int m = dado_measures_find(&a->results.measures, measure);
    return m < 0 || !a->results.cells[0].sums.values[m].count
               ? 0
               : a->results.cells[0].sums.values[m].mean;
}
