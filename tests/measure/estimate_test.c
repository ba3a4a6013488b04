// estimate_test.c - a figure has the interval its kind asks for, and none where none is known.
#include "support/test.h"

#include <math.h>

#include "measure/estimate.h"
#include "measure/number_format.h"

static void a_rate_has_the_interval_of_a_share(void **state)
{
    (void)state;
    dado_moments m = { 0 };
    for (int i = 0; i < 100; i++) dado_moments_add(&m, i < 62);
    dado_estimate rate = dado_estimate_measure(DADO_RATE, &m, 0.95);
    dado_estimate hits = dado_estimate_proportion(62, 100, 0.95);
    assert_int_equal(rate.kind, DADO_ESTIMATE_SHARE);
    assert_true(fabs(rate.low - hits.low) < 1e-12 && fabs(rate.high - hits.high) < 1e-12);
    assert_true(rate.low > 0.52 && rate.low < 0.523 && rate.high > 0.709 && rate.high < 0.71);
    dado_estimate mean = dado_estimate_measure(DADO_RATIO, &m, 0.95);
    assert_int_equal(mean.kind, DADO_ESTIMATE_REAL);
    assert_true(mean.low != rate.low);
    assert_int_equal(mean.count, 100);
}

static void nothing_found_is_no_figure(void **state)
{
    (void)state;
    dado_moments none = { 0 };
    assert_true(dado_estimate_is_none(dado_estimate_mean(&none, 0.95)));
    assert_true(dado_estimate_is_none(dado_estimate_measure(DADO_RATE, &none, 0.95)));
    assert_true(dado_estimate_is_none(dado_estimate_proportion(0, 0, 0.95)));
}

static void what_is_known_or_seen_once_has_no_interval(void **state)
{
    (void)state;
    dado_moments once = { 0 };
    dado_moments_add(&once, 3);
    assert_false(dado_estimate_has_interval(dado_estimate_mean(&once, 0.95)));
    assert_false(dado_estimate_has_interval(dado_estimate_integer(12)));
    assert_false(dado_estimate_has_interval(dado_estimate_share(0.5)));
    assert_true(dado_estimate_has_interval(dado_estimate_proportion(0, 10, 0.95)));
}

static void a_sentence_with_numbers_is_one_format(void **state)
{
    (void)state;
    char said[800];
    snprintf(said, sizeof said, "%s matches: %s of %s, %s; p = %s", dado_string_count(12000).s,
             dado_string_share((dado_interval){ 0.274, 0.261, 0.287 }).s,
             dado_string_real(0.03127).s, dado_string_mean((dado_interval){ 3, 3, 3 }).s,
             dado_string_probability(0.031).s);
    assert_string_equal(said, "12,000 matches: 27.4 % (26.1 to 28.7 %) of 0.03127, 3; p = 0.031");
    assert_string_equal(dado_string_percent(DADO_NONE).s, "\xE2\x80\x93");
    assert_int_equal(strlen(dado_string_fixed(1e300, 0).s),
                     sizeof(dado_number_string) - 1);  // cut, and ended
}

static void an_interval_has_no_digit_that_it_leaves_open(void **state)
{
    (void)state;
    assert_string_equal(dado_string_percents(0.0002, 0.37485).s, "0.0 to 37.5 %");
    assert_string_equal(dado_string_percents(0.0092, 0.192).s, "0.9 to 19.2 %");
    assert_string_equal(dado_string_percents(0.62, 0.9996).s, "62.0 to 100.0 %");
    // near an end they are shown, where they are known
    assert_string_equal(dado_string_percents(0, 0.0038).s, "0.00 to 0.38 %");
    assert_string_equal(dado_string_percents(0.9991, 0.99985).s, "99.910 to 99.985 %");
    assert_string_equal(dado_string_percents(0.25, 0.25).s, "25.0 to 25.0 %");
    // nobody reads ten digits: what differs behind the sixth is one number
    dado_text said = { 0 };
    dado_print_interval(&said, 0.3333333317, 0.3333333333);
    assert_string_equal(dado_text_string(&said), "0.333333");
    dado_text_clear(&said);
    dado_print_interval(&said, 1234.5, 1234.9);
    assert_string_equal(dado_text_string(&said), "1,234.50 to 1,234.90");
    dado_text_free(&said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_with_numbers_is_one_format),
        cmocka_unit_test(an_interval_has_no_digit_that_it_leaves_open),
        cmocka_unit_test(a_rate_has_the_interval_of_a_share),
        cmocka_unit_test(nothing_found_is_no_figure),
        cmocka_unit_test(what_is_known_or_seen_once_has_no_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
