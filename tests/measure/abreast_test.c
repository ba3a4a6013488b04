// abreast_test.c - eight matches side by side have the values that each has by itself, to the bit.
#include "measure/abreast.h"

#include "core/rng.h"
#include "measure/race.h"

enum { MOST_ROUNDS = 140, MOST_SEATS = 5, MOST_METRICS = 64 };

typedef struct lane {
    int32_t scores[(MOST_ROUNDS + 1) * MOST_SEATS];
    int32_t result[MOST_SEATS], places[MOST_SEATS];
    dado_step path[MOST_ROUNDS];
} lane;

typedef struct kind {
    int seats, rounds;
    int most;           // that anybody gains in a round
    int least;
    int still;          // of so many rounds one changes anything
    bool other_places;  // than the last row has
    bool other_result;
    bool plays;         // somebody decides something
} kind;

static int shelf_size(void)
{
    int count = 0;
    while (dado_metrics[count]) count++;
    assert_true(count <= MOST_METRICS);
    return count;
}

static void draw_match(const kind *of, dado_quick *q, lane *l, dado_trace *trace)
{
    int seats = of->seats;
    for (int p = 0; p < seats; p++) l->scores[p] = -77777;
    int32_t now[MOST_SEATS] = { 0 };
    for (int m = 1; m <= of->rounds; m++) {
        for (int p = 0; p < seats && m % of->still == 0; p++) {
            int range = of->most - of->least + 1;
            now[p] += of->least + (int32_t)dado_quick_below(q, (uint32_t)range);
        }
        memcpy(l->scores + m * seats, now, sizeof *now * (size_t)seats);
    }
    for (int p = 0; p < seats; p++) {
        l->result[p] = now[p] + (of->other_result ? (int32_t)dado_quick_below(q, 5) - 2 : 0);
        l->places[p] = of->other_places ? (int32_t)dado_quick_below(q, 3) : 0;
        for (int o = 0; o < seats && !of->other_places; o++) l->places[p] += now[o] > now[p];
    }
    int steps = of->plays ? of->rounds : 0, forced = 0;
    uint64_t options = 0;
    for (int i = 0; i < steps; i++) {
        uint32_t count = 1 + dado_quick_below(q, 4);
        l->path[i] = (dado_step){ dado_quick_below(q, 400), i % seats, count };
        options += count;
        forced += count == 1;
    }
    *trace = (dado_trace){ .players = seats, .rounds = of->rounds, .steps = steps,
                           .decisions = steps, .forced = forced, .options = options,
                           .scores = l->scores, .result = l->result, .places = l->places,
                           .path = l->path };
}

typedef struct table {
    dado_arena arena;
    dado_meter meter;
    dado_abreast *abreast;
    lane lanes[DADO_ABREAST];
    dado_trace traces[DADO_ABREAST];
} table;

static table *table_open(dado_reading how)
{
    table *t = calloc(1, sizeof *t);
    dado_error err = { 0 };
    assert_non_null(t);
    dado_arena_init(&t->arena, (size_t)64 << 20);
    assert_true(dado_meter_open(&t->meter, &how, MOST_SEATS, MOST_ROUNDS, MOST_ROUNDS, &t->arena,
                                &err));
    t->abreast = dado_abreast_new(&t->meter, &t->arena);
    return t;
}

static void table_close(table *t)
{
    dado_arena_free(&t->arena);
    free(t);
}

static bool compare(table *t, int count)
{
    double abreast[MOST_METRICS * DADO_ABREAST];
    if (!dado_abreast_measure(t->abreast, t->traces, count, abreast)) return false;
    for (int k = 0; k < DADO_ABREAST; k++) {
        double alone[MOST_METRICS];
        dado_meter_measure(&t->meter, &t->traces[k], dado_metrics, count, alone);
        for (int i = 0; i < count; i++) {
            double value = abreast[i * DADO_ABREAST + k];
            if (memcmp(&value, &alone[i], sizeof value) != 0) {
                fail_msg("%s of match %d: %.17g side by side, %.17g by itself",
                         dado_metrics[i]->head.name, k, value, alone[i]);
            }
        }
    }
    return true;
}

