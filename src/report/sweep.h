// sweep.h - the page about a sweep: every measure against the dials.
#ifndef DADO_REPORT_SWEEP_H
#define DADO_REPORT_SWEEP_H

#include "judge/sweep.h"

// `measures` are those to draw, `count` of them.
void dado_sweep_page(const dado_sweep *sweep, const char *title, const char *command,
                     const int *measures, int count, dado_text *out);

#endif
