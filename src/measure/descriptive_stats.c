// descriptive_stats.c - describes a sample: sorting, quantiles, histograms and density.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/match_record.h"
#include "measure/special_functions.h"
#include "measure/stats.h"

size_t dado_values_drop_missing(double *values, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!dado_is_none(values[i])) values[kept++] = values[i];
    }
    return kept;
}

static int by_value(const void *a, const void *b)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

enum { digits = 8, digit_values = 256, radix_sort_min = 64 };

// Maps a number to an integer with the same order. Both zeros get the same key.
static uint64_t radix_key(double value)
{
    uint64_t bits;
    value += 0.0;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

// Sorts by one byte after the other, the lowest first. The values of a sample are often
// small whole numbers or few different ones; then they have most bytes in common, and
// those passes are skipped.
static void radix_sort(double *values, size_t count, double *room)
{
    size_t counted[digits][digit_values] = { { 0 } };
    double *from = values, *to = room;
    for (size_t i = 0; i < count; i++) {
        uint64_t rank = radix_key(values[i]);
        for (int d = 0; d < digits; d++) counted[d][rank >> (8 * d) & 255]++;
    }
    for (int d = 0; d < digits; d++) {
        size_t *begins = counted[d], at = 0;
        if (begins[radix_key(values[0]) >> (8 * d) & 255] == count) continue;
        for (int v = 0; v < digit_values; v++) {
            size_t many = begins[v];
            begins[v] = at;
            at += many;
        }
        for (size_t i = 0; i < count; i++) {
            to[begins[radix_key(from[i]) >> (8 * d) & 255]++] = from[i];
        }
        double *held = from;
        from = to;
        to = held;
    }
    if (from != values) memcpy(values, from, count * sizeof *values);
}

void dado_values_sort(double *values, size_t count)
{
    double *room = count >= radix_sort_min ? malloc(count * sizeof *room) : NULL;
    if (room) radix_sort(values, count, room);
    else if (count > 1) qsort(values, count, sizeof *values, by_value);
    free(room);
}

double dado_quantile(const double *sorted, size_t count, double p)
{
    if (count == 0) return DADO_NONE;
    double at = p * (double)(count - 1);
    size_t below = at <= 0.0 ? 0 : (size_t)at;
    if (below >= count - 1) return sorted[count - 1];
    double part = at - (double)below;
    if (part <= 0.0) return sorted[below];
    return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

dado_summary dado_summarise(double *values, size_t count)
{
    count = dado_values_drop_missing(values, count);
    dado_moments m = { 0 };
    for (size_t i = 0; i < count; i++) dado_moments_add(&m, values[i]);
    dado_values_sort(values, count);
    bool any = count > 0;
    return (dado_summary){
        .count = m.count,
        .mean = any ? m.mean : DADO_NONE,
        .sd = any ? dado_moments_sd(&m) : DADO_NONE,
        .error = any ? dado_moments_error(&m) : DADO_NONE,
        .least = any ? m.least : DADO_NONE,
        .q1 = dado_quantile(values, count, 0.25),
        .median = dado_quantile(values, count, 0.5),
        .q3 = dado_quantile(values, count, 0.75),
        .most = any ? m.most : DADO_NONE,
    };
}

bool dado_values_are_integers(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i] != floor(values[i])) return false;
    }
    return true;
}

static double cube_root(double x)
{
    return x > 0.0 ? dado_exp(dado_log(x) / 3.0) : 0.0;
}

dado_bins dado_bins_choose(const double *sorted, size_t count, int most)
{
    if (count == 0) return (dado_bins){ 0.0, 1.0, 1 };
    double low = sorted[0], high = sorted[count - 1], range = high - low;
    if (!(range > 0.0)) return (dado_bins){ low - 0.5, high + 0.5, 1 };
    if (range < most && dado_values_are_integers(sorted, count)) {
        return (dado_bins){ low - 0.5, high + 0.5, (int)range + 1 };
    }
    double middle = dado_quantile(sorted, count, 0.75) - dado_quantile(sorted, count, 0.25);
    double width = 2.0 * middle / cube_root((double)count);
    double wanted = width > 0.0 ? ceil(range / width) : ceil(sqrt((double)count));
    int bins = wanted > most ? most : wanted < 1.0 ? 1 : (int)wanted;
    return (dado_bins){ low, high, bins };
}

void dado_histogram(const double *values, size_t count, dado_bins bins, double *counts)
{
    memset(counts, 0, (size_t)bins.count * sizeof *counts);
    double scale = bins.count / (bins.high - bins.low);
    for (size_t i = 0; i < count; i++) {
        if (!(values[i] >= bins.low && values[i] <= bins.high)) continue;
        int bin = (int)((values[i] - bins.low) * scale);
        counts[bin < bins.count ? bin : bins.count - 1]++;
    }
}

double dado_kernel_bandwidth(const double *sorted, size_t count)
{
    dado_moments m = { 0 };
    for (size_t i = 0; i < count; i++) dado_moments_add(&m, sorted[i]);
    double spread = dado_moments_sd(&m);
    double middle = dado_quantile(sorted, count, 0.75) - dado_quantile(sorted, count, 0.25);
    if (middle > 0.0 && middle / 1.34 < spread) spread = middle / 1.34;
    if (!(spread > 0.0)) return 0.0;
    return 0.9 * spread * dado_exp(-dado_log((double)count) / 5.0);
}

void dado_kernel_density(const double *sorted, size_t count, double width, double low, double high,
                         double *density, int points)
{
    if (width <= 0.0) width = dado_kernel_bandwidth(sorted, count);
    for (int i = 0; i < points; i++) density[i] = 0.0;
    if (count == 0 || width <= 0.0) return;
    // A value more than eight widths away adds less than 1e-14, so only nearer ones are
    // added up. Equal neighbours are added together.
    double reach = 8.0 * width;
    size_t from = 0;
    for (int i = 0; i < points; i++) {
        double x = points > 1 ? low + (high - low) * i / (points - 1) : low;
        while (from < count && sorted[from] < x - reach) from++;
        double sum = 0.0;
        for (size_t j = from; j < count && sorted[j] <= x + reach;) {
            size_t next = j + 1;
            while (next < count && sorted[next] == sorted[j]) next++;
            double z = (x - sorted[j]) / width;
            sum += (double)(next - j) * dado_exp(-z * z / 2.0);
            j = next;
        }
        density[i] = sum * 0.398942280401432677940 / (width * (double)count);
    }
}
