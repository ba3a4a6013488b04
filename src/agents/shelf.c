// shelf.c - finds agents by name and opens them for a seat.
#include <string.h>

#include "agents/agent.h"

#define AGENT(name) extern const dado_agent_kind dado_agent_##name;
#include "agents/shelf.def"
#undef AGENT

#define AGENT(name) &dado_agent_##name,
const dado_agent_kind *const dado_agents[] = {
#include "agents/shelf.def"
    NULL,
};
#undef AGENT

const dado_agent_kind *dado_agent_named(const char *name)
{
    for (int i = 0; dado_agents[i]; i++) {
        if (strcmp(dado_agents[i]->name, name) == 0) return dado_agents[i];
    }
    return NULL;
}

// Combines the options: the game's `referee` settings that this kind of player uses, then
// its own.
static bool add_referee(const dado_agent_kind *kind, const dado_game *game, const dado_options *own,
                        dado_options *all, dado_region *region, dado_error *err)
{
    dado_option *taken = dado_new(region, dado_option, game->referee.count + 1);
    if (!taken) return dado_fail(err, DADO_LIMIT, "no memory left for an agent");
    int count = 0;
    for (int i = 0; kind->referee && kind->referee[i]; i++) {
        const dado_option *option = dado_options_find(&game->referee, kind->referee[i]);
        if (option) taken[count++] = *option;
    }
    dado_options first = { taken, count }, none = { 0 };
    return dado_options_join(all, &first, own ? own : &none, region, err);
}

bool dado_agent_open(dado_agent *agent, const dado_agent_kind *kind, const dado_game *game,
                     int seat, const dado_options *options, dado_region *region, dado_error *err)
{
    return dado_agent_open_stoppable(agent, kind, game, seat, options, (dado_stop_signal){ 0 },
                                     region, err);
}

bool dado_agent_open_stoppable(dado_agent *agent, const dado_agent_kind *kind,
                               const dado_game *game, int seat, const dado_options *options,
                               dado_stop_signal stop_signal, dado_region *region, dado_error *err)
{
    *agent = (dado_agent){ .kind = kind, .game = game, .seat = seat, .stop_signal = stop_signal };
    if (kind->game && strcmp(kind->game, game->rules->name) != 0) {
        return dado_fail(err, DADO_INVALID, "agent %s plays only %s, not %s", kind->name,
                         kind->game, game->rules->name);
    }
    dado_options all;
    if (kind->referee && game->referee.count) {
        if (!add_referee(kind, game, options, &all, region, err)) return false;
        options = &all;
    }
    if (!kind->open(agent, options, region, err)) return false;
    if (!agent->options) agent->options = "";
    return true;
}

void dado_agent_close(dado_agent *agent)
{
    if (agent->kind && agent->kind->close) agent->kind->close(agent);
    *agent = (dado_agent){ 0 };
}
