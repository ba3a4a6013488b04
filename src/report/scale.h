// scale.h - from a number to a place on the page, and the ticks between.
//
// Only charts use this. A scale is linear, or has a decade to each step, or is
// a list of categories; the rest of a chart does not need to know which.
#ifndef DADO_REPORT_SCALE_H
#define DADO_REPORT_SCALE_H

#include <stdbool.h>

#include "report/chart.h"

enum { DADO_TICKS = 64 };

typedef struct dado_scale {
    const dado_axis *axis;
    double least, most;  // of the values, after rounding out; decades where logarithmic
    double from, to;     // where these lie on the page
    double ticks[DADO_TICKS];
    int tick_count, decimals;
} dado_scale;

// A scale that holds the values least ... most, with about `wanted` ticks.
dado_scale dado_scale_make(const dado_axis *axis, double least, double most, int wanted);
bool dado_scale_holds(const dado_scale *scale, double value);  // false: it has no place
double dado_scale_place(const dado_scale *scale, double value);
void dado_scale_label(const dado_scale *scale, int tick, dado_text *out);


#endif
