// clock.h - a monotonic clock, for progress, rates and time limits, never for a result.
#pragma once

#include <stdint.h>

int64_t dado_nanoseconds(void);
double dado_seconds(void);
