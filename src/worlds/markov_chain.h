// markov_chain.h - Markov chains that learn grids of letters from examples and make new
// ones.
//
// A chain over columns treats each different column as one symbol, and learns which
// column follows the columns before it. A chain over cells learns which letter follows
// the letters of neighbouring cells. If a context was seen too rarely, a shorter one is
// used (back-off), down to the plain frequency of each symbol. Equal examples, settings
// and random numbers give equal grids.
#pragma once

#include "core/region.h"
#include "core/rng.h"

enum { DADO_MARKOV_ORDER_MOST = 6, DADO_MARKOV_HEIGHT_MOST = 1024 };

typedef struct dado_markov_grid {
    int width, height;
    // Column by column, starting from the side where generation starts.
    const char *letters;
} dado_markov_grid;

typedef struct dado_markov_settings {
    bool cells;  // true: a chain over cells; false: over columns
    // Context length: columns back; for cells 1 (left), 2 (and below) or 3 (and diagonal).
    int order;
    int least;  // contexts seen fewer times than this are not used
} dado_markov_settings;

typedef struct dado_markov_chain dado_markov_chain;

// Learns from `count` grids. For a chain over columns all grids must have one height.
// Returns NULL if memory is short or there is nothing to learn from.
dado_markov_chain *dado_markov_chain_learn(const dado_markov_grid *grids, int count,
                                           dado_markov_settings how, dado_region *region);

// Fills `letters`, column by column. The first `given` columns are already there and the
// rest follow on from them. A chain over columns needs the height of its examples.
void dado_markov_chain_generate(const dado_markov_chain *chain, int width, int height, int given,
                                dado_rng *rng, char *letters);

// Returns the number of different columns in the examples.
int dado_markov_chain_columns(const dado_markov_chain *chain);
