// Statistics against values known from tables and from arithmetic done otherwise.
#include <float.h>
#include <math.h>

#include "core/rng.h"
#include "measure/ratio_estimate.h"
#include "measure/score_rows.h"
#include "measure/special_functions.h"
#include "measure/stats.h"

static void elementary_functions_agree_with_the_library_to_the_last_digits(void **state)
{
    (void)state;
    dado_fast_rng q = dado_fast_rng_seed(11);
    for (int i = 0; i < 200000; i++) {
        double x = ldexp(1.0 + dado_fast_rng_unit(&q), (int)dado_fast_rng_below(&q, 200) - 100);
        near(dado_log(x) / log(x), 1.0, 1e-14);
        near(dado_log2(x), log2(x), 4e-16 * fabs(log2(x)) + 4e-16);
        double y = 1400.0 * dado_fast_rng_unit(&q) - 700.0;
        near(dado_exp(y) / exp(y), 1.0, 1e-15);
        double z = 30.0 * dado_fast_rng_unit(&q) - 4.0;
        if (z < 26.0) near(dado_erfc(z) / erfc(z), 1.0, 1e-12);
        double g = 0.01 + 300.0 * dado_fast_rng_unit(&q);
        near(dado_log_gamma(g), lgamma(g), 1e-13 * (1.0 + fabs(lgamma(g))));
    }
    for (int e = -1000; e < 1000; e++) assert_true(dado_log2(ldexp(1.0, e)) == e);
    assert_true(dado_exp(0.0) == 1.0);
    assert_true(dado_erfc(0.0) == 1.0);
    assert_true(dado_exp(1000.0) == HUGE_VAL && dado_exp(-1000.0) == 0.0);
}

static void quantiles_are_those_of_the_tables(void **state)
{
    (void)state;
    near(dado_normal_quantile(0.975), 1.959963984540054, 1e-13);
    near(dado_normal_quantile(0.5), 0.0, 1e-15);
    near(dado_normal_quantile(1e-10), -6.361340902404056, 1e-10);
    near(dado_normal_quantile_quick(1e-10), -6.361340902404056, 1e-10);
    near(dado_normal_quantile_quick(1e-14), -7.650628092935, 1e-10);
    near(dado_normal_cdf(1.0), 0.841344746068543, 1e-14);
    near(dado_t_quantile(0.975, 1), 12.706204736174698, 1e-9);
    near(dado_t_quantile(0.975, 10), 2.228138851986275, 1e-12);
    near(dado_t_quantile(0.995, 30), 2.749995653567225, 1e-12);
    near(dado_t_quantile(0.975, 2e6), 1.959965170, 1e-8);
    near(dado_t_cdf(2.0, 5), 0.949030260585071, 1e-13);
    near(dado_chi2_quantile(0.95, 1), 3.841458820694124, 1e-12);
    near(dado_chi2_quantile(0.95, 10), 18.307038053275146, 1e-11);
    near(dado_chi2_cdf(3.0, 3), 0.608374823728911, 1e-13);
    near(dado_beta_quantile(0.5, 2, 3), 0.385727568132110, 1e-12);
    near(dado_beta_cdf(0.3, 2, 5), 0.579825, 1e-13);
}

static void quantile_and_distribution_undo_each_other(void **state)
{
    (void)state;
    for (double p = 0.001; p < 1.0; p += 0.0499) {
        near(dado_normal_cdf(dado_normal_quantile(p)), p, 1e-14);
        near(dado_normal_quantile_quick(p), dado_normal_quantile(p), 1e-13);
        near(dado_t_cdf(dado_t_quantile(p, 3.7), 3.7), p, 1e-12);
        near(dado_chi2_cdf(dado_chi2_quantile(p, 4.2), 4.2), p, 1e-12);
        near(dado_beta_cdf(dado_beta_quantile(p, 0.7, 9.0), 0.7, 9.0), p, 1e-12);
    }
}

