// recycle_games_test.c - games that were text a moment ago, solved like any other.
#include "lab/game_source.h"
#include "solve/perfect_info_solver.h"
#include "support/test.h"

static dado_solve_stats last;  // of the solver that was asked last

static dado_value solve(const char *name, const char *settings, dado_objective by)
{
    dado_region region;
    dado_error err = { 0 };
    dado_options options;
    dado_game_source source;
    dado_game game;
    dado_region_init(&region, (size_t)1 << 26);
    assert_true(dado_options_read(&options, "test", settings, &region, &err));
    if (!dado_game_source_find(&source, name, &options, &region, &err) ||
        !dado_game_source_open(&source, &game, &region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    dado_solve_config plan = { .objective = by };
    dado_solver *solver = dado_solver_new(&game, &plan, &err);
    if (!solver) fail_msg("%s: %s", name, err.text);
    void *state = dado_region_alloc(&region, 1, game.state_size);
    dado_value value;
    game.rules->start(&game, state);
    if (!dado_solve(solver, state, &value, &err)) fail_msg("%s: %s", name, err.text);
    last = dado_solver_stats(solver);
    dado_solver_free(solver);
    dado_region_free(&region);
    return value;
}

static void described_nim_is_won_unless_the_heaps_cancel(void **state)
{
    (void)state;
    for (int a = 1; a <= 3; a++) {
        for (int b = a; b <= 4; b++) {
            for (int c = b; c <= 5; c++) {
                char settings[80];
                snprintf(settings, sizeof settings, "FIRST = %d\nSECOND = %d\nTHIRD = %d", a, b, c);
                double share = solve("library/small/nim.rcy", settings, DADO_BY_WIN).share[0];
                assert_true(share == ((a ^ b ^ c) != 0));
            }
        }
    }
}

static void fifteen_is_a_draw_like_the_game_it_hides(void **state)
{
    (void)state;
    dado_value value = solve("library/small/fifteen.rcy", "", DADO_BY_WIN);
    assert_true(value.share[0] == 0.5 && value.share[1] == 0.5);
    solve("library/small/fifteen.rcy", "", DADO_BY_MARGIN);
    // those of noughts and crosses that are not over, whatever the order they were reached in
    assert_int_equal(last.positions, 4520);
    assert_true(last.looked_up > 8000);
}

// A heap is named where several could be meant.
static void moves_from_several_heaps_are_told_apart_in_words(void **state)
{
    (void)state;
    dado_region region;
    dado_error err = { 0 };
    dado_options options = { 0 };
    dado_game_source source;
    dado_game game;
    dado_region_init(&region, (size_t)1 << 24);
    assert_true(dado_game_source_find(&source, "library/small/nim.rcy", &options, &region, &err) &&
                dado_game_source_open(&source, &game, &region, &err));
    void *at = dado_region_alloc(&region, 1, game.state_size);
    dado_move *moves = dado_new(&region, dado_move, game.max_moves);
    game.rules->start(&game, at);
    int count = game.rules->legal(&game, at, moves);
    assert_int_equal(count, 12);
    for (int i = 0; i < count; i++) {
        dado_text words = { 0 };
        game.rules->print_move(&game, at, moves[i], &words);
        const char *heap = i < 3 ? "from FIRST" : i < 7 ? "from SECOND" : "from THIRD";
        assert_non_null(strstr(dado_text_string(&words), heap));
        assert_null(strchr(dado_text_string(&words), '('));
        dado_text_free(&words);
    }
    dado_region_free(&region);
}

static void a_count_without_bound_is_told(void **state)
{
    (void)state;
    dado_region region;
    dado_error err = { 0 };
    dado_options options = { 0 };
    dado_game_source source;
    dado_game game;
    dado_value value;
    dado_region_init(&region, (size_t)1 << 24);
    assert_true(
        dado_game_source_find(&source, "tests/solve/games/hoard.rcy", &options, &region, &err) &&
        dado_game_source_open(&source, &game, &region, &err));
    dado_solve_config plan = { .memory = 4 << 20 };
    dado_solver *solver = dado_solver_new(&game, &plan, &err);
    void *at = dado_region_alloc(&region, 1, game.state_size);
    game.rules->start(&game, at);
    assert_false(dado_solve(solver, at, &value, &err));
    assert_non_null(strstr(err.text, "more memory does not help"));
    dado_solver_free(solver);
    dado_region_free(&region);
}

static void a_described_race_has_the_odds_of_the_one_in_c(void **state)
{
    (void)state;
    for (int length = 1; length <= 13; length += 4) {
        char described[80], written[80];
        snprintf(described, sizeof described, "LENGTH = %d\nluck = listed", length);
        snprintf(written, sizeof written, "length = %d", length);
        double a = solve("library/small/race.rcy", described, DADO_BY_WIN).share[0];
        double b = solve("race", written, DADO_BY_WIN).share[0];
        assert_true(a - b < 1e-12 && b - a < 1e-12);
    }
}

// Two players, three throws of a die each: nobody decides anything, and nobody is ahead.
static void dice_points_is_even_by_points(void **state)
{
    (void)state;
    dado_value value = solve("library/dice/dicepoints.rcy",
                             "ROUNDS = 3\nPLAYERS = 2\nluck = listed", DADO_BY_MARGIN);
    assert_true(value.score[0] > 10.5 - 1e-9 && value.score[0] < 10.5 + 1e-9);
    assert_true(value.margin[0] < 1e-9 && value.margin[0] > -1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(described_nim_is_won_unless_the_heaps_cancel),
        cmocka_unit_test(fifteen_is_a_draw_like_the_game_it_hides),
        cmocka_unit_test(moves_from_several_heaps_are_told_apart_in_words),
        cmocka_unit_test(a_count_without_bound_is_told),
        cmocka_unit_test(a_described_race_has_the_odds_of_the_one_in_c),
        cmocka_unit_test(dice_points_is_even_by_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
