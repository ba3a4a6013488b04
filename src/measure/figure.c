// figure.c - see figure.h.
#include "measure/figure.h"

// Nothing that is measured is as small as this: a sum that was rounded is, where nothing is left.
static double without_dust(double value)
{
    return value < 1e-12 && value > -1e-12 ? 0 : value;
}

static dado_figure known(double value, dado_figure_kind kind)
{
    return (dado_figure){ .value = value, .low = DADO_NONE, .high = DADO_NONE, .kind = kind };
}

dado_figure dado_figure_none(void)
{
    return known(DADO_NONE, DADO_FIGURE_REAL);
}

dado_figure dado_figure_real(double value)
{
    return known(without_dust(value), DADO_FIGURE_REAL);
}

dado_figure dado_figure_whole(int64_t value)
{
    return known((double)value, DADO_FIGURE_WHOLE);
}

dado_figure dado_figure_share(double share)
{
    return known(share, DADO_FIGURE_SHARE);
}

dado_figure dado_figure_chance(double p)
{
    return known(p, DADO_FIGURE_CHANCE);
}

dado_figure dado_figure_seconds(double seconds)
{
    return known(seconds, DADO_FIGURE_SECONDS);
}

dado_figure dado_figure_between(dado_interval interval, dado_figure_kind kind, int64_t count,
                                double level)
{
    return (dado_figure){ .value = without_dust(interval.value),
                          .low = without_dust(interval.low),
                          .high = without_dust(interval.high),
                          .level = level,
                          .count = count,
                          .kind = kind };
}

dado_figure dado_figure_hits(double hits, double trials, double level)
{
    if (trials <= 0) return known(DADO_NONE, DADO_FIGURE_SHARE);
    return dado_figure_between(dado_share_interval(hits, trials, level), DADO_FIGURE_SHARE,
                               (int64_t)trials, level);
}

dado_figure dado_figure_mean(const dado_moments *moments, double level)
{
    if (moments->count == 0) return dado_figure_none();
    dado_figure figure = dado_figure_between(dado_mean_interval(moments, level), DADO_FIGURE_REAL,
                                             moments->count, level);
    if (moments->count > 1) return figure;
    figure.low = figure.high = DADO_NONE;  // one value alone says nothing of others
    figure.level = 0;
    return figure;
}

dado_figure dado_figure_measure(dado_kind kind, const dado_moments *moments, double level)
{
    if (kind == DADO_RATIO) {  // a part of a whole is not below none, nor above all
        dado_figure ratio = dado_figure_mean(moments, level);
        if (ratio.value >= 0 && ratio.low < 0) ratio.low = 0;
        if (ratio.value <= 1 && ratio.high > 1) ratio.high = 1;
        return ratio;
    }
    if (kind == DADO_COUNT) {  // nor is a count below none
        dado_figure count = dado_figure_mean(moments, level);
        if (moments->least >= 0 && count.low < 0) count.low = 0;
        return count;
    }
    if (kind != DADO_RATE) return dado_figure_mean(moments, level);
    return dado_figure_hits(moments->mean * (double)moments->count, (double)moments->count, level);
}

dado_interval dado_figure_interval(dado_figure figure)
{
    bool wide = dado_figure_has_interval(figure);
    return (dado_interval){ figure.value, wide ? figure.low : figure.value,
                            wide ? figure.high : figure.value };
}

bool dado_figure_is_none(dado_figure figure)
{
    return dado_is_none(figure.value);
}

bool dado_figure_has_interval(dado_figure figure)
{
    return !dado_is_none(figure.low) && !dado_is_none(figure.high);
}

const char *dado_figure_kind_name(dado_figure_kind kind)
{
    static const char *const names[] = { "real", "whole", "share", "chance", "seconds" };
    return names[kind];
}
