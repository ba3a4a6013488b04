// What is promised of every metric on the shelf: a name of its own, words for
// people, a number or no value on any match, the same again when asked again,
// and no regard for what it was not given.
#include <math.h>

#include "core/rng.h"
#include "measure/score_rows.h"

static void every_metric_has_a_name_of_its_own_and_words(void **state)
{
    (void)state;
    for (int i = 0; dado_metrics[i]; i++) {
        const dado_metric *m = dado_metrics[i];
        assert_true(m->measure || m->across);
        assert_true(strlen(m->head.name) > 0 && strlen(m->head.title) > 0);
        size_t about = strlen(m->head.about);
        assert_true(about > 10 && m->head.about[about - 1] == '.');
        assert_true(strspn(m->head.name, "abcdefghijklmnopqrstuvwxyz_0123456789") ==
                    strlen(m->head.name));
        assert_ptr_equal(dado_metric_named(m->head.name), m);
    }
    assert_null(dado_metric_named("no such thing"));
}

static void check(dado_meter *meter, const dado_trace *trace)
{
    const dado_standings *s = dado_meter_read(meter, trace);
    for (int i = 0; dado_metrics[i]; i++) {
        if (!dado_metrics[i]->measure) continue;
        double value = dado_metrics[i]->measure(trace, s);
        double again = dado_metrics[i]->measure(trace, s);
        if (dado_is_none(value)) {
            assert_true(dado_is_none(again));
            continue;
        }
        if (!isfinite(value)) fail_msg("%s is %g", dado_metrics[i]->head.name, value);
        assert_memory_equal(&value, &again, sizeof value);
        if (dado_metrics[i]->head.kind == DADO_RATE) assert_true(value >= 0.0 && value <= 1.0);
        if (dado_metrics[i]->head.kind == DADO_COUNT) {
            assert_true(value == floor(value) && value >= 0.0);
        }
    }
}

static void every_metric_is_finite_or_none_on_an_empty_match(void **state)
{
    (void)state;
    race r;
    race_open(&r, (dado_metric_options){ 0 }, 4, 4);
    int32_t row[4] = { 0 }, places[4] = { 0 };
    for (int players = 0; players <= 4; players++) {
        for (int end = 0; end < 4; end++) {
            dado_trace bare = { .players = players, .end = (dado_match_end)end };
            check(&r.meter, &bare);
            dado_trace empty = bare;
            empty.scores = empty.result = row;
            empty.places = places;
            check(&r.meter, &empty);
        }
    }
    race_close(&r);
}

static void every_metric_is_finite_or_none_on_any_match(void **state)
{
    (void)state;
    enum { PLAYERS = 5, ROUNDS = 7, STEPS = 30 };
    dado_fast_rng q = dado_fast_rng_seed(31);
    for (int ties = 0; ties < 4; ties++) {
        dado_region region;
        dado_region_init(&region, (size_t)16 << 20);
        dado_meter meter;
        dado_metric_options how = { .ties = (dado_tie_rule)ties,
                                    .preset = (dado_metric_preset)(ties % 2) };
        assert_true(dado_meter_open(&meter, &how, PLAYERS, ROUNDS, STEPS, &region, NULL));
        for (int round = 0; round < 5000; round++) {
            int32_t scores[(ROUNDS + 1) * PLAYERS], places[PLAYERS];
            dado_step path[STEPS];
            uint8_t side[PLAYERS];
            dado_trace t = { .players = 1 + (int)dado_fast_rng_below(&q, PLAYERS),
                             .rounds = (int)dado_fast_rng_below(&q, ROUNDS + 1),
                             .steps = (int)dado_fast_rng_below(&q, STEPS + 1),
                             .end = (dado_match_end)dado_fast_rng_below(&q, 4) };
            bool wild = dado_fast_rng_below(&q, 3) == 0;
            for (int i = 0; i < (ROUNDS + 1) * PLAYERS; i++) {
                scores[i] = wild ? (int32_t)(uint32_t)dado_fast_rng_next(&q)
                                 : (int32_t)dado_fast_rng_below(&q, 4);
            }
            for (int p = 0; p < PLAYERS; p++) {
                side[p] = (uint8_t)dado_fast_rng_below(&q, 3);
                places[p] = (int32_t)dado_fast_rng_below(&q, 3);
            }
            places[dado_fast_rng_below(&q, (uint32_t)t.players)] = 0;
            for (int i = 0; i < t.steps; i++) {
                path[i] =
                    (dado_step){ dado_fast_rng_below(&q, 9), (int)dado_fast_rng_below(&q, 4) - 1,
                                 1 + dado_fast_rng_below(&q, 40) };
                if (path[i].actor < 0) continue;
                t.decisions++;
                t.forced += path[i].options == 1;
                t.options += path[i].options;
            }
            t.scores = scores;
            t.result = scores + t.rounds * t.players;
            if (dado_fast_rng_below(&q, 2)) t.places = places;
            if (dado_fast_rng_below(&q, 2)) t.path = path;
            if (dado_fast_rng_below(&q, 2)) t.side = side;
            check(&meter, &t);
            size_t mark = dado_region_mark(&region);
            int seats = dado_scoring_seats(t.players, t.side);
            dado_totals *totals = dado_totals_new(seats, &region);
            dado_totals_add(totals, &t);
            for (int i = 0; dado_metrics[i]; i++) {
                if (!dado_metrics[i]->across) continue;
                double value = dado_metrics[i]->across(totals);
                assert_true(dado_is_none(value) || isfinite(value));
            }
            dado_region_rewind(&region, mark);
        }
        dado_region_free(&region);
    }
}

static void metrics_across_have_no_value_over_nothing(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 20);
    for (int seats = 0; seats < 4; seats++) {
        dado_totals *totals = dado_totals_new(seats, &region);
        for (int i = 0; dado_metrics[i]; i++) {
            if (dado_metrics[i]->across) assert_true(dado_is_none(dado_metrics[i]->across(totals)));
        }
    }
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_metric_has_a_name_of_its_own_and_words),
        cmocka_unit_test(every_metric_is_finite_or_none_on_an_empty_match),
        cmocka_unit_test(every_metric_is_finite_or_none_on_any_match),
        cmocka_unit_test(metrics_across_have_no_value_over_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
