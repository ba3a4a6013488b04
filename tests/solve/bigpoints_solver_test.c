// bigpoints_solver_test.c - Big Points solved: every value its specification gives, exactly.
#include "solve/perfect_info_solver.h"
#include "support/test.h"
#include "worlds/bigpoints_boards.h"
#include "worlds/shelf.h"

typedef struct solved {
    dado_value value;
    dado_solve_stats stats;
} solved;

static dado_game open_game(const char *settings, dado_region *region)
{
    dado_error err = { 0 };
    dado_options options;
    dado_game game;
    dado_region_init(region, (size_t)1 << 20);
    assert_true(dado_options_read(&options, "test", settings, region, &err));
    if (!dado_game_open(&game, dado_world_named("bigpoints"), &options, region, &err)) {
        fail_msg("%s", err.text);
    }
    return game;
}

static solved solve(const char *settings, dado_objective by)
{
    dado_region region;
    dado_error err = { 0 };
    dado_game game = open_game(settings, &region);
    dado_solve_config plan = { .objective = by };
    dado_solver *solver = dado_solver_new(&game, &plan, &err);
    if (!solver) fail_msg("%s", err.text);
    solved result;
    _Alignas(8) unsigned char state[256];
    game.rules->start(&game, state);
    if (!dado_solve(solver, state, &result.value, &err)) fail_msg("%s", err.text);
    result.stats = dado_solver_stats(solver);
    dado_solver_free(solver);
    dado_region_free(&region);
    return result;
}

static solved solve_board(const char *board, int players, dado_objective by)
{
    char settings[128];
    snprintf(settings, sizeof settings, "board = %s\nplayers = %d", board, players);
    return solve(settings, by);
}

typedef struct known {
    const char *board;
    int first, second, states;
} known;

static void check(const known *rows, size_t count, dado_objective by)
{
    for (size_t i = 0; i < count; i++) {
        solved s = solve_board(rows[i].board, 2, by);
        if (s.value.score[0] != rows[i].first || s.value.score[1] != rows[i].second ||
            (rows[i].states && s.stats.positions != (uint64_t)rows[i].states)) {
            fail_msg("%s: %g-%g in %d states", rows[i].board, s.value.score[0], s.value.score[1],
                     (int)s.stats.positions);
        }
    }
}

#define CHECK(rows, by) check(rows, sizeof(rows) / sizeof *(rows), by)

static void the_draft_order_gives_the_pairs_of_its_table(void **state)
{
    (void)state;
    static const known rows[] = {
        { "1122", 2, 1, 17 }, { "1212", 2, 0, 25 }, { "1221", 2, 1, 25 },
        { "2112", 2, 1, 25 }, { "2121", 2, 1, 25 }, { "2211", 2, 0, 17 },
    };
    CHECK(rows, DADO_BY_DRAFT);
    static const int pairs[20][2] = {
        { 3, 0 }, { 2, 1 }, { 3, 1 }, { 2, 0 }, { 2, 2 }, { 2, 1 }, { 2, 2 },
        { 2, 2 }, { 3, 0 }, { 2, 2 }, { 2, 2 }, { 3, 1 }, { 2, 2 }, { 2, 2 },
        { 2, 1 }, { 2, 2 }, { 2, 0 }, { 3, 0 }, { 2, 1 }, { 3, 1 },
    };
    dado_bigpoints_row row = dado_bigpoints_row_first((dado_bigpoints_row_size){ 2, 3, 0, 0 });
    for (int i = 0; i < 20; i++) {
        char text[64];
        dado_bigpoints_row_write(&row, text);
        known one = { text, pairs[i][0], pairs[i][1], 0 };
        check(&one, 1, DADO_BY_DRAFT);
        assert_int_equal(dado_bigpoints_row_next(&row), i < 19);
    }
}

static void the_margin_order_gives_the_reference_pairs_and_states(void **state)
{
    (void)state;
    static const known rows[] = {
        { "1122", 2, 1, 17 },    { "1212", 2, 1, 25 },    { "1221", 2, 1, 25 },
        { "2112", 2, 1, 25 },    { "2121", 2, 1, 25 },    { "2211", 2, 1, 17 },
        { "111222", 3, 1, 71 },  { "112122", 2, 1, 61 },  { "112212", 3, 1, 63 },
        { "112221", 3, 1, 64 },  { "121122", 2, 2, 86 },  { "121212", 2, 1, 104 },
        { "121221", 2, 2, 102 }, { "122112", 2, 2, 93 },  { "122121", 3, 1, 99 },
        { "122211", 2, 2, 94 },  { "112233", 5, 3, 337 }, { "112323", 5, 4, 462 },
        { "112332", 5, 3, 403 }, { "121233", 4, 4, 650 }, { "121323", 4, 4, 603 },
        { "121332", 4, 5, 552 }, { "122133", 5, 4, 590 }, { "122313", 5, 4, 576 },
        { "122331", 5, 4, 543 }, { "123123", 4, 4, 521 }, { "123132", 4, 4, 534 },
        { "123213", 5, 4, 527 }, { "123231", 4, 4, 587 }, { "123312", 5, 4, 486 },
        { "123321", 5, 4, 541 },
    };
    CHECK(rows, DADO_BY_MARGIN);
}

