// rating_predictors.c - see rating_predictors.h.
#include "judge/rating_predictors.h"

#include <math.h>
#include <string.h>

#include "core/match_record.h"
#include "measure/special_functions.h"

// The columns that are left, each with its mean removed, and then what others explain.
typedef struct regression {
    int count;     // rated matches
    double *rest;  // of the answers
    double *columns;
    double *whole;  // by column: its variance before anything was removed
    int *which;     // by column: its index in the input
    int column_count, taken;
    double *work;
    // As they were before anything was removed; and room for a base of those taken.
    const double *answers, *originals;
    double *base;
} regression;

static double dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static void remove_mean(double *values, int count)
{
    double mean = 0;
    for (int i = 0; i < count; i++) mean += values[i] / count;
    for (int i = 0; i < count; i++) values[i] -= mean;
}

static double correlation(const double *a, const double *b, int count)
{
    double aa = dot(a, a, count), bb = dot(b, b, count);
    return aa > 0 && bb > 0 ? dot(a, b, count) / sqrt(aa * bb) : 0;
}

// Fisher's interval of a correlation.
static dado_interval interval_of(double r, int count, double level)
{
    dado_interval result = { r, -1, 1 };
    if (count < 4) return result;
    double bounded = r > 0.999999 ? 0.999999 : r < -0.999999 ? -0.999999 : r;
    double z = 0.5 * dado_log((1 + bounded) / (1 - bounded));
    double wide = dado_normal_quantile((1 + level) / 2) / sqrt(count - 3.0);
    for (int side = -1; side <= 1; side += 2) {
        double e = dado_exp(2 * (z + side * wide));
        *(side < 0 ? &result.low : &result.high) = (e - 1) / (e + 1);
    }
    return result;
}

// Returns the two-sided p-value of a correlation, after `taken` measures were removed.
static double p_value(double r, int count, int taken)
{
    double freedom = count - 2.0 - taken;
    if (freedom < 1) return 1;
    double left = 1 - r * r;
    double t = left > 1e-12 ? fabs(r) * sqrt(freedom / left) : 1e6;
    return 2 * (1 - dado_t_cdf(t, freedom));
}

static bool copy_columns(regression *g, const double *ratings, int matches,
                         const dado_rating_column *columns, int column_count)
{
    for (int c = 0; c < column_count; c++) {
        double *to = g->columns + (int64_t)g->column_count * g->count;
        int n = 0;
        bool whole = true;
        for (int i = 0; i < matches; i++) {
            if (dado_is_none(ratings[i])) continue;
            whole = whole && !dado_is_none(columns[c].values[i]);
            to[n++] = columns[c].values[i];
        }
        if (!whole) continue;
        remove_mean(to, g->count);
        double spread = dot(to, to, g->count);
        if (spread <= 1e-12) continue;
        g->whole[g->column_count] = spread;
        g->which[g->column_count++] = c;
    }
    return g->column_count > 0;
}

// Finds the column that explains most of what is left; -1 if none does so beyond doubt.
static int next_column(const regression *g, const int *order, double level)
{
    int best = -1, left = 0;
    double most = 0;
    for (int c = 0; c < g->column_count; c++) {
        const double *x = g->columns + (int64_t)c * g->count;
        // What is explained by those taken already says nothing new.
        if (order[c] || dot(x, x, g->count) < 1e-6 * g->whole[c]) continue;
        left++;
        double r = fabs(correlation(x, g->rest, g->count));
        if (r <= most + 1e-9) continue;  // of two that are the same, the first
        most = r;
        best = c;
    }
    if (best < 0) return -1;
    return p_value(most, g->count, g->taken) * left < 1 - level ? best : -1;
}

static void remove_part(double *from, const double *part, int count)
{
    double along = dot(from, part, count) / dot(part, part, count);
    for (int i = 0; i < count; i++) from[i] -= along * part[i];
}

static void take_column(regression *g, int chosen, const int *order)
{
    const double *part = memcpy(g->work, g->columns + (int64_t)chosen * g->count,
                                sizeof *g->work * (size_t)g->count);
    remove_part(g->rest, part, g->count);
    for (int c = 0; c < g->column_count; c++) {
        if (!order[c]) remove_part(g->columns + (int64_t)c * g->count, part, g->count);
    }
    g->taken++;
}

// Removes from `values` what the taken columns other than `without` explain.
static void remove_others(regression *g, const int *order, int without, double *values)
{
    int count = g->count, kept = 0;
    for (int c = 0; c < g->column_count; c++) {
        if (!order[c] || c == without) continue;
        double *part = g->base + (int64_t)kept * count;
        memcpy(part, g->originals + (int64_t)c * count, sizeof *part * (size_t)count);
        for (int k = 0; k < kept; k++) remove_part(part, g->base + (int64_t)k * count, count);
        if (dot(part, part, count) > 1e-9 * g->whole[c]) kept++;
    }
    for (int k = 0; k < kept; k++) remove_part(values, g->base + (int64_t)k * count, count);
}

