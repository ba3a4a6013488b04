// sweep.h - a sweep as parts of a document: what the measures do while dials are turned.
#ifndef DADO_REPORT_SWEEP_H
#define DADO_REPORT_SWEEP_H

#include "judge/sweep.h"
#include "report/document.h"

void dado_report_sweep(dado_document *document, const dado_sweep *sweep, const char *game,
                       const int *measures, int count);

#endif
