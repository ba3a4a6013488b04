// appraise_test.c - one quality for a plan, whoever asks; and what will not do is given up.
#include "support/test.h"

#include "judge/appraise.h"
#include "judge/findings.h"
#include "support/play.h"

static const char *const wish = "metric rounds = 20 abs=8\nmetric balance = 1 abs=0.2\n"
                                "metric lead_change = 0.3 abs=0.3\n";

static dado_appraisal appraise(const dado_source *game, const dado_expect *expect, bool decides,
                               int threads, dado_arena *arena)
{
    dado_plan plan = dado_play_plan(game, dado_play_lineup("random", arena), 150, 3);
    plan.move_limit = 500;
    dado_demand demand = { .expect = expect, .ends = true, .decides = decides,
                           .threads = threads };
    dado_appraisal a;
    dado_appraise(&plan, &demand, &a);
    return a;
}

static void it_is_what_sim_says(void **state)
{
    (void)state;
    dado_arena arena;
    dado_arena_init_generous(&arena);
    const dado_source *game = dado_play_game("library/dice/pig.rcy", NULL, &arena);
    const dado_expect *expect = dado_play_wish(wish, game, &arena);
    dado_plan plan = dado_play_plan(game, dado_play_lineup("random", &arena), 150, 3);
    plan.move_limit = 500;
    dado_measures measures;
    dado_game open;
    dado_error err = { 0 };
    assert_true(dado_source_open(game, &open, &arena, &err));
    assert_true(dado_measures_list(&measures, open.rules->tally ? open.tallies : NULL, &arena,
                                   &err));
    dado_gathering g;
    dado_gathering_init(&g, &measures, expect);
    dado_experiment_how how = { .taker = &g, .block = dado_gather_block };
    dado_results results;
    dado_findings found;
    assert_true(dado_experiment_run(&plan, &how, &results, &err));
    assert_true(dado_gather(&found, &results, &g, -1, &arena, &err));
    for (int threads = 1; threads < 4; threads += 2) {
        dado_appraisal a = appraise(game, expect, true, threads, &arena);
        assert_null(a.refused);
        assert_true(a.quality == found.quality);
        assert_true(a.quality > 0 && a.quality < 1);
        assert_true(dado_appraisal_mean(&a, "rounds") ==
                    dado_finding_named(&found, "rounds")->mean);
        dado_results_free(&a.results);
    }
    dado_gathering_free(&g);
    dado_results_free(&results);
    dado_arena_free(&arena);
}

static const char *refusal(const char *game, bool decides)
{
    dado_arena arena;
    dado_arena_init_generous(&arena);
    const dado_source *source = dado_play_game(game, NULL, &arena);
    const dado_expect *expect = dado_play_wish(wish, source, &arena);
    dado_appraisal a = appraise(source, expect, decides, 1, &arena);
    assert_true(!a.refused == !dado_is_none(a.quality));
    const char *why = a.refused;
    dado_results_free(&a.results);
    dado_arena_free(&arena);
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
    dado_arena arena;
    dado_arena_init_generous(&arena);
    const dado_source *game = dado_play_game("library/dice/pig.rcy", NULL, &arena);
    volatile sig_atomic_t stop = 1;
    dado_plan plan = dado_play_plan(game, dado_play_lineup("random", &arena), 150, 3);
    dado_demand demand = { .expect = dado_play_wish(wish, game, &arena), .threads = 1,
                           .stop = &stop };
    dado_appraisal a;
    dado_appraise(&plan, &demand, &a);
    assert_string_equal(a.refused, "it was stopped");
    dado_results_free(&a.results);
    dado_arena_free(&arena);
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
