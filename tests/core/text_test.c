// text_test.c - what is written reads back, whatever was in it.
#include "support/test.h"

#include "core/text.h"
#include "core/match_record.h"

static void numbers_have_the_fewest_digits_that_read_back(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *digits;
    } cases[] = {
        { 0.1, "0.1" },
        { 1.0 / 3, "0.3333333333333333" },
        { -0.0, "0" },
        { 1e21, "1e+21" },
        { 123456789, "123456789" },
        { 0.30000000000000004, "0.30000000000000004" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_text text = { 0 };
        dado_text_real(&text, cases[i].value);
        assert_string_equal(dado_text_string(&text), cases[i].digits);
        dado_text_free(&text);
    }
}

static void no_value_is_null_in_json(void **state)
{
    (void)state;
    dado_text text = { 0 };
    dado_text_json_real(&text, DADO_NONE);
    assert_string_equal(dado_text_string(&text), "null");
    dado_text_free(&text);
}

static void hostile_names_are_escaped(void **state)
{
    (void)state;
    const char *name = "<b a='1'>\"&\n\x01\xFF\xC3\xA9";
    dado_text text = { 0 };
    dado_text_json(&text, name);
    assert_string_equal(dado_text_string(&text), "\"<b a='1'>\\\"&\\n\\u0001\\ufffd\xC3\xA9\"");
    dado_text_clear(&text);
    dado_text_html(&text, name);
    assert_string_equal(dado_text_string(&text),
                        "&lt;b a=&#39;1&#39;&gt;&quot;&amp;\n\xEF\xBF\xBD\xC3\xA9");
    dado_text_clear(&text);
    dado_text_csv(&text, "a;\"b\"");
    assert_string_equal(dado_text_string(&text), "\"a;\"\"b\"\"\"");
    dado_text_free(&text);
}

static void words_are_wrapped_by_characters(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int indent, columns, at;
        const char *lines;
    } cases[] = {
        { "a bc def", 0, 80, 0, "a bc def" },
        { "a bc def", 4, 8, 0, "a bc def" },  // a first word that is shorter than the indent
        { "a bc def", 4, 7, 0, "a bc\n    def" },
        { "a bc def", 2, 5, 2, "a\n  bc\n  def" },
        { "a bc def", 2, 9, 6, " a\n  bc def" },  // behind a head of six characters
        { "one  two\nthree\n\nfour\n", 1, 80, 1, "one two\n three\n\n four\n" },
        { "by 2.85 %) of", 2, 9, 2, "by\n  2.85 %)\n  of" },  // a number and its %
        { "100 %", 0, 3, 0, "100 %" },
        { "unbreakable is", 2, 5, 2, "unbreakable\n  is" },
        { "\xC3\xA9\xC3\xA9 \xC3\xA9", 0, 4, 0, "\xC3\xA9\xC3\xA9 \xC3\xA9" },
        { "", 3, 10, 3, "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_text text = { 0 };
        dado_text_wrap(&text, cases[i].words, cases[i].indent, cases[i].columns, cases[i].at);
        assert_string_equal(dado_text_string(&text), cases[i].lines);
        dado_text_free(&text);
    }
}

static void a_borrowed_buffer_is_cut_not_overrun(void **state)
{
    (void)state;
    char buffer[8];
    memset(buffer, 'x', sizeof buffer);
    dado_text text = dado_text_in_buffer(buffer, 6);
    dado_text_add(&text, "abcdefgh");
    dado_text_add(&text, "i");
    assert_string_equal(buffer, "abcde");
    assert_true(text.cut);
    assert_int_equal(buffer[6], 'x');
}

static void the_name_that_was_meant_is_found(void **state)
{
    (void)state;
    static const char *const names[] = { "players", "STOCK", "rounds" };
    assert_string_equal(dado_nearest_name("STOKC", names, 3), "STOCK");
    assert_string_equal(dado_nearest_name("player", names, 3), "players");
    assert_null(dado_nearest_name("gold", names, 3));
    assert_null(dado_nearest_name("P", (const char *const[]){ "N" }, 1));
}

static void only_whole_numbers_are_read_as_such(void **state)
{
    (void)state;
    int64_t whole;
    double real;
    assert_true(dado_read_int("-12", &whole) && whole == -12);
    assert_false(dado_read_int("12x", &whole));
    assert_false(dado_read_int("", &whole));
    assert_false(dado_read_int(" 1", &whole));
    assert_false(dado_read_int("99999999999999999999", &whole));
    assert_true(dado_read_real("1.5e3", &real) && real == 1500);
    assert_false(dado_read_real("nan", &real));
    assert_false(dado_read_real("0x10", &real));
    assert_false(dado_read_real("1e999", &real));
}

