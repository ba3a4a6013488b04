// worker_cpu_affinity.c - see worker_cpu_affinity.h.
#define _GNU_SOURCE
#include "lab/worker_cpu_affinity.h"

#include <sched.h>
#include <unistd.h>

void dado_thread_keep_to_share(int number, int workers)
{
    cpu_set_t all, own;
    // The first thread of the process is never kept to a share, so it knows what there
    // is.
    if (sched_getaffinity(getpid(), sizeof all, &all) != 0) return;
    int each = CPU_COUNT(&all) / workers;
    if (workers < 2 || each < 1) return;
    CPU_ZERO(&own);
    for (int i = 0, seen = 0; i < CPU_SETSIZE; i++) {
        if (!CPU_ISSET(i, &all)) continue;
        if (seen / each == number) CPU_SET(i, &own);
        seen++;
    }
    sched_setaffinity(0, sizeof own, &own);
}
