// scheduler_test.c - units handed out in pieces: each once in order, whoever is slow, twice or
// gone.
#include "lab/scheduler.h"

#include "support/test.h"

enum { workers = 5 };

typedef struct busy {  // what a worker has, in order
    int64_t from[2], to[2];
    int count;
    double ends;  // the one at hand
    double pace;  // seconds a unit; 0: it never answers
} busy;

typedef struct floor_of_work {
    dado_scheduler *scheduler;
    busy worker[workers];
    double now;
    int64_t taken, pieces, most_units;
    size_t size;  // of an answer
} floor_of_work;

static void begin(floor_of_work *f, int64_t units, size_t most_waiting)
{
    dado_error err = { 0 };
    *f = (floor_of_work){ .size = 10 };
    assert_true(dado_scheduler_begin(&f->scheduler, 0, units, workers, most_waiting, &err));
    for (int l = 0; l < workers; l++) f->worker[l].pace = 0.001;
}

static void hand_out(floor_of_work *f)
{
    for (int l = 0; l < workers; l++) {
        busy *b = &f->worker[l];
        int64_t from, to;
        while (dado_scheduler_next(f->scheduler, l, f->now, &from, &to)) {
            assert_true(b->count < 2 && from < to);
            if (b->count == 0) b->ends = f->now + (double)(to - from) * b->pace;
            b->from[b->count] = from;
            b->to[b->count++] = to;
            f->pieces++;
            if (to - from > f->most_units) f->most_units = to - from;
        }
    }
}

// On to the next worker that is done.
static bool answer_one(floor_of_work *f)
{
    int next = -1;
    for (int l = 0; l < workers; l++) {
        const busy *b = &f->worker[l];
        if (b->count && b->pace > 0 && (next < 0 || b->ends < f->worker[next].ends)) next = l;
    }
    if (next < 0) {
        f->now += 0.01;
        return false;
    }
    busy *b = &f->worker[next];
    unsigned char *bytes = calloc(1, f->size);
    if (b->ends > f->now) f->now = b->ends;
    double took = (double)(b->to[0] - b->from[0]) * b->pace;
    dado_scheduler_answer(f->scheduler, next, b->from[0], b->to[0], took, bytes, f->size);
    b->from[0] = b->from[1];
    b->to[0] = b->to[1];
    if (--b->count) b->ends = f->now + (double)(b->to[0] - b->from[0]) * b->pace;
    return true;
}

static void take(floor_of_work *f)
{
    int64_t from, to;
    size_t size;
    while (dado_scheduler_first(f->scheduler, &from, &to, &size)) {
        assert_int_equal(from, f->taken);
        assert_true(to > from && size == f->size);
        f->taken = to;
        dado_scheduler_drop(f->scheduler);
    }
}

static void work_through(floor_of_work *f, int64_t units)
{
    for (int64_t steps = 0; !dado_scheduler_is_done(f->scheduler); steps++) {
        assert_true(steps < 100 * units + 100000);
        hand_out(f);
        answer_one(f);
        take(f);
    }
    assert_int_equal(f->taken, units);
    dado_scheduler_end(f->scheduler);
}

static void every_unit_comes_once_and_in_order(void **state)
{
    (void)state;
    static const int64_t sizes[] = { 1, 2, 7, 1000, 100000 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        floor_of_work f;
        begin(&f, sizes[i], 1 << 20);
        work_through(&f, sizes[i]);
    }
}

static void short_units_come_in_large_pieces_and_long_ones_singly(void **state)
{
    (void)state;
    floor_of_work f;
    begin(&f, 1000000, 1 << 20);
    for (int l = 0; l < workers; l++) f.worker[l].pace = 1e-6;
    work_through(&f, 1000000);
    assert_true(f.pieces < 1000 && f.most_units > 10000);
    begin(&f, 100, 1 << 20);
    for (int l = 0; l < workers; l++) f.worker[l].pace = 10;
    work_through(&f, 100);
    assert_int_equal(f.most_units, 1);
}

// Ten times slower than the rest, a worker gets a tenth and all end together.
static void who_is_slow_gets_less(void **state)
{
    (void)state;
    floor_of_work f;
    begin(&f, 41000, 1 << 20);
    f.worker[2].pace = 0.01;
    work_through(&f, 41000);
    assert_true(f.now < 10.0 * 1.05);  // four workers and a tenth
}

static void what_a_lost_lane_had_is_done_by_others(void **state)
{
    (void)state;
    floor_of_work f;
    begin(&f, 20000, 1 << 20);
    f.worker[0].pace = 0;
    f.worker[3].pace = 0;
    work_through(&f, 20000);
    assert_true(f.now < 20.0);
}

static void answers_that_wait_are_bounded(void **state)
{
    (void)state;
    floor_of_work f;
    begin(&f, 5000, 1000);
    f.size = 100;
    for (int l = 0; l < workers; l++) f.worker[l].pace = 1;
    f.worker[0].pace = 0;  // it holds up the first piece
    int64_t answered = 0;
    for (int i = 0; i < 40; i++) {
        hand_out(&f);
        if (f.now < 6) answered += answer_one(&f);
    }
    assert_true(answered <= 1000 / 100 + 2 * workers);
    work_through(&f, 5000);
}

static void an_answer_nobody_waits_for_is_let_go(void **state)
{
    (void)state;
    dado_scheduler *scheduler;
    dado_error err = { 0 };
    int64_t from, to;
    assert_true(dado_scheduler_begin(&scheduler, 10, 20, 2, 100, &err));
    assert_true(dado_scheduler_next(scheduler, 0, 0, &from, &to));
    assert_false(dado_scheduler_answer(scheduler, 1, from + 3, to + 3, 1, calloc(1, 4), 4));
    assert_true(dado_scheduler_answer(scheduler, 0, from, to, 1, calloc(1, 4), 4));
    assert_false(dado_scheduler_answer(scheduler, 0, from, to, 2, calloc(1, 4), 4));
    dado_scheduler_end(scheduler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_comes_once_and_in_order),
        cmocka_unit_test(short_units_come_in_large_pieces_and_long_ones_singly),
        cmocka_unit_test(who_is_slow_gets_less),
        cmocka_unit_test(what_a_lost_lane_had_is_done_by_others),
        cmocka_unit_test(answers_that_wait_are_bounded),
        cmocka_unit_test(an_answer_nobody_waits_for_is_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
