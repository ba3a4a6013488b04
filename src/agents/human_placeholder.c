// human_placeholder.c - the entry for people in the list of players.
//
// `dado play` asks people at the terminal, one step at a time. The lab refuses them: an
// experiment of a thousand matches would wait for ever.
#include "agents/agent.h"

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    (void)options;
    (void)region;
    return dado_fail(err, DADO_INVALID, "people can play %s only with: dado play",
                     agent->game->rules->title);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    (void)agent;
    (void)turn;
    return -1;
}

const dado_agent_kind dado_agent_human = {
    .size = sizeof(dado_agent_kind),
    .foreign = true,
    .name = "human",
    .title = "A person",
    .about = "A person at the terminal; only for dado play.",
    .open = open,
    .choose = choose,
};
