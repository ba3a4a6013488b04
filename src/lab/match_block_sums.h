// match_block_sums.h - sums over many matches, first of a block, then of a cell.
//
// Whoever has a block sums it up, and cells merge blocks in order, so a sum does not
// depend on who played what. A block from the store gives the same bits as when it was
// played.
#pragma once

#include "lab/match_block.h"
#include "measure/metric.h"

typedef struct dado_match_stats {
    int players, measures;
    int64_t matches;
    dado_totals *totals;   // places, ties and ends
    dado_moments *scores;  // final scores of each seat
    dado_moments *effort;  // effort of each seat
    dado_moments *values;  // values of each measure
} dado_match_stats;

bool dado_match_stats_init(dado_match_stats *sums, int players, const uint8_t *side, int measures,
                           dado_region *region);

// Computes the sums of a block, overwriting `sums`, which must be made for as many
// players and measures.
void dado_match_stats_of_block(dado_match_stats *sums, const dado_block *block);
void dado_match_stats_merge(dado_match_stats *sums, const dado_match_stats *next);