static void moments_are_those_of_the_definition(void **state)
{
    (void)state;
    dado_moments m = { 0 };
    static const double values[] = { 0, 2, 4, 4, 4, 5, 5, 7, 9, 0, DADO_NONE };
    for (int i = 0; i < 11; i++) dado_moments_add(&m, values[i]);
    assert_int_equal(m.count, 10);
    near(m.mean, 4.0, 1e-15);
    near(m.squares, 72.0, 1e-12);
    near(dado_moments_variance(&m), 8.0, 1e-12);
    near(dado_moments_sd_all(&m), sqrt(7.2), 1e-12);
    near(dado_moments_error(&m), sqrt(0.8), 1e-12);
    assert_int_equal(m.nonzero, 8);
    near(m.nonzero_mean, 5.0, 1e-15);
    near(dado_moments_nonzero_sd(&m), 2.0, 1e-12);
    assert_true(m.least == 0.0 && m.most == 9.0);
}

static void blocks_merged_in_order_give_the_same_bytes_however_they_came(void **state)
{
    (void)state;
    enum { BLOCKS = 37, SIZE = 64 };
    dado_moments block[BLOCKS] = { 0 };
    dado_fast_rng q = dado_fast_rng_seed(12);
    dado_moments plain = { 0 };
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < SIZE; i++) {
            double value = dado_fast_rng_unit(&q) < 0.2 ? 0.0 : 1e6 + dado_fast_rng_unit(&q);
            dado_moments_add(&block[b], value);
            dado_moments_add(&plain, value);
        }
    }
    dado_moments once = { 0 }, again = { 0 };
    for (int b = 0; b < BLOCKS; b++) dado_moments_merge(&once, &block[b]);
    for (int b = 0; b < BLOCKS; b++) dado_moments_merge(&again, &block[b]);
    assert_memory_equal(&once, &again, sizeof once);
    assert_int_equal(once.count, plain.count);
    near(once.mean / plain.mean, 1.0, 1e-14);
    near(once.squares / plain.squares, 1.0, 1e-12);
    near(once.nonzero_squares / plain.nonzero_squares, 1.0, 1e-6);
    near(sqrt(once.nonzero_squares / (double)once.nonzero), sqrt(1.0 / 12), 0.02);
}

static void equal_values_have_no_spread_at_all_even_in_blocks(void **state)
{
    (void)state;
    dado_moments a = { 0 }, b = { 0 };
    for (int i = 0; i < 1000; i++) dado_moments_add(i % 3 ? &a : &b, 0.1);
    dado_moments_merge(&a, &b);
    assert_true(a.squares == 0.0 && a.mean == 0.1);
}

static void intervals_are_students_and_wilsons(void **state)
{
    (void)state;
    dado_moments m = { 0 };
    for (int i = 1; i <= 5; i++) dado_moments_add(&m, i);
    dado_interval mean = dado_mean_interval(&m, 0.95);
    near(mean.high - 3.0, 2.776445105197793 * sqrt(0.5), 1e-10);
    near(3.0 - mean.low, mean.high - 3.0, 1e-12);
    dado_interval share = dado_share_interval(8, 10, 0.95);
    near(share.low, 0.4901625, 1e-7);
    near(share.high, 0.9433178, 1e-7);
    assert_true(dado_share_interval(0, 10, 0.95).low == 0.0);
    assert_true(dado_share_interval(10, 10, 0.95).high == 1.0);
    near(dado_share_interval(10, 10, 0.95).low, 0.7224672, 1e-7);
    assert_true(dado_is_none(dado_share_interval(0, 0, 0.95).value));
    assert_true(dado_is_none(dado_mean_interval(&(dado_moments){ 0 }, 0.95).value));
}

// Ties are half a win: with many of them shares spread less than wins and losses do.
static void split_wins_have_intervals_of_their_own_spread(void **state)
{
    (void)state;
    enum { matches = 200, runs = 1000 };
    static const double ties[] = { 0, 0.3, 0.6, 0.9 }, z = 1.959964;
    dado_fast_rng q = dado_fast_rng_seed(15);
    for (int k = 0; k < 4; k++) {
        double truth = ties[k] / 2 + (1 - ties[k]) * 0.3, width = 0;
        double variance = ties[k] / 4 + (1 - ties[k]) * 0.3 - truth * truth;
        int held = 0;
        for (int run = 0; run < runs; run++) {
            dado_moments m = { 0 };
            for (int i = 0; i < matches; i++) {
                bool tie = dado_fast_rng_unit(&q) < ties[k];
                dado_moments_add(&m, tie ? 0.5 : dado_fast_rng_unit(&q) < 0.3);
            }
            dado_interval found =
                dado_split_share_interval(m.mean, m.squares / matches, matches, 0.95);
            held += found.low <= truth && truth <= found.high;
            width += (found.high - found.low) / runs;
        }
        assert_in_range(held, 925, 990);
        assert_true(width < 1.15 * 2 * z * sqrt(variance / matches));
    }
    // Wins and losses alone: Wilson's. Ties alone: no certainty. Copies: as few as they are.
    dado_interval plain = dado_share_interval(8, 10, 0.95);
    dado_interval same = dado_split_share_interval(0.8, 0.8 * 0.2, 10, 0.95);
    assert_memory_equal(&plain, &same, sizeof plain);
    dado_interval level = dado_split_share_interval(0.5, 0, 10, 0.95);
    assert_true(level.low < 0.4 && level.high > 0.6);
    dado_interval copies = dado_split_share_interval(0.5, 10 * 0.25, 400, 0.95);
    near(copies.high, dado_share_interval(20, 40, 0.95).high, 0.002);
    assert_true(dado_is_none(dado_split_share_interval(0, 0, 0, 0.95).value));
}

