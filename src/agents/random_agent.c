// random_agent.c - picks each move with equal probability.
//
// Other players are compared with it, and it shows what the rules do without any
// strategy.
#include "agents/agent.h"

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    return dado_option_reader_end(&ask, region, &agent->options, err);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    (void)agent;
    return (int)dado_rng_below(turn->luck, (uint64_t)turn->count);
}

static void odds(const dado_agent *agent, const dado_turn *turn, double *odds, int made)
{
    (void)agent;
    (void)made;
    for (int i = 0; i < turn->count; i++) odds[i] = 1.0 / turn->count;
}

static void value_moves(const dado_agent *agent, const dado_turn *turn, double *values)
{
    (void)agent;
    for (int i = 0; i < turn->count; i++) values[i] = 0;
}

const dado_agent_kind dado_agent_random = {
    .size = sizeof(dado_agent_kind),
    .name = "random",
    .title = "Random",
    .about = "Picks any legal move, each as likely as the next.",
    .blind = true,
    .open = open,
    .choose = choose,
    .odds = odds,
    .values = value_moves,
};
