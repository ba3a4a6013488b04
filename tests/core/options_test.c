// options_test.c - settings are read with their places, and what is wrong is said there.
#include "support/test.h"

#include "core/options.h"

static dado_region region;

static int set_up(void **state)
{
    (void)state;
    dado_region_init(&region, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dado_region_free(&region);
    return 0;
}

static void sections_comments_and_quotes_are_understood(void **state)
{
    (void)state;
    dado_options options;
    dado_error err = { 0 };
    assert_true(dado_options_read(&options, "a.set",
                                  "# first\nrounds = 10  # ten\n\n[combat]\n floor=1\r\n"
                                  "word = \"# not a comment\"\n",
                                  &region, &err));
    assert_int_equal(options.count, 3);
    assert_string_equal(dado_options_find(&options, "rounds")->text, "10");
    assert_string_equal(dado_options_find(&options, "combat.floor")->text, "1");
    assert_int_equal(dado_options_find(&options, "combat.floor")->place.line, 5);
    assert_int_equal(dado_options_find(&options, "combat.floor")->place.column, 2);
    assert_string_equal(dado_options_find(&options, "combat.word")->text, "# not a comment");
}

static void refused(const char *text, int line, const char *why)
{
    dado_options options;
    dado_error err = { 0 };
    assert_false(dado_options_read(&options, "a.set", text, &region, &err));
    assert_int_equal(err.place.line, line);
    if (!strstr(err.text, why)) fail_msg("\"%s\" does not say \"%s\"", err.text, why);
}

static void malformed_lines_are_refused_with_their_number(void **state)
{
    (void)state;
    refused("a = 1\nb 2\n", 2, "name = value");
    refused("[open\n", 1, "brackets");
    refused("a = \"x\n", 1, "quote");
    refused("a = 1\n# c\na = 2\n", 3, "line 1");
    refused("= 3\n", 1, "name = value");
}

static const dado_error *asked(const char *name, const char *text)
{
    static dado_error err;
    dado_option option = { name, text, { "a.set", 4, 1, 3 } };
    dado_options options = { &option, 1 };
    dado_option_reader ask = dado_option_reader_begin(&options);
    dado_option_int(&ask, "players", 2, 2, 6);
    dado_option_real(&ask, "share", 0.5, 0, 1);
    static const char *const words[] = { "word", "listed", NULL };
    dado_option_choice(&ask, "luck", words, 0);
    err = (dado_error){ 0 };
    return dado_option_reader_end(&ask, &region, NULL, &err) ? NULL : &err;
}

static void values_out_of_range_are_refused_where_they_stand(void **state)
{
    (void)state;
    assert_null(asked("players", "6"));
    assert_int_equal(asked("players", "7")->place.line, 4);
    assert_non_null(strstr(asked("players", "two")->text, "from 2 to 6"));
    assert_non_null(strstr(asked("share", "1.5")->text, "from 0 to 1"));
    assert_non_null(strstr(asked("luck", "dice")->text, "word or listed"));
    assert_non_null(strstr(asked("player", "2")->text, "did you mean players?"));
}

static void what_is_known_names_the_instance(void **state)
{
    (void)state;
    dado_option given[] = { { .name = "b", .text = "3" }, { .name = "map", .text = "a b\nc" } };
    dado_options options = { given, 2 };
    dado_option_reader ask = dado_option_reader_begin(&options);
    dado_option_int(&ask, "a", 1, 0, 9);
    dado_option_int(&ask, "b", 2, 0, 9);
    dado_option_text(&ask, "map", NULL);
    const char *known;
    assert_true(dado_option_reader_end(&ask, &region, &known, NULL));
    assert_memory_equal(known, "a=1 b=3 map=#", 13);
    assert_int_equal(strlen(known), 13 + 16);
    // A few words are told as they are, in quotes.
    dado_option words = { .name = "units", .text = "soldier soldier priest" };
    dado_options list = { &words, 1 };
    ask = dado_option_reader_begin(&list);
    dado_option_text(&ask, "units", NULL);
    assert_true(dado_option_reader_end(&ask, &region, &known, NULL));
    assert_string_equal(known, "units=\"soldier soldier priest\"");
}

static void what_is_said_later_wins(void **state)
{
    (void)state;
    dado_option a[] = { { .name = "x", .text = "1" }, { .name = "y", .text = "2" } };
    dado_option b[] = { { .name = "y", .text = "3" } };
    dado_options first = { a, 2 }, second = { b, 1 }, both;
    assert_true(dado_options_join(&both, &first, &second, &region, NULL));
    assert_int_equal(both.count, 2);
    assert_string_equal(dado_options_find(&both, "y")->text, "3");
}

static void people_read_options_without_hashes(void **state)
{
    (void)state;
    static const char *const lists[][2] = {
        { "file=#7b45f8879c1f879f PLAYERS=2 GOAL=100", "PLAYERS=2 GOAL=100" },
        { "PLAYERS=2 RANKS=#f9f6e3c43bcdfe97", "PLAYERS=2" },
        { "name=\"two # words\" file=#0 last=1", "name=\"two # words\" last=1" },
        { "file=#7b45f8879c1f879f", "" },
        { "", "" },
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        dado_text words = { 0 };
        dado_options_words(lists[i][0], &words);
        assert_string_equal(dado_text_string(&words), lists[i][1]);
        dado_text_free(&words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_comments_and_quotes_are_understood),
        cmocka_unit_test(malformed_lines_are_refused_with_their_number),
        cmocka_unit_test(values_out_of_range_are_refused_where_they_stand),
        cmocka_unit_test(what_is_known_names_the_instance),
        cmocka_unit_test(people_read_options_without_hashes),
        cmocka_unit_test(what_is_said_later_wins),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
