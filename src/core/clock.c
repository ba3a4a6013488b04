// clock.c - see clock.h.
#define _POSIX_C_SOURCE 200809L
#include "core/clock.h"

#include <time.h>

int64_t dado_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

double dado_seconds(void)
{
    return 1e-9 * (double)dado_nanoseconds();
}
