// plan_quality_test.c - one quality for a plan, whoever asks; and what will not do is given up.
#include "support/test.h"

#include "judge/quality_by_expectations.h"
#include "judge/experiment_summary.h"
#include "support/match_fixture.h"

static const char *const wish = "metric rounds = 20 abs=8\nmetric balance = 1 abs=0.2\n"
                                "metric lead_change = 0.3 abs=0.3\n";

static dado_plan_quality appraise(const dado_game_source *game, const dado_expectations *expect,
                                  bool decides, int threads, dado_region *region)
{
    dado_plan plan = dado_test_plan(game, dado_test_lineup("random", region), 150, 3);
    plan.move_limit = 500;
    dado_quality_request demand = {
        .expect = expect, .ends = true, .decides = decides, .threads = threads
    };
    dado_plan_quality a;
    dado_plan_quality_measure(&plan, &demand, &a);
    return a;
}

static void it_is_what_sim_says(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = dado_test_game("library/dice/pig.rcy", NULL, &region);
    const dado_expectations *expect = dado_test_expect(wish, game, &region);
    dado_plan plan = dado_test_plan(game, dado_test_lineup("random", &region), 150, 3);
    plan.move_limit = 500;
    dado_measures measures;
    dado_game open;
    dado_error err = { 0 };
    assert_true(dado_game_source_open(game, &open, &region, &err));
    assert_true(
        dado_measures_list(&measures, open.rules->tally ? open.tallies : NULL, &region, &err));
    dado_findings_collector g;
    dado_findings_collector_init(&g, &measures, expect);
    dado_experiment_settings how = { .taker = &g, .block = dado_findings_collect_block };
    dado_results results;
    dado_findings found;
    assert_true(dado_experiment_run(&plan, &how, &results, &err));
    assert_true(dado_findings_collect(&found, &results, &g, -1, &region, &err));
    for (int threads = 1; threads < 4; threads += 2) {
        dado_plan_quality a = appraise(game, expect, true, threads, &region);
        assert_null(a.refused);
        assert_true(a.quality == found.quality);
        assert_true(a.quality > 0 && a.quality < 1);
        assert_true(dado_plan_quality_mean(&a, "rounds") ==
                    dado_finding_named(&found, "rounds")->mean);
        dado_results_free(&a.results);
    }
    dado_findings_collector_free(&g);
    dado_results_free(&results);
    dado_region_free(&region);
}

static const char *refusal(const char *game, bool decides)
{
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *source = dado_test_game(game, NULL, &region);
    const dado_expectations *expect = dado_test_expect(wish, source, &region);
    dado_plan_quality a = appraise(source, expect, decides, 1, &region);
    assert_true(!a.refused == !dado_is_none(a.quality));
    const char *why = a.refused;
    dado_results_free(&a.results);
    dado_region_free(&region);
    return why;
}

static void what_will_not_do_is_refused(void **state)
{
    (void)state;
    assert_string_equal(refusal("tests/judge/cases/endless.rcy", true), "a match did not end");
    assert_string_equal(refusal("library/dice/dicepoints.rcy", true), "nothing is left to decide");
    assert_null(refusal("library/dice/dicepoints.rcy", false));
    assert_null(refusal("tests/judge/cases/skill.rcy", true));
}

static void one_who_stops_it_is_heeded(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = dado_test_game("library/dice/pig.rcy", NULL, &region);
    volatile sig_atomic_t stop = 1;
    dado_plan plan = dado_test_plan(game, dado_test_lineup("random", &region), 150, 3);
    dado_quality_request demand = { .expect = dado_test_expect(wish, game, &region),
                                    .threads = 1,
                                    .stop = &stop };
    dado_plan_quality a;
    dado_plan_quality_measure(&plan, &demand, &a);
    assert_string_equal(a.refused, "it was stopped");
    dado_results_free(&a.results);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_what_sim_says),
        cmocka_unit_test(what_will_not_do_is_refused),
        cmocka_unit_test(one_who_stops_it_is_heeded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
