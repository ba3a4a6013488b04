// platform_level_course_test.c - how a level goes from left to right: variety, danger, pace and
// curve by a slow count of their own; routes that levels carry; levels of tested stretches.
#include "support/test.h"

#include <math.h>

#include "core/rng.h"
#include "worlds/generator.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/level_measures.h"
#include "worlds/platform/reachability.h"

// A level of 14 rows of air and two of ground, `wide` columns, in a buffer of the test's own.
typedef struct drawing {
    char rows[DADO_LEVEL_ROWS][DADO_LEVEL_WIDEST + 2];
    int wide;
} drawing;

static void draw_flat(drawing *d, int wide)
{
    d->wide = wide;
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        memset(d->rows[row], row < DADO_LEVEL_GROUND ? '-' : 'X', (size_t)wide);
        d->rows[row][wide] = '\0';
    }
    d->rows[13][0] = 'M';
    d->rows[13][wide - 1] = 'F';
}

static void dig(drawing *d, int column)
{
    d->rows[14][column] = d->rows[15][column] = '-';
}

static void read_drawing(const drawing *d, dado_level *level, dado_region *region)
{
    dado_text text = { 0 };
    dado_error err = { 0 };
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) dado_text_addf(&text, "%s\n", d->rows[row]);
    if (!dado_level_read(level, "drawing", dado_text_string(&text), region, &err))
        fail_msg("%s", err.text);
    dado_text_free(&text);
}

static void calm_and_danger_in_turns_have_a_pace_of_one(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)8 << 20);
    drawing *d = calloc(1, sizeof *d);
    dado_level level;
    double v[DADO_LEVEL_MEASURES];
    assert_non_null(d);
    draw_flat(d, 101);
    read_drawing(d, &level, &region);
    dado_level_measure_course(&level, v);
    assert_true(v[DADO_LEVEL_DANGER] == 0 && v[DADO_LEVEL_PACE] == 0 && v[DADO_LEVEL_CURVE] == 0);
    assert_true(v[DADO_LEVEL_PIT_SHARE] == 0 && v[DADO_LEVEL_EXPLORATION] > 0.9);
    // Flat ground is a few windows over and over: the plain one, those with the start or the exit.
    assert_true(v[DADO_LEVEL_VARIETY] < 0.05);
    // Two crawlers in every second stretch of ten columns.
    for (int x = 15; x < 100; x += 20) d->rows[13][x] = d->rows[13][x + 1] = 'g';
    read_drawing(d, &level, &region);
    dado_level_measure_course(&level, v);
    assert_true(fabs(v[DADO_LEVEL_PACE] - 1) < 1e-12);
    assert_true(fabs(v[DADO_LEVEL_DANGER] - 1) < 1e-12);
    // Danger in the second half alone: one step, and a curve that rises.
    draw_flat(d, 101);
    for (int x = 52; x < 100; x += 5) d->rows[13][x] = 'k';
    read_drawing(d, &level, &region);
    dado_level_measure_course(&level, v);
    assert_true(v[DADO_LEVEL_CURVE] > 0.8);
    assert_true(v[DADO_LEVEL_PACE] < 0.2);
    free(d);
    dado_region_free(&region);
}

// The same by counting letters, pair by pair, without a table of hashes.
static void measures_equal_a_slow_count(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    drawing *d = calloc(1, sizeof *d);
    assert_non_null(d);
    dado_rng rng = dado_rng_stream(99, 0, DADO_STREAM_CHANCE);
    for (int round = 0; round < 20; round++) {
        int wide = 61 + (int)dado_rng_below(&rng, 200);
        draw_flat(d, wide);
        for (int x = 2; x < wide - 2; x++) {
            switch (dado_rng_below(&rng, 8)) {
            case 0: d->rows[13][x] = 'g'; break;
            case 1: d->rows[10][x] = 'S'; break;
            case 2: dig(d, x); break;
            case 3: d->rows[13][x] = 'X'; break;
            default: break;
            }
        }
        dado_level level;
        double v[DADO_LEVEL_MEASURES];
        read_drawing(d, &level, &region);
        dado_level_measure_course(&level, v);
        int distinct = 0, windows = wide - 3, pits = 0;
        for (int x = 0; x < windows; x++) {
            bool again = false;
            for (int before = 0; before < x && !again; before++) {
                again = true;
                for (int row = 0; row < DADO_LEVEL_ROWS && again; row++) {
                    for (int i = 0; i < 4; i++) {
                        char one = d->rows[row][x + i], two = d->rows[row][before + i];
                        // Start and exit are no tiles.
                        if (one == 'M' || one == 'F') one = '-';
                        if (two == 'M' || two == 'F') two = '-';
                        again = again && one == two;
                    }
                }
            }
            distinct += !again;
        }
        int stretches = (wide - 1) / 10;
        double danger[200] = { 0 }, sum = 0, change = 0, both = 0;
        for (int x = 0; x < wide; x++) {
            bool pit = d->rows[15][x] == '-';
            pits += pit;
            if (x == wide - 1) continue;
            int at = x / 10 < stretches ? x / 10 : stretches - 1;
            danger[at] += (pit ? 0.5 : 0) + (d->rows[13][x] == 'g');
        }
        for (int i = 0; i < stretches; i++) {
            sum += danger[i];
            change += i ? fabs(danger[i] - danger[i - 1]) : 0;
            both += i ? danger[i] + danger[i - 1] : 0;
        }
        assert_true(fabs(v[DADO_LEVEL_VARIETY] - (double)distinct / windows) < 1e-12);
        assert_true(fabs(v[DADO_LEVEL_PIT_SHARE] - (double)pits / wide) < 1e-12);
        assert_true(fabs(v[DADO_LEVEL_DANGER] - sum / stretches) < 1e-9);
        assert_true(fabs(v[DADO_LEVEL_PACE] - (both > 0 ? change / both : 0)) < 1e-9);
    }
    free(d);
    dado_region_free(&region);
}

