// The page on metrics lists the shelf as it is. Run with an argument, the test
// writes the list into the page instead.
#include "core/text.h"
#include "measure/metric.h"
#include "support/test.h"

static const char page[] = "docs/reference/metrics.md";
static const char begin[] = "<!-- shelf -->\n", end[] = "<!-- end -->";

static void list(dado_text *out)
{
    static const char *const kinds[] = { "count", "real", "ratio", "rate" };
    dado_text_add(out, "| name | title | kind | of | what it says |\n|---|---|---|---|---|\n");
    for (int i = 0; dado_metrics[i]; i++) {
        const dado_metric *m = dado_metrics[i];
        dado_text_addf(out, "| `%s` | %s | %s | %s | %s |\n", m->head.name, m->head.title,
                       kinds[m->head.kind], m->measure ? "a match" : "many", m->head.about);
    }
}

static void the_page_lists_the_shelf(void **state)
{
    (void)state;
    char *text = dado_test_read(page);
    assert_non_null(text);
    const char *from = strstr(text, begin), *to = strstr(text, end);
    assert_true(from && to && from < to);
    from += strlen(begin);
    dado_text wanted = { 0 };
    list(&wanted);
    if ((size_t)(to - from) != wanted.length || memcmp(from, wanted.data, wanted.length) != 0) {
        fail_msg("%s is out of date; the test, run with an argument, mends it", page);
    }
    dado_text_free(&wanted);
    free(text);
}

static int mend(void)
{
    char *text = dado_test_read(page);
    char *from = text ? strstr(text, begin) : NULL, *to = text ? strstr(text, end) : NULL;
    if (!from || !to) return 1;
    dado_text all = { 0 };
    dado_text_add_bytes(&all, text, (size_t)(from - text) + strlen(begin));
    list(&all);
    dado_text_add(&all, to);
    FILE *file = fopen(page, "w");
    bool fine = file && fwrite(all.data, 1, all.length, file) == all.length;
    if (file) fine = fclose(file) == 0 && fine;
    dado_text_free(&all);
    free(text);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) return mend();
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_page_lists_the_shelf) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
