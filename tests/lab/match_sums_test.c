// match_sums_test.c - sums over many matches are the same bytes whoever plays: the
// evaluator, a unit compiled for the processor, or a unit on an OpenCL device.
#include "lab/compute_device.h"
#include "lab/match_sums.h"
#include "support/execution_modes.h"
#include "support/match_fixture.h"
#include "support/test.h"

static dado_match_sums evaluated, compiled, launched;

static void play(const char *name, int64_t matches, bool native, const char *device,
                 const volatile sig_atomic_t *stop, dado_match_sums *sums)
{
    dado_region region = { 0 };
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    dado_plan plan = dado_test_plan(dado_test_game(name, NULL, &region),
                                    dado_test_lineup("random", &region), matches, 7);
    dado_match_sums_settings how = {
        .threads = 2, .native = native, .device = device, .stop = stop
    };
    if (!dado_match_sums_play(&plan, &how, sums, &err)) fail_msg("%s: %s", name, err.text);
    dado_region_free(&region);
}

static void same(const char *name, const dado_match_sums *one, const dado_match_sums *other)
{
    assert_int_equal(one->matches, other->matches);
    for (int i = 0; i < dado_sums_cells(one->players); i++) {
        if (one->cell[i] != other->cell[i]) fail_msg("%s: cell %d differs", name, i);
    }
    for (int i = 0; i < dado_sums_histogram(one->players); i++) {
        if (one->histogram[i] != other->histogram[i]) fail_msg("%s: bin %d differs", name, i);
    }
}

static const char *const games[] = { "hearts",
                                     "library/cards/kuhn.rcy",
                                     "library/cards/leduc.rcy",
                                     "fourinarow",
                                     "threeinarow",
                                     "library/dice/pig.rcy",
                                     "gofish" };
enum { game_count = sizeof games / sizeof *games };

static void a_compiled_unit_sums_up_as_the_evaluator_does(void **state)
{
    (void)state;
    enum { enough_to_compile = 100000 };
    dado_test_skip_without_compiler();
    int count = dado_test_repeats(2, game_count);
    for (int i = 0; i < count; i++) {
        const char *name = games[(i + 1) % game_count];
        play(name, enough_to_compile, false, "none", NULL, &evaluated);
        play(name, enough_to_compile, true, "none", NULL, &compiled);
        assert_int_equal(evaluated.by_evaluator, enough_to_compile);
        if (compiled.by_evaluator >= enough_to_compile)
            fail_msg("%s: the unit was not used: %s", name, dado_text_string(&compiled.notes));
        same(name, &evaluated, &compiled);
        assert_int_equal(evaluated.cell[DADO_SUMS_FINISHED], enough_to_compile);
        dado_match_sums_free(&evaluated);
        dado_match_sums_free(&compiled);
    }
}

static void a_device_sums_up_as_the_evaluator_does(void **state)
{
    (void)state;
    dado_device_info devices[DADO_DEVICES_MAX];
    int found = dado_devices_list(devices), count = dado_test_repeats(1, game_count);
    if (found == 0) {
        print_message("skipped: there is no OpenCL device (Debian: pocl-opencl-icd)\n");
        skip();
    }
    for (int i = 0; i < count; i++) {
        const char *name = games[(i + 1) % game_count];
        int matches = dado_test_repeats(20000, 100000);
        play(name, matches, false, "none", NULL, &evaluated);
        play(name, matches, false, devices[0].name, NULL, &launched);
        if (launched.by_device < matches - 100)
            fail_msg("%s: the device was not used: %s", name, dado_text_string(&launched.notes));
        same(name, &evaluated, &launched);
        dado_match_sums_free(&evaluated);
        dado_match_sums_free(&launched);
    }
}

// A game that cannot be written as a unit is played by the evaluator, wherever it is asked for.
static void games_without_a_unit_are_played_by_the_evaluator(void **state)
{
    (void)state;
    play("library/cards/cribbage.rcy", 300, true, "auto", NULL, &evaluated);
    assert_int_equal(evaluated.matches, 300);
    assert_int_equal(evaluated.by_evaluator, 300);
    dado_match_sums_free(&evaluated);
}

static void a_device_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    dado_region region = { 0 };
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    dado_plan plan = dado_test_plan(dado_test_game("hearts", NULL, &region),
                                    dado_test_lineup("random", &region), 10, 7);
    dado_match_sums_settings how = { .threads = 1, .device = "no such card" };
    assert_false(dado_match_sums_play(&plan, &how, &evaluated, &err));
    assert_true(err.text[0] != '\0');
    dado_match_sums_free(&evaluated);
    dado_region_free(&region);
}

static void a_stop_leaves_the_sums_of_the_first_matches(void **state)
{
    (void)state;
    static const volatile sig_atomic_t stop = 1;
    play("hearts", 100000000, false, "none", &stop, &evaluated);
    assert_true(evaluated.interrupted);
    assert_true(evaluated.matches < 100000000);
    dado_match_sums_free(&evaluated);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compiled_unit_sums_up_as_the_evaluator_does),
        cmocka_unit_test(a_device_sums_up_as_the_evaluator_does),
        cmocka_unit_test(games_without_a_unit_are_played_by_the_evaluator),
        cmocka_unit_test(a_device_that_is_not_there_is_an_error),
        cmocka_unit_test(a_stop_leaves_the_sums_of_the_first_matches),
    };
    return cmocka_run_group_tests(tests, dado_test_cache_make, dado_test_cache_remove);
}
