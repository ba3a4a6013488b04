// chain.h - grids of letters learned from examples: Markov chains in one dimension and in two.
//
// A chain over columns takes a column for one letter of a long alphabet and
// remembers which followed which, up to some columns back. A chain over cells
// remembers which letter stood beside which: to the left, next to it and
// between. Where a context was seen too rarely to tell, a shorter one is asked
// (back-off), down to how often a letter comes at all. Equal examples, settings
// and luck give equal grids.
#pragma once

#include "core/arena.h"
#include "core/rng.h"

enum { DADO_CHAIN_ORDER_MOST = 6, DADO_CHAIN_HEIGHT_MOST = 1024 };

typedef struct dado_grid {
    int width, height;
    const char *letters;  // column by column, from where a cell's neighbours are made first
} dado_grid;

typedef struct dado_chain_how {
    bool cells;  // a chain over cells; else over columns
    int order;   // columns back; of cells 1 (left), 2 (and below) or 3 (and between)
    int least;   // a context seen fewer times is not asked
} dado_chain_how;

typedef struct dado_chain dado_chain;

// Learns from grids of one height; with cells, of any. NULL if memory is short or there is none.
dado_chain *dado_chain_learn(const dado_grid *grids, int count, dado_chain_how how,
                             dado_arena *arena);

// Fills `letters`, column by column. The first `given` columns stand there already and are what
// the rest follows; of a chain over columns the height is that of the examples.
void dado_chain_make(const dado_chain *chain, int width, int height, int given, dado_rng *rng,
                     char *letters);

int dado_chain_columns(const dado_chain *chain);  // different ones among the examples
