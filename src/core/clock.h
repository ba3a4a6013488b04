// clock.h - time that only goes forward: for progress, rates and budgets, never for a result.
#ifndef DADO_CORE_CLOCK_H
#define DADO_CORE_CLOCK_H

#include <stdint.h>

int64_t dado_nanoseconds(void);
double dado_seconds(void);

#endif
