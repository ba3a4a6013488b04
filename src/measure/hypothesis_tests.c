// hypothesis_tests.c - tests whether two samples differ, and computes intervals by
// resampling.
#include <math.h>
#include <string.h>

#include "core/rng.h"
#include "core/match_record.h"
#include "measure/stats.h"

dado_interval dado_welch(const dado_moments *a, const dado_moments *b, double level,
                         double *freedom)
{
    if (freedom) *freedom = DADO_NONE;
    if (a->count == 0 || b->count == 0) {
        return (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
    }
    double difference = a->mean - b->mean;
    if (a->count < 2 || b->count < 2) return (dado_interval){ difference, DADO_NONE, DADO_NONE };
    double va = dado_moments_variance(a) / (double)a->count;
    double vb = dado_moments_variance(b) / (double)b->count;
    double both = va + vb;
    if (!(both > 0.0)) return (dado_interval){ difference, difference, difference };
    double df = both * both / (va * va / (double)(a->count - 1) + vb * vb / (double)(b->count - 1));
    if (freedom) *freedom = df;
    double half = dado_t_quantile(0.5 + level / 2.0, df) * sqrt(both);
    return (dado_interval){ difference, difference - half, difference + half };
}

double dado_permutation_p(const double *a, size_t a_count, const double *b, size_t b_count,
                          int rounds, uint64_t seed, double *room)
{
    size_t count = a_count + b_count;
    if (a_count == 0 || b_count == 0 || count > UINT32_MAX) return DADO_NONE;
    memcpy(room, a, a_count * sizeof *a);
    memcpy(room + a_count, b, b_count * sizeof *b);
    double sum_a = 0.0, sum = 0.0;
    for (size_t i = 0; i < a_count; i++) sum_a += a[i];
    for (size_t i = 0; i < count; i++) sum += room[i];
    // The sum of all values is fixed, so the sum of a's values determines the difference
    // of the means.
    double expected = sum * ((double)a_count / (double)count);
    double observed = fabs(sum_a - expected);
    double slack = 1e-12 * (fabs(sum_a) + fabs(expected));
    size_t small = a_count < b_count ? a_count : b_count;
    double small_expected = sum * ((double)small / (double)count);
    dado_fast_rng quick = dado_fast_rng_seed(seed);
    int extreme = 0;
    for (int r = 0; r < rounds; r++) {
        double part = 0.0;
        for (size_t i = 0; i < small; i++) {  // draws the smaller sample, in place
            size_t j = i + dado_fast_rng_below(&quick, (uint32_t)(count - i));
            double held = room[j];
            room[j] = room[i];
            room[i] = held;
            part += held;
        }
        extreme += fabs(part - small_expected) >= observed - slack;
    }
    return (extreme + 1.0) / (rounds + 1.0);
}

double dado_cliff_delta(const double *a, size_t a_count, const double *b, size_t b_count)
{
    if (a_count == 0 || b_count == 0) return DADO_NONE;
    double balance = 0.0;
    size_t below = 0, upto = 0;  // number of values in b that are less than a[i], and at most a[i]
    for (size_t i = 0; i < a_count; i++) {
        while (below < b_count && b[below] < a[i]) below++;
        if (upto < below) upto = below;
        while (upto < b_count && b[upto] <= a[i]) upto++;
        balance += (double)below - (double)(b_count - upto);
    }
    return balance / ((double)a_count * (double)b_count);
}

dado_difference dado_compare_samples(double *a, size_t a_count, double *b, size_t b_count,
                                     double level, int rounds, uint64_t seed, double *room)
{
    dado_moments ma = { 0 }, mb = { 0 };
    for (size_t i = 0; i < a_count; i++) dado_moments_add(&ma, a[i]);
    for (size_t i = 0; i < b_count; i++) dado_moments_add(&mb, b[i]);
    dado_difference d = { 0 };
    d.means = dado_welch(&ma, &mb, level, &d.freedom);
    d.p = dado_permutation_p(a, a_count, b, b_count, rounds, seed, room);
    dado_values_sort(a, a_count);
    dado_values_sort(b, b_count);
    d.cliff = dado_cliff_delta(a, a_count, b, b_count);
    return d;
}

static double *value_at(double *p, size_t apart, int i)
{
    return (double *)(void *)((unsigned char *)p + (size_t)i * apart);
}

static bool comes_before(const double *values, size_t apart, int a, int b)
{
    double x = *value_at((double *)values, apart, a), y = *value_at((double *)values, apart, b);
    if (dado_is_none(x) != dado_is_none(y)) return dado_is_none(y);
    return x > y || (!(x < y) && a < b);
}

static void exchange(int *a, int *b)
{
    int held = *a;
    *a = *b;
    *b = held;
}

// Restores the heap below `at`: its entry sinks until it comes after its children in the
// ranking.
static void sink(const double *values, size_t apart, int *heap, int at, int count)
{
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && comes_before(values, apart, heap[child], heap[child + 1])) child++;
        if (!comes_before(values, apart, heap[at], heap[child])) return;
        exchange(&heap[at], &heap[child]);
        at = child;
    }
}

void dado_rank_descending(const double *values, size_t apart, int count, int *order)
{
    for (int i = 0; i < count; i++) order[i] = i;
    for (int at = count / 2; at-- > 0;) sink(values, apart, order, at, count);
    for (int end = count; end-- > 1;) {
        exchange(&order[0], &order[end]);
        sink(values, apart, order, 0, end);
    }
}

void dado_holm_correct(double *p, size_t apart, int count, int *order)
{
    int known = 0;
    for (int i = 0; i < count; i++) {  // insertion sort of those with a value, smallest first
        double here = *value_at(p, apart, i);
        if (dado_is_none(here)) continue;
        int j = known++;
        for (; j > 0 && *value_at(p, apart, order[j - 1]) > here; j--) order[j] = order[j - 1];
        order[j] = i;
    }
    double least = 0.0;
    for (int i = 0; i < known; i++) {
        double *value = value_at(p, apart, order[i]), corrected = *value * (known - i);
        if (corrected > 1.0) corrected = 1.0;
        if (corrected < least) corrected = least;
        *value = least = corrected;
    }
}

dado_interval dado_bootstrap(dado_statistic *statistic, const void *data, int count, int rounds,
                             double level, uint64_t seed, int32_t *places, double *room)
{
    for (int i = 0; i < count; i++) places[i] = i;
    dado_interval result = { statistic(data, places, count), DADO_NONE, DADO_NONE };
    if (count == 0 || rounds < 1) return result;
    dado_fast_rng quick = dado_fast_rng_seed(seed);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < count; i++) {
            places[i] = (int32_t)dado_fast_rng_below(&quick, (uint32_t)count);
        }
        room[r] = statistic(data, places, count);
    }
    size_t kept = dado_values_drop_missing(room, (size_t)rounds);
    dado_values_sort(room, kept);
    result.low = dado_quantile(room, kept, (1.0 - level) / 2.0);
    result.high = dado_quantile(room, kept, (1.0 + level) / 2.0);
    return result;
}
