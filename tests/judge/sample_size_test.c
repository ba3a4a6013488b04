// sample_size_test.c - planned numbers of matches: by simulation, the interval that dado makes of
// so many excludes no difference in four of five playtests. The draws share no code with the plans.
#include "support/test.h"

#include <math.h>

#include "core/rng.h"
#include "judge/sample_size.h"
#include "measure/stats.h"

static const dado_sample_plan plan = { 0.95, 0.8 };

static double unit(dado_rng *rng)
{
    return ((double)dado_rng_below(rng, 1u << 30) + 0.5) / (1u << 30);
}

// Box and Muller's way to draw a normal number.
static double normal(dado_rng *rng)
{
    return sqrt(-2 * log(unit(rng))) * cos(6.283185307179586 * unit(rng));
}

static double power_of_means(double difference, double sd, int64_t size, int64_t others)
{
    enum { rounds = 2000 };
    int found = 0;
    for (int r = 0; r < rounds; r++) {
        dado_rng rng = dado_rng_stream(7, (uint64_t)r, DADO_STREAM_CHANCE);
        dado_moments people = { 0 }, programs = { 0 };
        double freedom;
        for (int64_t i = 0; i < size; i++) {
            dado_moments_add(&people, difference + sd * normal(&rng));
        }
        for (int64_t i = 0; i < others; i++) dado_moments_add(&programs, sd * normal(&rng));
        dado_interval apart = dado_welch(&people, &programs, plan.level, &freedom);
        found += apart.low > 0 || apart.high < 0;
    }
    return (double)found / rounds;
}

static double power_of_shares(double share, double expected, int64_t size)
{
    enum { rounds = 4000 };
    int found = 0;
    for (int r = 0; r < rounds; r++) {
        dado_rng rng = dado_rng_stream(11, (uint64_t)r, DADO_STREAM_CHANCE);
        int64_t won = 0;
        for (int64_t i = 0; i < size; i++) won += unit(&rng) < share;
        dado_interval seen = dado_share_interval((double)won, (double)size, plan.level);
        found += seen.low > expected || seen.high < expected;
    }
    return (double)found / rounds;
}

static void means_are_known_in_four_of_five_playtests(void **state)
{
    (void)state;
    static const double differences[] = { 0.3, 0.6, 1.5 };
    for (int i = 0; i < 3; i++) {
        enum { others = 1000 };
        int64_t size = dado_sample_size_mean(differences[i], 1, sqrt(1.0 / others), plan);
        double power = power_of_means(differences[i], 1, size, others);
        assert_true(power >= 0.75 && power <= 0.85);
    }
}

static void shares_are_known_in_four_of_five_playtests(void **state)
{
    (void)state;
    static const double shares[][2] = { { 0.4, 0.25 }, { 0.35, 0.5 }, { 0.62, 0.5 } };
    for (int i = 0; i < 3; i++) {
        int64_t size = dado_sample_size_share(shares[i][0], shares[i][1], plan);
        double power = power_of_shares(shares[i][0], shares[i][1], size);
        assert_true(power >= 0.75 && power <= 0.85);
    }
}

static void without_a_difference_no_number_is_enough(void **state)
{
    (void)state;
    assert_true(dado_sample_size_mean(0, 1, 0, plan) == DADO_SAMPLE_SIZE_MOST);
    assert_true(dado_sample_size_mean(0.01, 1, 1, plan) == DADO_SAMPLE_SIZE_MOST);
    assert_true(dado_sample_size_share(0.5, 0.5, plan) == DADO_SAMPLE_SIZE_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_are_known_in_four_of_five_playtests),
        cmocka_unit_test(shares_are_known_in_four_of_five_playtests),
        cmocka_unit_test(without_a_difference_no_number_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
