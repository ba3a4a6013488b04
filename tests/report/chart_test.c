// chart_test.c - every mark draws, whatever the numbers and names.
#include "support/sample_findings.h"
#include "support/test.h"
#include "support/xml_well_formed.h"

#include <math.h>

#include "report/chart.h"

static void must_be_sound(dado_text *out)
{
    char why[200];
    assert_false(out->cut);
    if (!dado_xml_is_well_formed(dado_text_string(out), why, sizeof why)) fail_msg("%s", why);
    assert_null(strstr(out->data, "nan"));
    assert_null(strstr(out->data, "inf\""));
    assert_null(strstr(out->data, "<script"));
    dado_text_free(out);
}

static void ticks_are_round_and_inside(void **state)
{
    (void)state;
    double ticks[32];
    int decimals;
    assert_int_equal(dado_ticks(0, 1, 5, false, ticks, 32, &decimals), 6);
    assert_true(ticks[1] > 0.19 && ticks[1] < 0.21);
    assert_int_equal(decimals, 1);
    assert_int_equal(dado_ticks(0, 10000, 4, false, ticks, 32, &decimals), 5);
    assert_true(ticks[1] == 2500);
    assert_int_equal(decimals, 0);
    assert_int_equal(dado_ticks(0, 3, 10, true, ticks, 32, &decimals), 4);
    assert_true(ticks[3] == 3);
    assert_int_equal(dado_ticks(-1, 1, 4, false, ticks, 32, &decimals), 5);
    assert_true(ticks[2] == 0 && !signbit(ticks[2]));
    assert_int_equal(dado_ticks(5, 5, 4, false, ticks, 32, &decimals), 1);
    assert_int_equal(dado_ticks(NAN, 5, 4, false, ticks, 32, &decimals), 0);
    static const double spans[] = { 1e-9, 0.003, 0.9, 7, 123456, 1e12 };
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        int count = dado_ticks(17, 17 + spans[i], 6, false, ticks, 32, &decimals);
        assert_in_range(count, 2, 13);
        for (int k = 0; k < count; k++) {
            assert_true(ticks[k] >= 17 - spans[i] * 1e-6 && ticks[k] <= 17 + spans[i] * 1.000001);
        }
    }
}

// All marks over arrays with gaps, infinities, and values no scale likes.
static void every_mark_survives_every_number(void **state)
{
    (void)state;
    double x[] = { 0, 1, 2, 3, NAN, 5 }, end[] = { 1, 2, 3, 4, 5, 6 };
    double y[] = { 1, NAN, -3, INFINITY, 1e300, 0 }, low[] = { 0, 0, NAN, -1, 0, 0 };
    double high[] = { 2, 2, 2, INFINITY, 2, -1 };
    const char *labels[] = { dado_hostile_text, "b", "", "d", "e", "f" };
    for (int mark = DADO_LINE; mark <= DADO_DOTS; mark++) {
        for (int variant = 0; variant < 64; variant++) {
            dado_series s = {
                .name = dado_hostile_text,
                .mark = (dado_mark)mark,
                .count = variant & 1 ? 6 : 0,
                .x = variant & 2 ? x : NULL,
                .y = y,
                .x_end = variant & 4 ? end : NULL,
                .low = variant & 8 ? low : NULL,
                .high = variant & 8 ? high : NULL,
            };
            dado_reference_line rules[] = {
                { .at = NAN }, { .at = 2, .upright = true, .label = dado_hostile_text }
            };
            dado_chart chart = {
                .title = dado_hostile_text,
                .about = dado_hostile_text,
                .series = &s,
                .count = 1,
                .rules = rules,
                .rule_count = 2,
                .flat = variant & 16,
                .alone = variant & 32,
                .x = { .title = dado_hostile_text,
                       .labels = variant & 16 ? labels : NULL,
                       .label_count = 6 },
                .y = { .title = dado_hostile_text,
                       .logarithm = variant & 32,
                       .percent = variant & 2 },
            };
            dado_text out = { 0 };
            dado_chart_draw(&chart, &out);
            must_be_sound(&out);
        }
    }
}

