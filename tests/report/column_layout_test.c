// column_layout_test.c - which columns a table gives up where the terminal is narrow.
#include "support/test.h"

#include <string.h>

#include "report/column_layout.h"

static const dado_layout_column columns[] = {
    { .title = "map" },
    { .title = "won", .right = true },
    { .title = "95 %", .right = true, .rank = 1, .rests = true },
    { .title = "explorer", .right = true, .rank = 1 },
    { .title = "path", .right = true, .rank = 2 },
    { .title = "95 %", .right = true, .rank = 3, .rests = true },
};

static const char *printed(int width, dado_text *out)
{
    static const char *const row[] = {
        "a lair deep in the woods", "65.0 %", "59.4 to 70.2 %", "94.0 %", "24", "20 to 28"
    };
    dado_column_layout sheet = { .columns = columns, .count = 6 };
    for (int i = 0; i < 6; i++) dado_column_layout_cell(&sheet, row[i]);
    dado_text_clear(out);
    dado_column_layout_print(&sheet, width, false, false, out);
    dado_column_layout_free(&sheet);
    return dado_text_string(out);
}

static void what_a_figure_rests_on_stays_longer_than_figures_of_its_rank(void **state)
{
    (void)state;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    assert_string_equal(
        printed(90, &out),
        "  map                          won            95 %  explorer  path      95 %\n"
        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %    94.0 %    24  20 to 28\n");
    assert_string_equal(printed(70, &out),
                        "  map                          won            95 %  explorer  path\n"
                        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %    94.0 %    24\n");
    assert_string_equal(printed(64, &out),
                        "  map                          won            95 %  explorer\n"
                        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %    94.0 %\n"
                        "  No room for: path. A wider window or --json shows all.\n");
    assert_string_equal(printed(56, &out),
                        "  map                          won            95 %\n"
                        "  a lair deep in the woods  65.0 %  59.4 to 70.2 %\n"
                        "  No room for: explorer, path. A wider window or --json\n"
                        "  shows all.\n");
}

static void rows_are_told_in_lines_before_a_figure_that_matters_stands_on_nothing(void **state)
{
    (void)state;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    assert_string_equal(printed(44, &out), "  a lair deep in the woods\n"
                                           "      won 65.0 %, 95 % 59.4 to 70.2 %,\n"
                                           "      explorer 94.0 %, path 24, 95 % 20 to\n"
                                           "      28\n");
}

// Wide tables of two figures that matter alike, as sweep's are.
static void so_they_are_on_terminals_of_any_width(void **state)
{
    (void)state;
    static const dado_layout_column wide[] = {
        { .title = "ROUNDS" },
        { .title = "a measure with a name that is long", .right = true },
        { .title = "95 %", .right = true, .rank = 1, .rests = true },
        { .title = "another with a long name", .right = true },
        { .title = "95 %", .right = true, .rank = 1, .rests = true },
    };
    static const char *const row[] = { "2", "1", "0 to 2", "3", "2 to 4" };
    for (int width = 24; width <= 160; width++) {
        DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
        dado_column_layout sheet = { .columns = wide, .count = 5 };
        for (int i = 0; i < 5; i++) dado_column_layout_cell(&sheet, row[i]);
        dado_column_layout_print(&sheet, width, false, false, &out);
        dado_column_layout_free(&sheet);
        const char *text = dado_text_string(&out);
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
            if ((int)strcspn(line, "\n") > width) fail_msg("too wide for %d:\n%s", width, text);
        }
        DADO_CLEANUP(dado_text_free)
        dado_text flat = { 0 };  // lines may break anywhere between words
        for (const char *c = text; *c; c++) {
            bool blank = *c == ' ' || *c == '\n';
            if (blank && flat.length && flat.data[flat.length - 1] == ' ') continue;
            dado_text_add_bytes(&flat, blank ? " " : c, 1);
        }
        text = dado_text_string(&flat);
        bool both = strstr(text, "0 to 2") && strstr(text, "2 to 4");
        if (!both) fail_msg("an interval is missing at %d:\n%s", width, text);
    }
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