// Matches that count twenty times as much each say no more than before.
static void weights_of_matches_have_no_unit(void **state)
{
    (void)state;
    dado_ratio light = { 0 }, heavy = { 0 };
    dado_interval a, b;
    for (int i = 0; i < 50; i++) {
        dado_ratio_add(&light, i % 3 == 0, 1);
        dado_ratio_add(&heavy, 20 * (i % 3 == 0), 20);
    }
    assert_true(dado_ratio_interval(&light, 1, 0.95, &a));
    assert_true(dado_ratio_interval(&heavy, 1, 0.95, &b));
    near(a.low, b.low, 1e-12);
    near(a.high, b.high, 1e-12);
    heavy = (dado_ratio){ 0 };
    for (int i = 0; i < 50; i++) dado_ratio_add(&heavy, 0, 20);
    assert_true(dado_ratio_interval(&heavy, 1, 0.95, &b));
    assert_true(b.high > 1.0 / 50);  // what is so in one match of fifty may not have been seen
}

static void quartiles_lie_between_neighbours(void **state)
{
    (void)state;
    double values[] = { 4, DADO_NONE, 1, 3, 2 };
    dado_summary s = dado_summarise(values, 5);
    assert_int_equal(s.count, 4);
    near(s.q1, 1.75, 1e-15);
    near(s.median, 2.5, 1e-15);
    near(s.q3, 3.25, 1e-15);
    near(s.least, 1, 0);
    near(s.most, 4, 0);
    dado_summary none = dado_summarise(values, 0);
    assert_int_equal(none.count, 0);
    assert_true(dado_is_none(none.mean) && dado_is_none(none.median));
    assert_true(dado_quantile((double[]){ 7 }, 1, 0.3) == 7.0);
}

static void every_value_falls_into_one_bin(void **state)
{
    (void)state;
    double values[1000];
    dado_fast_rng q = dado_fast_rng_seed(13);
    for (int i = 0; i < 1000; i++) values[i] = dado_fast_rng_unit(&q) * 3 - 1;
    dado_values_sort(values, 1000);
    dado_bins bins = dado_bins_choose(values, 1000, 60);
    assert_in_range(bins.count, 5, 60);
    double counts[60], sum = 0;
    dado_histogram(values, 1000, bins, counts);
    for (int i = 0; i < bins.count; i++) sum += counts[i];
    assert_true(sum == 1000);

    double whole[] = { 2, 2, 3, 5 };
    bins = dado_bins_choose(whole, 4, 40);
    assert_int_equal(bins.count, 4);
    dado_histogram(whole, 4, bins, counts);
    assert_memory_equal(counts, ((double[]){ 2, 1, 0, 1 }), 4 * sizeof *counts);
    bins = dado_bins_choose((double[]){ 0.3, 0.3 }, 2, 40);
    assert_int_equal(bins.count, 1);
}

static void a_density_covers_one(void **state)
{
    (void)state;
    double values[500], density[801];
    dado_fast_rng q = dado_fast_rng_seed(14);
    for (int i = 0; i < 500; i++) values[i] = dado_fast_rng_unit(&q) + dado_fast_rng_unit(&q);
    dado_values_sort(values, 500);
    dado_kernel_density(values, 500, 0, -2, 4, density, 801);
    double area = 0.0;
    for (int i = 0; i < 801; i++) area += density[i] * 6.0 / 800;
    near(area, 1.0, 1e-9);
    near(density[400], 1.0, 0.15);  // the middle of the triangle
    dado_kernel_density(values, 0, 0, 0, 1, density, 3);
    assert_true(density[1] == 0.0);
}

