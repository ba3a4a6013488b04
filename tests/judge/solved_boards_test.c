// solved_boards_test.c - what is said of solved boards follows from their figures.
#include "judge/solved_boards.h"

#include "support/match_fixture.h"
#include "support/test.h"

static dado_solved_boards solution_of(double share, int colours, int discs)
{
    return (dado_solved_boards){ .name = "2x2",
                                 .size_names = { "colours", "discs" },
                                 .size = { colours, discs },
                                 .players = 2,
                                 .solved = 3,
                                 .sum = { .boards = 10, .won = { 5, 5 }, .share = share },
                                 .first = dado_estimate_share(share) };
}

static void fairness_follows_the_share(void **state)
{
    (void)state;
    static const struct {
        double share;
        dado_tone tone;
        const char *words;
    } cases[] = {
        { 0.5, DADO_GOOD, "exactly fair" },
        { 0.51, DADO_GOOD, "as good as fair" },
        { 0.9, DADO_BAD, "moving first pays" },
        { 0.4, DADO_WARN, "moving first costs" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_verdict verdicts[DADO_VERDICTS];
        dado_solved_boards s = solution_of(cases[i].share, 2, 2);
        assert_int_equal(dado_solved_boards_judge(&s, verdicts), 2);
        assert_int_equal(verdicts[0].tone, cases[i].tone);
        assert_non_null(strstr(verdicts[0].claim, cases[i].words));
        assert_non_null(strstr(verdicts[0].evidence, "proved, not sampled"));
    }
}

static void a_sample_claims_no_more_than_its_interval_holds(void **state)
{
    (void)state;
    dado_region region;
    dado_error err = { 0 };
    dado_solve_all survey;
    dado_verdict verdicts[DADO_VERDICTS];
    dado_experiment_settings how = { .threads = 2 };
    dado_region_init(&region, (size_t)16 << 20);
    dado_solve_all_plan plan = {
        .source = *dado_test_game("bigpoints", "colours = 3\ndiscs = 2", &region),
        .sample = 200,
        .seed = 4,
    };
    assert_true(dado_solve_all_run(&plan, &how, &survey, &err));
    dado_solved_boards s = dado_solved_boards_of(&survey);
    assert_string_equal(s.name, "3x2, 200 drawn");
    assert_true(s.sum.boards == 200);
    assert_true(s.first.low < 0.7667 && s.first.high > 0.7666);  // all boards: 0.7667
    dado_solved_boards_judge(&s, verdicts);
    assert_non_null(strstr(verdicts[0].evidence, "estimated"));
    assert_null(strstr(verdicts[0].evidence, "not sampled"));
    assert_true(verdicts[0].level == 0.95);
    dado_solve_all_free(&survey);
    // a share near the line, with few boards behind it, is not claimed
    s.first = dado_estimate_proportion(12, 20, 0.95);
    dado_solved_boards_judge(&s, verdicts);
    assert_int_equal(verdicts[0].tone, DADO_UNSURE);
    dado_region_free(&region);
}

static void sizes_are_compared_where_nothing_else_differs(void **state)
{
    (void)state;
    dado_verdict verdicts[DADO_VERDICTS];
    dado_solved_boards two[2] = { solution_of(0.45, 2, 3), solution_of(0.4, 2, 2) };
    assert_int_equal(dado_solved_boards_trend(two, 2, verdicts), 1);
    assert_string_equal(verdicts[0].claim, "With 2 colours, more discs make it fairer.");
    two[0].like = 1;
    assert_int_equal(dado_solved_boards_trend(two, 2, verdicts), 0);
    dado_solved_boards three[3] = { solution_of(0.4, 2, 2), solution_of(0.7, 3, 2),
                                    solution_of(0.6, 4, 2) };
    assert_int_equal(dado_solved_boards_trend(three, 3, verdicts), 1);
    assert_non_null(strstr(verdicts[0].claim, "no one direction"));
    three[1] = solution_of(0.6, 3, 2);
    three[2] = solution_of(0.7, 4, 2);
    dado_solved_boards_trend(three, 3, verdicts);
    assert_non_null(strstr(verdicts[0].claim, "more colours make it less fair"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fairness_follows_the_share),
        cmocka_unit_test(a_sample_claims_no_more_than_its_interval_holds),
        cmocka_unit_test(sizes_are_compared_where_nothing_else_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
