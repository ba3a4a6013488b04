// samples.h - what generators make, as parts of a document: ranges of pairs of measures, and how
// two samples differ measure by measure.
#ifndef DADO_REPORT_SAMPLES_H
#define DADO_REPORT_SAMPLES_H

#include "evolve/range.h"
#include "report/document.h"

// How often each pair of values came; `things` are "maps", "levels". False if memory is short.
bool dado_range_heat(const dado_range *range, const dado_sample *sample, const char *things,
                     dado_heat *heat, dado_arena *arena);

void dado_report_range(dado_document *document, const dado_range *range, const dado_sample *sample,
                       const char *things);
void dado_report_contrasts(dado_document *document, const dado_contrast *contrasts, int count,
                           const dado_sample *a, const dado_sample *b);

#endif
