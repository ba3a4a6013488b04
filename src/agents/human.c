// human.c - a person's name in a list of players.
//
// People are asked at the terminal by `dado play`, one step at a time, and not
// by the lab: an experiment of a thousand matches would wait for ever.
#include "agents/agent.h"

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err)
{
    (void)options;
    (void)arena;
    return dado_fail(err, DADO_MEANING, "a person can sit at %s only with: dado play",
                     agent->game->rules->title);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    (void)agent;
    (void)turn;
    return -1;
}

const dado_agent_kind dado_agent_human = {
    .foreign = true,
    .name = "human",
    .title = "A person",
    .about = "A person at the terminal; only for dado play.",
    .open = open,
    .choose = choose,
};