static void what_steers_a_terminal_is_shown(void **state)
{
    (void)state;
    static const struct {
        const char *given, *shown;
        size_t count;
    } cases[] = {
        { "plain\tand\ntold", "plain\tand\ntold", 14 },
        { "\x1b[2J\r\a", "\\u001b[2J\\u000d\\u0007", 6 },
        { "\xC2\x9B"
          "2J",
          "\\u009b2J", 4 },
        { "a\x7F", "a\\u007f", 2 },
        { "\xE2\x80\xAEtxt", "\\u202etxt", 6 },
        { "\xFF\xC3", "\\xff\\xc3", 2 },
        { "Territ\xC3\xB3rio \xE2\x99\xA3 \xF0\x9F\x8E\xB2",
          "Territ\xC3\xB3rio \xE2\x99\xA3 \xF0\x9F\x8E\xB2", 20 },
        { "a\0b", "a\\u0000b", 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_text text = { 0 };
        dado_text_add_escaped(&text, cases[i].given, cases[i].count);
        assert_string_equal(dado_text_string(&text), cases[i].shown);
        dado_text_free(&text);
    }
    assert_true(dado_text_is_printable("Territ\xC3\xB3rio"));
    assert_false(dado_text_is_printable("\x1b[31m"));
    assert_int_equal(dado_text_partial_utf8("ab\xE2\x99", 4), 2);
    assert_int_equal(dado_text_partial_utf8("ab\xE2\x99\xA3", 5), 0);
    assert_int_equal(dado_text_partial_utf8("\x80\x80\x80\x80", 4), 0);
}

static void what_was_said_is_taken_back_from_its_end(void **state)
{
    (void)state;
    dado_text text = { 0 };
    dado_text_end_line(&text);
    dado_text_trim(&text, '\n');
    dado_text_truncate(&text, 3);
    assert_string_equal(dado_text_string(&text), "");
    dado_text_add(&text, "one\n\n");
    dado_text_end_line(&text);
    assert_string_equal(text.data, "one\n\n");
    dado_text_trim(&text, '\n');
    assert_string_equal(text.data, "one");
    dado_text_end_line(&text);
    assert_string_equal(text.data, "one\n");
    dado_text_truncate(&text, 2);
    dado_text_truncate(&text, 9);
    assert_string_equal(text.data, "on");
    dado_text_free(&text);
}

static void a_whole_number_is_read_up_to_its_end(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int end;  // -1: there is none
        int64_t value;
    } some[] = {
        { "12/3", 2, 12 },
        { "  -7 x", 4, -7 },
        { "0", 1, 0 },
        { "", -1, 0 },
        { "-", -1, 0 },
        { "x1", -1, 0 },
        { "9223372036854775807", 19, INT64_MAX },
        { "9223372036854775808", -1, 0 },
        { "-9223372036854775808", 20, INT64_MIN },
        { "-9223372036854775809", -1, 0 },
        { "99999999999999999999", -1, 0 },
    };
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        int64_t value = 0;
        const char *end = dado_scan_int(some[i].text, &value);
        if (some[i].end < 0) {
            assert_null(end);
            continue;
        }
        assert_ptr_equal(end, some[i].text + some[i].end);
        assert_true(value == some[i].value);
    }
    assert_int_equal(dado_leading_int("12%"), 12);
    assert_int_equal(dado_leading_int("x"), 0);
    assert_int_equal(dado_leading_int("4294967296"), INT32_MAX);
    assert_int_equal(dado_leading_int("99999999999999999999"), INT32_MAX);
    assert_int_equal(dado_leading_int("-99999999999999999999"), INT32_MIN);
    int64_t all;
    assert_true(dado_read_int("-12", &all) && all == -12);
    assert_false(dado_read_int("12 ", &all));
    assert_false(dado_read_int(" 12", &all));
}

static void numbers_with_a_sign_between_are_read_up_to_the_last(void **state)
{
    (void)state;
    int v[3] = { -1, -1, -1 };
    const char *text = "3, 14 rest";
    assert_ptr_equal(dado_scan_ints(text, ',', 2, 14, v), text + 5);
    assert_true(v[0] == 3 && v[1] == 14 && v[2] == -1);
    assert_null(dado_scan_ints(text, ',', 2, 13, v));
    assert_null(dado_scan_ints(text, ',', 3, 99, v));
    assert_null(dado_scan_ints("3:14", ',', 2, 99, v));
    assert_null(dado_scan_ints("3,-1", ',', 2, 99, v));
    assert_null(dado_scan_ints("3,", ',', 2, 99, v));
    // 2^32 + 1 is not 1.
    assert_null(dado_scan_ints("4294967297,0", ',', 2, INT32_MAX, v));
    text = " 1\t2  3";
    assert_ptr_equal(dado_scan_ints(text, ' ', 3, 3, v), text + 7);
    assert_true(v[0] == 1 && v[1] == 2 && v[2] == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_number_is_read_up_to_its_end),
        cmocka_unit_test(numbers_with_a_sign_between_are_read_up_to_the_last),
        cmocka_unit_test(numbers_have_the_fewest_digits_that_read_back),
        cmocka_unit_test(no_value_is_null_in_json),
        cmocka_unit_test(hostile_names_are_escaped),
        cmocka_unit_test(what_steers_a_terminal_is_shown),
        cmocka_unit_test(words_are_wrapped_by_characters),
        cmocka_unit_test(a_borrowed_buffer_is_cut_not_overrun),
        cmocka_unit_test(the_name_that_was_meant_is_found),
        cmocka_unit_test(only_whole_numbers_are_read_as_such),
        cmocka_unit_test(what_was_said_is_taken_back_from_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
