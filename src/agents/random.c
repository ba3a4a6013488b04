// random.c - picks any move, each as likely as the next.
//
// The measure of all others, and the player that shows what the rules do when
// nobody steers.
#include "agents/agent.h"

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err)
{
    dado_ask ask = dado_ask_begin(options);
    return dado_ask_end(&ask, arena, &agent->options, err);
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

const dado_agent_kind dado_agent_random = {
    .name = "random",
    .title = "Random",
    .about = "Picks any legal move, each as likely as the next.",
    .blind = true,
    .open = open,
    .choose = choose,
    .odds = odds,
};
