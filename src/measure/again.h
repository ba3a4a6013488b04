// again.h - matches that look the same to every metric are measured once.
//
// Of a small game the same few matches are played over and over: Kuhn poker has
// thirty. What a metric can see of a match is written down, and where it was seen
// before, so were the values. A match that is long, or of a game whose matches
// hardly ever come again, is not looked for.
#ifndef DADO_MEASURE_AGAIN_H
#define DADO_MEASURE_AGAIN_H

#include "core/arena.h"
#include "core/trace.h"

enum { DADO_AGAIN_WORDS = 32, DADO_AGAIN_ROOM = 256 };

typedef struct dado_again_sight {  // what there is to see of a match
    uint64_t words[DADO_AGAIN_WORDS];
    int count;  // of words
} dado_again_sight;

typedef struct dado_again {
    dado_again_sight *sights;  // DADO_AGAIN_ROOM of them; the count is 0 where there is none yet
    double *values;            // `width` for each
    int width;
    int asked, found;          // so far; whether it is worth going on
    int measured;              // metrics, the first so many of the shelf
} dado_again;

bool dado_again_open(dado_again *again, int width, dado_arena *arena);

// The place for the values of such a match; `known` says whether they are there. NULL if it is not
// worth a look. Where more or fewer metrics are measured than before, all is forgotten.
double *dado_again_find(dado_again *again, const dado_trace *trace, int measured, bool *known);

#endif
