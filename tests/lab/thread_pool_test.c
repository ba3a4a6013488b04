// thread_pool_test.c - jobs are done once each, and a short row of long ones by more than one
// worker.
#define _POSIX_C_SOURCE 200809L
#include "support/test.h"

#include <stdatomic.h>

#include "core/clock.h"
#include "lab/thread_pool.h"

enum { many = 1000 };

static void count_once(void *context, int i, int worker)
{
    (void)worker;
    ((int *)context)[i]++;
}

static void every_job_is_done_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        dado_thread_pool *pool = NULL;
        int done[many] = { 0 };
        assert_true(dado_thread_pool_open(&pool, threads, NULL));
        for (int count = 0; count <= many; count += 125) {
            dado_thread_pool_run(pool, count, 32, count_once, done);
        }
        for (int i = 0; i < many; i++) assert_int_equal(done[i], 8 - i / 125);
        dado_thread_pool_close(pool);
    }
}

typedef struct meeting {
    atomic_int arrived;
    atomic_bool missed;
} meeting;

// Waits for the other worker; one alone would wait in vain.
static void wait_for_the_other(void *context, int i, int worker)
{
    (void)i;
    (void)worker;
    meeting *m = context;
    double patience = dado_seconds() + 10;
    atomic_fetch_add(&m->arrived, 1);
    while (atomic_load(&m->arrived) < 2 && dado_seconds() < patience) {
    }
    if (atomic_load(&m->arrived) < 2) atomic_store(&m->missed, true);
}

static void two_long_jobs_are_done_side_by_side(void **state)
{
    (void)state;
    dado_thread_pool *pool = NULL;
    meeting m = { 0 };
    assert_true(dado_thread_pool_open(&pool, 2, NULL));
    dado_thread_pool_run(pool, 2, 32, wait_for_the_other, &m);
    assert_false(atomic_load(&m.missed));
    dado_thread_pool_close(pool);
}

enum { stream_window = 7 };

typedef struct river {
    atomic_int done[many];
    int64_t carried[stream_window];  // by place
    int64_t taken, stop_at, undone;
    atomic_int halted;
} river;

static bool carry(void *context, int64_t job, int place, int worker)
{
    (void)worker;
    river *r = context;
    atomic_fetch_add(&r->done[job], 1);
    r->carried[place] = job;
    return job != r->undone;
}

static bool land(void *context, int64_t job, int place)
{
    river *r = context;
    assert_int_equal(job, r->taken);
    assert_int_equal(r->carried[place], job);
    r->taken++;
    return true;
}

static bool look(void *context)
{
    const river *r = context;
    return r->taken < r->stop_at;
}

static river *flow(int threads, int64_t stop_at, int64_t undone, dado_job_stream *stream)
{
    dado_thread_pool *pool = NULL;
    dado_error err = { 0 };
    river *r = calloc(1, sizeof *r);
    assert_non_null(r);
    *r = (river){ .stop_at = stop_at, .undone = undone };
    *stream = (dado_job_stream){ 0, many, stream_window, r, carry, land, look, &r->halted };
    assert_true(dado_thread_pool_open(&pool, threads, &err));
    bool all = dado_thread_pool_stream(pool, stream, &err);
    assert_int_equal(err.status, DADO_OK);
    assert_int_equal(all, stream->next == many);
    int done[8] = { 0 };  // a row after a stream is a row as ever
    dado_thread_pool_run(pool, 8, 1, count_once, done);
    for (int i = 0; i < 8; i++) assert_int_equal(done[i], 1);
    dado_thread_pool_close(pool);
    return r;
}

static void a_stream_is_taken_in_order_and_never_runs_ahead_of_its_window(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        dado_job_stream stream;
        river *r = flow(threads, many + 1, -1, &stream);
        assert_int_equal(r->taken, many);
        assert_false(r->halted);
        for (int i = 0; i < many; i++) assert_int_equal(atomic_load(&r->done[i]), 1);
        free(r);
    }
}

static void a_stream_stops_where_it_is_told_to_or_something_is_left_undone(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        dado_job_stream stream;
        river *r = flow(threads, 100, -1, &stream);
        assert_true(r->halted && stream.next == r->taken);
        assert_in_range(r->taken, 100, 100 + stream_window);
        free(r);
        r = flow(threads, many + 1, 55, &stream);
        assert_int_equal(r->taken, 55);
        assert_int_equal(stream.next, 55);
        for (int i = 55 + stream_window; i < many; i++) assert_int_equal(r->done[i], 0);
        free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_is_done_once),
        cmocka_unit_test(two_long_jobs_are_done_side_by_side),
        cmocka_unit_test(a_stream_is_taken_in_order_and_never_runs_ahead_of_its_window),
        cmocka_unit_test(a_stream_stops_where_it_is_told_to_or_something_is_left_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
