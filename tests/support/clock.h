// clock.h - seconds, for tests of what must come to an end soon.
#pragma once

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static inline double dado_test_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// How much longer than alone everything takes on this machine: how many processes want each of its
// cores.
static inline double dado_test_load_factor(void)
{
    double load = 0;
    FILE *file = fopen("/proc/loadavg", "r");
    if (file && fscanf(file, "%lf", &load) != 1) load = 0;
    if (file) fclose(file);
    double each = load / (double)sysconf(_SC_NPROCESSORS_ONLN);
    return each > 1 ? each : 1;
}