// A measure that stands for several others is taken first, and is not needed once these
// are taken. Drops the one that explains least beside the others, if that is not beyond
// doubt; returns false if there is none.
static bool drop_column(regression *g, double level, int *order, dado_rating_row *rows)
{
    int worst = -1;
    double least = 2;
    size_t size = sizeof *g->rest * (size_t)g->count;
    double all = dot(g->answers, g->answers, g->count);
    for (int c = 0; c < g->column_count; c++) {
        if (!order[c]) continue;
        double *x = g->work;
        memcpy(g->rest, g->answers, size);
        memcpy(x, g->originals + (int64_t)c * g->count, size);
        remove_others(g, order, c, g->rest);
        remove_others(g, order, c, x);
        double r = fabs(correlation(x, g->rest, g->count));
        rows[c].explained = r * r * dot(g->rest, g->rest, g->count) / all;
        if (r >= least) continue;
        least = r;
        worst = c;
    }
    if (worst < 0 || p_value(least, g->count, g->taken - 1) * g->column_count < 1 - level) {
        return false;
    }
    order[worst] = rows[worst].order = 0;
    rows[worst].explained = 0;
    g->taken--;
    return true;
}

static bool comes_first(const dado_rating_row *a, const dado_rating_row *b)
{
    if (a->order || b->order) return a->order && (!b->order || a->order < b->order);
    return fabs(a->correlation.value) > fabs(b->correlation.value);
}

static void sort_rows(dado_rating_row *rows, int count)
{
    for (int i = 1; i < count; i++) {
        for (int k = i; k > 0 && comes_first(&rows[k], &rows[k - 1]); k--) {
            dado_rating_row row = rows[k];
            rows[k] = rows[k - 1];
            rows[k - 1] = row;
        }
    }
}

static void select_columns(regression *g, double level, int *order, dado_rating_row *rows)
{
    for (int chosen; (chosen = next_column(g, order, level)) >= 0;) {
        order[chosen] = g->taken + 1;
        take_column(g, chosen, order);
        rows[chosen].order = order[chosen];
    }
    while (drop_column(g, level, order, rows)) continue;
}

// Keeps copies of what is removed from later.
static bool keep_originals(regression *g, dado_region *region)
{
    size_t rows = (size_t)g->count, all = rows * (size_t)g->column_count;
    double *answers = dado_new(region, double, rows), *originals = dado_new(region, double, all);
    g->base = dado_new(region, double, all);
    if (!answers || !originals || !g->base) return false;
    memcpy(answers, g->rest, sizeof *answers * rows);
    memcpy(originals, g->columns, sizeof *originals * all);
    g->answers = answers;
    g->originals = originals;
    return true;
}

bool dado_rating_predictors_find(const double *ratings, int matches,
                                 const dado_rating_column *columns, int column_count, double level,
                                 dado_region *region, dado_rating_predictors *found,
                                 dado_error *err)
{
    regression g = { 0 };
    for (int i = 0; i < matches; i++) g.count += !dado_is_none(ratings[i]);
    found->matches = g.count;
    found->count = 0;
    if (g.count < DADO_RATING_MATCHES) return true;
    size_t most = (size_t)column_count + 1;
    g.rest = dado_new(region, double, (size_t)g.count);
    g.work = dado_new(region, double, (size_t)g.count);
    g.columns = dado_new(region, double, most *(size_t)g.count);
    g.whole = dado_new(region, double, most);
    g.which = dado_new(region, int, most);
    int *order = dado_new(region, int, most);
    found->rows = dado_new(region, dado_rating_row, most);
    if (!g.rest || !g.work || !g.columns || !g.whole || !g.which || !order || !found->rows) {
        return dado_fail(err, DADO_LIMIT, "no memory left for what people said");
    }
    int n = 0;
    for (int i = 0; i < matches; i++) {
        if (!dado_is_none(ratings[i])) g.rest[n++] = ratings[i];
    }
    remove_mean(g.rest, g.count);
    if (dot(g.rest, g.rest, g.count) <= 0) return true;
    if (!copy_columns(&g, ratings, matches, columns, column_count)) return true;
    if (!keep_originals(&g, region)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for what people said");
    }
    for (int c = 0; c < g.column_count; c++) {
        const dado_rating_column *column = &columns[g.which[c]];
        double r = correlation(g.columns + (int64_t)c * g.count, g.rest, g.count);
        found->rows[c] =
            (dado_rating_row){ column->name, column->title, interval_of(r, g.count, level), 0, 0 };
    }
    found->count = g.column_count;
    select_columns(&g, level, order, found->rows);
    sort_rows(found->rows, found->count);
    return true;
}
