// plugin.h - what a shared object must export to be a player.
//
//     const dado_plugin dado_agent_plugin = { DADO_PLUGIN_ABI, &my_kind };
//
// where my_kind is a dado_agent_kind as in agent.h. This header and those it includes are
// installed as <dado/plugin.h> and its neighbours.
#pragma once

#include "agents/agent.h"

// Changes when an entry of game.h, match_record.h, agent.h or game_extras.h moves. It does not
// change when an entry is added at the end of a table, or when an entry is removed and
// leaves its space, because tables hold their size.
enum { DADO_PLUGIN_ABI = 3 };

typedef struct dado_plugin {
    int abi;
    const dado_agent_kind *kind;
} dado_plugin;
