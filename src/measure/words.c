// words.c - see words.h.
#include "measure/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char no_value[] = "\xE2\x80\x93";  // a dash

// Puts commas between the thousands of a plain decimal number.
static void grouped(dado_text *out, const char *digits)
{
    if (*digits == '-') dado_text_char(out, *digits++);
    size_t whole = strspn(digits, "0123456789");
    for (size_t i = 0; i < whole; i++) {
        if (i && (whole - i) % 3 == 0) dado_text_char(out, ',');
        dado_text_char(out, digits[i]);
    }
    dado_text_add(out, digits + whole);
}

void dado_say_count(dado_text *out, int64_t count)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)count);
    grouped(out, digits);
}

void dado_say_fixed(dado_text *out, double value, int decimals)
{
    if (!isfinite(value)) {
        dado_text_add(out, isnan(value) ? no_value : value < 0 ? "-\xE2\x88\x9E" : "\xE2\x88\x9E");
        return;
    }
    char digits[400];
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    bool all_zero = digits[0] == '-' && strspn(digits + 1, "0.") == strlen(digits + 1);
    grouped(out, all_zero ? digits + 1 : digits);
}

// How many decimals leave about `wanted` digits that mean something.
static int decimals_for(double value, int wanted)
{
    double size = fabs(value);
    if (!isfinite(size) || size == 0) return 0;
    int decimals = wanted - 1;
    for (double edge = 10; size >= edge && decimals > 0; edge *= 10) decimals--;
    for (double edge = 1; size < edge && decimals < 12; edge /= 10) decimals++;
    return decimals;
}

void dado_say_real(dado_text *out, double value)
{
    double size = fabs(value);
    if (isfinite(size) && size > 0 && (size < 1e-6 || size >= 1e15)) {
        dado_text_addf(out, "%.3g", value);
        return;
    }
    if (isfinite(size) && size == floor(size)) dado_say_fixed(out, value, 0);
    else dado_say_fixed(out, value, decimals_for(value, 4));
}

// Shares near the ends keep a digit more, so that 99.97 % is not shown as all.
static int percent_decimals(double share)
{
    double from_end = share < 0.5 ? share : 1 - share;
    return from_end > 0 && from_end < 0.001 ? 3 : from_end > 0 && from_end < 0.01 ? 2 : 1;
}

void dado_say_percent(dado_text *out, double share)
{
    bool whole = share == 0 || share == 1;
    dado_say_fixed(out, share * 100, whole ? 0 : percent_decimals(share));
    if (!isnan(share)) dado_text_add(out, " %");
}

void dado_say_probability(dado_text *out, double p)
{
    if (isnan(p)) dado_text_add(out, no_value);
    else if (p < 1e-12) dado_text_add(out, "< 1e-12");
    else if (p < 1e-4) dado_text_addf(out, "%.1e", p);
    else dado_say_fixed(out, p, p < 0.01 ? 4 : p < 0.1 ? 3 : 2);
}

// Decimals that show what an interval leaves open, and a digit more.
static int interval_decimals(double low, double high)
{
    return high > low ? decimals_for(high - low, 2) : decimals_for(high, 4);
}

void dado_say_estimate(dado_text *out, double value, double low, double high)
{
    if (high > low) dado_say_fixed(out, value, interval_decimals(low, high));
    else dado_say_real(out, value);
}

void dado_say_interval(dado_text *out, double low, double high)
{
    if (isnan(low) || isnan(high)) {
        dado_text_add(out, no_value);
        return;
    }
    int decimals = interval_decimals(low, high);
    dado_say_fixed(out, low, decimals);
    dado_text_add(out, " to ");
    dado_say_fixed(out, high, decimals);
}

// As many as its nearer end to nothing or to all wants, but none that a wide interval leaves open.
static int percents_decimals(double low, double high)
{
    int nearest = percent_decimals(low), other = percent_decimals(high);
    if (other > nearest) nearest = other;
    int known = high > low ? interval_decimals(100 * low, 100 * high) : nearest;
    return known < 1 ? 1 : known < nearest ? known : nearest;
}

void dado_say_percents(dado_text *out, double low, double high)
{
    if (isnan(low) || isnan(high)) {
        dado_text_add(out, no_value);
        return;
    }
    int decimals = percents_decimals(low, high);
    dado_say_fixed(out, low * 100, decimals);
    dado_text_add(out, " to ");
    dado_say_fixed(out, high * 100, decimals);
    dado_text_add(out, " %");
}

void dado_say_share_within(dado_text *out, double share, double low, double high)
{
    dado_say_percent(out, share);
    if (!(high > low)) return;
    dado_text_add(out, " (");
    dado_say_percents(out, low, high);
    dado_text_char(out, ')');
}

void dado_say_mean_within(dado_text *out, double mean, double low, double high)
{
    dado_say_estimate(out, mean, low, high);
    if (!(high > low)) return;
    dado_text_add(out, " (");
    dado_say_interval(out, low, high);
    dado_text_char(out, ')');
}

#define SAID(say)                                            \
    dado_said words;                                         \
    dado_text out = dado_text_over(words.s, sizeof words.s); \
    say;                                                     \
    return words

dado_said dado_said_count(int64_t count)
{
    SAID(dado_say_count(&out, count));
}

dado_said dado_said_fixed(double value, int decimals)
{
    SAID(dado_say_fixed(&out, value, decimals));
}

dado_said dado_said_real(double value)
{
    SAID(dado_say_real(&out, value));
}

dado_said dado_said_percent(double share)
{
    SAID(dado_say_percent(&out, share));
}

dado_said dado_said_probability(double p)
{
    SAID(dado_say_probability(&out, p));
}

dado_said dado_said_interval(double low, double high)
{
    SAID(dado_say_interval(&out, low, high));
}

dado_said dado_said_percents(double low, double high)
{
    SAID(dado_say_percents(&out, low, high));
}

dado_said dado_said_share(dado_interval share)
{
    SAID(dado_say_share_within(&out, share.value, share.low, share.high));
}

dado_said dado_said_mean(dado_interval mean)
{
    SAID(dado_say_mean_within(&out, mean.value, mean.low, mean.high));
}
