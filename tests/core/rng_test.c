// rng_test.c - luck is the same for whoever asks, and fair.
#include "support/test.h"

#include "core/rng.h"

// Known answers of Philox 4x32-10 as published with Random123.
static void draws_are_those_of_philox(void **state)
{
    (void)state;
    dado_rng zero = { 0 };
    uint64_t first = dado_rng_next(&zero);
    assert_int_equal((uint32_t)first, 0x6627e8d5u);
    assert_int_equal((uint32_t)(first >> 32), 0xe169c58du);
    dado_rng ones = { .seed = UINT64_MAX, .match = UINT64_MAX, .drawn = UINT64_MAX };
    first = dado_rng_next(&ones);
    assert_int_equal((uint32_t)first, 0x408f276du);
    assert_int_equal((uint32_t)(first >> 32), 0x41c83b0eu);
}

static void lanes_and_matches_do_not_meet(void **state)
{
    (void)state;
    dado_rng a = dado_rng_stream(1, 7, 0), b = dado_rng_stream(1, 7, 1),
             c = dado_rng_stream(1, 8, 0);
    uint64_t first = dado_rng_next(&a);
    assert_true(first != dado_rng_next(&b));
    assert_true(first != dado_rng_next(&c));
}

// The first numbers of xoshiro256++ from the state 1, 2, 3, 4.
static void quick_draws_are_those_of_xoshiro(void **state)
{
    (void)state;
    dado_fast_rng q = { { 1, 2, 3, 4 } };
    assert_true(dado_fast_rng_next(&q) == 41943041u);
    assert_true(dado_fast_rng_next(&q) == 58720359u);
    assert_true(dado_fast_rng_next(&q) == 3588806011781223u);
}

// The derivation is part of the specification of evaluation runs, so its values are fixed.
static void seeds_of_parts_are_those_of_the_specification(void **state)
{
    (void)state;
    assert_true(dado_derive_seed(7, 0) == 0xD9425B308AB7700Cu);
    assert_true(dado_derive_seed(dado_derive_seed(dado_derive_seed(7, 0), 1), 2) ==
                0x4E040FDE16B05C91u);
}

static void a_die_is_fair(void **state)
{
    (void)state;
    enum { throws = 600000, faces = 6 };
    int seen[faces] = { 0 }, quickly[faces] = { 0 };
    dado_rng rng = dado_rng_stream(42, 0, 0);
    dado_fast_rng quick = dado_fast_rng_seed(42);
    for (int i = 0; i < throws; i++) {
        seen[dado_rng_below(&rng, faces)]++;
        quickly[dado_fast_rng_below(&quick, faces)]++;
    }
    double chi = 0, quick_chi = 0;
    double expected = (double)throws / faces;
    for (int f = 0; f < faces; f++) {
        chi += (seen[f] - expected) * (seen[f] - expected) / expected;
        quick_chi += (quickly[f] - expected) * (quickly[f] - expected) / expected;
    }
    assert_true(chi < 20.5 && quick_chi < 20.5);  // 5 degrees of freedom, 0.1 %
}

// Streams of one seed and of several, some with words at hand, anywhere in their lanes.
static void streams_looked_at_together_are_those_alone(void **state)
{
    (void)state;
    enum { most = 9 };
    dado_fast_rng q = dado_fast_rng_seed(16);
    for (int turn = 0; turn < 4000; turn++) {
        dado_rng together[most], alone[most];
        int count = 1 + (int)dado_fast_rng_below(&q, most);
        for (int i = 0; i < count; i++) {
            uint64_t seed = dado_fast_rng_below(&q, 6) ? 5 : dado_fast_rng_next(&q);
            alone[i] = dado_rng_stream(seed, dado_fast_rng_next(&q), (uint16_t)(1 + i));
            alone[i].drawn += dado_fast_rng_below(&q, 30);
            if (dado_fast_rng_below(&q, 12) == 0) dado_rng_next(&alone[i]);
            together[i] = alone[i];
        }
        dado_rng_refill_all(together, count);
        for (int i = 0; i < count; i++) {
            assert_true(dado_rng_is_ready(&together[i]));
            for (int k = 0; k < 9; k++) {
                assert_int_equal(dado_rng_next(&together[i]), dado_rng_next(&alone[i]));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_those_of_philox),
        cmocka_unit_test(lanes_and_matches_do_not_meet),
        cmocka_unit_test(quick_draws_are_those_of_xoshiro),
        cmocka_unit_test(seeds_of_parts_are_those_of_the_specification),
        cmocka_unit_test(a_die_is_fair),
        cmocka_unit_test(streams_looked_at_together_are_those_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
