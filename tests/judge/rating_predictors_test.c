// rating_predictors_test.c - scripted people whose fun is a known function of a match: the
// measures of that function are found, and no others.
#include "support/test.h"

#include <math.h>

#include "core/match_record.h"
#include "core/rng.h"
#include "judge/rating_predictors.h"

enum { matches = 80, measures = 12 };

static double unit(dado_rng *rng)
{
    return ((double)dado_rng_below(rng, 1u << 30) + 0.5) / (1u << 30);
}

static double normal(dado_rng *rng)
{
    return sqrt(-2 * log(unit(rng))) * cos(6.283185307179586 * unit(rng));
}

typedef struct evening {
    double values[measures][matches], fun[matches];
    dado_rating_column columns[measures];
} evening;

static const char *const names[measures] = { "m0", "m1", "m2", "m3", "m4",  "m5",
                                             "m6", "m7", "m8", "m9", "m10", "m11" };

// Measures go along with each other: neighbours share half of what they are. Fun, from 1 to 5
// in whole numbers, hangs on measures 2 and 7, or on none.
static void play(evening *e, uint64_t seed, bool hangs)
{
    dado_rng rng = dado_rng_stream(seed, 1, DADO_STREAM_CHANCE);
    for (int i = 0; i < matches; i++) {
        double common = 0;
        for (int m = 0; m < measures; m++) {
            if (m % 3 == 0) common = normal(&rng);
            e->values[m][i] = 0.7 * common + 0.7 * normal(&rng);
        }
        double felt = 3 + normal(&rng) * 0.7;
        if (hangs) felt += 0.8 * e->values[2][i] - 0.8 * e->values[7][i];
        e->fun[i] = felt < 1 ? 1 : felt > 5 ? 5 : floor(felt + 0.5);
    }
    for (int m = 0; m < measures; m++) {
        e->columns[m] = (dado_rating_column){ names[m], names[m], e->values[m] };
    }
}

static dado_rating_predictors find(const evening *e, dado_region *region)
{
    dado_rating_predictors found = { 0 };
    dado_error err = { 0 };
    assert_true(dado_rating_predictors_find(e->fun, matches, e->columns, measures, 0.99, region,
                                            &found, &err));
    return found;
}

static void the_right_measures_are_found_and_no_others(void **state)
{
    (void)state;
    static evening e;
    int right = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        dado_region region = { 0 };
        play(&e, seed, true);
        dado_rating_predictors found = find(&e, &region);
        assert_int_equal(found.count, measures);
        bool two = found.rows[0].order == 1 && found.rows[1].order == 2 && !found.rows[2].order;
        const char *a = found.rows[0].name, *b = found.rows[1].name;
        right += two &&
                 ((!strcmp(a, "m2") && !strcmp(b, "m7")) || (!strcmp(a, "m7") && !strcmp(b, "m2")));
        dado_region_free(&region);
    }
    assert_in_range(right, 19, 20);
}

static void where_fun_hangs_on_nothing_nothing_is_found(void **state)
{
    (void)state;
    static evening e;
    int wrong = 0;
    for (uint64_t seed = 101; seed <= 200; seed++) {
        dado_region region = { 0 };
        play(&e, seed, false);
        wrong += find(&e, &region).rows[0].order != 0;
        dado_region_free(&region);
    }
    assert_in_range(wrong, 0, 4);  // one in a hundred is expected
}

static void missing_and_equal_values_are_left_out(void **state)
{
    (void)state;
    static evening e;
    dado_region region = { 0 };
    play(&e, 3, true);
    e.values[4][10] = DADO_NONE;
    for (int i = 0; i < matches; i++) e.values[5][i] = 7;
    for (int i = 60; i < matches; i++) e.fun[i] = DADO_NONE;
    for (int i = 0; i < matches; i++) e.values[6][i] = e.values[2][i];  // the same, twice
    dado_rating_predictors found = find(&e, &region);
    assert_int_equal(found.matches, 60);
    assert_int_equal(found.count, measures - 2);
    bool twice = false;
    for (int i = 0; i < found.count && found.rows[i].order; i++) {
        twice = twice || !strcmp(found.rows[i].name, "m6");
    }
    assert_false(twice);
    for (int i = 0; i < matches; i++) e.fun[i] = i < 5 ? 3 : DADO_NONE;
    assert_int_equal(find(&e, &region).count, 0);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_measures_are_found_and_no_others),
        cmocka_unit_test(where_fun_hangs_on_nothing_nothing_is_found),
        cmocka_unit_test(missing_and_equal_values_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
