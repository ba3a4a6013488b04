// plugin.h - what a shared object must export to be a player.
//
//     const dado_plugin dado_agent_plugin = { DADO_PLUGIN_ABI, &my_kind };
//
// where my_kind is a dado_agent_kind as in agent.h.
#pragma once

#include "agents/agent.h"

// Changes whenever game.h, trace.h or agent.h do; face.h grows without it.
enum { DADO_PLUGIN_ABI = 3 };

typedef struct dado_plugin {
    int abi;
    const dado_agent_kind *kind;
} dado_plugin;
