// perfect_info_solver_test.c - the general solver on games whose values are known, and on what it
// must refuse.
#include "solve/perfect_info_solver.h"

#include "support/test.h"
#include "worlds/shelf.h"

typedef struct opened {
    dado_region region;
    dado_game game;
} opened;

static opened *open_game(const char *name, const char *settings)
{
    opened *o = calloc(1, sizeof *o);
    assert_non_null(o);
    dado_error err = { 0 };
    dado_options options;
    dado_region_init(&o->region, (size_t)1 << 20);
    assert_true(dado_options_read(&options, "test", settings, &o->region, &err));
    if (!dado_game_open(&o->game, dado_world_named(name), &options, &o->region, &err)) {
        fail_msg("%s", err.text);
    }
    return o;
}

static void close_game(opened *o)
{
    dado_region_free(&o->region);
    free(o);
}

static dado_value solve(const char *name, const char *settings, dado_objective by,
                        dado_solve_stats *stats)
{
    opened *o = open_game(name, settings);
    dado_error err = { 0 };
    dado_solve_config plan = { .objective = by };
    dado_solver *solver = dado_solver_new(&o->game, &plan, &err);
    if (!solver) fail_msg("%s", err.text);
    dado_value value;
    _Alignas(16) unsigned char state[512];
    assert_true(o->game.state_size <= sizeof state);
    o->game.rules->start(&o->game, state);
    if (!dado_solve(solver, state, &value, &err)) fail_msg("%s", err.text);
    if (stats) *stats = dado_solver_stats(solver);
    dado_solver_free(solver);
    close_game(o);
    return value;
}

static void nim_is_won_unless_the_heaps_cancel(void **state)
{
    (void)state;
    for (int a = 1; a <= 6; a++) {
        for (int b = a; b <= 6; b++) {
            for (int c = b; c <= 6; c++) {
                char settings[64];
                snprintf(settings, sizeof settings, "heaps = %d,%d,%d", a, b, c);
                bool wins = (a ^ b ^ c) != 0;
                assert_true((solve("nim", settings, DADO_BY_WIN, NULL).share[0] == 1) == wins);
                assert_true((solve("nim", settings, DADO_BY_MARGIN, NULL).margin[0] == 1) == wins);
                snprintf(settings, sizeof settings, "heaps = %d,%d,%d\nmisere = yes", a, b, c);
                if (c == 1) wins = !wins;  // only heaps of one are left: parity turns round
                assert_true((solve("nim", settings, DADO_BY_OUTCOME, NULL).share[0] == 1) == wins);
            }
        }
    }
}

// Turned and mirrored boards count once: 765 positions, of which 138 are over.
static void noughts_and_crosses_is_a_draw_in_627_positions(void **state)
{
    (void)state;
    dado_solve_stats stats;
    dado_value value = solve("noughts", "", DADO_BY_MARGIN, &stats);
    assert_true(value.share[0] == 0.5 && value.score[0] == 0 && value.score[1] == 0);
    assert_int_equal(stats.positions, 627);
}

static void looking_for_a_win_only_visits_less(void **state)
{
    (void)state;
    dado_solve_stats all, some;
    solve("nim", "heaps = 7,9,11,13", DADO_BY_MARGIN, &all);
    dado_value value = solve("nim", "heaps = 7,9,11,13", DADO_BY_WIN, &some);
    assert_true(value.share[0] == ((7 ^ 9 ^ 11 ^ 13) != 0));
    assert_true(some.positions < all.positions);
}

// Squares to go for the mover and his rival: the chance that the mover wins.
static double race_by_hand(int mine, int his, int sides, int walk)
{
    if (his <= 0) return 0;
    double thrown = 0;
    for (int face = 1; face <= sides; face++) {
        thrown += mine - face <= 0 ? 1 : 1 - race_by_hand(his, mine - face, sides, walk);
    }
    thrown /= sides;
    double walked = mine - walk <= 0 ? 1 : 1 - race_by_hand(his, mine - walk, sides, walk);
    return thrown > walked ? thrown : walked;
}

static void a_dice_race_has_the_odds_worked_out_by_hand(void **state)
{
    (void)state;
    // two squares, a coin for a die: throw, and win 1/2 + 1/2 * 1/2
    dado_value value = solve("race", "length = 2\nsides = 2\nwalk = 1", DADO_BY_WIN, NULL);
    assert_true(value.share[0] == 0.75 && value.share[1] == 0.25);
    for (int length = 1; length <= 7; length++) {
        char settings[64];
        snprintf(settings, sizeof settings, "length = %d\nsides = 4\nwalk = 2", length);
        value = solve("race", settings, DADO_BY_WIN, NULL);
        double miss = value.share[0] - race_by_hand(length, length, 4, 2);
        assert_true(miss < 1e-12 && miss > -1e-12);
    }
}

static void more_than_two_players_and_one_alone_are_solved_too(void **state)
{
    (void)state;
    dado_value value = solve("race", "length = 6\nplayers = 4", DADO_BY_WIN, NULL);
    double sum = value.share[0] + value.share[1] + value.share[2] + value.share[3];
    assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12 && value.share[0] > value.share[3]);
    // on a grid of 3 by 2 the far corner ends the walk, and the only coins lie at 2,0 and 1,1
    value = solve("walk", "width = 3\nheight = 2\nsteps = 8", DADO_BY_MARGIN, NULL);
    assert_true(value.score[0] == 2 && value.margin[0] == 2);
}