static void single_boards_with_special_discs_have_their_reference_values(void **state)
{
    (void)state;
    static const known rows[] = {
        { "K1122", 2, 0, 86 },  { "1K122", 2, 0, 75 },  { "K1212", 2, 0, 81 },
        { "121K2", 1, 1, 43 },  { "W1212", 3, 1, 60 },  { "12W12", 3, 1, 33 },
        { "1W2K12", 2, 1, 96 }, { "12WK12", 1, 1, 69 }, { "K112122", 2, 1, 532 },
    };
    CHECK(rows, DADO_BY_MARGIN);
}

static void every_first_move_of_the_smallest_boards_has_its_margin_pair(void **state)
{
    (void)state;
    static const struct {
        const char *board, *moves[3];
        int pair[3][2];
    } roots[] = {
        { "1122", { "1>", "2<", "2>" }, { { 2, 1 }, { 1, 2 }, { 1, 1 } } },
        { "1212", { "1>", "2<", "2>" }, { { 1, 2 }, { 2, 1 }, { 1, 2 } } },
        { "1221", { "1>", "2<", "2>" }, { { 2, 1 }, { 1, 2 }, { 2, 1 } } },
        { "2112", { "1<", "1>", "2>" }, { { 1, 2 }, { 2, 1 }, { 2, 1 } } },
        { "2121", { "1<", "1>", "2>" }, { { 2, 1 }, { 1, 2 }, { 1, 2 } } },
        { "2211", { "1<", "1>", "2>" }, { { 1, 2 }, { 1, 1 }, { 2, 1 } } },
    };
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "board = %s", roots[i].board);
        dado_region region;
        dado_error err = { 0 };
        dado_game game = open_game(settings, &region);
        dado_solver *solver = dado_solver_new(&game, &(dado_solve_config){ 0 }, &err);
        assert_non_null(solver);
        _Alignas(8) unsigned char begin[256];
        game.rules->start(&game, begin);
        dado_move moves[32];
        dado_value values[32];
        int count = game.rules->legal(&game, begin, moves);
        assert_int_equal(count, 3);
        assert_true(dado_solve_best(solver, begin, moves, count, values, &err) >= 0);
        for (int m = 0; m < count; m++) {
            char words[16];
            dado_text out = dado_text_in_buffer(words, sizeof words);
            game.rules->print_move(&game, begin, moves[m], &out);
            assert_string_equal(words, roots[i].moves[m]);
            assert_int_equal((int)values[m].score[0], roots[i].pair[m][0]);
            assert_int_equal((int)values[m].score[1], roots[i].pair[m][1]);
        }
        dado_solver_free(solver);
        dado_region_free(&region);
    }
}

typedef struct census {
    int rows, first, drawn, second;
    uint64_t least, most, total;
    double margin;
} census;

static census take_census(dado_bigpoints_row_size size, const char *more)
{
    census c = { .least = UINT64_MAX };
    dado_bigpoints_row row = dado_bigpoints_row_first(size);
    do {
        char settings[128], text[64];
        dado_bigpoints_row_write(&row, text);
        snprintf(settings, sizeof settings, "board = %s\n%s", text, more);
        solved s = solve(settings, DADO_BY_MARGIN);
        c.rows++;
        c.first += s.value.margin[0] > 0;
        c.drawn += s.value.margin[0] == 0;
        c.second += s.value.margin[0] < 0;
        c.margin += s.value.margin[0];
        c.total += s.stats.positions;
        if (s.stats.positions < c.least) c.least = s.stats.positions;
        if (s.stats.positions > c.most) c.most = s.stats.positions;
    } while (dado_bigpoints_row_next(&row));
    return c;
}

static void all_boards_of_a_size_have_their_reference_summary(void **state)
{
    (void)state;
    static const struct {
        dado_bigpoints_row_size size;
        census c;
    } sizes[] = {
        { { 2, 2, 0, 0 }, { 6, 6, 0, 0, 17, 25, 134, 6 } },
        { { 2, 3, 0, 0 }, { 20, 12, 8, 0, 61, 104, 1674, 20 } },
        { { 2, 5, 0, 0 }, { 252, 156, 88, 8, 692, 1860, 291136, 160 } },
        { { 3, 2, 0, 0 }, { 90, 54, 30, 6, 337, 650, 47472, 60 } },
        { { 2, 2, 1, 0 }, { 30, 20, 6, 4, 25, 60, 1160, 26 } },
        { { 2, 2, 0, 1 }, { 30, 26, 4, 0, 28, 86, 1604, 46 } },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        census c = take_census(sizes[i].size, ""), want = sizes[i].c;
        assert_int_equal(c.rows, want.rows);
        assert_int_equal(c.first, want.first);
        assert_int_equal(c.drawn, want.drawn);
        assert_int_equal(c.second, want.second);
        assert_int_equal(c.least, want.least);
        assert_int_equal(c.most, want.most);
        assert_int_equal(c.total, want.total);
        assert_int_equal((int)c.margin, (int)want.margin);
    }
}

