// experiment_test.c - the page about an experiment: all there, and nothing a name could break.
//
// Called with --write FOLDER it leaves two pages there, for tests in a browser.
#include "support/sample_findings.h"
#include "support/test.h"
#include "support/xml_well_formed.h"

#include "report/format.h"
#include "report/report_functions.h"

// The page about what was found, as a command that asks for it gets it.
static dado_text page_about(const dado_findings *f)
{
    dado_document document;
    dado_document_init(&document);
    dado_setting settings[] = { { .name = "seed", .value = "7" } };
    document.title = f->title;
    document.command =
        f->game == dado_hostile_text ? f->game : "dado sim dice.rcy -n 1000 --seed 1";
    document.settings = settings;
    document.setting_count = 1;
    dado_report_experiment(&document, NULL, f);
    assert_false(document.cut);
    dado_text out = { 0 };
    dado_format_named("html")->write(&document, NULL, &out);
    dado_document_free(&document);
    return out;
}

static dado_text written(bool hostile)
{
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_findings f = dado_sample_findings(1000, 4, 10, 1, 7, hostile, &region);
    const dado_expectation wish = { .target = 0.3 };
    const dado_fit fit = { .wish = &wish, .low = 0.2, .high = 0.4, .q = 0.75, .weight = 1 };
    ((dado_finding *)f.measures)->fit = &fit;
    f.judged = true;
    f.quality = 0.75;
    f.expectations = hostile ? dado_hostile_text : "lively";
    dado_text out = page_about(&f);
    dado_region_free(&region);
    return out;
}

// What is wrong comes before what is fine, three are seen at once, and charts say what they count.
static void the_worst_is_read_first(void **state)
{
    (void)state;
    dado_text page = written(false);
    const char *text = dado_text_string(&page), *more = strstr(text, "more findings</summary>");
    const char *list = strstr(text, "<ul class=\"verdicts\">"),
               *bad = strstr(text, "<li class=\"bad\"");
    const char *good = strstr(text, "<li class=\"good\"");
    assert_true(list && more && bad && good && list < bad && bad < good);
    int before = 0;
    for (const char *at = list; (at = strstr(at, "<li class=")) && at < more; at++) before++;
    assert_int_equal(before, 3);
    assert_non_null(strstr(text, ">How far behind in points the winner was while he was behind<"));
    dado_text_free(&page);
}

static void every_section_is_there(void **state)
{
    (void)state;
    dado_text page = written(false);
    static const char *const wanted[] = {
        "<h1>Dice race</h1>",
        "<h2>What to know first</h2>",
        "The first player wins too often.",
        "<h2>Who wins</h2>",
        "<h2>Expectations</h2>",
        ">0.7500<",
        "<h2>How matches differ</h2>",
        ">Drama by points<",
        ">Score by round<",
        ">Place by round<",
        "<h2>All measures</h2>",
        "95 % interval",
        "Mean if not 0",
        "dado sim dice.rcy -n 1000 --seed 1",
        ">Seed</dt><dd>7<",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (!strstr(page.data, wanted[i])) fail_msg("not on the page: %s", wanted[i]);
    }
    assert_in_range(dado_occurrences(page.data, "<figure"), 8, 60);
    dado_text_free(&page);
}

static void hostile_names_stay_words(void **state)
{
    (void)state;
    dado_text page = written(true);
    assert_null(strstr(page.data, "<script"));
    assert_null(strstr(page.data, "<img"));
    assert_null(strstr(page.data, "<!-- "));
    assert_null(strstr(page.data, "\x1b"));
    assert_null(strstr(page.data, "\xff"));
    assert_true(dado_occurrences(page.data, "&lt;script&gt;") > 10);
    dado_text_free(&page);
}

// Elements of HTML without an end tag, and the doctype, are all that keeps a page from being XML.
static void the_page_is_well_formed(void **state)
{
    (void)state;
    for (int hostile = 0; hostile < 2; hostile++) {
        dado_text page = written(hostile), xml = { 0 };
        const char *s = strstr(page.data, "<html");
        assert_non_null(s);
        while (*s) {
            const char *meta = strstr(s, "<meta ");
            size_t before = meta ? (size_t)(meta - s) : strlen(s);
            dado_text_add_bytes(&xml, s, before);
            s += before;
            if (meta) s = strchr(s, '>') + 1;
        }
        char *open = strstr(xml.data, "<details open>");  // the other thing XML does not know
        if (open) memset(open + 8, ' ', 5);
        char why[200];
        if (!dado_xml_is_well_formed(xml.data, why, sizeof why)) fail_msg("%s", why);
        dado_text_free(&xml);
        dado_text_free(&page);
    }
}

static void nothing_is_loaded_from_anywhere(void **state)
{
    (void)state;
    dado_text page = written(false);
    assert_non_null(strstr(page.data, "default-src 'none'"));
    static const char *const never[] = { "src=", "@import", "url(", "<link", "<script", "<iframe" };
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        if (strstr(page.data, never[i])) fail_msg("the page has %s", never[i]);
    }
    int names = dado_occurrences(page.data, "xmlns=\"http://www.w3.org/2000/svg\"");
    assert_int_equal(dado_occurrences(page.data, "http"), names + 1);  // and one http-equiv
    dado_text_free(&page);
}

static void light_dark_and_paper_are_provided_for(void **state)
{
    (void)state;
    dado_text page = written(false);
    assert_non_null(strstr(page.data, "prefers-color-scheme:dark"));
    assert_int_equal(dado_occurrences(page.data, "@media print"), 2);
    dado_text_free(&page);
}

static void one_player_has_no_table_of_seats(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_findings f = dado_sample_findings(100, 1, 5, 0, 7, false, &region);
    dado_text page = page_about(&f);
    assert_null(strstr(page.data, "Who wins"));
    assert_non_null(strstr(page.data, ">Score by round<"));
    assert_null(strstr(page.data, ">Place by round<"));
    dado_text_free(&page);
    dado_region_free(&region);
}

static void no_matches_still_make_a_page(void **state)
{
    (void)state;
    dado_seat_finding seats[2] = { { 0 } };
    dado_findings f = { .title = "nothing",
                        .game = "x",
                        .players = 2,
                        .seat_count = 2,
                        .seats = seats,
                        .level = 0.95 };
    dado_text page = page_about(&f);
    assert_non_null(strstr(page.data, "</html>"));
    dado_text_free(&page);
}

static int write_pages(const char *folder)
{
    for (int hostile = 0; hostile < 2; hostile++) {
        char path[4000];
        snprintf(path, sizeof path, "%s/%s.html", folder, hostile ? "hostile" : "plain");
        dado_text page = written(hostile);
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(page.data, 1, page.length, file) != page.length) return 1;
        fclose(file);
        dado_text_free(&page);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--write") == 0) return write_pages(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_section_is_there),
        cmocka_unit_test(the_worst_is_read_first),
        cmocka_unit_test(hostile_names_stay_words),
        cmocka_unit_test(the_page_is_well_formed),
        cmocka_unit_test(nothing_is_loaded_from_anywhere),
        cmocka_unit_test(light_dark_and_paper_are_provided_for),
        cmocka_unit_test(one_player_has_no_table_of_seats),
        cmocka_unit_test(no_matches_still_make_a_page),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
