// strategy_in_words_test.c - how a game is played, line by line: only what differs is said, however
// many lines.
#include "infosets_fixture.h"

#include <stdlib.h>

#include "solve/strategy_in_words.h"

static dado_strategy_table sheet_with(table *t, const char *name, const char *settings, int most,
                                      const volatile int *halt, dado_region *region)
{
    dado_error err = { 0 };
    dado_strategy strategy;
    dado_equilibrium_gap proof;
    dado_strategy_table sheet;
    walked(t, name, settings);
    dado_regret *r = dado_regret_new(&t->sets, DADO_REGRET_PREDICTIVE, NULL, &err);
    assert_non_null(r);
    assert_true(dado_strategy_make(&strategy, &t->sets, &err));
    assert_true(dado_regret_run(r, 0, 2, NULL, NULL, &strategy, &proof, &err));
    dado_region_init_large(region);
    assert_true(
        dado_strategy_table_make(&sheet, &t->sets, NULL, &strategy, most, halt, region, &err));
    dado_regret_free(r);
    dado_strategy_free(&strategy);
    return sheet;
}

static dado_strategy_table sheet_of(table *t, const char *name, int most, const volatile int *halt,
                                    dado_region *region)
{
    return sheet_with(t, name, "", most, halt, region);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Different sets may have opposite advice, so no two of a player's may read alike.
static void every_set_has_words_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *game, *settings;
    } games[] = {
        { "kuhn", "" },
        { "library/cards/kuhn.rcy", "luck=listed" },
        { "library/cards/leduc.rcy", "luck=listed" },
        { "library/boards/pegs.rcy", "luck=listed" },
        { "tests/solve/games/kuhn_four.rcy", "luck=listed" },
        { "tests/solve/games/gops_four.rcy", "luck=listed" },
        { "tests/solve/games/guess.rcy", "luck=listed" },
        { "tests/solve/games/hold.rcy", "luck=listed" },
    };
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        table t;
        dado_region region;
        dado_strategy_table sheet =
            sheet_with(&t, games[g].game, games[g].settings, 100000, NULL, &region);
        assert_int_equal(sheet.left_out, 0);
        for (int first = 0, end; first < sheet.count; first = end) {
            for (end = first; end < sheet.count;) {
                if (sheet.lines[end].player != sheet.lines[first].player) break;
                end++;
            }
            const char **texts = calloc((size_t)(end - first), sizeof *texts);
            for (int i = first; i < end; i++) texts[i - first] = sheet.lines[i].sees;
            qsort(texts, (size_t)(end - first), sizeof *texts, compare_texts);
            for (int i = 1; i < end - first; i++) {
                if (strcmp(texts[i - 1], texts[i]) == 0)
                    fail_msg("%s: %s", games[g].game, texts[i]);
            }
            free(texts);
        }
        dado_region_free(&region);
        done(&t);
    }
}

// The cards of a hand differ from set to set, also where the first rows all have the same one.
static void a_player_reads_the_own_card_in_every_line(void **state)
{
    (void)state;
    table t;
    dado_region region;
    dado_strategy_table sheet =
        sheet_with(&t, "library/cards/leduc.rcy", "luck=listed", 100000, NULL, &region);
    assert_int_equal(sheet.count, 936);
    for (int i = 0; i < sheet.count; i++) {
        const char *sees = sheet.lines[i].sees;
        bool card = strstr(sees, "JACK") || strstr(sees, "QUEEN") || strstr(sees, "KING");
        if (!card || strncmp(sees, "HAND: ", 6) != 0) fail_msg("%s", sees);
    }
    dado_region_free(&region);
    done(&t);
}

static void a_line_says_what_differs_from_set_to_set(void **state)
{
    (void)state;
    table t;
    dado_region region;
    dado_strategy_table sheet = sheet_of(&t, "kuhn", 100, NULL, &region);
    assert_int_equal(sheet.count, 12);
    assert_int_equal(sheet.left_out, 0);
    for (int i = 0; i < sheet.count; i++) {
        assert_int_equal(sheet.lines[i].player, i / 6);
        assert_null(strchr(sheet.lines[i].sees, '\n'));
        for (int other = i / 6 * 6; other < i; other++) {
            assert_string_not_equal(sheet.lines[i].sees, sheet.lines[other].sees);
        }
    }
    dado_region_free(&region);
    done(&t);
}

// Work that grows with the square of the lines would take minutes here, and hears no stop.
static void a_hundred_thousand_lines_are_made_in_a_moment(void **state)
{
    (void)state;
    table t;
    dado_region region;
    dado_strategy_table sheet = sheet_of(&t, "nim", 1000000, NULL, &region);
    assert_true(sheet.count > 100000);
    assert_int_equal(sheet.left_out, 0);
    dado_region_free(&region);
    done(&t);
}

static void what_is_over_the_limit_or_the_stop_is_counted(void **state)
{
    (void)state;
    table t;
    dado_region region;
    dado_strategy_table sheet = sheet_of(&t, "kuhn", 5, NULL, &region);
    assert_int_equal(sheet.count, 5);
    assert_int_equal(sheet.left_out, 7);
    dado_region_free(&region);
    done(&t);

    int stopped = 1;
    sheet = sheet_of(&t, "kuhn", 100, &stopped, &region);
    assert_int_equal(sheet.count, 12);  // what is near is shown all the same
    dado_region_free(&region);
    done(&t);

    sheet = sheet_of(&t, "nim", 1000000, &stopped, &region);
    assert_true(sheet.count > 1000 && sheet.count <= 20000);
    assert_int_equal((uint32_t)sheet.count + sheet.left_out, dado_infosets_count(&t.sets));
    dado_region_free(&region);
    done(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_has_words_of_its_own),
        cmocka_unit_test(a_player_reads_the_own_card_in_every_line),
        cmocka_unit_test(a_line_says_what_differs_from_set_to_set),
        cmocka_unit_test(a_hundred_thousand_lines_are_made_in_a_moment),
        cmocka_unit_test(what_is_over_the_limit_or_the_stop_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
