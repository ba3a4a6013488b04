// equilibrium_agent.c - plays an equilibrium of a game with hidden information.
//
// It solves the whole game before the first move, until nobody could win more than `gap`
// by knowing how it plays, and then draws its moves with these probabilities. So it
// bluffs as often as it should. It remembers what it saw at its own turns and what it
// did. It refuses games that are too large or do not list their luck, and says why.
#include <inttypes.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "solve/equilibrium_search.h"

typedef struct knowledge {
    dado_infosets sets;
    dado_strategy strategy;
} knowledge;

typedef struct memory {
    dado_player_history trail;
    bool begun;
} memory;

static void close_agent(dado_agent *agent)
{
    knowledge *k = agent->data;
    if (!k) return;
    dado_strategy_free(&k->strategy);
    dado_infosets_free(&k->sets);
}

static bool on_tree_progress(void *to, const dado_infosets_stats *stats)
{
    const dado_agent *agent = to;
    (void)stats;
    return !dado_stop_signal_raised(&agent->stop_signal);
}

static bool on_solver_progress(void *to, uint64_t iterations, const dado_equilibrium_gap *proof)
{
    const dado_agent *agent = to;
    (void)iterations;
    (void)proof;
    return !dado_stop_signal_raised(&agent->stop_signal);
}

static bool solve(dado_agent *agent, knowledge *k, double gap, uint64_t most, dado_error *err)
{
    dado_equilibrium_gap proof;
    dado_equilibrium_search search;
    if (!dado_strategy_make(&k->strategy, &k->sets, err)) return false;
    bool fine =
        dado_equilibrium_search_open(&search, &k->sets, DADO_REGRET_PREDICTIVE, NULL, err) &&
        dado_equilibrium_search_run(&search, gap, most, on_solver_progress, agent, &k->strategy,
                                    &proof, err);
    dado_equilibrium_search_close(&search);
    if (!fine || proof.gap <= gap) return fine;
    return dado_fail(err, DADO_LIMIT,
                     "after %" PRIu64
                     " iterations the strategy for %s still loses up to %g to a perfect "
                     "opponent, more than gap=%g; give more iterations, or a wider gap",
                     most, k->sets.game->rules->title, proof.gap, gap);
}

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    int payoff = dado_option_choice(&ask, "payoff", dado_payoff_names, DADO_PAY_AUTO);
    double gap = dado_option_real(&ask, "gap", 0.001, 1e-12, 1e9);
    int64_t most = dado_option_int(&ask, "iterations", 100000, 1, INT64_MAX);
    int64_t mebibytes = dado_option_int(&ask, "memory", 256, 1, 1 << 20);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    knowledge *k = dado_new(region, knowledge, 1);
    if (!k) return dado_fail(err, DADO_LIMIT, "no memory left for the equilibrium player");
    dado_infosets_config plan = { .payoff = (dado_payoff)payoff,
                                  .exact = true,
                                  .memory = (size_t)mebibytes << 20,
                                  .lines = 20000000,
                                  .report = on_tree_progress,
                                  .to = agent };
    if (!dado_infosets_make(&k->sets, agent->game, &plan, err)) return false;
    agent->data = k;
    agent->self_size = sizeof(memory);
    if (solve(agent, k, gap, (uint64_t)most, err)) return true;
    close_agent(agent);
    agent->data = NULL;
    return false;
}

// Adds the view to the history and returns the number of the information set; negative if
// there is nothing to choose or the set is unknown.
static int64_t set_of(const knowledge *k, const dado_turn *turn, dado_player_history *trail)
{
    const memory *m = turn->self;
    *trail = m->begun ? m->trail : dado_player_history_begin(turn->seat);
    if (!dado_player_history_add_view(&k->sets, trail, turn->view) || turn->count == 1) return -1;
    return dado_player_history_infoset(&k->sets, trail);
}

static void odds(const dado_agent *agent, const dado_turn *turn, double *odds, int made)
{
    const knowledge *k = agent->data;
    dado_player_history trail;
    int64_t set = set_of(k, turn, &trail);
    // Its own play never leads here, so any move will do.
    for (int i = 0; i < turn->count; i++) odds[i] = 1.0 / turn->count;
    if (set >= 0) dado_strategy_odds(&k->sets, &k->strategy, turn->seat, (uint32_t)set, odds);
    if (made < 0) return;
    if (set >= 0) dado_player_history_add_move(&k->sets, &trail, made);
    *(memory *)turn->self = (memory){ trail, true };
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const knowledge *k = agent->data;
    dado_player_history trail;
    int64_t set = set_of(k, turn, &trail);
    int chosen = 0;
    *turn->effort += 1;
    if (set < 0 && turn->count > 1) return -1;  // this is not a match of the game that was solved
    if (set >= 0) {
        const double *reach = k->strategy.reach[turn->seat];
        uint32_t first = k->sets.sets[turn->seat].first[set];
        double sum = 0, drawn = dado_rng_unit(turn->luck);
        for (int i = 0; i < turn->count; i++) sum += reach[first + (uint32_t)i];
        if (sum <= 0) chosen = (int)(drawn * turn->count);
        for (drawn *= sum; sum > 0 && chosen + 1 < turn->count; chosen++) {
            drawn -= reach[first + (uint32_t)chosen];
            if (drawn < 0) break;
        }
        dado_player_history_add_move(&k->sets, &trail, chosen);
    }
    *(memory *)turn->self = (memory){ trail, true };
    return chosen;
}

const dado_agent_kind dado_agent_equilibrium = {
    .size = sizeof(dado_agent_kind),
    .name = "equilibrium",
    .title = "Equilibrium",
    .about = "Solves a small game with secrets first and gives nothing away, bluffs included.",
    .open = open,
    .choose = choose,
    .odds = odds,
    .close = close_agent,
};
