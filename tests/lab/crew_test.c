// crew_test.c - jobs are done once each, and a short row of long ones by more than one hand.
#define _POSIX_C_SOURCE 200809L
#include "support/test.h"

#include <stdatomic.h>

#include "lab/clock.h"
#include "lab/crew.h"

enum { many = 1000 };

static void count_once(void *context, int i, int hand)
{
    (void)hand;
    ((int *)context)[i]++;
}

static void every_job_is_done_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        dado_crew *crew = NULL;
        int done[many] = { 0 };
        assert_true(dado_crew_open(&crew, threads, NULL));
        for (int count = 0; count <= many; count += 125) {
            dado_crew_run(crew, count, 32, count_once, done);
        }
        for (int i = 0; i < many; i++) assert_int_equal(done[i], 8 - i / 125);
        dado_crew_close(crew);
    }
}

typedef struct meeting {
    atomic_int arrived;
    atomic_bool missed;
} meeting;

// Waits for the other hand; one alone would wait in vain.
static void wait_for_the_other(void *context, int i, int hand)
{
    (void)i;
    (void)hand;
    meeting *m = context;
    double patience = dado_seconds() + 10;
    atomic_fetch_add(&m->arrived, 1);
    while (atomic_load(&m->arrived) < 2 && dado_seconds() < patience) { }
    if (atomic_load(&m->arrived) < 2) atomic_store(&m->missed, true);
}

static void two_long_jobs_are_done_side_by_side(void **state)
{
    (void)state;
    dado_crew *crew = NULL;
    meeting m = { 0 };
    assert_true(dado_crew_open(&crew, 2, NULL));
    dado_crew_run(crew, 2, 32, wait_for_the_other, &m);
    assert_false(atomic_load(&m.missed));
    dado_crew_close(crew);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_is_done_once),
        cmocka_unit_test(two_long_jobs_are_done_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
