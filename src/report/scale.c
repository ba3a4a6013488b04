// scale.c - see chart.h.
#include "report/chart.h"

#include <math.h>

#include "measure/special.h"
#include "measure/words.h"

static double log_10(double value)
{
    return dado_log(value) / 2.30258509299404568;
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (; exponent > 0; exponent--) power *= 10;
    for (; exponent < 0; exponent++) power /= 10;
    return power;
}

// The smallest of 1, 2, 2.5, 5 times a power of ten that is no less than `least`.
static double round_step(double least, bool whole, int *decimals)
{
    static const double steps[] = { 1, 2, 2.5, 5, 10 };
    int exponent = (int)floor(log_10(least));
    double power = power_of_ten(exponent);
    for (int i = 0; i < 5; i++) {
        double step = steps[i] * power;
        if (step < least * (1 - 1e-9)) continue;
        if (whole && step != floor(step)) continue;
        bool halves = steps[i] == 2.5, next = steps[i] == 10;
        *decimals = -exponent - next + halves;
        if (*decimals < 0) *decimals = 0;
        return step;
    }
    *decimals = 0;
    return 1;  // whole numbers, and less than one apart
}

int dado_ticks(double least, double most, int wanted, bool whole, double *ticks, int room,
               int *decimals)
{
    *decimals = 0;
    if (!(least < most) || !isfinite(most - least) || wanted < 1) {
        if (room > 0 && isfinite(least)) ticks[0] = least;
        return room > 0 && isfinite(least);
    }
    double step = round_step((most - least) / wanted, whole, decimals);
    double slack = (most - least) * 1e-9;
    double first = ceil((least - slack) / step);
    int count = 0;
    for (double k = first; k * step <= most + slack && count < room; k++) {
        ticks[count++] = k == 0 ? 0 : k * step;
    }
    return count;
}

static void categories(dado_scale *scale)
{
    int count = scale->axis->label_count;
    scale->least = -0.5;
    scale->most = count - 0.5;
    int stride = 1 + (count - 1) / DADO_TICKS;
    for (int i = 0; i < count; i += stride) scale->ticks[scale->tick_count++] = i;
}

static void decades(dado_scale *scale, double least, double most)
{
    const double smallest = 1e-290, largest = 1e290;  // a decade more is still a number
    if (!(least > 0)) least = most > 0 ? most / 1000 : 1;
    least = fmin(fmax(least, smallest), largest);
    most = fmin(fmax(most, least), largest);
    if (!(most > least)) most = least * 10;
    int first = (int)floor(log_10(least) + 1e-9), last = (int)ceil(log_10(most) - 1e-9);
    if (last == first) last++;
    scale->least = first;
    scale->most = last;
    int stride = 1 + (last - first) / 9;
    bool between = last - first <= 2;  // few decades: 2 and 5 help
    for (int k = first; k <= last && scale->tick_count + 3 <= DADO_TICKS; k += stride) {
        scale->ticks[scale->tick_count++] = power_of_ten(k);
        if (!between || k == last) continue;
        scale->ticks[scale->tick_count++] = 2 * power_of_ten(k);
        scale->ticks[scale->tick_count++] = 5 * power_of_ten(k);
    }
}

dado_scale dado_scale_make(const dado_axis *axis, double least, double most, int wanted)
{
    dado_scale scale = { .axis = axis };
    if (axis->labels) {
        categories(&scale);
        return scale;
    }
    bool given = axis->least != 0 || axis->most != 0;
    if (given) {
        least = axis->least;
        most = axis->most;
    }
    if (!isfinite(least) || !isfinite(most)) least = 0, most = 1;
    if (axis->logarithm) {
        decades(&scale, least, most);
        return scale;
    }
    if (axis->from_zero && least > 0) least = 0;
    if (axis->from_zero && most < 0) most = 0;
    if (!(least < most)) {
        double room = fabs(least) > 0 ? fabs(least) / 10 : 1;
        if (axis->whole) room = 1;
        if (!(axis->from_zero && least == 0)) least -= room;
        most += room;
    }
    double factor = axis->percent ? 100 : 1;
    scale.tick_count = dado_ticks(least * factor, most * factor, wanted, axis->whole, scale.ticks,
                                  DADO_TICKS, &scale.decimals);
    if (!given && scale.tick_count >= 2) {  // round out to the ticks around, if they are near
        double step = scale.ticks[1] - scale.ticks[0], low = least * factor, high = most * factor;
        double below = scale.ticks[0] - step, above = scale.ticks[scale.tick_count - 1] + step;
        if (low < scale.ticks[0] - step * 1e-6 && low - below < step * 0.45) least = below / factor;
        if (high > above - step + step * 1e-6 && above - high < step * 0.45) most = above / factor;
        scale.tick_count = dado_ticks(least * factor, most * factor, wanted, axis->whole,
                                      scale.ticks, DADO_TICKS, &scale.decimals);
    }
    for (int i = 0; i < scale.tick_count; i++) scale.ticks[i] /= factor;
    scale.least = least;
    scale.most = most;
    return scale;
}

bool dado_scale_holds(const dado_scale *scale, double value)
{
    return isfinite(value) && !(scale->axis->logarithm && value <= 0);
}

double dado_scale_place(const dado_scale *scale, double value)
{
    double at = scale->axis->logarithm ? log_10(value) : value;
    double share = (at - scale->least) / (scale->most - scale->least);
    return scale->from + share * (scale->to - scale->from);
}

void dado_scale_label(const dado_scale *scale, int tick, dado_text *out)
{
    double value = scale->ticks[tick];
    if (scale->axis->labels) {
        dado_text_add(out, scale->axis->labels[(int)value]);
    } else if (scale->axis->percent) {
        dado_say_fixed(out, value * 100, scale->decimals);
        dado_text_add(out, "%");
    } else if (fabs(value) >= 1e6 && (scale->axis->logarithm || fabs(scale->most) >= 1e7)) {
        if (fabs(value) >= 1e15) dado_text_addf(out, "%.3g", value);
        else
            dado_text_addf(out, fabs(value) >= 1e9 ? "%.4g G" : "%.4g M",
                           value / (fabs(value) >= 1e9 ? 1e9 : 1e6));
    } else if (scale->axis->logarithm) {
        dado_say_real(out, value);
    } else {
        dado_say_fixed(out, value, scale->decimals);
    }
}
