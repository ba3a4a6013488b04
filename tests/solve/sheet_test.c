// sheet_test.c - how a game is played, line by line: only what differs is said, however many lines.
#include "secrets.h"

#include "solve/sheet.h"

static dado_sheet sheet_of(table *t, const char *name, int most, const volatile int *halt,
                           dado_arena *arena)
{
    dado_error err = { 0 };
    dado_strategy strategy;
    dado_proof proof;
    dado_sheet sheet;
    walked(t, name, "");
    dado_regret *r = dado_regret_new(&t->sets, DADO_REGRET_PREDICTIVE, NULL, &err);
    assert_non_null(r);
    assert_true(dado_strategy_make(&strategy, &t->sets, &err));
    assert_true(dado_regret_run(r, 0, 2, NULL, NULL, &strategy, &proof, &err));
    dado_arena_init_generous(arena);
    assert_true(dado_sheet_make(&sheet, &t->sets, &strategy, most, halt, arena, &err));
    dado_regret_free(r);
    dado_strategy_free(&strategy);
    return sheet;
}

static void a_line_says_what_differs_from_set_to_set(void **state)
{
    (void)state;
    table t;
    dado_arena arena;
    dado_sheet sheet = sheet_of(&t, "kuhn", 100, NULL, &arena);
    assert_int_equal(sheet.count, 12);
    assert_int_equal(sheet.left_out, 0);
    for (int i = 0; i < sheet.count; i++) {
        assert_int_equal(sheet.lines[i].player, i / 6);
        assert_null(strchr(sheet.lines[i].sees, '\n'));
        for (int other = i / 6 * 6; other < i; other++) {
            assert_string_not_equal(sheet.lines[i].sees, sheet.lines[other].sees);
        }
    }
    dado_arena_free(&arena);
    done(&t);
}

// Work that grows with the square of the lines would take minutes here, and hears no stop.
static void a_hundred_thousand_lines_are_made_in_a_moment(void **state)
{
    (void)state;
    table t;
    dado_arena arena;
    dado_sheet sheet = sheet_of(&t, "nim", 1000000, NULL, &arena);
    assert_true(sheet.count > 100000);
    assert_int_equal(sheet.left_out, 0);
    dado_arena_free(&arena);
    done(&t);
}

static void what_is_over_the_limit_or_the_stop_is_counted(void **state)
{
    (void)state;
    table t;
    dado_arena arena;
    dado_sheet sheet = sheet_of(&t, "kuhn", 5, NULL, &arena);
    assert_int_equal(sheet.count, 5);
    assert_int_equal(sheet.left_out, 7);
    dado_arena_free(&arena);
    done(&t);

    int stopped = 1;
    sheet = sheet_of(&t, "kuhn", 100, &stopped, &arena);
    assert_int_equal(sheet.count, 12);  // what is near is shown all the same
    dado_arena_free(&arena);
    done(&t);

    sheet = sheet_of(&t, "nim", 1000000, &stopped, &arena);
    assert_true(sheet.count > 1000 && sheet.count <= 20000);
    assert_int_equal((uint32_t)sheet.count + sheet.left_out, dado_infosets_count(&t.sets));
    dado_arena_free(&arena);
    done(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_says_what_differs_from_set_to_set),
        cmocka_unit_test(a_hundred_thousand_lines_are_made_in_a_moment),
        cmocka_unit_test(what_is_over_the_limit_or_the_stop_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
