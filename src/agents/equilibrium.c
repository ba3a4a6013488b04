// equilibrium.c - gives nothing away: plays a game with secrets as solved.
//
// It solves the whole game before the first move, until nobody could win more
// than `gap` by knowing what it plays, and then draws its moves by those odds.
// So it bluffs as often as it should, and no more. It remembers what it saw at
// its own turns and what it did; games that are too large, or do not list their
// luck, it refuses to sit down to, and says why.
#include <inttypes.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "solve/regret.h"

typedef struct knowledge {
    dado_infosets sets;
    dado_strategy strategy;
} knowledge;

typedef struct memory {
    dado_path trail;
    bool begun;
} memory;

static void close_agent(dado_agent *agent)
{
    knowledge *k = agent->data;
    if (!k) return;
    dado_strategy_free(&k->strategy);
    dado_infosets_free(&k->sets);
}

static bool on_lines(void *to, const dado_infosets_stats *stats)
{
    const dado_agent *agent = to;
    (void)stats;
    return !dado_heed_stopped(&agent->heed);
}

static bool on_look(void *to, uint64_t iterations, const dado_proof *proof)
{
    const dado_agent *agent = to;
    (void)iterations;
    (void)proof;
    return !dado_heed_stopped(&agent->heed);
}

static bool solve(dado_agent *agent, knowledge *k, double gap, uint64_t most, dado_error *err)
{
    dado_proof proof;
    if (!dado_strategy_make(&k->strategy, &k->sets, err)) return false;
    dado_regret *r = dado_regret_new(&k->sets, DADO_REGRET_PREDICTIVE, NULL, err);
    if (!r) return false;
    bool fine = dado_regret_run(r, gap, most, on_look, agent, &k->strategy, &proof, err);
    dado_regret_free(r);
    if (!fine || proof.gap <= gap) return fine;
    return dado_fail(err, DADO_LIMIT,
                     "after %" PRIu64 " iterations %s could still be won by %g more, and that is "
                     "more than gap=%g; give more iterations, or a wider gap",
                     most, k->sets.game->rules->title, proof.gap, gap);
}

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena, dado_error *err)
{
    dado_ask ask = dado_ask_begin(options);
    int payoff = dado_ask_word(&ask, "payoff", dado_payoff_names, DADO_PAY_FIT);
    double gap = dado_ask_real(&ask, "gap", 0.001, 1e-12, 1e9);
    int64_t most = dado_ask_int(&ask, "iterations", 100000, 1, INT64_MAX);
    int64_t mebibytes = dado_ask_int(&ask, "memory", 256, 1, 1 << 20);
    if (!dado_ask_end(&ask, arena, &agent->options, err)) return false;
    knowledge *k = dado_new(arena, knowledge, 1);
    if (!k) return dado_fail(err, DADO_LIMIT, "no memory left for the equilibrium player");
    dado_infosets_plan plan = { .payoff = (dado_payoff)payoff,
                                .memory = (size_t)mebibytes << 20,
                                .lines = 20000000,
                                .report = on_lines,
                                .to = agent };
    if (!dado_infosets_make(&k->sets, agent->game, &plan, err)) return false;
    agent->data = k;
    agent->self_size = sizeof(memory);
    if (solve(agent, k, gap, (uint64_t)most, err)) return true;
    close_agent(agent);
    agent->data = NULL;
    return false;
}

// The set it is in, once it has taken down what it sees; below 0 where there is nothing to
// choose, or nothing known.
static int64_t set_of(const knowledge *k, const dado_turn *turn, dado_path *trail)
{
    const memory *m = turn->self;
    *trail = m->begun ? m->trail : dado_path_begin(turn->seat);
    if (!dado_path_seen(&k->sets, trail, turn->view) || turn->count == 1) return -1;
    return dado_path_set(&k->sets, trail);
}

static void odds(const dado_agent *agent, const dado_turn *turn, double *odds, int made)
{
    const knowledge *k = agent->data;
    dado_path trail;
    int64_t set = set_of(k, turn, &trail);
    // where it would never have come by itself, any move will do
    for (int i = 0; i < turn->count; i++) odds[i] = 1.0 / turn->count;
    if (set >= 0) dado_strategy_odds(&k->sets, &k->strategy, turn->seat, (uint32_t)set, odds);
    if (made < 0) return;
    if (set >= 0) dado_path_did(&k->sets, &trail, made);
    *(memory *)turn->self = (memory){ trail, true };
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const knowledge *k = agent->data;
    dado_path trail;
    int64_t set = set_of(k, turn, &trail);
    int chosen = 0;
    *turn->effort += 1;
    if (set < 0 && turn->count > 1) return -1;  // not a match of the game it solved
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
        dado_path_did(&k->sets, &trail, chosen);
    }
    *(memory *)turn->self = (memory){ trail, true };
    return chosen;
}

const dado_agent_kind dado_agent_equilibrium = {
    .name = "equilibrium",
    .title = "Equilibrium",
    .about = "Solves a small game with secrets first and gives nothing away, bluffs included.",
    .open = open,
    .choose = choose,
    .odds = odds,
    .close = close_agent,
};
