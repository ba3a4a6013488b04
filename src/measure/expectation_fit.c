// expectation_fit.c - computes how well values fit an expectation; see expectations.h.
#include <math.h>

#include "measure/expectations.h"

static const double USUAL_WINDOW = 0.20;
// half widths of the window for a target of 0: in general, and for shares
static const double NEAR_ZERO = 0.5, NEAR_ZERO_SHARE = 0.05;

void dado_expectation_window(const dado_expectations *expect, const dado_expectation *wish,
                             dado_measure_kind kind, double *low, double *high)
{
    double window = !dado_is_none(wish->window)     ? wish->window
                    : !dado_is_none(expect->window) ? expect->window
                                                    : USUAL_WINDOW;
    double half = wish->half;
    if (dado_is_none(half)) {
        bool share = kind == DADO_RATIO || kind == DADO_RATE;
        half = wish->target != 0.0 ? 0.0 : share ? NEAR_ZERO_SHARE : NEAR_ZERO;
    }
    double wide = window * fabs(wish->target);
    if (wide < half) wide = half;
    *low = wish->target - wide;
    *high = wish->target + wide;
}

static bool on_edge(double value, double edge)
{
    double larger = fabs(value) > fabs(edge) ? fabs(value) : fabs(edge);
    return fabs(value - edge) <= 1e-9 * larger;
}

static double probability(double mean, double sigma, double low, double high)
{
    if (sigma > 0.0) {
        double upper = (high - mean) / sigma, lower = (low - mean) / sigma;
        // In the upper tail both probabilities are close to 1 and their difference loses
        // digits, so the lower tail is used.
        return lower > 0.0 ? dado_normal_cdf(-lower) - dado_normal_cdf(-upper)
                           : dado_normal_cdf(upper) - dado_normal_cdf(lower);
    }
    if (on_edge(mean, low) || on_edge(mean, high)) return 0.5;
    return mean > low && mean < high ? 1.0 : 0.0;
}

dado_fit dado_fit_moments(const dado_expectations *expect, const dado_expectation *wish,
                          dado_measure_kind kind, const dado_moments *m, int64_t inside)
{
    dado_fit fit = { .wish = wish,
                     .kind = kind,
                     .count = m->count,
                     .mean = DADO_NONE,
                     .sigma = DADO_NONE,
                     .other_sigma = DADO_NONE };
    fit.weight = dado_is_none(wish->weight) ? 1.0 : wish->weight;
    bool sem = kind == DADO_RATE || expect->sigma == DADO_SIGMA_SEM;
    fit.by = sem ? DADO_SIGMA_SEM : DADO_SIGMA_SAMPLE;
    dado_expectation_window(expect, wish, kind, &fit.low, &fit.high);
    if (m->count == 0) {
        fit.flags = DADO_FIT_NO_DATA;
        return fit;
    }
    if (m->count == 1) fit.flags = DADO_FIT_SINGLE;
    fit.mean = m->mean;
    bool level = m->count == 1 || m->least == m->most;
    double sample = level ? 0.0 : dado_moments_sd(m);
    double error = level ? 0.0 : dado_moments_error(m);
    fit.sigma = sem ? error : sample;
    fit.other_sigma = sem ? sample : error;
    fit.q = probability(fit.mean, fit.sigma, fit.low, fit.high);
    fit.other_q = probability(fit.mean, fit.other_sigma, fit.low, fit.high);
    if (kind == DADO_RATE) fit.q_empirical = fit.mean >= fit.low && fit.mean <= fit.high;
    else fit.q_empirical = (double)inside / (double)m->count;
    return fit;
}

dado_fit dado_fit_values(const dado_expectations *expect, const dado_expectation *wish,
                         dado_measure_kind kind, const double *values, size_t count)
{
    double low, high;
    dado_expectation_window(expect, wish, kind, &low, &high);
    dado_moments m = { 0 };
    int64_t inside = 0;
    for (size_t i = 0; i < count; i++) {
        dado_moments_add(&m, values[i]);
        inside += values[i] >= low && values[i] <= high;
    }
    return dado_fit_moments(expect, wish, kind, &m, inside);
}

dado_fit dado_fit_whole(const dado_expectations *expect, const dado_expectation *wish,
                        dado_measure_kind kind, double value)
{
    return dado_fit_values(expect, wish, kind, &value, 1);
}

double dado_quality(const dado_fit *fits, int count)
{
    double sum = 0.0, weights = 0.0;
    for (int i = 0; i < count; i++) {
        sum += fits[i].weight * fits[i].q;
        weights += fits[i].weight;
    }
    return weights > 0.0 ? sum / weights : 0.0;
}

int dado_expectations_fit(const dado_expectations *expect, const dado_measures *measures,
                          const dado_moments *values, const int64_t *inside, const double *across,
                          dado_fit *fits)
{
    int count = 0;
    for (int w = 0; w < expect->count; w++) {
        const dado_expectation *wish = &expect->wishes[w];
        int m = wish->ignored ? -1 : dado_measures_find(measures, wish->name);
        if (m < 0) continue;
        dado_measure_kind kind = measures->items[m]->kind;
        bool whole = across && m < measures->metrics && dado_metrics[m]->across;
        fits[count++] =
            whole ? dado_fit_whole(expect, wish, kind, across[m])
                  : dado_fit_moments(expect, wish, kind, &values[m], inside ? inside[m] : 0);
    }
    return count;
}
