// bigpoints_test.c - the rules of Big Points, by the examples its specification works through.
#include "worlds/bigpoints_boards.h"

#include "support/game_contract.h"
#include "support/test.h"
#include "worlds/shelf.h"

typedef struct match {
    dado_region region;
    dado_game game;
    _Alignas(8) unsigned char state[256];
} match;

// Opens Big Points with options in the words of a settings file.
static bool try_open(match *m, const char *settings, dado_error *err)
{
    dado_region_init(&m->region, (size_t)1 << 20);
    dado_options options;
    assert_true(dado_options_read(&options, "test", settings, &m->region, err));
    if (!dado_game_open(&m->game, dado_world_named("bigpoints"), &options, &m->region, err)) {
        dado_region_free(&m->region);
        return false;
    }
    assert_true(m->game.state_size <= sizeof m->state);
    m->game.rules->start(&m->game, m->state);
    return true;
}

static match begin(const char *settings)
{
    match m;
    dado_error err = { 0 };
    if (!try_open(&m, settings, &err)) fail_msg("%s", err.text);
    return m;
}

static void end(match *m)
{
    dado_region_free(&m->region);
}

static void play(match *m, const char *words)
{
    dado_move moves[32], found;
    if (!dado_find_move(&m->game, m->state, words, moves, &found)) fail_msg("no move %s", words);
    m->game.rules->apply(&m->game, m->state, found);
}

// The legal moves in the game's order, separated by blanks.
static const char *listed(const match *m)
{
    static char line[256];
    dado_text out = dado_text_in_buffer(line, sizeof line);
    dado_move moves[32];
    int count = m->game.rules->legal(&m->game, m->state, moves);
    for (int i = 0; i < count; i++) {
        if (i) dado_text_char(&out, ' ');
        m->game.rules->print_move(&m->game, m->state, moves[i], &out);
    }
    return dado_text_string(&out);
}

static void nothing_lies_behind_the_first_disc(void **state)
{
    (void)state;
    match m = begin("board = 1122");
    assert_string_equal(listed(&m), "1> 2< 2>");
    end(&m);
}

static void discs_under_pawns_are_skipped(void **state)
{
    (void)state;
    match m = begin("board = 1221");
    play(&m, "1>");
    assert_string_equal(listed(&m), "1< 2>");
    end(&m);
}

static void a_black_disc_held_before_the_turn_buys_a_second_movement(void **state)
{
    (void)state;
    match m = begin("board = K112122");
    play(&m, "1<");
    assert_int_equal(m.game.rules->actor(&m.game, m.state), 1);
    play(&m, "1<");
    play(&m, "1<");
    assert_int_equal(m.game.rules->actor(&m.game, m.state), 0);
    assert_string_equal(listed(&m), "+1^ +1b> +2< +2> +.");
    play(&m, "+1b>");
    assert_int_equal(m.game.rules->actor(&m.game, m.state), 1);
    assert_string_equal(listed(&m), "1^ 2>");
    double counted[4];
    m.game.rules->tally(&m.game, m.state, 0, counted);
    assert_true(counted[0] == 1 && counted[3] == 0);
    end(&m);
}

static void declining_keeps_the_black_disc(void **state)
{
    (void)state;
    match m = begin("board = K112122");
    play(&m, "1<");
    play(&m, "1<");
    play(&m, "1<");
    play(&m, "+.");
    double counted[4];
    m.game.rules->tally(&m.game, m.state, 0, counted);
    assert_true(counted[0] == 0 && counted[3] == 1);
    end(&m);
}

static void the_first_colour_up_is_worth_most(void **state)
{
    (void)state;
    match m = begin("board = 1122");
    play(&m, "1>");  // first collects the second 1
    play(&m, "1^");  // second climbs with 1: worth 1 a disc
    int32_t points[2];
    m.game.rules->scores(&m.game, m.state, points);
    assert_int_equal(points[0], 1);
    assert_int_equal(points[1], 1);
    end(&m);
}

// Pawn 2 has cleared the path up to its own disc; pawn 1 would land beside it and find nothing.
static void a_step_that_collects_nothing_is_for_the_loose_variant(void **state)
{
    (void)state;
    match strict = begin("board = 1221");
    play(&strict, "2<");
    play(&strict, "2<");
    assert_string_equal(listed(&strict), "2^");
    end(&strict);
    match loose = begin("board = 1221\nloose = yes");
    play(&loose, "2<");
    play(&loose, "2<");
    assert_string_equal(listed(&loose), "1- 2^");
    play(&loose, "1-");
    assert_int_equal(loose.game.rules->actor(&loose.game, loose.state), 1);
    end(&loose);
}

// The last pawn to climb from a disc leaves that disc behind, so some movement always collects.
static void the_strict_game_never_comes_to_a_step_that_collects_nothing(void **state)
{
    (void)state;
    static const char *const boards[] = { "board = 1KK2KK", "board = 12KKW3", "board = K1212K" };
    for (int i = 0; i < 3; i++) {
        match m = begin(boards[i]);
        for (uint64_t game = 0; game < 500; game++) {
            dado_rng luck = dado_rng_stream(7, game, 0);
            m.game.rules->start(&m.game, m.state);
            while (m.game.rules->actor(&m.game, m.state) != DADO_NOBODY) {
                assert_null(strchr(listed(&m), '-'));
                dado_move moves[32];
                uint64_t count = (uint64_t)m.game.rules->legal(&m.game, m.state, moves);
                m.game.rules->apply(&m.game, m.state, moves[dado_rng_below(&luck, count)]);
            }
        }
        end(&m);
    }
}