static void refuses(const dado_game *game, dado_solve_config plan, const char *because)
{
    dado_error err = { 0 };
    dado_solver *solver = dado_solver_new(game, &plan, &err);
    if (solver) {
        dado_value value;
        _Alignas(16) unsigned char state[512];
        game->rules->start(game, state);
        assert_false(dado_solve(solver, state, &value, &err));
        dado_solver_free(solver);
    }
    if (!strstr(err.text, because)) fail_msg("\"%s\" is not about %s", err.text, because);
}

static void hidden_cards_are_refused_with_a_way_out(void **state)
{
    (void)state;
    opened *o = open_game("kuhn", "");
    refuses(&o->game, (dado_solve_config){ 0 }, "hides");
    refuses(&o->game, (dado_solve_config){ 0 }, "dado solve GAME equilibrium");
    close_game(o);
}

static void orders_for_two_are_refused_where_three_play(void **state)
{
    (void)state;
    opened *o = open_game("bigpoints", "board = 1122\nplayers = 3");
    refuses(&o->game, (dado_solve_config){ .objective = DADO_BY_OUTCOME }, "use margin");
    refuses(&o->game, (dado_solve_config){ .objective = DADO_BY_DRAFT }, "use margin");
    close_game(o);
}

// A coin whose outcomes are any word, and a pair of positions that follow each other for ever.
static void start_zero(const dado_game *game, void *state)
{
    memset(state, 0, game->state_size);
}

static int chance_first(const dado_game *game, const void *state)
{
    (void)game;
    return *(const uint8_t *)state ? DADO_NOBODY : DADO_CHANCE;
}

static int list_nothing(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    (void)state;
    (void)moves;
    return 0;
}

static int player_first(const dado_game *game, const void *state)
{
    (void)game;
    return *(const uint8_t *)state == 2 ? DADO_NOBODY : 0;
}

static int list_two(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    moves[0] = !*(const uint8_t *)state;
    moves[1] = 2;
    return 2;
}

static void become_move(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    *(uint8_t *)state = (uint8_t)move;
}

static void score_zero(const dado_game *game, const void *state, int32_t *scores)
{
    (void)state;
    for (int p = 0; p < game->players; p++) scores[p] = 0;
}

static void luck_without_a_list_is_refused_with_a_way_out(void **state)
{
    (void)state;
    const dado_rules rules = { .title = "A coin",
                               .start = start_zero,
                               .actor = chance_first,
                               .legal = list_nothing,
                               .apply = become_move,
                               .scores = score_zero };
    dado_game game = {
        .rules = &rules, .players = 1, .max_moves = 2, .state_size = 1, .view_size = 1, .luck = true
    };
    refuses(&game, (dado_solve_config){ 0 }, "dado sim");
    game.options = "luck=word";  // as a described game has it unless it is told otherwise
    refuses(&game, (dado_solve_config){ 0 }, "luck=listed");
}

static void positions_that_come_round_again_are_refused(void **state)
{
    (void)state;
    const dado_rules rules = { .title = "To and fro",
                               .start = start_zero,
                               .actor = player_first,
                               .legal = list_two,
                               .apply = become_move,
                               .scores = score_zero };
    const dado_game game = {
        .rules = &rules, .players = 1, .max_moves = 2, .state_size = 1, .view_size = 1
    };
    refuses(&game, (dado_solve_config){ 0 }, "a position can repeat");
}

static void a_game_too_large_for_its_memory_ends_with_the_figures_of_the_table(void **state)
{
    (void)state;
    opened *o = open_game("bigpoints", "board = 1234512345");
    refuses(&o->game, (dado_solve_config){ .memory = 1 << 20 }, "too large for 1 MiB");
    refuses(&o->game, (dado_solve_config){ .memory = 1 << 20 }, "positions of 24 bytes");
    refuses(&o->game, (dado_solve_config){ .memory = 3 << 20 }, "--memory");
    close_game(o);
}

static bool stop_at_once(void *to, const dado_solve_stats *stats)
{
    (*(int *)to)++;
    return stats->positions == 0;
}

static void a_walk_can_be_stopped_from_outside(void **state)
{
    (void)state;
    int asked = 0;
    opened *o = open_game("bigpoints", "board = 1234512345");
    refuses(&o->game, (dado_solve_config){ .report = stop_at_once, .to = &asked }, "stopped");
    assert_int_equal(asked, 1);
    close_game(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nim_is_won_unless_the_heaps_cancel),
        cmocka_unit_test(noughts_and_crosses_is_a_draw_in_627_positions),
        cmocka_unit_test(looking_for_a_win_only_visits_less),
        cmocka_unit_test(a_dice_race_has_the_odds_worked_out_by_hand),
        cmocka_unit_test(more_than_two_players_and_one_alone_are_solved_too),
        cmocka_unit_test(hidden_cards_are_refused_with_a_way_out),
        cmocka_unit_test(orders_for_two_are_refused_where_three_play),
        cmocka_unit_test(luck_without_a_list_is_refused_with_a_way_out),
        cmocka_unit_test(positions_that_come_round_again_are_refused),
        cmocka_unit_test(a_game_too_large_for_its_memory_ends_with_the_figures_of_the_table),
        cmocka_unit_test(a_walk_can_be_stopped_from_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
