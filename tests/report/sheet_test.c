// sheet_test.c - which columns a table gives up where the terminal is narrow.
#include "support/test.h"

#include <string.h>

#include "report/sheet.h"

static const dado_sheet_column columns[] = {
    { .title = "map" },
    { .title = "won", .right = true },
    { .title = "95 %", .right = true, .rank = 1, .rests = true },
    { .title = "explorer", .right = true, .rank = 1 },
    { .title = "path", .right = true, .rank = 2 },
    { .title = "95 %", .right = true, .rank = 3, .rests = true },
};

static const char *printed(int width, dado_text *out)
{
    static const char *const row[] = { "a lair deep in the woods", "65.0 %", "59.4 to 70.2 %",
                                       "94.0 %", "24", "20 to 28" };
    dado_sheet sheet = { .columns = columns, .count = 6 };
    for (int i = 0; i < 6; i++) dado_sheet_cell(&sheet, row[i]);
    dado_text_clear(out);
    dado_sheet_print(&sheet, width, false, false, out);
    dado_sheet_free(&sheet);
    return dado_text_string(out);
}

static void what_a_figure_rests_on_stays_longer_than_figures_of_its_rank(void **state)
{
    (void)state;
    dado_draft out = { 0 };
    assert_string_equal(
        printed(90, &out),
        "  map                          won            95 %  explorer  path      95 %\n"
        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %    94.0 %    24  20 to 28\n");
    assert_string_equal(
        printed(70, &out),
        "  map                          won            95 %  explorer  path\n"
        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %    94.0 %    24\n");
    assert_string_equal(
        printed(64, &out),
        "  map                          won            95 %  explorer\n"
        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %    94.0 %\n");
    assert_string_equal(printed(56, &out),
                        "  map                          won            95 %\n"
                        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %\n");
}

static void rows_are_told_in_lines_before_a_figure_that_matters_stands_on_nothing(void **state)
{
    (void)state;
    dado_draft out = { 0 };
    assert_string_equal(printed(44, &out), "  a lair deep in the woods\n"
                                           "      won 65.0 %, 95 % 59.4 to 70.2 %,\n"
                                           "      explorer 94.0 %, path 24, 95 % 20 to\n"
                                           "      28\n");
}

// Wide tables of two figures that matter alike, as sweep's are.
static void so_they_are_on_terminals_of_any_width(void **state)
{
    (void)state;
    static const dado_sheet_column wide[] = {
        { .title = "ROUNDS" },
        { .title = "a measure with a name that is long", .right = true },
        { .title = "95 %", .right = true, .rank = 1, .rests = true },
        { .title = "another with a long name", .right = true },
        { .title = "95 %", .right = true, .rank = 1, .rests = true },
    };
    static const char *const row[] = { "2", "1", "0 to 2", "3", "2 to 4" };
    dado_draft out = { 0 };
    dado_sheet sheet = { .columns = wide, .count = 5 };
    for (int i = 0; i < 5; i++) dado_sheet_cell(&sheet, row[i]);
    dado_sheet_print(&sheet, 80, false, false, &out);
    dado_sheet_free(&sheet);
    assert_non_null(strstr(dado_text_string(&out), "95 % 0 to 2"));
    assert_non_null(strstr(dado_text_string(&out), "95 % 2 to 4"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_figure_rests_on_stays_longer_than_figures_of_its_rank),
        cmocka_unit_test(rows_are_told_in_lines_before_a_figure_that_matters_stands_on_nothing),
        cmocka_unit_test(so_they_are_on_terminals_of_any_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
