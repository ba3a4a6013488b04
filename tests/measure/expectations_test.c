// Expectation files, and the quality they give: the worked values and the rules around them.
#include "measure/expectations.h"
#include "measure/score_rows.h"

static const dado_measure counted[] = {
    { .name = "moves", .title = "Moves", .kind = DADO_COUNT },
    { .name = "items", .title = "Items", .kind = DADO_COUNT },
    { .name = "gold", .title = "Gold", .kind = DADO_COUNT },
    { .name = "damage_taken", .title = "Damage", .kind = DADO_COUNT },
    { .name = "enemies_defeated", .title = "Defeated", .kind = DADO_COUNT },
    { .name = "explored", .title = "Explored", .kind = DADO_RATIO },
    { .name = NULL },
};

typedef struct desk {
    dado_region region;
    dado_measures measures;
    dado_expectations expect;
    dado_error err;
} desk;

static void open_desk(desk *d)
{
    *d = (desk){ 0 };
    dado_region_init(&d->region, (size_t)1 << 24);
    assert_true(dado_measures_list(&d->measures, counted, &d->region, &d->err));
}

static bool reads(desk *d, const char *text)
{
    return dado_expectations_read(&d->expect, "wish.expect", text, &d->measures, &d->region,
                                  &d->err);
}

static dado_fit fit(desk *d, const char *text, const double *values, size_t count)
{
    assert_true(reads(d, text));
    const dado_expectation *wish = &d->expect.wishes[0];
    return dado_fit_values(&d->expect, wish, wish->measure->kind, values, count);
}

static const double moves[] = { 90, 110, 100, 120, 80 };

static void the_first_worked_quality(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    dado_fit f = fit(&d, "metric moves = 100\n", moves, 5);
    near(f.mean, 100, 0);
    near(f.sigma, 15.811388, 5.1e-7);
    near(f.low, 80, 1e-12);
    near(f.high, 120, 1e-12);
    near(f.q, 0.794097, 5.1e-7);
    near(f.other_sigma, 7.071068, 5.1e-7);
    near(f.other_q, 0.995322, 5.1e-7);
    near(f.q_empirical, 1.0, 0);
    f = fit(&d, "sigma = sem\nmetric moves = 100\n", moves, 5);
    near(f.sigma, 7.071068, 5.1e-7);
    near(f.q, 0.995322, 5.1e-7);
    near(f.other_q, 0.794097, 5.1e-7);
    dado_region_free(&d.region);
}

static void the_second_worked_quality(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    dado_fit f = fit(&d, "metric items = 5", (double[]){ 3, 5, 4, 4, 6, 2, 4, 4 }, 8);
    near(f.sigma, 1.195229, 5.1e-7);
    near(f.q, 0.452868, 5.1e-7);
    near(f.other_sigma, 0.422577, 5.1e-7);
    near(f.other_q, 0.499999, 5.1e-7);
    near(f.q_empirical, 6.0 / 8, 0);
    f = fit(&d, "metric gold = 60", (double[]){ 40, 55, 60, 45, 50, 50 }, 6);
    near(f.sigma, 7.071068, 5.1e-7);
    near(f.q, 0.610420, 5.1e-7);
    dado_region_free(&d.region);
}

static void the_third_worked_quality_and_the_mean_of_all(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    assert_true(reads(&d, "metric win = 0.75\nmetric moves = 150\nmetric damage_taken = 0\n"));
    static const double values[3][10] = {
        { 1, 1, 0, 1, 1, 0, 1, 1, 1, 1 },
        { 132, 150, 141, 128, 160, 139, 145, 135, 150, 120 },
        { 6, 0, 3, 9, 6, 3, 0, 6, 3, 12 },
    };
    static const double sigma[] = { 0.133333, 11.832160, 3.794733 };
    static const double q[] = { 0.706565, 0.954154, 0.047320 };
    static const double empirical[] = { 1.0, 1.0, 0.2 };
    dado_fit fits[3];
    for (int i = 0; i < 3; i++) {
        const dado_expectation *wish = &d.expect.wishes[i];
        fits[i] = dado_fit_values(&d.expect, wish, wish->measure->kind, values[i], 10);
        near(fits[i].sigma, sigma[i], 5.1e-7);
        near(fits[i].q, q[i], 5.1e-7);
        near(fits[i].q_empirical, empirical[i], 1e-12);
    }
    near(dado_quality(fits, 3), 0.569346, 5.1e-7);
    fits[2].weight = 1e-300;
    near(dado_quality(fits, 3), (0.706565 + 0.954154) / 2, 1e-6);
    dado_region_free(&d.region);
}

