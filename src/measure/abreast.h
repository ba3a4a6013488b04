// abreast.h - eight matches of one game measured side by side.
//
// Within a match sums wait for each other; those of another match do not. So matches that are as
// long as one another are put down a lane each, and every step is taken for all of them. Each lane
// adds, divides and takes roots in the order in which `dado_meter_measure` does, so the values are
// the same to the last bit.
#pragma once

#include "measure/metric.h"

enum { DADO_ABREAST = 8 };

// Whether processors of this kind can, some at least. A browser has none, and fetches no code.
#if defined(__SSE2__) && defined(__GNUC__)
enum { DADO_CAN_ABREAST = 1 };
#else
enum { DADO_CAN_ABREAST = 0 };
#endif

typedef struct dado_abreast dado_abreast;

// NULL where this processor, or the way the meter reads matches, has one measured after the other,
// or if the arena is full.
dado_abreast *dado_abreast_new(dado_meter *meter, dado_arena *arena);

// The first `count` metrics of the shelf for eight matches: eight values of the first, then of the
// next. False if these matches have to be measured one by one.
bool dado_abreast_measure(dado_abreast *abreast, const dado_trace traces[DADO_ABREAST], int count,
                          double *values);