static void a_scale_of_decades_bears_the_largest_and_the_smallest_numbers(void **state)
{
    (void)state;
    static const double sizes[] = { 1.7e308, 5e-324, 1, 0, -1 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int mark = DADO_LINE; mark <= DADO_DOTS; mark++) {
            double y[] = { sizes[i], sizes[i] };
            dado_series s = { .mark = (dado_mark)mark, .count = 2, .y = y, .low = y, .high = y };
            dado_chart chart = { .series = &s,
                                 .count = 1,
                                 .y = { .logarithm = true },
                                 .x = { .logarithm = i % 2 == 0 } };
            dado_text out = { 0 };
            dado_chart_draw(&chart, &out);
            must_be_sound(&out);
        }
    }
}

static void a_histogram_has_a_bar_for_every_bin_and_a_curve(void **state)
{
    (void)state;
    double from[] = { 0, 1, 2 }, to[] = { 1, 2, 3 }, n[] = { 5, 9, 2 };
    double at[] = { 0, 1.5, 3 }, curve[] = { 1, 9, 1 };
    dado_series series[] = {
        { .mark = DADO_BARS, .count = 3, .x = from, .x_end = to, .y = n },
        { .mark = DADO_LINE, .count = 3, .x = at, .y = curve },
    };
    dado_text out = { 0 };
    dado_chart_draw(&(dado_chart){ .title = "t", .series = series, .count = 2 }, &out);
    assert_int_equal(dado_occurrences(out.data, "<rect class=\"tint c0\""), 3);
    assert_int_equal(dado_occurrences(out.data, "<path class=\"line c1\""), 1);
    assert_non_null(strstr(out.data, "<title>1.0 to 2.0: 9</title>"));
    must_be_sound(&out);
}

static void whiskers_span_the_interval(void **state)
{
    (void)state;
    double y[] = { 0.5 }, low[] = { 0.25 }, high[] = { 0.75 };
    const char *labels[] = { "a" };
    dado_series s = { .mark = DADO_BARS, .count = 1, .y = y, .low = low, .high = high };
    dado_chart chart = { .series = &s,
                         .count = 1,
                         .width = 200,
                         .height = 124,
                         .x = { .labels = labels, .label_count = 1 },
                         .y = { .least = 0, .most = 1 } };
    dado_text out = { 0 };
    dado_chart_draw(&chart, &out);
    // The frame is 16 to 100 high: a quarter is 21 units.
    assert_non_null(strstr(out.data, "<path class=\"whisker\" d=\"M"));
    assert_non_null(strstr(out.data, " 79L"));
    assert_non_null(strstr(out.data, " 37M"));
    must_be_sound(&out);
}

// One line over another has gaps to see it through, and the legend says so.
static void lines_that_coincide_are_told_apart(void **state)
{
    (void)state;
    double y[] = { 1, 2, 3 }, same[] = { 1, 2, 3 }, other[] = { 1, 2, 4 };
    dado_series s[] = { { .name = "one", .mark = DADO_STEP, .count = 3, .y = y },
                        { .name = "two", .mark = DADO_STEP, .count = 3, .y = same },
                        { .name = "odd", .mark = DADO_STEP, .count = 3, .y = other },
                        { .name = "three", .mark = DADO_STEP, .count = 3, .y = y } };
    dado_text out = { 0 };
    dado_chart_draw(&(dado_chart){ .series = s, .count = 4 }, &out);
    assert_non_null(strstr(out.data, ">two (as one)<"));
    assert_non_null(strstr(out.data, ">three (as one)<"));
    assert_non_null(strstr(out.data, ">odd<"));
    assert_non_null(strstr(out.data, "\"line c1 dash5\""));
    assert_non_null(strstr(out.data, "\"line c3 dash6\""));
    must_be_sound(&out);
}

