// diagnostics_test.c - every specimen in tests/language is told exactly what its comments expect.
//
// A comment `;; expect E201 14: words` says that the line has that notice at
// that column, with these words in it; without a column any place will do.
// Nothing else may be told.
#include <dirent.h>

#include "recycle/open_and_play.h"

typedef struct expectation {
    char code[8], words[120];
    int line, column;
    bool met;
} expectation;

static int read_expectations(const char *text, expectation *list, int most)
{
    int count = 0, line = 1;
    for (const char *c = text; *c; c++) {
        if (*c == '\n') line++;
        if (strncmp(c, ";; expect ", 10) != 0 || count == most) continue;
        expectation *e = &list[count++];
        *e = (expectation){ .line = line };
        const char *at = c + 10;
        int length = (int)strcspn(at, " :\n");
        snprintf(e->code, sizeof e->code, "%.*s", length, at);
        at += length;
        if (*at == ' ') {
            e->column = atoi(at);
            at += 1 + strspn(at + 1, "0123456789");
        } else {
            e->line = 0;
        }
        if (*at != ':') continue;
        int words = (int)strcspn(at + 2, ";\n");
        while (words > 0 && at[1 + words] == ' ') words--;
        snprintf(e->words, sizeof e->words, "%.*s", words, at + 2);
    }
    return count;
}

static int specimen(const char *path)
{
    char *text = dado_test_read(path);
    expectation list[16];
    dado_region region;
    dado_recycle_diagnostics found;
    int wrong = 0, count = read_expectations(text, list, 16);
    dado_region_init(&region, (size_t)64 << 20);
    check_beside(path, text, &region, &found);
    for (int i = 0; i < found.count; i++) {
        const dado_error *e = &found.items[i].error;
        bool met = false;
        assert_int_equal(found.items[i].warning, e->code[0] == 'W');
        for (int k = 0; k < count && !met; k++) {
            if (list[k].met || strcmp(list[k].code, e->code) != 0) continue;
            bool there = list[k].line == e->place.line && list[k].column == e->place.column;
            if (list[k].line && !there) continue;
            if (!strstr(e->text, list[k].words)) continue;
            met = list[k].met = true;
        }
        if (met) continue;
        print_error("%s: not expected: %d:%d %s %s\n", path, e->place.line, e->place.column,
                    e->code, e->text);
        wrong++;
    }
    for (int k = 0; k < count; k++) {
        if (list[k].met) continue;
        print_error("%s: missing: line %d column %d %s \"%s\"\n", path, list[k].line,
                    list[k].column, list[k].code, list[k].words);
        wrong++;
    }
    dado_region_free(&region);
    free(text);
    return wrong;
}

static void every_specimen_is_told_what_it_expects(void **state)
{
    (void)state;
    DIR *dir = opendir("tests/language");
    assert_non_null(dir);
    int wrong = 0, files = 0;
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        if (!strstr(entry->d_name, ".rcy")) continue;
        char path[600];
        snprintf(path, sizeof path, "tests/language/%s", entry->d_name);
        wrong += specimen(path);
        files++;
    }
    closedir(dir);
    assert_true(files > 0);
    assert_int_equal(wrong, 0);
}

static void every_code_of_the_language_has_a_specimen(void **state)
{
    (void)state;
    static const char *const codes[] = {
        "e104", "w226", "e230", "e231", "e232", "e233", "w234", "e235", "e240", "e241",
        "e242", "e243", "w244", "e245", "e309", "e310", "e311", "e409", "e420", "e421",
        "e422", "e424", "e425", "e426", "w427", "w430", "w431", "e101", "e102", "e103",
        "e110", "e111", "w112", "e113", "e201", "w202", "w203", "e210", "e211", "w220",
        "w221", "w222", "w223", "w224", "w225", "e301", "e302", "e303", "e304", "e305",
        "e306", "e307", "e308", "w411", "e401", "e402", "e404", "e405", "e406", "e407",
        "e250", "e251", "e252", "e253", "e254", "e255", "e256", "e257", "e258", "e408",
        "w410", "w412", "w413", "e414", "w415", "w416", "w417", "w418", "w419",
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/language/%s.rcy", codes[i]);
        char *text = dado_test_read(path);
        if (!text) fail_msg("there is no %s", path);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_specimen_is_told_what_it_expects),
        cmocka_unit_test(every_code_of_the_language_has_a_specimen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
