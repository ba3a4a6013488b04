// svg_test.c - drawings are well-formed whatever is in them, and the same everywhere.
#include "support/test.h"
#include "support/xml_well_formed.h"

#include <math.h>

#include "report/svg.h"

static const char hostile[] =
    "<script>alert('x')</script>\"&\x01\x1b[31m\xff\xc0\xaf ]]> --> \xe2\x82";

static void number_is(double value, const char *expected)
{
    char buffer[64];
    dado_text text = dado_text_in_buffer(buffer, sizeof buffer);
    dado_svg_number(&text, value);
    assert_string_equal(buffer, expected);
}

static void coordinates_are_short_and_never_minus_zero(void **state)
{
    (void)state;
    number_is(0, "0");
    number_is(-0.0, "0");
    number_is(-0.001, "0");
    number_is(12, "12");
    number_is(12.5, "12.5");
    number_is(12.25, "12.25");
    number_is(-3.999, "-4");
    number_is(1.0 / 3, "0.33");
    number_is(NAN, "0");
    number_is(INFINITY, "0");
    number_is(1e300, "1000000000");
}

static void every_shape_is_well_formed_with_hostile_names(void **state)
{
    (void)state;
    dado_text out = { 0 };
    dado_svg_begin(&out, 100, 50, hostile, hostile, true);
    dado_svg_rect(&out, "fill c1", 1, 2, 3, -4);
    dado_svg_tile(&out, 0x123456, 0, 0, 1, 1);
    dado_svg_line(&out, "", 0, 0, 1, NAN);
    dado_svg_circle(&out, "fill", 1, 1, 2);
    dado_svg_text(&out, "head", 1, 1, hostile);
    dado_svg_text(&out, "head", 1, 1, NULL);
    dado_svg_tip_begin(&out, hostile);
    dado_svg_path_begin(&out, "line");
    dado_svg_path_to(&out, false, 0, 0);
    dado_svg_path_to(&out, true, 1, 1);
    dado_svg_path_end(&out, true);
    dado_svg_tip_end(&out);
    dado_svg_end(&out);
    char why[200];
    if (!dado_xml_is_well_formed(dado_text_string(&out), why, sizeof why)) fail_msg("%s", why);
    assert_null(strstr(out.data, "<script"));
    assert_null(strstr(out.data, "\x01"));
    assert_null(strstr(out.data, "\xff"));
    assert_non_null(strstr(out.data, "role=\"img\""));
    dado_text_free(&out);
}

static void the_reader_of_this_test_refuses_what_is_not_well_formed(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "<a>",
        "<a></b>",
        "<a><b></a></b>",
        "<a x=1/>",
        "<a x=\"1\" x=\"2\"/>",
        "<a>&nbsp;</a>",
        "<a>a & b</a>",
        "<a x=\"<\"/>",
        "<a/><b/>",
        "text",
        "<a/>text",
        "<a>\x01</a>",
        "<a",
        "<>",
    };
    char why[200];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (dado_xml_is_well_formed(bad[i], why, sizeof why)) fail_msg("accepted: %s", bad[i]);
    }
    assert_true(
        dado_xml_is_well_formed("<a x=\"1\"><b y=\"&lt;\"/>c &amp; d</a>\n", why, sizeof why));
}

static void width_of_text_counts_characters_not_bytes(void **state)
{
    (void)state;
    double plain = dado_svg_text_width("a", 10);
    assert_true(plain > 3 && plain < 9);
    assert_true(dado_svg_text_width("\xC3\xA9", 10) == plain);
    assert_true(dado_svg_text_width("", 10) == 0);
    assert_true(dado_svg_text_width(NULL, 10) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_are_short_and_never_minus_zero),
        cmocka_unit_test(every_shape_is_well_formed_with_hostile_names),
        cmocka_unit_test(the_reader_of_this_test_refuses_what_is_not_well_formed),
        cmocka_unit_test(width_of_text_counts_characters_not_bytes),
    };
    return cmocka_run_group_tests_name("svg", tests, NULL, NULL);
}
