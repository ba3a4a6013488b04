// findings.c - see findings.h.
#include "judge/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_bins = 40, curve_points = 121 };

const char *dado_seat_word(const dado_findings *findings)
{
    return findings->seat_count < findings->players ? "Side" : "Seat";
}

const dado_finding *dado_finding_named(const dado_findings *findings, const char *name)
{
    for (int i = 0; i < findings->measure_count; i++) {
        if (strcmp(findings->measures[i].name, name) == 0) return &findings->measures[i];
    }
    return NULL;
}

dado_interval dado_points_alone(const dado_findings *findings, double level)
{
    const dado_seat_finding *seat = &findings->seats[0];
    int64_t count = findings->matches - findings->left_out;
    dado_moments points = {
        .count = count,
        .mean = findings->lowest_wins ? -seat->mean_score : seat->mean_score,
        .squares = count > 1 ? seat->sd_score * seat->sd_score * (double)(count - 1) : 0,
    };
    return dado_mean_interval(&points, level);
}

// Bins that touch, and how many values fell into each.
static bool make_bins(dado_finding *f, const double *sorted, size_t count, dado_arena *arena)
{
    dado_bins bins = dado_bins_suit(sorted, count, most_bins);
    if (bins.count < 1) return true;
    double *from = dado_new(arena, double, bins.count), *to = dado_new(arena, double, bins.count);
    double *matches = dado_new(arena, double, bins.count);
    int64_t *counts = dado_new(arena, int64_t, bins.count);
    if (!from || !to || !matches || !counts) return false;
    dado_histogram(sorted, count, bins, counts);
    double width = (bins.high - bins.low) / bins.count;
    for (int i = 0; i < bins.count; i++) {
        from[i] = bins.low + width * i;
        to[i] = bins.low + width * (i + 1);
        matches[i] = (double)counts[i];
    }
    f->bin_count = bins.count;
    f->bin_from = from;
    f->bin_to = to;
    f->bin_matches = matches;
    return true;
}

static bool all_whole(const double *sorted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (sorted[i] != floor(sorted[i])) return false;
    }
    return true;
}

// Values that come back again and again: few of them, or one that many matches share.
static bool all_discrete(const double *sorted, size_t count)
{
    size_t distinct = 0, longest = 0, run = 0;
    for (size_t i = 0; i < count; i++) {
        bool same = i > 0 && sorted[i] == sorted[i - 1];
        distinct += !same;
        run = same ? run + 1 : 1;
        if (run > longest) longest = run;
    }
    return distinct * 4 < count || longest * 10 > count;
}

// A smooth curve over the same stretch; what is discrete has nothing between its values.
static bool make_curve(dado_finding *f, const double *sorted, size_t count, dado_arena *arena)
{
    f->whole = f->kind == DADO_COUNT || all_whole(sorted, count);
    if (f->bin_count < 6 || !(f->sd > 0) || f->whole || all_discrete(sorted, count)) return true;
    double *at = dado_new(arena, double, curve_points);
    double *density = dado_new(arena, double, curve_points);
    if (!at || !density) return false;
    double low = f->bin_from[0], high = f->bin_to[f->bin_count - 1];
    dado_density(sorted, count, 0, low, high, density, curve_points);
    for (int i = 0; i < curve_points; i++) at[i] = low + (high - low) * i / (curve_points - 1);
    f->curve_count = curve_points;
    f->curve_at = at;
    f->curve_density = density;
    return true;
}

dado_figure dado_finding_figure(const dado_finding *finding, double level)
{
    return dado_figure_measure(finding->kind, &finding->moments, level);
}

void dado_finding_sum(dado_finding *f, const dado_moments *m, double level)
{
    bool any = m->count > 0;
    f->moments = *m;
    f->count = m->count;
    f->nonzero = m->nonzero;
    f->mean = any ? m->mean : DADO_NONE;
    f->mean_nonzero = m->nonzero ? m->nonzero_mean : DADO_NONE;
    f->sd = any ? dado_moments_sd(m) : DADO_NONE;
    f->se = any ? dado_moments_error(m) : DADO_NONE;
    f->least = any ? m->least : DADO_NONE;
    f->most = any ? m->most : DADO_NONE;
    dado_figure mean = dado_finding_figure(f, level);
    bool sure = dado_figure_has_interval(mean);
    f->low = sure ? mean.low : f->mean;
    f->high = sure ? mean.high : f->mean;
}

bool dado_finding_make(dado_finding *finding, const dado_measure *measure, const double *values,
                       int64_t count, double level, bool drawn, dado_arena *arena)
{
    *finding = (dado_finding){ .name = measure->name,
                               .title = measure->title,
                               .about = measure->about,
                               .kind = measure->kind,
                               .across = DADO_NONE };
    double *sorted = malloc(sizeof *sorted * (size_t)(count > 0 ? count : 1));
    if (!sorted) return false;
    if (count > 0) memcpy(sorted, values, (size_t)count * sizeof *values);
    size_t kept = dado_values_keep(sorted, (size_t)count);
    dado_moments moments = { 0 };
    for (size_t i = 0; i < kept; i++) dado_moments_add(&moments, sorted[i]);
    dado_values_sort(sorted, kept);
    dado_finding_sum(finding, &moments, level);
    bool any = kept > 0;
    finding->tenth = any ? dado_quantile(sorted, kept, 0.10) : DADO_NONE;
    finding->lower_quartile = any ? dado_quantile(sorted, kept, 0.25) : DADO_NONE;
    finding->median = any ? dado_quantile(sorted, kept, 0.50) : DADO_NONE;
    finding->upper_quartile = any ? dado_quantile(sorted, kept, 0.75) : DADO_NONE;
    finding->ninetieth = any ? dado_quantile(sorted, kept, 0.90) : DADO_NONE;
    bool made = !any || (make_bins(finding, sorted, kept, arena) &&
                         (!drawn || make_curve(finding, sorted, kept, arena)));
    free(sorted);
    return made;
}