static void draw_all(table *t, const kind *of, dado_quick *q)
{
    for (int k = 0; k < DADO_ABREAST; k++) draw_match(of, q, &t->lanes[k], &t->traces[k]);
}

static void values_are_the_same(void **state)
{
    (void)state;
    static const int32_t floors[] = { 0, -3, 7 };
    dado_quick q = dado_quick_seed(15);
    int count = shelf_size(), compared = 0;
    for (size_t f = 0; f < sizeof floors / sizeof *floors; f++) {
        table *t = table_open((dado_reading){ .floor = floors[f] });
        if (!t->abreast) {
            table_close(t);
            skip();
        }
        for (int i = 0; i < 1500; i++) {
            static const int lengths[] = { 2, 3, 4, 5, 10, 52, 128 }, gains[] = { 0, 1, 2, 6, 30 };
            static const int losses[] = { 0, 0, 1, -1, -4 };
            kind of = { .seats = 2 + i % 3, .rounds = lengths[dado_quick_below(&q, 7)],
                        .most = gains[dado_quick_below(&q, 5)],
                        .still = 1 + (int)dado_quick_below(&q, 4) % 3,
                        .other_places = dado_quick_below(&q, 4) == 0,
                        .other_result = dado_quick_below(&q, 4) == 0,
                        .plays = dado_quick_below(&q, 2) == 0 };
            of.least = losses[dado_quick_below(&q, 5)];
            if (of.least > of.most) of.least = of.most;
            draw_all(t, &of, &q);
            compared += compare(t, i % 4 ? count : DADO_SIX);
        }
        table_close(t);
    }
    assert_true(compared > 3000);  // the others have too many points
}

static void what_does_not_fit_is_left_alone(void **state)
{
    (void)state;
    table *t = table_open((dado_reading){ 0 });
    if (!t->abreast) {
        table_close(t);
        skip();
    }
    dado_quick q = dado_quick_seed(3);
    const kind plain = { .seats = 4, .rounds = 10, .most = 6, .least = 1, .still = 1 };
    static const uint8_t sides[] = { 0, 1, 0, 1 };
    draw_all(t, &plain, &q);
    assert_true(compare(t, DADO_SIX));
    t->traces[3].rounds = 9;
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &plain, &q);
    t->traces[7].end = DADO_STOPPED;
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &plain, &q);
    t->traces[0].side = sides;
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &plain, &q);
    t->lanes[5].scores[20] = INT32_MAX;
    assert_false(compare(t, DADO_SIX));
    t->lanes[5].scores[20] = INT32_MIN;
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &plain, &q);
    t->lanes[2].result[1] = INT32_MAX;
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &(kind){ .seats = 4, .rounds = 10, .most = 90, .least = 80, .still = 1 }, &q);
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &(kind){ .seats = 5, .rounds = 10, .most = 6, .still = 1 }, &q);
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &(kind){ .seats = 4, .rounds = 129, .most = 2, .still = 1 }, &q);
    assert_false(compare(t, DADO_SIX));
    draw_all(t, &(kind){ .seats = 4, .rounds = 1, .most = 2, .still = 1 }, &q);
    assert_false(compare(t, DADO_SIX));
    table_close(t);
}

// How matches are read in other ways takes one after the other.
static void other_readings_have_none(void **state)
{
    (void)state;
    static const dado_reading others[] = {
        { .preset = DADO_REFERENCE }, { .ties = DADO_TIES_SHARED },
        { .ties = DADO_TIES_INCUMBENT }, { .ties = DADO_TIES_RANDOM }, { .floor = INT32_MIN },
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        table *t = table_open(others[i]);
        assert_null(t->abreast);
        table_close(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_same),
        cmocka_unit_test(what_does_not_fit_is_left_alone),
        cmocka_unit_test(other_readings_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