static void the_loose_variant_has_more_states_and_the_same_winners(void **state)
{
    (void)state;
    static const char *const boards[] = { "1122", "1212", "1221", "2112", "2121", "2211" };
    static const int states[] = { 20, 31, 28, 28, 31, 20 };
    for (int i = 0; i < 6; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "board = %s\nloose = yes", boards[i]);
        solved s = solve(settings, DADO_BY_MARGIN);
        assert_int_equal(s.stats.positions, states[i]);
        assert_true(s.value.margin[0] > 0);
    }
    census c = take_census((dado_bigpoints_row_size){ 3, 2, 0, 0 }, "loose = yes");
    assert_int_equal(c.first, 54);
    assert_int_equal(c.second, 6);
    assert_int_equal((int)(100.0 * (double)c.total / c.rows + 0.5), 61573);
}

static void three_players_share_as_the_reference_says(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        int score[3], states;
    } rows[] = {
        { "1122", { 1, 1, 0 }, 19 },
        { "1212", { 0, 1, 1 }, 25 },
        { "1221", { 0, 1, 1 }, 24 },
    };
    for (int i = 0; i < 3; i++) {
        solved s = solve_board(rows[i].board, 3, DADO_BY_MARGIN);
        for (int p = 0; p < 3; p++) assert_int_equal((int)s.value.score[p], rows[i].score[p]);
        assert_int_equal(s.stats.positions, rows[i].states);
    }
    int alone[3] = { 0 }, shared = 0;
    uint64_t least = UINT64_MAX, most = 0, total = 0;
    dado_bigpoints_row row = dado_bigpoints_row_first((dado_bigpoints_row_size){ 2, 3, 0, 0 });
    do {
        char text[64];
        dado_bigpoints_row_write(&row, text);
        solved s = solve_board(text, 3, DADO_BY_MARGIN);
        bool sole = false;
        for (int p = 0; p < 3; p++) {
            alone[p] += s.value.share[p] == 1.0;
            sole |= s.value.share[p] == 1.0;
        }
        shared += !sole;
        total += s.stats.positions;
        if (s.stats.positions < least) least = s.stats.positions;
        if (s.stats.positions > most) most = s.stats.positions;
    } while (dado_bigpoints_row_next(&row));
    assert_int_equal(alone[0], 10);
    assert_int_equal(alone[1], 4);
    assert_int_equal(alone[2], 0);
    assert_int_equal(shared, 6);
    assert_int_equal(least, 64);
    assert_int_equal(most, 113);
    assert_int_equal(total, 94 * 20);
}

// All objectives rank by outcome first, so who wins is the same under each.
static void the_winner_does_not_depend_on_the_objective(void **state)
{
    (void)state;
    int differ = 0;
    dado_bigpoints_row row = dado_bigpoints_row_first((dado_bigpoints_row_size){ 3, 2, 0, 0 });
    do {
        char text[64];
        dado_bigpoints_row_write(&row, text);
        solved margin = solve_board(text, 2, DADO_BY_MARGIN);
        solved draft = solve_board(text, 2, DADO_BY_DRAFT);
        for (int by = DADO_BY_OUTCOME; by <= DADO_BY_WIN; by++) {
            solved s = solve_board(text, 2, (dado_objective)by);
            assert_true(s.value.share[0] == margin.value.share[0]);
        }
        differ += draft.value.score[0] != margin.value.score[0] ||
                  draft.value.score[1] != margin.value.score[1];
    } while (dado_bigpoints_row_next(&row));
    assert_int_equal(differ, 52);
}

// Dealing the row is luck like any other: its mean is that of the boards.
static void a_dealt_row_is_worth_the_mean_of_all_boards(void **state)
{
    (void)state;
    solved s = solve("colours = 3\ndiscs = 2", DADO_BY_MARGIN);
    assert_true(s.value.margin[0] > 0.666666666 && s.value.margin[0] < 0.666666667);
    assert_true(s.value.share[0] > 0.766666666 && s.value.share[0] < 0.766666667);
    // colours are named as they lie: 15 classes of 90 boards, and 32 rows half dealt
    assert_int_equal(s.stats.positions, 47472 / 6 + 32);
    s = solve("colours = 2\ndiscs = 2\nblack = 1", DADO_BY_MARGIN);
    assert_true(s.value.margin[0] > 1.533333333 && s.value.margin[0] < 1.533333334);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_draft_order_gives_the_pairs_of_its_table),
        cmocka_unit_test(the_margin_order_gives_the_reference_pairs_and_states),
        cmocka_unit_test(single_boards_with_special_discs_have_their_reference_values),
        cmocka_unit_test(every_first_move_of_the_smallest_boards_has_its_margin_pair),
        cmocka_unit_test(all_boards_of_a_size_have_their_reference_summary),
        cmocka_unit_test(the_loose_variant_has_more_states_and_the_same_winners),
        cmocka_unit_test(three_players_share_as_the_reference_says),
        cmocka_unit_test(the_winner_does_not_depend_on_the_objective),
        cmocka_unit_test(a_dealt_row_is_worth_the_mean_of_all_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
