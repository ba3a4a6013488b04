// sweep_test.c - dials are read, every point is played, and the best is the one wished for.
#include "support/test.h"

#include "judge/sweep.h"
#include "support/match_fixture.h"

static dado_sweep_parameter dial_of(const char *typed, dado_region *region)
{
    dado_sweep_parameter dial;
    dado_error err = { 0 };
    bool is_dial;
    if (!dado_sweep_parameter_parse(&dial, typed, &is_dial, region, &err)) fail_msg("%s", err.text);
    assert_true(is_dial);
    return dial;
}

static void dials_are_read(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    dado_sweep_parameter dial = dial_of("ROUNDS=5..50:5", &region);
    assert_int_equal(dial.count, 10);
    assert_string_equal(dial.values[9], "50");
    assert_true(dial.numbers[1] == 10);
    dial = dial_of("DIE=4,x,8", &region);
    assert_int_equal(dial.count, 3);
    assert_null(dial.numbers);
    static const char *const wrong[] = { "ROUNDS", "=5", "ROUNDS=5..", "ROUNDS=9..1:0" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dado_error err = { 0 };
        bool is_dial;
        if (dado_sweep_parameter_parse(&dial, wrong[i], &is_dial, &region, &err) && is_dial) {
            fail_msg("%s is taken for a dial", wrong[i]);
        }
    }
    dado_region_free(&region);
}

static dado_sweep sweep(const char *dial_text, const char *wish, bool adaptive, dado_region *region)
{
    static const dado_options none = { 0 };
    dado_sweep_parameter *dial = dado_new(region, dado_sweep_parameter, 1);
    *dial = dial_of(dial_text, region);
    dado_sweep_config plan = {
        .game = "walk",
        .options = &none,
        .dials = dial,
        .dial_count = 1,
        .play = { .lineups = dado_test_lineup("random", region),
                  .lineup_count = 1,
                  .matches = 200,
                  .seed = 5 },
        .adaptive = adaptive,
        .expect_path = wish ? "wish" : NULL,
        .expect_text = wish,
    };
    dado_experiment_settings how = { .threads = 2 };
    dado_sweep s;
    dado_error err = { 0 };
    if (!dado_sweep_play(&plan, &how, &s, &err)) fail_msg("%s", err.text);
    return s;
}

static void more_steps_are_seen_and_the_wished_for_is_best(void **state)
{
    (void)state;
    for (int adaptive = 0; adaptive < 2; adaptive++) {
        dado_region region;
        dado_region_init_large(&region);
        dado_sweep s = sweep("steps=10,20,30,40", "metric steps = 30 abs=2\n", adaptive, &region);
        int steps = dado_measures_find(&s.measures, "steps");
        assert_true(steps >= 0);
        assert_int_equal(s.best, 2);
        for (int i = 0; i < s.count; i++) {
            dado_estimate v = dado_sweep_point_value(&s, &s.points[i], steps);
            assert_true(v.low <= v.value && v.value <= v.high);
            assert_int_equal(v.count, s.points[i].matches);
            if (i) assert_true(v.value > dado_sweep_point_value(&s, &s.points[i - 1], steps).value);
            if (!adaptive) assert_int_equal(s.points[i].matches, 200);
        }
        int dropped = 0;
        for (int i = 0; i < s.count; i++) dropped += s.points[i].dropped;
        assert_int_equal(dropped, adaptive ? 3 : 0);
        dado_sweep_free(&s);
        dado_region_free(&region);
    }
}

static void a_point_that_cannot_be_is_told_and_the_rest_goes_on(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    dado_sweep s = sweep("steps=10,x,30", NULL, false, &region);
    assert_int_equal(s.points[0].error.status, DADO_OK);
    assert_int_not_equal(s.points[1].error.status, DADO_OK);
    assert_int_equal(s.points[2].matches, 200);
    assert_int_equal(s.best, -1);
    assert_true(dado_estimate_is_none(dado_sweep_point_value(&s, &s.points[1], 0)));
    dado_sweep_free(&s);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dials_are_read),
        cmocka_unit_test(more_steps_are_seen_and_the_wished_for_is_best),
        cmocka_unit_test(a_point_that_cannot_be_is_told_and_the_rest_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
