// equilibrium_search.h - finds an equilibrium of a game: merges the information sets that
// the game cannot tell apart, minimises regret in what is left, and proves the result in
// the whole game.
#pragma once

#include "solve/merged_infosets.h"
#include "solve/regret_minimisation.h"

typedef struct dado_equilibrium_search {
    const dado_infosets *sets;    // the whole game
    dado_merged_infosets merged;  // empty if there is nothing to merge
    const dado_infosets *tables;  // those that are solved: the merged ones, or `sets`
    dado_regret *regret;          // the solver of `tables`
    dado_strategy found;          // a strategy for `tables`
} dado_equilibrium_search;

// Opens a search. `sets` and what `parallel` points to must outlive it. Close it even if
// this fails.
bool dado_equilibrium_search_open(dado_equilibrium_search *search, const dado_infosets *sets,
                                  dado_regret_method method, const dado_parallel *parallel,
                                  dado_error *err);
void dado_equilibrium_search_close(dado_equilibrium_search *search);

// Iterates as dado_regret_run does. `strategy` and `proof` are those of the whole game.
bool dado_equilibrium_search_run(dado_equilibrium_search *search, double gap, uint64_t most,
                                 dado_regret_progress *watch, void *to, dado_strategy *strategy,
                                 dado_equilibrium_gap *proof, dado_error *err);
