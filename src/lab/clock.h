// clock.h - seconds that only go forward: for progress and rates, never for a result.
#ifndef DADO_LAB_CLOCK_H
#define DADO_LAB_CLOCK_H

double dado_seconds(void);

#endif