static void welch_is_as_worked_out_elsewhere(void **state)
{
    (void)state;
    static const double a[] = { 27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                                21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4 };
    static const double b[] = { 27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0,
                                24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 22.2 };
    dado_moments ma = { 0 }, mb = { 0 };
    for (int i = 0; i < 15; i++) {
        dado_moments_add(&ma, a[i]);
        dado_moments_add(&mb, b[i]);
    }
    double freedom;
    dado_interval d = dado_welch(&ma, &mb, 0.95, &freedom);
    near(freedom, 27.908429606317, 1e-9);
    near(d.value, ma.mean - mb.mean, 1e-12);
    assert_true(d.high < 0.0 && d.low < d.high);
    double difference = d.value, half = (d.high - d.low) / 2;
    double t = difference / (half / dado_t_quantile(0.975, freedom));
    near(t, -2.697262460055, 1e-9);
}

static void permutation_finds_what_is_there_and_nothing_else(void **state)
{
    (void)state;
    double a[40], b[60], room[100];
    dado_fast_rng q = dado_fast_rng_seed(15);
    for (int i = 0; i < 40; i++) a[i] = dado_fast_rng_unit(&q);
    for (int i = 0; i < 60; i++) b[i] = dado_fast_rng_unit(&q) + 0.5;
    near(dado_permutation_p(a, 40, b, 60, 999, 7, room), 1.0 / 1000, 1e-12);
    for (int i = 0; i < 60; i++) b[i] = dado_fast_rng_unit(&q);
    double p = dado_permutation_p(a, 40, b, 60, 999, 7, room);
    assert_true(p > 0.05);
    assert_true(p == dado_permutation_p(a, 40, b, 60, 999, 7, room));
    near(p, dado_permutation_p(b, 60, a, 40, 9999, 8, room), 0.05);
    // All ways to share 1 2 3 | 4 5 6: two in twenty are as far apart.
    near(dado_permutation_p((double[]){ 1, 2, 3 }, 3, (double[]){ 4, 5, 6 }, 3, 20000, 9, room),
         0.1, 0.01);
    near(dado_permutation_p((double[]){ 5, 5 }, 2, (double[]){ 5, 5 }, 2, 99, 9, room), 1.0, 0);
}

static void cliff_counts_pairs(void **state)
{
    (void)state;
    dado_fast_rng q = dado_fast_rng_seed(16);
    for (int round = 0; round < 200; round++) {
        double a[12], b[9];
        for (int i = 0; i < 12; i++) a[i] = dado_fast_rng_below(&q, 8);
        for (int i = 0; i < 9; i++) b[i] = dado_fast_rng_below(&q, 8);
        int pairs = 0;
        for (int i = 0; i < 12; i++) {
            for (int j = 0; j < 9; j++) pairs += (a[i] > b[j]) - (a[i] < b[j]);
        }
        dado_values_sort(a, 12);
        dado_values_sort(b, 9);
        near(dado_cliff_delta(a, 12, b, 9), pairs / 108.0, 1e-15);
    }
}

static void places_are_in_order_of_values_and_equals_in_their_own(void **state)
{
    (void)state;
    static const struct {
        int number;
        double value;
    } few[] = { { 0, 2 }, { 0, DADO_NONE }, { 0, 3 }, { 0, 2 }, { 0, DADO_NONE }, { 0, -1 } };
    static const int expected[] = { 2, 0, 3, 5, 1, 4 };
    int order[500];
    dado_rank_descending(&few->value, sizeof *few, 6, order);
    assert_memory_equal(order, expected, sizeof expected);
    double values[500];
    for (int round = 0; round < 40; round++) {  // against what it promises, at every length
        int count = round < 20 ? round : 500;
        dado_fast_rng luck = dado_fast_rng_seed((uint64_t)round);
        for (int i = 0; i < count; i++) values[i] = dado_fast_rng_below(&luck, 60);
        dado_rank_descending(values, sizeof *values, count, order);
        for (int i = 1; i < count; i++) {
            double before = values[order[i - 1]], here = values[order[i]];
            assert_true(before > here || (before == here && order[i - 1] < order[i]));
        }
    }
}

