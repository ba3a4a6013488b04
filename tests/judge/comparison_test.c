// comparison_test.c - a change is seen where there is one, and not where there is none.
#include "support/test.h"

#include "judge/comparison.h"

enum { matches = 400 };

static const dado_measure length = { "length", "Length", "", DADO_COUNT, false };
static const dado_measure rare = { "rare", "Rare", "", DADO_REAL, false };

// Two measures a match: one everybody has, one that hardly any match has.
static dado_data_frame made(uint64_t seed, double shift)
{
    dado_data_frame f = { .count = matches, .players = 2, .measures = 2 };
    f.columns = calloc(2, sizeof *f.columns);
    for (int m = 0; m < 2; m++) f.columns[m].values = malloc(sizeof(double) * matches);
    f.places = malloc(sizeof(int32_t) * matches * 2);
    dado_fast_rng luck = dado_fast_rng_seed(seed);
    for (int i = 0; i < matches; i++) {
        f.columns[0].values[i] = shift + dado_fast_rng_unit(&luck) + dado_fast_rng_unit(&luck);
        f.columns[1].values[i] = i < 5 ? 1 : DADO_NONE;
        f.places[2 * i] = (int32_t)dado_fast_rng_below(&luck, 2);
        f.places[2 * i + 1] = 1 - f.places[2 * i];
    }
    return f;
}

static void drop(dado_data_frame *f)
{
    for (int m = 0; m < 2; m++) free(f->columns[m].values);
    free(f->columns);
    free(f->places);
}

static dado_comparison_table compared(const dado_data_frame *a, const dado_data_frame *b,
                                      bool paired, const dado_expectations *expect,
                                      dado_region *region)
{
    static const dado_measure *items[] = { &length, &rare };
    dado_measures measures = { items, 2, 0 };
    dado_comparison_table table;
    assert_true(dado_comparison_compute(&table, (dado_comparison_side){ a, &measures },
                                        (dado_comparison_side){ b, &measures }, paired, 0.05,
                                        expect, region, NULL));
    return table;
}

static void a_shift_is_seen_and_too_few_values_say_nothing(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_data_frame a = made(1, 0), b = made(2, 0.2);
    for (int paired = 0; paired < 2; paired++) {
        dado_comparison_table t = compared(&a, &b, paired, NULL, &region);
        assert_int_equal(t.count, 4);  // two measures and two seats
        assert_int_equal(t.lines[0].change, DADO_CHANGE_HIGHER);
        assert_true(t.lines[0].difference.low > 0.1 && t.lines[0].difference.high < 0.3);
        assert_int_equal(t.lines[1].change, DADO_CHANGE_TOO_FEW);
        assert_int_equal(t.lines[2].change, DADO_CHANGE_NONE);
    }
    drop(&a);
    drop(&b);
    dado_region_free(&region);
}

static void copies_are_rarely_told_apart(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 22);
    int wrong = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        dado_data_frame a = made(1000 + seed, 0), b = made(5000 + seed, 0);
        dado_comparison_table t = compared(&a, &b, false, NULL, &region);
        bool told = false;
        for (int i = 0; i < t.count; i++) {
            told = told || t.lines[i].change == DADO_CHANGE_HIGHER ||
                   t.lines[i].change == DADO_CHANGE_LOWER;
        }
        wrong += told;
        drop(&a);
        drop(&b);
        dado_region_rewind(&region, 0);
    }
    assert_true(wrong <= 9);  // 5 are to be expected; 10 or more in 100 have a chance of 3 %
    dado_region_free(&region);
}

static void what_comes_nearer_to_the_wish_is_better(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_data_frame a = made(1, 0), b = made(2, 0.5);
    dado_expectation wish = { .name = "length",
                              .measure = &length,
                              .target = 1.5,
                              .window = 0.2,
                              .half = DADO_NONE,
                              .weight = DADO_NONE };
    dado_expectations expect = { .window = DADO_NONE, .sigma = -1, .wishes = &wish, .count = 1 };
    dado_comparison_table t = compared(&a, &b, true, &expect, &region);
    assert_int_equal(t.lines[0].bearing, DADO_CHANGE_BETTER);
    assert_true(t.after_quality > t.before_quality);
    t = compared(&b, &a, true, &expect, &region);
    assert_int_equal(t.lines[0].bearing, DADO_CHANGE_WORSE);
    drop(&a);
    drop(&b);
    dado_region_free(&region);
}

static void changed_lines_are_shown_with_their_neighbours(void **state)
{
    (void)state;
    dado_text out = { 0 };
    assert_true(dado_text_diff("a\nb\nc\nd\ne\n", "a\nb\nX\nd\ne\nf\n", 1, &out));
    assert_string_equal(dado_text_string(&out), "  b\n- c\n+ X\n  d\n  e\n+ f\n");
    dado_text_clear(&out);
    assert_true(dado_text_diff("same\n", "same\n", 1, &out));
    assert_int_equal(out.length, 0);
    dado_text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shift_is_seen_and_too_few_values_say_nothing),
        cmocka_unit_test(copies_are_rarely_told_apart),
        cmocka_unit_test(what_comes_nearer_to_the_wish_is_better),
        cmocka_unit_test(changed_lines_are_shown_with_their_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
