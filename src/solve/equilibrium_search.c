// equilibrium_search.c - see equilibrium_search.h.
#include "solve/equilibrium_search.h"

bool dado_equilibrium_search_open(dado_equilibrium_search *search, const dado_infosets *sets,
                                  dado_regret_method method, const dado_parallel *parallel,
                                  dado_error *err)
{
    *search = (dado_equilibrium_search){ .sets = sets, .tables = sets };
    if (!dado_infosets_merge(&search->merged, sets, err)) return false;
    if (search->merged.any) search->tables = &search->merged.sets;
    search->regret = dado_regret_new(search->tables, method, parallel, err);
    return search->regret && dado_strategy_make(&search->found, search->tables, err);
}

void dado_equilibrium_search_close(dado_equilibrium_search *search)
{
    dado_regret_free(search->regret);
    dado_strategy_free(&search->found);
    dado_merged_infosets_free(&search->merged);
    *search = (dado_equilibrium_search){ 0 };
}

bool dado_equilibrium_search_run(dado_equilibrium_search *search, double gap, uint64_t most,
                                 dado_regret_progress *watch, void *to, dado_strategy *strategy,
                                 dado_equilibrium_gap *proof, dado_error *err)
{
    if (!search->merged.any) {
        return dado_regret_run(search->regret, gap, most, watch, to, strategy, proof, err);
    }
    if (!dado_regret_run(search->regret, gap, most, watch, to, &search->found, proof, err)) {
        return false;
    }
    dado_merged_strategy_expand(&search->merged, search->sets, &search->found, strategy);
    return dado_equilibrium_gap_find(search->sets, strategy, proof, err);
}
