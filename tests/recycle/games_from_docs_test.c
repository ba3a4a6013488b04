// games_from_docs_test.c - games written from the documentation alone: a dice game with kept dice,
// one with hidden dice, a bidding game and a small board game. What they needed the pages must
// tell.
#include "recycle/open_and_play.h"
#include "solve/perfect_info_solver.h"
#include "support/game_contract.h"

static const char *const games[] = { "crew", "totals", "song", "dodge" };

static described open_written(const char *name, char **text)
{
    char path[200];
    snprintf(path, sizeof path, "tests/written/%s.rcy", name);
    *text = dado_test_read(path);
    assert_non_null(*text);
    described d = describe_with(path, *text, NULL);
    if (!d.opened) fail_msg("%s:%d: %s", path, d.error.place.line, d.error.text);
    return d;
}

static void each_checks_without_a_word_and_plays_to_its_end(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        char *text;
        described d = open_written(games[i], &text);
        dado_region region;
        dado_recycle_diagnostics found;
        dado_region_init(&region, (size_t)64 << 20);
        dado_recycle_check(games[i], text, NULL, &region, &found);
        if (found.count) fail_msg("%s: %s", games[i], found.items[0].error.text);
        dado_region_free(&region);
        for (int match = 0; match < dado_test_repeats(300, 20000); match++) {
            played r = play_random(&d, 15, (uint64_t)match, 2000);
            if (!r.ended || !r.sound || r.empty) {
                fail_msg("%s, match %d: %s", games[i], match, r.why.text);
            }
        }
        dado_game_contract_check(&d.game, (dado_game_contract){ .matches = dado_test_repeats(3, 40),
                                                                .most_steps = 400,
                                                                .seed = 3 });
        free_described(&d);
        free(text);
    }
}

// Known of the game on three by three: who begins wins.
static void dodge_is_won_by_who_begins(void **state)
{
    (void)state;
    char *text;
    described d = open_written("dodge", &text);
    dado_error err = { 0 };
    dado_solve_config plan = { .objective = DADO_BY_MARGIN };
    dado_solver *solver = dado_solver_new(&d.game, &plan, &err);
    if (!solver) fail_msg("%s", err.text);
    dado_value value;
    d.game.rules->start(&d.game, d.state);
    assert_true(dado_solve(solver, d.state, &value, &err));
    assert_true(value.score[0] > 0.5);
    dado_solver_free(solver);
    free_described(&d);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_checks_without_a_word_and_plays_to_its_end),
        cmocka_unit_test(dodge_is_won_by_who_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
