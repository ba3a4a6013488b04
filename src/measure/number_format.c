// number_format.c - see number_format.h.
#include "measure/number_format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/scope_cleanup.h"

static const char no_value[] = "\xE2\x80\x93";  // an en dash

// Writes a decimal number with commas between the thousands.
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

void dado_print_count(dado_text *out, int64_t count)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)count);
    grouped(out, digits);
}

void dado_print_fixed(dado_text *out, double value, int decimals)
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

// Returns how many decimals leave about `wanted` significant digits.
static int decimals_for(double value, int wanted)
{
    double size = fabs(value);
    if (!isfinite(size) || size == 0) return 0;
    int decimals = wanted - 1;
    for (double edge = 10; size >= edge && decimals > 0; edge *= 10) decimals--;
    for (double edge = 1; size < edge && decimals < 12; edge /= 10) decimals++;
    return decimals;
}

void dado_print_real(dado_text *out, double value)
{
    double size = fabs(value);
    if (isfinite(size) && size > 0 && (size < 1e-6 || size >= 1e15)) {
        dado_text_addf(out, "%.3g", value);
        return;
    }
    if (isfinite(size) && size == floor(size)) dado_print_fixed(out, value, 0);
    else dado_print_fixed(out, value, decimals_for(value, 4));
}

// Returns the number of decimals of a percentage. Shares near 0 and 1 get more, so that
// 99.97 % is not shown as 100 %.
static int percent_decimals(double share)
{
    double from_end = share < 0.5 ? share : 1 - share;
    return from_end > 0 && from_end < 0.001 ? 3 : from_end > 0 && from_end < 0.01 ? 2 : 1;
}

void dado_print_percent(dado_text *out, double share)
{
    bool whole = share == 0 || share == 1;
    dado_print_fixed(out, share * 100, whole ? 0 : percent_decimals(share));
    if (!isnan(share)) dado_text_add(out, " %");
}

void dado_print_probability(dado_text *out, double p)
{
    if (isnan(p)) dado_text_add(out, no_value);
    else if (p < 1e-12) dado_text_add(out, "< 1e-12");
    else if (p < 1e-4) dado_text_addf(out, "%.1e", p);
    else dado_print_fixed(out, p, p < 0.01 ? 4 : p < 0.1 ? 3 : 2);
}

// Returns how many decimals show the width of an interval with two digits; but no more than six
// digits of its larger bound.
static int interval_decimals(double low, double high)
{
    if (!(high > low)) return decimals_for(high, 4);
    int needed = decimals_for(high - low, 2);
    int most = decimals_for(fmax(fabs(low), fabs(high)), 6);
    return needed < most ? needed : most;
}

void dado_print_estimate(dado_text *out, double value, double low, double high)
{
    if (high > low) dado_print_fixed(out, value, interval_decimals(low, high));
    else dado_print_real(out, value);
}

void dado_print_interval(dado_text *out, double low, double high)
{
    if (isnan(low) || isnan(high)) {
        dado_text_add(out, no_value);
        return;
    }
    int decimals = interval_decimals(low, high);
    DADO_CLEANUP(dado_text_free) dado_text from = { 0 }, to = { 0 };
    dado_print_fixed(&from, low, decimals);
    dado_print_fixed(&to, high, decimals);
    dado_text_add(out, dado_text_string(&from));
    // Bounds that read the same are printed once.
    if (strcmp(dado_text_string(&from), dado_text_string(&to)) != 0) {
        dado_text_addf(out, " to %s", dado_text_string(&to));
    }
}

// Returns the decimals for an interval of shares: as many as the bound nearer to 0 or 1
// needs, but no more than the width of the interval justifies.
static int percents_decimals(double low, double high)
{
    int nearest = percent_decimals(low), other = percent_decimals(high);
    if (other > nearest) nearest = other;
    int known = high > low ? interval_decimals(100 * low, 100 * high) : nearest;
    return known < 1 ? 1 : known < nearest ? known : nearest;
}

void dado_print_percents(dado_text *out, double low, double high)
{
    if (isnan(low) || isnan(high)) {
        dado_text_add(out, no_value);
        return;
    }
    int decimals = percents_decimals(low, high);
    dado_print_fixed(out, low * 100, decimals);
    dado_text_add(out, " to ");
    dado_print_fixed(out, high * 100, decimals);
    dado_text_add(out, " %");
}

void dado_print_share_within(dado_text *out, double share, double low, double high)
{
    dado_print_percent(out, share);
    if (!(high > low)) return;
    dado_text_add(out, " (");
    dado_print_percents(out, low, high);
    dado_text_char(out, ')');
}

void dado_print_mean_within(dado_text *out, double mean, double low, double high)
{
    dado_print_estimate(out, mean, low, high);
    if (!(high > low)) return;
    dado_text_add(out, " (");
    dado_print_interval(out, low, high);
    dado_text_char(out, ')');
}

#define RETURN_STRING(say) \
    dado_number_string words; \
    dado_text out = dado_text_in_buffer(words.s, sizeof words.s); \
    say; \
    return words

dado_number_string dado_string_count(int64_t count)
{
    RETURN_STRING(dado_print_count(&out, count));
}

dado_number_string dado_string_fixed(double value, int decimals)
{
    RETURN_STRING(dado_print_fixed(&out, value, decimals));
}

dado_number_string dado_string_real(double value)
{
    RETURN_STRING(dado_print_real(&out, value));
}

dado_number_string dado_string_percent(double share)
{
    RETURN_STRING(dado_print_percent(&out, share));
}

dado_number_string dado_string_probability(double p)
{
    RETURN_STRING(dado_print_probability(&out, p));
}

dado_number_string dado_string_interval(double low, double high)
{
    RETURN_STRING(dado_print_interval(&out, low, high));
}

dado_number_string dado_string_percents(double low, double high)
{
    RETURN_STRING(dado_print_percents(&out, low, high));
}

dado_number_string dado_string_share(dado_interval share)
{
    RETURN_STRING(dado_print_share_within(&out, share.value, share.low, share.high));
}

dado_number_string dado_string_mean(dado_interval mean)
{
    RETURN_STRING(dado_print_mean_within(&out, mean.value, mean.low, mean.high));
}
