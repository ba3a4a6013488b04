// timed.h - a seat whose answers are timed.
//
// A player is wrapped in another that asks it, looks at the clock before and after, and is like it
// in all else. What is told of the clock is told beside the results and never in them.
#pragma once

#include "agents/agent.h"

typedef struct dado_timed {
    dado_agent inner;
    dado_agent_kind kind;  // the inner one's, but for what is wrapped
    void *context;
    void (*took)(void *context, double seconds);  // after every answer
} dado_timed;

// From here on `agent`, which is open, is timed; to close it closes the inner one. `timed` must
// live as long, and has its context and `took` from the caller.
void dado_agent_time(dado_agent *agent, dado_timed *timed);
