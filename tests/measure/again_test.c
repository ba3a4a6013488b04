// again_test.c - a match that comes again has the values it had, and no other is taken for it.
#include "support/test.h"

#include "core/rng.h"
#include "measure/metric.h"

enum { players = 3, most_rounds = 6, most_steps = 5 };

typedef struct match {  // all that a trace points at
    dado_trace trace;
    int32_t rows[(most_rounds + 1) * players], result[players], places[players];
    dado_step path[most_steps];
} match;

// Few different matches, so that they come again; luck's words are different in all of them.
static void make(match *m, uint64_t kind, dado_quick *words)
{
    dado_quick q = dado_quick_seed(kind);
    int rounds = 1 + (int)dado_quick_below(&q, most_rounds);
    int steps = 1 + (int)dado_quick_below(&q, most_steps);
    m->trace = (dado_trace){ .players = players, .rounds = rounds, .steps = steps,
                             .end = dado_quick_below(&q, 8) ? DADO_FINISHED : DADO_STOPPED,
                             .scores = m->rows, .result = m->result, .places = m->places,
                             .path = m->path };
    for (int i = 0; i < (rounds + 1) * players; i++) {
        m->rows[i] = (int32_t)dado_quick_below(&q, 20) - 3;
    }
    memcpy(m->result, m->rows + rounds * players, sizeof m->result);
    for (int p = 0; p < players; p++) m->places[p] = (int32_t)dado_quick_below(&q, 3);
    for (int i = 0; i < steps; i++) {
        bool luck = dado_quick_below(&q, 4) == 0;
        uint32_t options = luck ? 0 : 1 + dado_quick_below(&q, 5);
        m->path[i] = (dado_step){ luck ? dado_quick_next(words) : dado_quick_below(&q, 5),
                                  luck ? DADO_CHANCE : i % players, options };
        m->trace.decisions += !luck;
        m->trace.forced += options == 1;
        m->trace.options += options;
    }
}

static bool same(double a, double b)
{
    return (dado_is_none(a) && dado_is_none(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void what_comes_again_has_the_same_values(void **state)
{
    (void)state;
    enum { matches = 4000, kinds = 40 };
    int count = 0;
    while (dado_metrics[count]) count++;
    double *values = calloc((size_t)count, sizeof *values);
    double *wanted = calloc((size_t)count, sizeof *wanted);
    assert_non_null(values);
    assert_non_null(wanted);
    dado_arena arena, other;
    dado_meter meter, fresh;
    dado_quick words = dado_quick_seed(1);
    dado_arena_init(&arena, (size_t)1 << 24);
    dado_arena_init(&other, (size_t)1 << 24);
    assert_true(dado_meter_open(&meter, NULL, players, most_rounds, most_steps, &arena, NULL));
    for (int i = 0; i < matches; i++) {
        // Later there are too many kinds to be worth a look, and then only six are measured.
        uint64_t kind = dado_quick_below(&words, i < matches / 2 ? kinds : 100000);
        int measured = i < matches * 3 / 4 ? count : DADO_SIX;
        match m;
        make(&m, kind, &words);
        dado_arena_rewind(&other, 0);
        assert_true(dado_meter_open(&fresh, NULL, players, most_rounds, most_steps, &other, NULL));
        dado_meter_measure(&meter, &m.trace, dado_metrics, measured, values);
        dado_meter_measure(&fresh, &m.trace, dado_metrics, measured, wanted);
        for (int k = 0; k < measured; k++) assert_true(same(values[k], wanted[k]));
        if (i == matches / 2 - 1) assert_true(meter.again.found > matches * 2 / 5);
    }
    dado_arena_free(&arena);
    dado_arena_free(&other);
    free(values);
    free(wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_again_has_the_same_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
