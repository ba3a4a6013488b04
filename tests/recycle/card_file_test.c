// card_file_test.c - decks out of tables of cards: what is in them, and what is refused.
//
// Expected numbers are counted by hand in the tables.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "lab/experiment_plan.h"
#include "recycle/open_and_play.h"

// A game whose score is an expression about its deck.
static described deck_of(const char *csv, const char *value)
{
    static char text[2000];
    snprintf(text, sizeof text,
             "(game (setup (create players 1) (create deck (game vloc D) (cards \"deck.csv\")))\n"
             "(set ((0 player) sto S) %s)\n"
             "(choice ((turn pass)))\n"
             "(scoring max ((current player) sto S)))",
             value);
    const char *options[] = { "deck.csv", csv, NULL };
    return describe_with("nowhere/game.rcy", text, options);
}

static int score_of(const char *csv, const char *value)
{
    described d = deck_of(csv, value);
    if (!d.opened) fail_msg("%s: %s", value, d.error.text);
    played r = play_random(&d, 1, 0, 10);
    assert_true(r.ended && r.sound);
    free_described(&d);
    return r.scores[0];
}

static void rows_are_cards(void **state)
{
    (void)state;
    static const char csv[] = "Name,Cost,Card kind,COUNT\r\n"
                              "\"Ox, \"\"red\"\"\",3,ANIMAL,2\r\n"
                              "\r\n"
                              "Plough, 12 ,TOOL,\r\n"
                              "Well,-1,,4\r\n"
                              "Ghost,9,TOOL,0\r\n";
    assert_int_equal(score_of(csv, "(size (game vloc D))"), 2 + 1 + 4);
    assert_int_equal(score_of(csv, "(sum (game vloc D) using COST)"), 2 * 3 + 12 - 4);
    assert_int_equal(score_of(csv, "(size (partition CARD_KIND (game vloc D)))"), 3);
    assert_int_equal(
        score_of(csv, "(size (filter (game vloc D) 'C (== (cardatt CARD_KIND 'C) \"\")))"), 4);
    assert_int_equal(score_of(csv, "(value COST (top (game vloc D)))"), -1);
    assert_int_equal(score_of(csv,
                              "(size (filter (game vloc D) 'C "
                              "(== (cardatt NAME 'C) (cardatt NAME (bottom (game vloc D))))))"),
                     2);
}

static void cells_are_parted_by_what_parts_the_first_line(void **state)
{
    (void)state;
    assert_int_equal(score_of("A;B\nX;1,5\nY;2\n", "(size (game vloc D))"), 2);
    assert_int_equal(score_of("COUNT\tA\tB\n3\tX\t7\n", "(sum (game vloc D) using B)"), 21);
    assert_int_equal(score_of("A\nX\nY", "(size (game vloc D))"), 2);
    // Columns that a spreadsheet leaves empty at the end of a line are none.
    assert_int_equal(score_of("A,B\nX,1,,\n,,\n", "(size (game vloc D))"), 1);
}

static void what_is_wrong_is_told_with_its_row(void **state)
{
    (void)state;
    static const struct {
        const char *csv, *code, *words;
    } cases[] = {
        { "", "E256", "deck.csv is empty" },
        { "A,B\n", "E256", "deck.csv names attributes but has no cards" },
        { "COUNT\n3\n", "E256", "no attributes beside COUNT" },
        { "A,B\nX,1\nY,2,3\n", "E257", "deck.csv, row 3: there are more cells than columns" },
        { "A,B\nX,1\n\n,2\n", "E257", "deck.csv, row 4: the first column, A, is empty" },
        { "A,COUNT\nX,two\n", "E257", "row 2: COUNT must be 0 to 1000, not \"two\"" },
        { "A,COUNT\nX,-1\n", "E257", "row 2: COUNT must be 0 to 1000" },
        { "A,a\nX,1\n", "E257", "row 1: two columns are called A" },
        { "A,2nd\nX,1\n", "E257", "row 1: column 2 is headed \"2ND\"" },
        { "A,B\n\"X,1\n", "E257", "row 2: a cell has a line break" },
        { "A,B\n\"X\"Y,1\n", "E257", "row 2: something follows a quoted cell" },
        { "A,COUNT\nX,1000\nX,1000\nX,1000\nX,1000\nX,1000\nX,1000\n", "E256",
          "row 7: there are more than 5000 cards" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        described d = deck_of(cases[i].csv, "1");
        if (d.opened) fail_msg("case %d was opened", (int)i);
        if (strcmp(d.error.code, cases[i].code) != 0 || !strstr(d.error.text, cases[i].words)) {
            fail_msg("case %d: %s %s", (int)i, d.error.code, d.error.text);
        }
        assert_int_equal(d.error.place.line, 1);
        dado_region_free(&d.region);
    }
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static uint64_t hash_beside(const char *path, const char *text, bool *opened, dado_error *err)
{
    dado_region region;
    dado_game_source source;
    dado_game game;
    dado_region_init(&region, (size_t)64 << 20);
    assert_true(dado_game_source_from_text(&source, path, text, NULL, &region, err));
    uint64_t hash = dado_game_source_hash(&source);
    *opened = dado_game_source_open(&source, &game, &region, err);
    dado_region_free(&region);
    return hash;
}

// A table lies beside its description. What is in it is part of the game; nothing elsewhere is
// read.
static void tables_are_read_beside_the_description(void **state)
{
    (void)state;
    static const char text[] =
        "(game (setup (create players 1) (create deck (game vloc D) (cards \"deck.csv\")))\n"
        "(choice ((turn pass))) (scoring max (size (game vloc D))))";
    char folder[] = "/tmp/dado-cards-XXXXXX", path[100], table[100], above[400];
    bool opened;
    dado_error err = { 0 };
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.rcy", folder);
    snprintf(table, sizeof table, "%s/deck.csv", folder);
    hash_beside(path, text, &opened, &err);
    assert_false(opened);
    assert_string_equal(err.code, "E256");
    write_file(table, "A\nX\n");
    uint64_t one = hash_beside(path, text, &opened, &err);
    assert_true(opened);
    write_file(table, "A\nX\nY\n");
    uint64_t two = hash_beside(path, text, &opened, &err);
    assert_true(opened && one != two);
    snprintf(above, sizeof above, "%s", text);
    static const char *const elsewhere[] = { "../deck.csv", "/etc/deck.csv", "x/../deck.csv",
                                             "deck.txt" };
    for (int i = 0; i < 4; i++) {
        snprintf(above, sizeof above,
                 "(game (setup (create players 1) (create deck (game vloc D) (cards \"%s\")))\n"
                 "(choice ((turn pass))) (scoring max (size (game vloc D))))",
                 elsewhere[i]);
        hash_beside(path, above, &opened, &err);
        assert_false(opened);
        assert_non_null(strstr(err.text, "lie beside the description"));
    }
    unlink(table);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_cards),
        cmocka_unit_test(cells_are_parted_by_what_parts_the_first_line),
        cmocka_unit_test(what_is_wrong_is_told_with_its_row),
        cmocka_unit_test(tables_are_read_beside_the_description),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
