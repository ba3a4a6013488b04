// clock.h - time that only goes forward: for progress, rates and budgets, never for a result.
#pragma once

#include <stdint.h>

int64_t dado_nanoseconds(void);
double dado_seconds(void);