static void rounds_are_turns_of_everyone_and_the_end_closes_the_last(void **state)
{
    (void)state;
    match m = begin("board = 1122");
    const char *const moves[] = { "2>", "2^", "1>", "1^" };
    const int rounds[] = { 0, 1, 1, 2 };
    for (int i = 0; i < 4; i++) {
        play(&m, moves[i]);
        assert_int_equal(m.game.rules->round(&m.game, m.state), rounds[i]);
    }
    assert_int_equal(m.game.rules->actor(&m.game, m.state), DADO_NOBODY);
    end(&m);
}

static void white_discs_count_the_colours_in_hand(void **state)
{
    (void)state;
    match m = begin("board = 12W");
    const char *const moves[] = { "2>", "2^", "1>", "1^" };
    for (int i = 0; i < 4; i++) play(&m, moves[i]);
    int32_t points[2];
    m.game.rules->scores(&m.game, m.state, points);
    assert_int_equal(points[0], 2);  // a 2 worth 1, and a white disc beside one colour
    assert_int_equal(points[1], 1);  // a 2 worth 1, a 1 worth 0
    end(&m);
}

static void every_size_keeps_the_contract(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "players = 5",
        "players = 3\ncolours = 2\ndiscs = 1\nwhite = 2\nblack = 3",
        "colours = 3\ndiscs = 4",
        "board = 1W2K12KK",
        "board = 12K\nplayers = 4\nloose = yes",
        "colours = 4\ndiscs = 2\nblack = 5\nloose = yes",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        match m = begin(settings[i]);
        dado_game_contract how = { .matches = 30, .most_steps = 400, .seed = i, .must_end = true };
        dado_game_contract_check(&m.game, how);
        end(&m);
    }
}

static void boards_that_make_no_sense_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        { "board = 1123", "equally many" },
        { "board = 11", "two colours" },
        { "board = 11x2", "not \"x\"" },
        { "board = 1122\ncolours = 3", "leave one" },
        { "board = 1122WWWWWW", "at most" },
        { "players = 6", "players" },
        { "board = 11111111112222222222", "at most 9" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        match m;
        dado_error err = { 0 };
        assert_false(try_open(&m, wrong[i][0], &err));
        if (!strstr(err.text, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], err.text);
    }
}

static void rows_are_listed_once_each_and_fall_into_equal_classes(void **state)
{
    (void)state;
    static const struct {
        dado_bigpoints_row_size size;
        uint64_t rows, classes;
    } known[] = {
        { { 2, 2, 0, 0 }, 6, 3 },      { { 2, 3, 0, 0 }, 20, 10 },
        { { 2, 6, 0, 0 }, 924, 462 },  { { 3, 2, 0, 0 }, 90, 15 },
        { { 3, 3, 0, 0 }, 1680, 280 }, { { 3, 4, 0, 0 }, 34650, 5775 },
        { { 4, 2, 0, 0 }, 2520, 105 }, { { 5, 2, 0, 0 }, 113400, 945 },
        { { 2, 2, 1, 0 }, 30, 15 },    { { 2, 2, 1, 1 }, 180, 90 },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        dado_bigpoints_row row = dado_bigpoints_row_first(known[i].size);
        uint64_t rows = 0, classes = 0;
        char before[64] = "", text[64];
        do {
            dado_bigpoints_row same = dado_bigpoints_row_numbered(known[i].size, false, rows);
            assert_memory_equal(&row, &same, sizeof row);
            assert_int_equal(dado_bigpoints_row_number(&row, false), rows++);
            dado_bigpoints_row stand_in = row;
            dado_bigpoints_row_rename(&stand_in);
            if (memcmp(&stand_in, &row, sizeof row) == 0) {  // it stands for its class
                same = dado_bigpoints_row_numbered(known[i].size, true, classes);
                assert_memory_equal(&row, &same, sizeof row);
                assert_int_equal(dado_bigpoints_row_number(&row, true), classes++);
            }
            dado_bigpoints_row_write(&row, text);
            if (!known[i].size.white && !known[i].size.black) assert_true(strcmp(before, text) < 0);
            strcpy(before, text);
        } while (dado_bigpoints_row_next(&row));
        assert_true(rows == known[i].rows && rows == dado_bigpoints_row_count(known[i].size));
        assert_true(classes == known[i].classes);
        assert_true(classes * dado_bigpoints_row_class_size(known[i].size) == rows);
    }
    assert_true(dado_bigpoints_row_count((dado_bigpoints_row_size){ 4, 4, 0, 0 }) == 63063000);
    assert_true(dado_bigpoints_row_count((dado_bigpoints_row_size){ 5, 3, 0, 0 }) == 168168000);
    assert_true(dado_bigpoints_row_count((dado_bigpoints_row_size){ 5, 9, 5, 5 }) ==
                0);  // 42 digits
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_lies_behind_the_first_disc),
        cmocka_unit_test(discs_under_pawns_are_skipped),
        cmocka_unit_test(a_black_disc_held_before_the_turn_buys_a_second_movement),
        cmocka_unit_test(declining_keeps_the_black_disc),
        cmocka_unit_test(the_first_colour_up_is_worth_most),
        cmocka_unit_test(a_step_that_collects_nothing_is_for_the_loose_variant),
        cmocka_unit_test(the_strict_game_never_comes_to_a_step_that_collects_nothing),
        cmocka_unit_test(rounds_are_turns_of_everyone_and_the_end_closes_the_last),
        cmocka_unit_test(white_discs_count_the_colours_in_hand),
        cmocka_unit_test(every_size_keeps_the_contract),
        cmocka_unit_test(boards_that_make_no_sense_are_refused_with_a_reason),
        cmocka_unit_test(rows_are_listed_once_each_and_fall_into_equal_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
