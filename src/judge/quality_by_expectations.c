// quality_by_expectations.c - see quality_by_expectations.h.
#include "judge/quality_by_expectations.h"

enum { first_look = 20 };  // within this many matches there must be something to decide

typedef struct early_stop {
    const dado_quality_request *demand;
    const dado_measures *measures;
    const char *refused;
    int64_t seen;
    double decided;  // sum of the shares of decisions with more than one option
    volatile sig_atomic_t stop;
} early_stop;

static void refuse(early_stop *h, const char *why)
{
    if (!h->refused) h->refused = why;
    h->stop = 1;
}

static void check_block(void *context, const dado_block *block)
{
    early_stop *h = context;
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

// Returns the mean quality over all cells.
static double quality_of(const dado_results *results, const dado_expectations *expect,
                         dado_region *region)
{
    dado_fit *fits = dado_new(region, dado_fit, expect->count + 1);
    double sum = 0;
    int judged = 0;
    for (int c = 0; fits && c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.matches) continue;
        int count = dado_expectations_fit(expect, &results->measures, cell->sums.values, NULL,
                                          cell->across, fits);
        sum += dado_quality(fits, count);
        judged++;
    }
    return judged ? sum / judged : DADO_NONE;
}

void dado_plan_quality_measure(const dado_plan *plan, const dado_quality_request *demand,
                               dado_plan_quality *a)
{
    *a = (dado_plan_quality){ .quality = DADO_NONE };
    early_stop h = { .demand = demand, .measures = &a->results.measures };
    dado_experiment_settings how = {
        .threads = demand->threads, .stop = &h.stop, .taker = &h, .block = check_block
    };
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
    if (!a->refused) a->quality = quality_of(&a->results, demand->expect, &a->results.region);
}

// ---- quality of rows of values ----

typedef struct quality_sums {  // working memory for one quality
    const dado_expectations *expect;
    const dado_match_rows *rows;
    const int *columns;     // per expectation that counts: the column of its measure
    dado_moments *moments;  // per measure; those without an expectation stay empty
    int64_t *inside;
    dado_fit *fits;
} quality_sums;

// `places` are indexes of the rows that count; NULL means all.
static double quality_of_rows(const void *data, const int32_t *places, int count)
{
    const quality_sums *l = data;
    const dado_match_rows *rows = l->rows;
    for (int w = 0; w < l->expect->count; w++) {
        const dado_expectation *wish = &l->expect->wishes[w];
        int m = l->columns[w];
        if (m < 0) continue;
        double low, high;
        int64_t inside = 0;
        dado_moments moments = { 0 };
        dado_expectation_window(l->expect, wish, rows->measures->items[m]->kind, &low, &high);
        for (int i = 0; i < count; i++) {
            int64_t row = rows->where[places ? places[i] : i];
            double v = rows->values[row * rows->measures->count + m];
            dado_moments_add(&moments, v);
            inside += v >= low && v <= high;
        }
        l->moments[m] = moments;
        l->inside[m] = inside;
    }
    int fitted =
        dado_expectations_fit(l->expect, rows->measures, l->moments, l->inside, NULL, l->fits);
    return fitted ? dado_quality(l->fits, fitted) : DADO_NONE;
}

dado_estimate dado_quality_of_rows(const dado_expectations *expect, const dado_match_rows *rows,
                                   int resamples, uint64_t seed, dado_fit *fits,
                                   dado_region *region)
{
    size_t mark = dado_region_mark(region);
    int measures = rows->measures->count;
    int *columns = dado_new(region, int, expect->count + 1);
    quality_sums l = { .expect = expect, .rows = rows, .columns = columns, .fits = fits };
    l.moments = dado_new(region, dado_moments, measures + 1);
    l.inside = dado_new(region, int64_t, measures + 1);
    double *results = dado_new(region, double, resamples + 1);
    int32_t *places = dado_new(region, int32_t, rows->count + 1);
    dado_fit *spare = dado_new(region, dado_fit, expect->count + 1);
    dado_estimate quality = dado_estimate_none();
    if (columns && l.moments && l.inside && results && places && spare) {
        for (int w = 0; w < expect->count; w++) {
            const dado_expectation *wish = &expect->wishes[w];
            columns[w] = wish->ignored ? -1 : dado_measures_find(rows->measures, wish->name);
        }
        quality = dado_estimate_real(quality_of_rows(&l, NULL, rows->count));
        quality.count = rows->count;
        l.fits = spare;  // resampled qualities need no fits
        if (resamples > 0 && !dado_estimate_is_none(quality)) {
            dado_interval found = dado_bootstrap(quality_of_rows, &l, rows->count, resamples, 0.95,
                                                 seed, places, results);
            found.value = quality.value;
            quality = dado_estimate_between(found, DADO_ESTIMATE_REAL, rows->count, 0.95);
        }
    }
    dado_region_rewind(region, mark);
    return quality;
}

double dado_plan_quality_mean(const dado_plan_quality *a, const char *measure)
{
    int m = dado_measures_find(&a->results.measures, measure);
    return m < 0 || !a->results.cells[0].sums.values[m].count
               ? 0
               : a->results.cells[0].sums.values[m].mean;
}