static void equal_values_are_inside_on_the_edge_or_outside(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    near(fit(&d, "metric moves = 100", (double[]){ 90, 90, 90 }, 3).q, 1.0, 0);
    near(fit(&d, "metric moves = 100", (double[]){ 80, 80, 80 }, 3).q, 0.5, 0);
    near(fit(&d, "metric moves = 100", (double[]){ 120.00000001, 120.00000001 }, 2).q, 0.5, 0);
    near(fit(&d, "metric moves = 100", (double[]){ 120.001, 120.001 }, 2).q, 0.0, 0);
    near(fit(&d, "metric explored = 0", (double[]){ 0.04, 0.04 }, 2).q, 1.0, 0);
    near(fit(&d, "metric explored = 0", (double[]){ 0.06, 0.06 }, 2).q, 0.0, 0);
    near(fit(&d, "metric moves = 0", (double[]){ 0, 0 }, 2).q, 1.0, 0);
    dado_region_free(&d.region);
}

static void one_value_is_marked_and_none_counts_as_nothing(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    dado_fit f = fit(&d, "metric moves = 100", (double[]){ 95, DADO_NONE }, 2);
    assert_int_equal(f.flags, DADO_FIT_SINGLE);
    assert_int_equal(f.count, 1);
    near(f.q, 1.0, 0);
    near(f.sigma, 0.0, 0);
    f = fit(&d, "metric moves = 100", (double[]){ DADO_NONE }, 1);
    assert_int_equal(f.flags, DADO_FIT_NO_DATA);
    near(f.q, 0.0, 0);
    assert_true(dado_is_none(f.mean));
    near(dado_quality((dado_fit[]){ f, { .q = 1, .weight = 1 } }, 2), 0.5, 1e-15);
    dado_region_free(&d.region);
}

static void blocks_of_moments_fit_as_the_values_do(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    dado_fit whole = fit(&d, "metric moves = 100", moves, 5);
    dado_moments a = { 0 }, b = { 0 };
    for (int i = 0; i < 5; i++) dado_moments_add(i < 2 ? &a : &b, moves[i]);
    dado_moments_merge(&a, &b);
    dado_fit merged = dado_fit_moments(&d.expect, &d.expect.wishes[0], DADO_COUNT, &a, 5);
    near(merged.q, whole.q, 1e-14);
    near(merged.q_empirical, whole.q_empirical, 0);
    dado_region_free(&d.region);
}

static void refused(const char *text, const char *code, int line, int column)
{
    desk d;
    open_desk(&d);
    assert_false(reads(&d, text));
    assert_string_equal(d.err.code, code);
    assert_string_equal(d.err.place.source, "wish.expect");
    assert_int_equal(d.err.place.line, line);
    assert_int_equal(d.err.place.column, column);
    dado_region_free(&d.region);
}

static void what_is_wrong_is_named_with_its_line(void **state)
{
    (void)state;
    refused("window = 0.2\nmetric\n", "X_SYNTAX", 2, 7);
    refused("windows = 0.2\n", "X_SYNTAX", 1, 1);
    refused("= 4\n", "X_SYNTAX", 1, 1);
    refused("metric moves 80\n", "X_SYNTAX", 1, 14);
    refused("metric moves = \n", "X_SYNTAX", 1, 15);
    refused("metric moves = many\n", "X_SYNTAX", 1, 16);
    refused("metric moves = nan\n", "X_SYNTAX", 1, 16);
    refused("metric moves = 1e999\n", "X_SYNTAX", 1, 16);
    refused("metric moves = 80 width=3\n", "X_SYNTAX", 1, 19);
    refused("metric moves = 80 window=0.1 window=0.2\n", "X_SYNTAX", 1, 30);
    refused("metric moves = ignore window=0.1\n", "X_SYNTAX", 1, 23);
    refused("sigma = both\n", "X_SYNTAX", 1, 9);
    refused("sigma = sem\nsigma = sem\n", "X_SYNTAX", 2, 1);
    refused("name = a\nname = b\n", "X_SYNTAX", 2, 1);
    refused("window = 1\nwindow = 1\n", "X_SYNTAX", 2, 1);
    refused("# hello\n\nmetric mvoes = 80\n", "X_UNKNOWN_METRIC", 3, 8);
    refused("metric moves = 80\nmetric moves = 90\n", "X_DUPLICATE_METRIC", 2, 8);
    refused("metric moves = ignore\nmetric moves = ignore\n", "X_DUPLICATE_METRIC", 2, 8);
    refused("window = -0.1\n", "Q_BAD_WINDOW", 1, 10);
    refused("metric moves = 80 window=-1\n", "Q_BAD_WINDOW", 1, 26);
    refused("metric moves = 80 abs=-1\n", "Q_BAD_WINDOW", 1, 23);
    refused("metric moves = 80 weight=0\n", "Q_BAD_WINDOW", 1, 26);
}

