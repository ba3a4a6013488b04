// perfect_agent.c - plays perfectly: asks the solver for the value of every move.
//
// It solves the whole game before the first move, so it plays any game that is small
// enough, hides nothing and lists its luck. It refuses all others and says why. Among
// equally good moves it takes the first.
#include <stdlib.h>

#include "agents/agent.h"
#include "solve/perfect_info_solver.h"

typedef struct knowledge {
    dado_solver *solver;
} knowledge;

static void close_agent(dado_agent *agent)
{
    knowledge *k = agent->data;
    if (k) dado_solver_free(k->solver);
}

static bool goes_on(void *to, const dado_solve_stats *stats)
{
    const dado_agent *agent = to;
    (void)stats;
    return !dado_stop_signal_raised(&agent->stop_signal);
}

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    int by = dado_option_choice(&ask, "objective", dado_objective_names, DADO_BY_MARGIN);
    int64_t memory = dado_option_int(&ask, "memory", 256, 1, 1 << 20);
    if (!dado_option_reader_end(&ask, region, &agent->options, err)) return false;
    knowledge *k = dado_new(region, knowledge, 1);
    void *state = dado_region_alloc(region, 1, agent->game->state_size);
    if (!k || !state) return dado_fail(err, DADO_LIMIT, "no memory left for the perfect player");
    dado_solve_config plan = { .objective = (dado_objective)by,
                               .memory = (size_t)memory << 20,
                               .report = goes_on,
                               .to = agent };
    k->solver = dado_solver_new(agent->game, &plan, err);
    if (!k->solver) return false;
    dado_value value;
    agent->game->rules->start(agent->game, state);
    if (!dado_solve(k->solver, state, &value, err)) {
        dado_solver_free(k->solver);
        return false;
    }
    agent->data = k;
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    if (turn->count == 1) return 0;
    const knowledge *k = agent->data;
    *turn->effort += (uint64_t)turn->count;
    // Nothing is hidden, so the view is the state.
    return dado_solve_best(k->solver, turn->view, turn->moves, turn->count, NULL, NULL);
}

const dado_agent_kind dado_agent_perfect = {
    .size = sizeof(dado_agent_kind),
    .name = "perfect",
    .title = "Perfect",
    .about = "Solves the game first and never errs; only for games small enough that hide nothing.",
    .open = open,
    .choose = choose,
    .close = close_agent,
};
