// estimate.c - see estimate.h.
#include "measure/estimate.h"

#include <math.h>

// Replaces a tiny number by 0. No measured value is so small; it can only be left over by
// rounding.
static double round_off_noise(double value)
{
    return value < 1e-12 && value > -1e-12 ? 0 : value;
}

static dado_estimate exact_estimate(double value, dado_estimate_kind kind)
{
    return (dado_estimate){ .value = value, .low = DADO_NONE, .high = DADO_NONE, .kind = kind };
}

dado_estimate dado_estimate_none(void)
{
    return exact_estimate(DADO_NONE, DADO_ESTIMATE_REAL);
}

dado_estimate dado_estimate_real(double value)
{
    return exact_estimate(round_off_noise(value), DADO_ESTIMATE_REAL);
}

dado_estimate dado_estimate_integer(int64_t value)
{
    return exact_estimate((double)value, DADO_ESTIMATE_INTEGER);
}

dado_estimate dado_estimate_share(double share)
{
    return exact_estimate(share, DADO_ESTIMATE_SHARE);
}

dado_estimate dado_estimate_p_value(double p)
{
    return exact_estimate(p, DADO_ESTIMATE_P_VALUE);
}

dado_estimate dado_estimate_seconds(double seconds)
{
    return exact_estimate(seconds, DADO_ESTIMATE_SECONDS);
}

dado_estimate dado_estimate_between(dado_interval interval, dado_estimate_kind kind, int64_t count,
                                    double level)
{
    // Two shares differ by 1 at most: an interval beyond that says no more.
    if (kind == DADO_ESTIMATE_SHARE_DIFFERENCE) {
        interval.low = fmax(interval.low, -1);
        interval.high = fmin(interval.high, 1);
    }
    return (dado_estimate){ .value = round_off_noise(interval.value),
                            .low = round_off_noise(interval.low),
                            .high = round_off_noise(interval.high),
                            .level = level,
                            .count = count,
                            .kind = kind };
}

dado_estimate dado_estimate_proportion(double hits, double trials, double level)
{
    if (trials <= 0) return exact_estimate(DADO_NONE, DADO_ESTIMATE_SHARE);
    return dado_estimate_between(dado_share_interval(hits, trials, level), DADO_ESTIMATE_SHARE,
                                 (int64_t)trials, level);
}

dado_estimate dado_estimate_mean(const dado_moments *moments, double level)
{
    if (moments->count == 0) return dado_estimate_none();
    dado_estimate figure = dado_estimate_between(dado_mean_interval(moments, level),
                                                 DADO_ESTIMATE_REAL, moments->count, level);
    if (moments->count > 1) return figure;
    figure.low = figure.high = DADO_NONE;  // one value alone says nothing about the spread
    figure.level = 0;
    return figure;
}

dado_estimate dado_estimate_measure(dado_measure_kind kind, const dado_moments *moments,
                                    double level)
{
    if (kind == DADO_RATIO) {  // a ratio lies between 0 and 1
        dado_estimate ratio = dado_estimate_mean(moments, level);
        if (ratio.value >= 0 && ratio.low < 0) ratio.low = 0;
        if (ratio.value <= 1 && ratio.high > 1) ratio.high = 1;
        return ratio;
    }
    if (kind == DADO_COUNT) {  // a count is never negative
        dado_estimate count = dado_estimate_mean(moments, level);
        if (moments->least >= 0 && count.low < 0) count.low = 0;
        return count;
    }
    if (kind != DADO_RATE) return dado_estimate_mean(moments, level);
    double trials = (double)moments->count;
    bool split = moments->mean >= 0 && moments->mean <= 1 && trials > 0;
    if (!split) return dado_estimate_proportion(moments->mean * trials, trials, level);
    return dado_estimate_between(
        dado_split_share_interval(moments->mean, moments->squares / trials, trials, level),
        DADO_ESTIMATE_SHARE, moments->count, level);
}

dado_interval dado_estimate_interval(dado_estimate figure)
{
    bool wide = dado_estimate_has_interval(figure);
    return (dado_interval){ figure.value, wide ? figure.low : figure.value,
                            wide ? figure.high : figure.value };
}

bool dado_estimate_is_none(dado_estimate figure)
{
    return dado_is_none(figure.value);
}

bool dado_estimate_has_interval(dado_estimate figure)
{
    return !dado_is_none(figure.low) && !dado_is_none(figure.high);
}

const char *dado_estimate_kind_name(dado_estimate_kind kind)
{
    static const char *const names[] = {
        [DADO_ESTIMATE_REAL] = "real",      [DADO_ESTIMATE_INTEGER] = "whole",
        [DADO_ESTIMATE_SHARE] = "share",    [DADO_ESTIMATE_SHARE_DIFFERENCE] = "share",
        [DADO_ESTIMATE_P_VALUE] = "chance", [DADO_ESTIMATE_SECONDS] = "seconds",
    };
    return names[kind];
}
