// metric.h - a number that says something about a match, or about many.
//
// A metric reads traces and nothing else: it has never heard of cards or
// dungeons. One that is about a match answers `measure`; one that only makes
// sense over many (how balanced are the seats?) answers `across` from what was
// summed up. Adding one takes a file and a line in shelf.def.
#ifndef DADO_MEASURE_METRIC_H
#define DADO_MEASURE_METRIC_H

#include "core/trace.h"

// How the published metrics read an unclear word; see docs. One per experiment.
typedef enum dado_preset { DADO_FORMULA, DADO_REFERENCE } dado_preset;
typedef enum dado_ties { DADO_TIES_SEAT, DADO_TIES_INCUMBENT, DADO_TIES_SHARED } dado_ties;

typedef struct dado_reading {
    dado_preset preset;
    dado_ties ties;
    int32_t floor;  // the lowest total there can be, unless a match goes lower
} dado_reading;

typedef struct dado_metric {
    const char *name;   // as typed: "drama_points"
    const char *title;  // as printed: "Drama by points"
    const char *about;  // a sentence for lists and reports
    dado_kind kind;
    double (*measure)(const dado_trace *trace, const dado_reading *how);
} dado_metric;

#endif
