// expressive_range.c - histograms, comparisons and correlations of samples; see
// expressive_range.h.
#include "evolve/expressive_range.h"

#include <string.h>

#include "core/rng.h"

int dado_generator_sample_column(const dado_generator_sample *sample, const char *name)
{
    for (int i = 0; i < sample->columns; i++) {
        if (strcmp(sample->measures[i].name, name) == 0) return i;
    }
    return -1;
}

static double value_at(const dado_generator_sample *sample, int row, int column)
{
    return sample->values[(size_t)row * (size_t)sample->columns + (size_t)column];
}

int dado_generator_sample_values(const dado_generator_sample *sample, int column, double *values)
{
    int count = 0;
    for (int row = 0; row < sample->rows; row++) {
        double value = value_at(sample, row, column);
        if (!dado_is_none(value)) values[count++] = value;
    }
    return count;
}

static void find_bounds(const dado_generator_sample *sample, int column, double *least,
                        double *most)
{
    if (*least < *most) return;
    bool first = true;
    for (int row = 0; row < sample->rows; row++) {
        double value = value_at(sample, row, column);
        if (dado_is_none(value)) continue;
        if (first || value < *least) *least = value;
        if (first || value > *most) *most = value;
        first = false;
    }
    if (*least >= *most) *most = *least + 1;
}

static int cell_of(double value, double least, double most, int cells)
{
    double share = (value - least) / (most - least);
    if (share <= 0) return 0;
    return share >= 1 ? cells - 1 : (int)(share * cells);
}

bool dado_expressive_range_measure(dado_expressive_range *range,
                                   const dado_generator_sample *sample, dado_region *region,
                                   dado_error *err)
{
    range->counts = dado_new(region, int32_t, (size_t)range->across * (size_t)range->down);
    if (!range->counts) {
        return dado_fail(err, DADO_LIMIT, "out of memory for a histogram of %d by %d cells",
                         range->across, range->down);
    }
    find_bounds(sample, range->x, &range->x_least, &range->x_most);
    find_bounds(sample, range->y, &range->y_least, &range->y_most);
    range->rows = range->filled = range->highest = 0;
    for (int row = 0; row < sample->rows; row++) {
        double x = value_at(sample, row, range->x), y = value_at(sample, row, range->y);
        if (dado_is_none(x) || dado_is_none(y)) continue;
        int column = cell_of(x, range->x_least, range->x_most, range->across);
        int line = cell_of(y, range->y_least, range->y_most, range->down);
        int32_t *cell = &range->counts[line * range->across + column];
        range->filled += *cell == 0;
        ++*cell;
        if (*cell > range->highest) range->highest = *cell;
        range->rows++;
    }
    return true;
}

int dado_generator_samples_compare(const dado_generator_sample *a, const dado_generator_sample *b,
                                   int rounds, uint64_t seed, dado_measure_difference *contrasts,
                                   dado_region *region)
{
    double *x = dado_new(region, double, a->rows + 1);
    double *y = dado_new(region, double, b->rows + 1);
    double *room = dado_new(region, double, a->rows + b->rows + 1);
    int *order = dado_new(region, int, a->columns + 1);
    if (!x || !y || !room || !order) return -1;
    int count = 0;
    for (int column = 0; column < a->columns; column++) {
        int n = dado_generator_sample_values(a, column, x),
            m = dado_generator_sample_values(b, column, y);
        if (n < 2 || m < 2) continue;
        dado_measure_difference *c = &contrasts[count++];
        *c = (dado_measure_difference){ .column = column };
        c->difference = dado_compare_samples(x, (size_t)n, y, (size_t)m, 0.95, rounds,
                                             dado_derive_seed(seed, (uint64_t)column), room);
        c->a = dado_summarise(x, (size_t)n);
        c->b = dado_summarise(y, (size_t)m);
        c->p_holm = c->difference.p;
    }
    dado_holm_correct(&contrasts->p_holm, sizeof *contrasts, count, order);
    return count;
}

// Computes ranks from 1; equal values share their mean rank.
static void rank_values(const double *values, int count, double *ranks)
{
    for (int i = 0; i < count; i++) {
        int below = 0, same = 0;
        for (int j = 0; j < count; j++) {
            below += values[j] < values[i];
            same += values[j] == values[i];
        }
        ranks[i] = below + (same + 1) / 2.0;
    }
}

// Returns Pearson's correlation, or 0 if one of the two does not vary.
static double correlation(const double *a, const double *b, int count)
{
    double sa = 0, sb = 0, aa = 0, bb = 0, ab = 0;
    for (int i = 0; i < count; i++) {
        sa += a[i];
        sb += b[i];
    }
    sa /= count;
    sb /= count;
    for (int i = 0; i < count; i++) {
        aa += (a[i] - sa) * (a[i] - sa);
        bb += (b[i] - sb) * (b[i] - sb);
        ab += (a[i] - sa) * (b[i] - sb);
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

dado_rank_correlation dado_sample_rank_correlation(const dado_generator_sample *sample, int x,
                                                   int y, int rounds, uint64_t seed,
                                                   dado_region *region)
{
    dado_rank_correlation none = { DADO_NONE, DADO_NONE, 0 };
    size_t mark = dado_region_mark(region);
    double *room = dado_new(region, double, 4 * (sample->rows + 1));
    if (!room) return none;
    double *a = room, *b = a + sample->rows, *ra = b + sample->rows, *rb = ra + sample->rows;
    int count = 0;
    for (int row = 0; row < sample->rows; row++) {
        double u = value_at(sample, row, x), v = value_at(sample, row, y);
        if (dado_is_none(u) || dado_is_none(v)) continue;
        a[count] = u;
        b[count++] = v;
    }
    dado_rank_correlation relation = none;
    relation.rows = count;
    if (count >= 3) {
        rank_values(a, count, ra);
        rank_values(b, count, rb);
        relation.rho = correlation(ra, rb, count);
        dado_fast_rng rng = dado_fast_rng_seed(seed);
        int as_strong = 1;
        for (int round = 0; round < rounds; round++) {
            for (int i = count - 1; i > 0; i--) {
                int j = (int)dado_fast_rng_below(&rng, (uint32_t)i + 1);
                double kept = rb[i];
                rb[i] = rb[j];
                rb[j] = kept;
            }
            as_strong += fabs(correlation(ra, rb, count)) >= fabs(relation.rho) - 1e-12;
        }
        relation.p = (double)as_strong / (rounds + 1);
    }
    dado_region_rewind(region, mark);
    return relation;
}