static void a_route_is_kept_in_text_and_json_and_no_part_of_the_level(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)8 << 20);
    drawing *d = calloc(1, sizeof *d);
    dado_level level, again;
    dado_error err = { 0 };
    dado_text text = { 0 };
    static const uint8_t buttons[] = { 0, 9, 10, 31, 2 };
    assert_non_null(d);
    draw_flat(d, 40);
    d->rows[13][20] = 'R';
    d->rows[1][39] = 'S';  // far above the exit: stays
    read_drawing(d, &level, &region);
    assert_int_equal(dado_level_tile(&level, 39, 1), DADO_TILE_BRICK);
    assert_null(level.route);
    assert_true(dado_level_set_route(&level, buttons, 5, &region));
    assert_string_equal(level.route, "09av2");
    dado_level_write_with_route(&level, &text);
    assert_true(dado_level_read(&again, "text", dado_text_string(&text), &region, &err));
    assert_string_equal(again.route, "09av2");
    assert_true(dado_level_equal(&level, &again));
    dado_text_clear(&text);
    dado_level_write_json(&level, &text);
    assert_true(dado_level_read(&again, "json", dado_text_string(&text), &region, &err));
    assert_string_equal(again.route, "09av2");
    assert_true(dado_level_equal(&level, &again));
    dado_text_clear(&text);
    dado_level_write(&level, &text);
    assert_null(strstr(dado_text_string(&text), "route"));
    dado_text_add(&text, "\nroute 09 12\n");
    assert_false(dado_level_read(&again, "text", dado_text_string(&text), &region, &err));
    assert_int_equal(err.place.line, 18);
    dado_text_free(&text);
    free(d);
    dado_region_free(&region);
}

static void levels_of_tested_stretches_are_passable_and_rise(void **state)
{
    (void)state;
    const dado_generator *g = dado_generator_named("primitives");
    dado_parameter_values values;
    dado_generated one = { 0 }, two = { 0 };
    dado_error err = { 0 };
    assert_non_null(g);
    dado_generator_defaults(g, &values);
    int rising = 0, count = 20;
    for (uint64_t seed = 1; seed <= (uint64_t)count; seed++) {
        dado_region region;
        dado_region_init(&region, (size_t)8 << 20);
        dado_level level;
        double v[DADO_LEVEL_MEASURES];
        assert_true(dado_generator_make(g, &values, seed, NULL, &one, &err));
        assert_true(dado_generator_make(g, &values, seed, NULL, &two, &err));
        assert_string_equal(dado_text_string(&one.text), dado_text_string(&two.text));
        assert_true(dado_level_read(&level, "made", dado_text_string(&one.text), &region, &err));
        assert_int_equal(level.width, 290);
        assert_true(dado_level_passable(&level, NULL));
        dado_level_measure_course(&level, v);
        rising += v[DADO_LEVEL_CURVE] > 0.2;
        dado_region_free(&region);
    }
    assert_true(rising >= count - 2);
    dado_generated_free(&one);
    dado_generated_free(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calm_and_danger_in_turns_have_a_pace_of_one),
        cmocka_unit_test(measures_equal_a_slow_count),
        cmocka_unit_test(a_route_is_kept_in_text_and_json_and_no_part_of_the_level),
        cmocka_unit_test(levels_of_tested_stretches_are_passable_and_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
