// merged_infosets.h - merges information sets that the game cannot tell apart.
//
// In Leduc poker it makes no difference whether the king is red or black. Such sets are
// found from the tables alone, by colour refinement: all sequences begin with one colour,
// and two get different colours as soon as they lead to sets of different colours, or if
// their payoffs against the colours of the others differ. What keeps one colour to the
// end is merged. The tables that are left have the same equilibria, and a best response
// in them is one in the whole game: against players who treat equal sets and moves
// alike, nothing is gained by telling them apart.
//
// Payoffs are compared as fractions (modular.h), so nothing is merged that is only nearly
// equal.
#pragma once

#include "solve/best_response.h"

typedef struct dado_merged_infosets {
    bool any;            // whether anything was merged; if not, there are no tables
    dado_infosets sets;  // the merged tables; histories are only in the tables they come from
    // of each set and sequence of the original tables: the merged one
    uint32_t *set[DADO_SOLVE_PLAYERS_MAX], *sequence[DADO_SOLVE_PLAYERS_MAX];
    // of each sequence: its part of the probability of the merged one
    double *share[DADO_SOLVE_PLAYERS_MAX];
} dado_merged_infosets;

// Merges what can be merged. The tables must be made with `exact`. Where the memory limit
// of the tables leaves no room for it, nothing is merged.
bool dado_infosets_merge(dado_merged_infosets *merged, const dado_infosets *sets, dado_error *err);
void dado_merged_infosets_free(dado_merged_infosets *merged);

// Writes the strategy of the original tables that a strategy of the merged ones stands
// for.
void dado_merged_strategy_expand(const dado_merged_infosets *merged, const dado_infosets *sets,
                                 const dado_strategy *from, dado_strategy *to);