static void an_unknown_name_is_told_the_nearest_one(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    assert_false(reads(&d, "metric mvoes = 80\n"));
    assert_non_null(strstr(d.err.text, "did you mean moves?"));
    assert_false(reads(&d, "metric drama_pionts = 0.5\n"));
    assert_non_null(strstr(d.err.text, "did you mean drama_points?"));
    dado_region_free(&d.region);
}

static void choosing_nothing_is_an_error(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    assert_true(reads(&d, "name = empty\nmetric moves = ignore\n"));
    assert_false(dado_expectations_check(&d.expect, &d.err));
    assert_string_equal(d.err.code, "Q_NO_METRICS");
    assert_true(reads(&d, "metric moves = 1\n"));
    assert_true(dado_expectations_check(&d.expect, &d.err));
    d.expect.wishes[0].weight = 0;
    assert_false(dado_expectations_check(&d.expect, &d.err));
    assert_string_equal(d.err.code, "Q_BAD_WINDOW");
    dado_region_free(&d.region);
}

static void a_written_file_reads_as_the_same_to_the_last_digit(void **state)
{
    (void)state;
    desk d;
    open_desk(&d);
    assert_true(reads(&d, "\r\n name=my game  # a comment\n window = 0.1000000000000000055511\r\n"
                          "sigma = sem\nmetric win=0.30000000000000004 window = 1e-300 abs=7\n"
                          "\tmetric moves = -1.7976931348623157e308 weight=0.1\n"
                          "metric gold = ignore\nmetric items = 5e-324"));
    dado_text first = { 0 }, second = { 0 };
    dado_expectations_write(&d.expect, &first);
    dado_expectations before = d.expect;
    assert_true(reads(&d, dado_text_string(&first)));
    dado_expectations_write(&d.expect, &second);
    assert_string_equal(dado_text_string(&first), dado_text_string(&second));
    assert_string_equal(d.expect.name, "my game");
    assert_int_equal(d.expect.count, before.count);
    for (int i = 0; i < before.count; i++) {
        const dado_expectation *a = &before.wishes[i], *b = &d.expect.wishes[i];
        assert_memory_equal(&a->target, &b->target, sizeof a->target);
        assert_memory_equal(&a->window, &b->window, sizeof a->window);
        assert_memory_equal(&a->half, &b->half, sizeof a->half);
        assert_memory_equal(&a->weight, &b->weight, sizeof a->weight);
        assert_int_equal(a->ignored, b->ignored);
    }
    dado_text_free(&first);
    dado_text_free(&second);
    dado_region_free(&d.region);
}

static void the_shipped_expectations_read(void **state)
{
    (void)state;
    static const char *const names[] = { "casual", "classic", "hardcore" };
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "library/expect/%s.expect", names[i]);
        char *text = dado_test_read(path);
        assert_non_null(text);
        desk d;
        open_desk(&d);
        assert_true(reads(&d, text));
        assert_string_equal(d.expect.name, names[i]);
        assert_int_equal(d.expect.count, 7);
        assert_true(dado_expectations_check(&d.expect, &d.err));
        dado_region_free(&d.region);
        free(text);
    }
}

static void a_tally_may_not_take_a_name_of_the_shelf(void **state)
{
    (void)state;
    static const dado_measure bad[] = { { .name = "win" }, { .name = NULL } };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 20);
    dado_measures list;
    dado_error err = { 0 };
    assert_false(dado_measures_list(&list, bad, &region, &err));
    assert_non_null(strstr(err.text, "win"));
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_worked_quality),
        cmocka_unit_test(the_second_worked_quality),
        cmocka_unit_test(the_third_worked_quality_and_the_mean_of_all),
        cmocka_unit_test(equal_values_are_inside_on_the_edge_or_outside),
        cmocka_unit_test(one_value_is_marked_and_none_counts_as_nothing),
        cmocka_unit_test(blocks_of_moments_fit_as_the_values_do),
        cmocka_unit_test(what_is_wrong_is_named_with_its_line),
        cmocka_unit_test(an_unknown_name_is_told_the_nearest_one),
        cmocka_unit_test(choosing_nothing_is_an_error),
        cmocka_unit_test(a_written_file_reads_as_the_same_to_the_last_digit),
        cmocka_unit_test(the_shipped_expectations_read),
        cmocka_unit_test(a_tally_may_not_take_a_name_of_the_shelf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
