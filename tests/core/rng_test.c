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
    dado_quick q = { { 1, 2, 3, 4 } };
    assert_true(dado_quick_next(&q) == 41943041u);
    assert_true(dado_quick_next(&q) == 58720359u);
    assert_true(dado_quick_next(&q) == 3588806011781223u);
}

// The derivation is part of the specification of evaluation runs, so its values are fixed.
static void seeds_of_parts_are_those_of_the_specification(void **state)
{
    (void)state;
    assert_true(dado_derive(7, 0) == 0xD9425B308AB7700Cu);
    assert_true(dado_derive(dado_derive(dado_derive(7, 0), 1), 2) == 0x4E040FDE16B05C91u);
}

static void a_die_is_fair(void **state)
{
    (void)state;
    enum { throws = 600000, faces = 6 };
    int seen[faces] = { 0 }, quickly[faces] = { 0 };
    dado_rng rng = dado_rng_stream(42, 0, 0);
    dado_quick quick = dado_quick_seed(42);
    for (int i = 0; i < throws; i++) {
        seen[dado_rng_below(&rng, faces)]++;
        quickly[dado_quick_below(&quick, faces)]++;
    }
    double chi = 0, quick_chi = 0;
    double expected = (double)throws / faces;
    for (int f = 0; f < faces; f++) {
        chi += (seen[f] - expected) * (seen[f] - expected) / expected;
        quick_chi += (quickly[f] - expected) * (quickly[f] - expected) / expected;
    }
    assert_true(chi < 20.5 && quick_chi < 20.5);  // 5 degrees of freedom, 0.1 %
}

// Words looked at are those drawn next, wherever the stream stands, and a look draws none of them.
static void words_to_come_are_those_drawn(void **state)
{
    (void)state;
    dado_rng rng = dado_rng_stream(42, 3, 1);
    for (int drawn = 0; drawn < 80; drawn++, dado_rng_next(&rng)) {
        if (drawn == 40) rng.drawn += ((uint64_t)1 << 32) - 60;  // where a half of it runs over
        uint64_t words[DADO_RNG_BULK];
        int count = dado_rng_peek(&rng, words);
        dado_rng copy = rng;
        assert_true(count >= DADO_RNG_BULK - 3 && count <= DADO_RNG_BULK);
        for (int i = 0; i < count; i++) assert_true(dado_rng_next(&copy) == words[i]);
    }
}

// Dice thrown side by side show what each generator shows alone; of many faces a throw is often
// drawn again.
// Streams of one seed and of several, some with words at hand, anywhere in their lanes.
static void streams_looked_at_together_are_those_alone(void **state)
{
    (void)state;
    enum { most = 9 };
    dado_quick q = dado_quick_seed(16);
    for (int turn = 0; turn < 4000; turn++) {
        dado_rng together[most], alone[most];
        int count = 1 + (int)dado_quick_below(&q, most);
        for (int i = 0; i < count; i++) {
            uint64_t seed = dado_quick_below(&q, 6) ? 5 : dado_quick_next(&q);
            alone[i] = dado_rng_stream(seed, dado_quick_next(&q), (uint16_t)(1 + i));
            alone[i].drawn += dado_quick_below(&q, 30);
            if (dado_quick_below(&q, 12) == 0) dado_rng_next(&alone[i]);
            together[i] = alone[i];
        }
        dado_rng_ahead_of_all(together, count);
        for (int i = 0; i < count; i++) {
            assert_true(dado_rng_is_ready(&together[i]));
            for (int k = 0; k < 9; k++) {
                assert_int_equal(dado_rng_next(&together[i]), dado_rng_next(&alone[i]));
            }
        }
    }
}

static void dice_side_by_side_are_those_alone(void **state)
{
    (void)state;
    static const uint32_t faces[] = { 1, 2, 6, 100, 3000000000u };
    enum { most_throws = 9 };
    dado_rng rng = dado_rng_stream(42, 4, 0);
    for (size_t f = 0; f < sizeof faces / sizeof *faces; f++) {
        for (int count = 1; count <= DADO_RNG_BULK; count++) {
            for (int throws = 1; throws <= most_throws; throws++) {
                uint64_t words[DADO_RNG_BULK] = { 0 };
                uint32_t shown[DADO_RNG_BULK * most_throws];
                for (int i = 0; i < count; i++) words[i] = dado_rng_next(&rng);
                dado_quick_dice(words, count, faces[f], throws, shown);
                for (int i = 0; i < count; i++) {
                    dado_quick q = dado_quick_seed(words[i]);
                    for (int k = 0; k < throws; k++) {
                        uint32_t alone = dado_quick_below(&q, faces[f]);
                        assert_int_equal(shown[i * throws + k], alone);
                    }
                }
            }
        }
    }
}

static void words_of_matches_are_those_drawn(void **state)
{
    (void)state;
    static const int counts[] = { 1, 3, 4, 7, 16 };
    for (int place = 0; place < 6; place++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            uint64_t first = UINT32_MAX - 2, words[16];  // the match outgrows half a word
            dado_rng at = dado_rng_stream(99, first, 3);
            at.drawn += (uint64_t)place;
            dado_rng_across(&at, counts[c], words);
            for (int i = 0; i < counts[c]; i++) {
                dado_rng one = dado_rng_stream(99, first + (uint64_t)i, 3);
                for (int k = 0; k < place; k++) dado_rng_next(&one);
                assert_true(dado_rng_next(&one) == words[i]);
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
        cmocka_unit_test(words_to_come_are_those_drawn),
        cmocka_unit_test(words_of_matches_are_those_drawn),
        cmocka_unit_test(dice_side_by_side_are_those_alone),
        cmocka_unit_test(streams_looked_at_together_are_those_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
