// board_text_test.c - boards in letters: what lies where, with rows and columns to read it by.
#include "recycle/open_and_play.h"

// The table after some moves, named by what they are called.
static void expect_table(const char *path, const char *const *moves, const char *expected)
{
    char *text = dado_test_read(path);
    described d = describe(text);
    if (!d.opened) fail_msg("%s: %s", path, d.error.text);
    const dado_game *g = &d.game;
    g->rules->start(g, d.state);
    for (; moves && *moves; moves++) {
        int count = g->rules->legal(g, d.state, d.moves), at = -1;
        for (int i = 0; i < count; i++) {
            dado_text words = { 0 };
            g->rules->print_move(g, d.state, d.moves[i], &words);
            if (strcmp(dado_text_string(&words), *moves) == 0) at = i;
            dado_text_free(&words);
        }
        if (at < 0) fail_msg("%s: there is no move %s", path, *moves);
        g->rules->apply(g, d.state, d.moves[at]);
    }
    dado_text table = { 0 };
    g->rules->print(g, d.state, DADO_NOBODY, &table);
    assert_string_equal(dado_text_string(&table), expected);
    dado_text_free(&table);
    free_described(&d);
    free(text);
}

static void a_grid_has_its_rows_and_columns(void **state)
{
    (void)state;
    expect_table("library/boards/fourinarow.rcy",
                 (const char *[]){ "drop on D1", "drop on D2", "drop on G1", NULL },
                 "  6  .  .  .  .  .  .  .\n"
                 "  5  .  .  .  .  .  .  .\n"
                 "  4  .  .  .  .  .  .  .\n"
                 "  3  .  .  .  .  .  .  .\n"
                 "  2  .  .  .  p1 .  .  .\n"
                 "  1  .  .  .  p0 .  .  p0\n"
                 "     A  B  C  D  E  F  G\n");
}

static void a_hexagonal_board_leans_and_shows_its_names(void **state)
{
    (void)state;
    expect_table("library/boards/bridges.rcy",
                 (const char *[]){ "build on A1", "build on C3", NULL },
                 "          A5  B5  C5  D5  E5\n"
                 "        A4  B4  C4  D4  E4\n"
                 "      A3  B3  p1  D3  E3\n"
                 "    A2  B2  C2  D2  E2\n"
                 "  p0  B1  C1  D1  E1\n");
}

static void a_ring_is_a_list_with_what_lies_there(void **state)
{
    (void)state;
    expect_table("library/boards/sowing.rcy", NULL,
                 "  PIT1 3   PIT2 3   PIT3 3   PIT4 3   PIT5 3   PIT6 3   PIT7 3   PIT8 3\n"
                 "  PIT9 3   PIT10 3  PIT11 3  PIT12 3\n");
}

static void names_of_lines_give_their_places(void **state)
{
    (void)state;
    described d = describe(
        "(game (setup (create players 2) (create board B (line (A1, B2, C3)) (line (A3, B2, "
        "C1))))\n"
        "(stage player (turns 2) (choice ((any (spaces B) 'S (label \"{S}\"\n"
        "  (set (game who 'S) (current player)))))))\n"
        "(scoring max ((current player) sto S)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    d.game.rules->start(&d.game, d.state);
    assert_int_equal(d.game.rules->legal(&d.game, d.state, d.moves), 5);
    d.game.rules->apply(&d.game, d.state, d.moves[1]);
    dado_text table = { 0 };
    d.game.rules->print(&d.game, d.state, DADO_NOBODY, &table);
    assert_string_equal(dado_text_string(&table), "  3  .     .\n"
                                                  "  2     p0\n"
                                                  "  1  .     .\n"
                                                  "     A  B  C\n");
    dado_text_free(&table);
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_has_its_rows_and_columns),
        cmocka_unit_test(a_hexagonal_board_leans_and_shows_its_names),
        cmocka_unit_test(a_ring_is_a_list_with_what_lies_there),
        cmocka_unit_test(names_of_lines_give_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
