// error_test.c - a failure shows its place, its sentence and the spot.
#include "support/test.h"

#include "core/error.h"
#include "core/text.h"

static void the_spot_is_underlined(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_place place = { "agram.rcy", 2, 13, 5 };
    assert_false(dado_fail_at(&err, DADO_INVALID, place, "no location is named %s", "STOKC"));
    dado_text out = { 0 };
    dado_error_print(&err, "(do\n  (game iloc STOKC))\n", &out);
    assert_string_equal(dado_text_string(&out), "agram.rcy:2:13: no location is named STOKC\n"
                                                "    2 |   (game iloc STOKC))\n"
                                                "      |             ^~~~~\n");
    dado_text_free(&out);
}

static void letters_of_two_bytes_take_one_column(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_fail_at(&err, DADO_SYNTAX, (dado_place){ "x", 1, 4, 1 }, "odd");
    dado_text out = { 0 };
    dado_error_print(&err, "\xC3\xA9 !", &out);
    assert_non_null(strstr(dado_text_string(&out), "      |   ^\n"));
    dado_text_free(&out);
}

// Of a line of 400 words the few around the spot are shown, with the sign under the word.
static void a_long_line_is_shown_around_its_spot(void **state)
{
    (void)state;
    dado_text line = { 0 }, out = { 0 };
    for (int i = 0; i < 400; i++) dado_text_addf(&line, "%s ", i == 200 ? "WRONG" : "right");
    dado_error err = { 0 };
    dado_fail_at(&err, DADO_INVALID, (dado_place){ "x", 1, 200 * 6 + 1, 5 }, "odd");
    dado_error_print(&err, dado_text_string(&line), &out);
    const char *shown = strchr(out.data, '\n') + 1, *signs = strchr(shown, '\n') + 1;
    const char *word = strstr(shown, "WRONG");
    assert_true(word && word < signs);
    assert_in_range(strcspn(shown, "\n"), 100, 200);
    assert_int_equal(strcspn(signs, "^"), word - shown);
    assert_int_equal(strncmp(strchr(signs, '^'), "^~~~~\n", 6), 0);
    dado_text_free(&line);
    dado_text_free(&out);
}

static void a_sentence_stays_on_its_line(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_fail(&err, DADO_IO, "cannot open \"%s\"", "a\nb");
    dado_fail_code(&err, "X_SYNTAX");
    assert_string_equal(err.text, "cannot open \"a b\"");
    dado_text out = { 0 };
    dado_error_print(&err, NULL, &out);
    assert_string_equal(dado_text_string(&out), "X_SYNTAX: cannot open \"a b\"\n");
    dado_text_free(&out);
    assert_false(dado_fail(NULL, DADO_IO, "nobody listens"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_spot_is_underlined),
        cmocka_unit_test(letters_of_two_bytes_take_one_column),
        cmocka_unit_test(a_long_line_is_shown_around_its_spot),
        cmocka_unit_test(a_sentence_stays_on_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
