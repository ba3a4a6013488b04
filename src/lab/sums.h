// sums.h - many matches in a few numbers: of a block first, then of a cell.
//
// A block is summed by whoever has it, and cells merge blocks in their order,
// so a sum does not depend on who played what. A block read from the store
// sums to the same bits as when it was played.
#pragma once

#include "lab/block.h"
#include "measure/metric.h"

typedef struct dado_sums {
    int players, measures;
    int64_t matches;
    dado_totals *totals;   // of places, ties and ends
    dado_moments *scores;  // of each seat, at the end
    dado_moments *effort;  // of each seat
    dado_moments *values;  // of each measure
} dado_sums;

bool dado_sums_init(dado_sums *sums, int players, const uint8_t *side, int measures,
                    dado_arena *arena);

// Over what was there before; `sums` was made for as many players and measures.
void dado_sums_of_block(dado_sums *sums, const dado_block *block);
void dado_sums_merge(dado_sums *sums, const dado_sums *next);
