// markov_chain_test.c - chains say what they have heard, in the measure they have heard it.
#include "support/test.h"

#include "worlds/markov_chain.h"
#include "worlds/generator.h"
#include "worlds/platform/level_format.h"

static void a_chain_over_columns_repeats_what_always_follows(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 24);
    static const char abc[] = "aabbccaabbccaabbcc";  // columns of two letters: aa bb cc
    dado_markov_grid grid = { 9, 2, abc };
    dado_markov_chain *c =
        dado_markov_chain_learn(&grid, 1, (dado_markov_settings){ false, 2, 1 }, &region);
    assert_non_null(c);
    assert_int_equal(dado_markov_chain_columns(c), 3);
    char made[41] = "aabb";
    dado_rng rng = dado_rng_stream(1, 0, DADO_STREAM_CHANCE);
    dado_markov_chain_generate(c, 20, 2, 2, &rng, made);
    for (int i = 0; i < 20; i++) assert_int_equal(made[2 * i], "abc"[i % 3]);
    dado_region_free(&region);
}

static void shares_are_those_of_the_examples(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 26);
    static const char rows[] = "aaabaaabaaabaaab";  // after an a: a twice as often as b
    dado_markov_grid grid = { 16, 1, rows };
    dado_markov_chain *c =
        dado_markov_chain_learn(&grid, 1, (dado_markov_settings){ false, 1, 1 }, &region);
    static char made[30001];
    made[0] = 'a';
    dado_rng rng = dado_rng_stream(7, 0, DADO_STREAM_CHANCE);
    dado_markov_chain_generate(c, 30000, 1, 1, &rng, made);
    int after_a = 0, b = 0;
    for (int i = 1; i < 30000; i++) {
        if (made[i - 1] != 'a') {
            assert_int_equal(made[i], 'a');
            continue;
        }
        after_a++;
        b += made[i] == 'b';
    }
    double share = (double)b / after_a;  // 4 of 12; four standard errors are 0.013
    assert_true(share > 0.32 && share < 0.347);
    dado_region_free(&region);
}

static void what_was_seen_too_rarely_gives_way_to_a_shorter_context(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 24);
    static const char once[] = "abcabdabe";  // "ab" thrice, "bc" once
    dado_markov_grid grid = { 9, 1, once };
    char made[12] = "bc";
    dado_rng rng = dado_rng_stream(3, 0, DADO_STREAM_CHANCE);
    // Heard once, it is repeated where once is enough.
    dado_markov_chain *c =
        dado_markov_chain_learn(&grid, 1, (dado_markov_settings){ false, 2, 1 }, &region);
    dado_markov_chain_generate(c, 4, 1, 2, &rng, made);
    assert_int_equal(made[2], 'a');
    assert_int_equal(made[3], 'b');
    // Where twice is asked for, all there is after "bc" and "c" is what letters come at all.
    bool others = false;
    c = dado_markov_chain_learn(&grid, 1, (dado_markov_settings){ false, 2, 2 }, &region);
    for (int i = 0; i < 50; i++) {
        dado_markov_chain_generate(c, 3, 1, 2, &rng, made);
        others = others || made[2] != 'a';
    }
    assert_true(others);
    dado_region_free(&region);
}

static void a_chain_over_cells_keeps_stripes(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 24);
    static const char stripes[] = "ab.ab.ab.ab.";  // four columns of three cells
    dado_markov_grid grid = { 4, 3, stripes };
    dado_markov_chain *c =
        dado_markov_chain_learn(&grid, 1, (dado_markov_settings){ true, 3, 1 }, &region);
    char made[31] = "";
    dado_rng rng = dado_rng_stream(1, 0, DADO_STREAM_CHANCE);
    dado_markov_chain_generate(c, 10, 3, 0, &rng, made);
    for (int i = 0; i < 30; i++) assert_int_equal(made[i], "ab."[i % 3]);
    dado_region_free(&region);
}

static void learned_levels_are_the_same_for_the_same_seed_and_can_be_crossed(void **state)
{
    (void)state;
    const dado_generator *g = dado_generator_named("learned-row");
    dado_parameter_values values;
    dado_generated a = { 0 }, b = { 0 };
    dado_error err = { 0 };
    dado_generator_defaults(g, &values);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        dado_region region;
        dado_level level;
        dado_level_notes notes;
        dado_region_init(&region, 1 << 26);
        assert_true(dado_generator_make(g, &values, seed, NULL, &a, &err));
        assert_true(dado_generator_make(g, &values, seed, NULL, &b, &err));
        assert_string_equal(dado_text_string(&a.text), dado_text_string(&b.text));
        assert_true(
            dado_level_read_noting(&level, "x", dado_text_string(&a.text), &region, &notes, &err));
        assert_int_equal(level.width, 200);
        assert_int_equal(a.notes.length, 0);
        dado_region_free(&region);
    }
    dado_generated_free(&a);
    dado_generated_free(&b);
}

static void examples_that_are_no_levels_are_refused(void **state)
{
    (void)state;
    const dado_generator *g = dado_generator_named("learned-row");
    dado_parameter_values values;
    dado_generated made = { 0 };
    dado_error err = { 0 };
    dado_generator_defaults(g, &values);
    values.words[dado_generator_find(g, "examples")] = "XX\n";
    assert_false(dado_generator_make(g, &values, 1, NULL, &made, &err));
    assert_true(err.text[0]);
    dado_generated_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_over_columns_repeats_what_always_follows),
        cmocka_unit_test(shares_are_those_of_the_examples),
        cmocka_unit_test(what_was_seen_too_rarely_gives_way_to_a_shorter_context),
        cmocka_unit_test(a_chain_over_cells_keeps_stripes),
        cmocka_unit_test(learned_levels_are_the_same_for_the_same_seed_and_can_be_crossed),
        cmocka_unit_test(examples_that_are_no_levels_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
