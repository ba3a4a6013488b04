// decision_summary.c - see decision_summary.h.
#include "judge/decision_summary.h"

#include <math.h>

static const double no_chance = 0.05, moves_much = 0.25, little = 0.01;

// A weighted mean and its standard error. The decisions of a match are taken as
// independent.
typedef struct weighted {
    double weight, sum, squares, weight_squares;
    int64_t count;
} weighted;

static void add(weighted *w, double weight, double value)
{
    w->weight += weight;
    w->sum += weight * value;
    w->squares += weight * value * value;
    w->weight_squares += weight * weight;
    w->count++;
}

static dado_interval interval_of(const weighted *w, double level, bool exact)
{
    if (!(w->weight > 0)) return (dado_interval){ 0, 0, 0 };
    double mean = w->sum / w->weight;
    if (fabs(mean) < 1e-12) mean = 0;  // a rounding error stands for zero
    if (exact) return (dado_interval){ mean, mean, mean };
    double variance = w->squares / w->weight - mean * mean;
    double effective = w->weight * w->weight / w->weight_squares;
    double freedom = effective > 2 ? effective - 1 : 1;
    double half = dado_t_quantile(0.5 + level / 2, freedom) * sqrt(fmax(variance, 0) / freedom);
    return (dado_interval){ mean, mean - half, mean + half };
}

bool dado_decision_counts(const dado_recording *r, const dado_recorded_decision *d)
{
    return d->known && d->count > 1 && (!r->exact || d->match < 0);
}

static void name_options(const dado_recorded_decision *d, const char *words[2])
{
    for (int i = 0; i < 2; i++) words[i] = d->options[i].words ? d->options[i].words : "";
}

dado_stakes_summary dado_summarize_stakes(const dado_recording *r, double level)
{
    enum { most_kinds = 64, enough = 12 };
    weighted all = { 0 }, kinds[most_kinds] = { { 0 } };
    const dado_recorded_decision *example[most_kinds] = { NULL };
    dado_stakes_summary s = { .highest_kind = -1, .exact = r->exact };
    double idle = 0;
    for (int i = 0; i < r->decision_count; i++) {
        const dado_recorded_decision *d = &r->decisions[i];
        if (!dado_decision_counts(r, d)) continue;
        double stakes = dado_decision_stakes_of(d, r->players);
        int kind = d->kind < most_kinds ? d->kind : most_kinds - 1;
        add(&all, d->weight, stakes);
        add(&kinds[kind], d->weight, stakes);
        if (stakes < little) idle += d->weight;
        if (!example[kind]) example[kind] = d;
    }
    s.decisions = all.count;
    s.stakes = interval_of(&all, level, r->exact);
    s.nothing = all.weight > 0 ? idle / all.weight : 0;
    double each = 1 - (1 - level) / (r->kind_count > 1 ? r->kind_count : 1);
    for (int k = 0; k < r->kind_count && k < most_kinds; k++) {
        if (!example[k] || (!r->exact && kinds[k].count < enough)) continue;
        dado_interval here = interval_of(&kinds[k], each, r->exact);
        if (s.highest_kind >= 0 && here.low <= s.highest.low) continue;
        s.highest = here;
        s.highest_kind = k;
        name_options(example[k], s.words);
    }
    return s;
}

// Returns the highest chance that a seat may have after an option; an upper bound if the
// chance was sampled.
static double highest_chance(const dado_recording *r, const dado_option_worth *w)
{
    double mean = (w->share[0] + w->share[1]) / 2;
    if (r->exact) return mean;
    double n = r->times, error = sqrt(mean * (1 - mean) / n);
    return mean + 2 * error + 3 / n;  // if n trials show no win, up to 3 / n is still possible
}

// Returns how far the options move a seat's chance: they are picked by one half of the
// playouts and measured by the other, minus the error.
static double least_move(const dado_recorded_decision *d, int players, int seat)
{
    const dado_option_worth *w = d->actual;
    int best = dado_best_option(w, d->count, players, seat), worst = 0;
    for (int i = 1; i < d->count; i++) {
        if (w[i * players + seat].share[0] < w[worst * players + seat].share[0]) worst = i;
    }
    return w[best * players + seat].share[1] - w[worst * players + seat].share[1] -
           2 * w[worst * players + seat].error;
}

static bool is_kingmaking(const dado_recording *r, const dado_recorded_decision *d)
{
    if (!d->actual || d->match < 0) return false;
    for (int i = 0; i < d->count; i++) {
        if (highest_chance(r, &d->actual[i * r->players + d->seat]) >= no_chance) return false;
    }
    for (int p = 0; p < r->players; p++) {
        if (p != d->seat && least_move(d, r->players, p) >= moves_much - 1e-9) return true;
    }
    return false;
}

dado_kingmaking_summary dado_summarize_kingmaking(const dado_recording *r, double level)
{
    dado_kingmaking_summary s = { .match = -1 };
    int64_t last = -1, found = -1;
    for (int i = 0; i < r->decision_count; i++) {
        const dado_recorded_decision *d = &r->decisions[i];
        if (d->match < 0) continue;
        s.matches += d->match != last;
        last = d->match;
        if (d->match == found || !is_kingmaking(r, d)) continue;
        found = d->match;
        s.with++;
        if (s.match >= 0) continue;
        s.match = d->match;
        name_options(d, s.words);
    }
    // Matches without any decision have no kingmaking decision either.
    int64_t looked = 0;
    for (int i = 0; i < r->variance_count; i++) looked += r->variances[i].looked_at;
    if (r->exact) looked = r->matches;
    if (looked > s.matches) s.matches = looked;
    if (s.matches > 0) s.share = dado_share_interval((double)s.with, (double)s.matches, level);
    return s;
}