static void series_differ_by_form_and_not_by_colour_alone(void **state)
{
    (void)state;
    double y[] = { 1, 2, 3 }, higher[] = { 2, 3, 4 };
    dado_series s[] = { { .mark = DADO_LINE, .count = 3, .y = y },
                        { .mark = DADO_STEP, .count = 3, .y = y },
                        { .mark = DADO_LINE, .count = 3, .y = higher } };
    dado_text out = { 0 };
    dado_chart_draw(&(dado_chart){ .series = s, .count = 3 }, &out);
    assert_non_null(strstr(out.data, "\"line c0\""));
    assert_non_null(strstr(out.data, "\"line c1 dash1\""));
    assert_non_null(strstr(out.data, "\"line c2 dash2\""));
    must_be_sound(&out);
}

static void the_same_chart_is_the_same_bytes(void **state)
{
    (void)state;
    double y[] = { 1, 1.0 / 3, 2.0 / 7 };
    dado_series s = { .mark = DADO_STEP, .count = 3, .y = y };
    dado_text once = { 0 }, twice = { 0 };
    dado_chart_draw(&(dado_chart){ .series = &s, .count = 1 }, &once);
    dado_chart_draw(&(dado_chart){ .series = &s, .count = 1 }, &twice);
    assert_string_equal(once.data, twice.data);
    must_be_sound(&once);
    must_be_sound(&twice);
}

static void a_matrix_leaves_cells_without_value_empty(void **state)
{
    (void)state;
    double values[] = { 0, 1, NAN, INFINITY, 0.5, 0.25 };
    const char *names[] = { dado_hostile_text, "b", "c" };
    dado_text out = { 0 };
    dado_heatmap_draw(&(dado_heatmap){ .title = dado_hostile_text,
                                       .rows = 2,
                                       .columns = 3,
                                       .values = values,
                                       .row_labels = names,
                                       .column_labels = names,
                                       .numbers = true,
                                       .value_title = dado_hostile_text },
                      &out);
    assert_int_equal(dado_occurrences(out.data, "text class=\"small mid on"), 4);
    must_be_sound(&out);
    dado_text empty = { 0 };
    dado_heatmap_draw(&(dado_heatmap){ .rows = 1, .columns = 1, .values = (double[]){ NAN } },
                      &empty);
    must_be_sound(&empty);
}

static double brightness(uint32_t rgb)
{
    return 0.2126 * (rgb >> 16 & 255) + 0.7152 * (rgb >> 8 & 255) + 0.0722 * (rgb & 255);
}

static void amounts_grow_brighter_all_the_way(void **state)
{
    (void)state;
    for (int i = 1; i <= 100; i++) {
        assert_true(brightness(dado_heatmap_colour(i / 100.0)) >
                    brightness(dado_heatmap_colour((i - 1) / 100.0)));
    }
    assert_int_equal(dado_heatmap_colour(-1), dado_heatmap_colour(0));
    assert_int_equal(dado_heatmap_colour(NAN), dado_heatmap_colour(0));
    assert_int_equal(dado_heatmap_colour(7), dado_heatmap_colour(1));
}

static void word_sized_curves_are_sound(void **state)
{
    (void)state;
    static const double values[] = { 1, NAN, 3, 2 };
    for (int count = 0; count <= 4; count++) {
        dado_text spark = { 0 };
        dado_sparkline_draw(values, count, dado_hostile_text, &spark);
        must_be_sound(&spark);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round_and_inside),
        cmocka_unit_test(every_mark_survives_every_number),
        cmocka_unit_test(a_scale_of_decades_bears_the_largest_and_the_smallest_numbers),
        cmocka_unit_test(a_histogram_has_a_bar_for_every_bin_and_a_curve),
        cmocka_unit_test(whiskers_span_the_interval),
        cmocka_unit_test(lines_that_coincide_are_told_apart),
        cmocka_unit_test(series_differ_by_form_and_not_by_colour_alone),
        cmocka_unit_test(the_same_chart_is_the_same_bytes),
        cmocka_unit_test(a_matrix_leaves_cells_without_value_empty),
        cmocka_unit_test(amounts_grow_brighter_all_the_way),
        cmocka_unit_test(word_sized_curves_are_sound),
    };
    return cmocka_run_group_tests_name("chart", tests, NULL, NULL);
}