static void holm_corrects_in_order_and_leaves_gaps(void **state)
{
    (void)state;
    double p[] = { 0.01, 0.04, DADO_NONE, 0.03, 0.005 };
    int room[5];
    dado_holm_correct(p, sizeof *p, 5, room);
    near(p[4], 0.02, 1e-15);
    near(p[0], 0.03, 1e-15);
    near(p[3], 0.06, 1e-15);
    near(p[1], 0.06, 1e-15);
    assert_true(dado_is_none(p[2]));
}

static double mean_of(const void *data, const int32_t *places, int count)
{
    const double *values = data;
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += values[places[i]];
    return sum / count;
}

static void the_bootstrap_agrees_with_theory_and_with_itself(void **state)
{
    (void)state;
    enum { COUNT = 400, TIMES = 1000 };
    double values[COUNT], room[TIMES];
    int32_t places[COUNT];
    dado_fast_rng q = dado_fast_rng_seed(17);
    dado_moments m = { 0 };
    for (int i = 0; i < COUNT; i++) dado_moments_add(&m, values[i] = dado_fast_rng_unit(&q));
    dado_interval drawn = dado_bootstrap(mean_of, values, COUNT, TIMES, 0.95, 5, places, room);
    dado_interval known = dado_mean_interval(&m, 0.95);
    near(drawn.value, known.value, 1e-12);
    near(drawn.low, known.low, 0.004);
    near(drawn.high, known.high, 0.004);
    dado_interval again = dado_bootstrap(mean_of, values, COUNT, TIMES, 0.95, 5, places, room);
    assert_memory_equal(&drawn, &again, sizeof drawn);
}

// By hand, which keeps the order of equals: zeros of either sign are equal, and stay as they are.
static void sort_by_hand(double *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        double moving = values[i];
        size_t at = i;
        for (; at > 0 && values[at - 1] > moving; at--) values[at] = values[at - 1];
        values[at] = moving;
    }
}

static void values_are_sorted_to_the_last_bit(void **state)
{
    (void)state;
    static const double odd[] = { 0.0, -0.0, INFINITY, -INFINITY, DBL_MAX, -DBL_MIN, 5e-324 };
    static double values[900], wanted[900];
    dado_fast_rng luck = dado_fast_rng_seed(4);
    for (size_t count = 0; count <= 900; count += count < 70 ? 1 : 83) {
        for (int kind = 0; kind < 4; kind++) {
            for (size_t i = 0; i < count; i++) {
                uint32_t drawn = dado_fast_rng_below(&luck, 1000);
                double whole = (double)drawn - 500, real = (dado_fast_rng_unit(&luck) - 0.5) * 1e9;
                values[i] = kind == 0     ? whole
                            : kind == 1   ? real
                            : kind == 2   ? 7.0
                            : drawn < 200 ? odd[drawn % 7]
                                          : real / 3;
            }
            memcpy(wanted, values, sizeof values);
            sort_by_hand(wanted, count);
            dado_values_sort(values, count);
            assert_memory_equal(values, wanted, sizeof values);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_sorted_to_the_last_bit),
        cmocka_unit_test(elementary_functions_agree_with_the_library_to_the_last_digits),
        cmocka_unit_test(quantiles_are_those_of_the_tables),
        cmocka_unit_test(quantile_and_distribution_undo_each_other),
        cmocka_unit_test(moments_are_those_of_the_definition),
        cmocka_unit_test(blocks_merged_in_order_give_the_same_bytes_however_they_came),
        cmocka_unit_test(equal_values_have_no_spread_at_all_even_in_blocks),
        cmocka_unit_test(intervals_are_students_and_wilsons),
        cmocka_unit_test(split_wins_have_intervals_of_their_own_spread),
        cmocka_unit_test(weights_of_matches_have_no_unit),
        cmocka_unit_test(quartiles_lie_between_neighbours),
        cmocka_unit_test(every_value_falls_into_one_bin),
        cmocka_unit_test(a_density_covers_one),
        cmocka_unit_test(welch_is_as_worked_out_elsewhere),
        cmocka_unit_test(permutation_finds_what_is_there_and_nothing_else),
        cmocka_unit_test(cliff_counts_pairs),
        cmocka_unit_test(places_are_in_order_of_values_and_equals_in_their_own),
        cmocka_unit_test(holm_corrects_in_order_and_leaves_gaps),
        cmocka_unit_test(the_bootstrap_agrees_with_theory_and_with_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
