// timed_agent.h - measures the time that an agent takes to answer.
//
// The agent is wrapped in another one that calls it, measures the time, and otherwise
// behaves like it. Times are reported beside the results and are never part of them.
#pragma once

#include "agents/agent.h"

typedef struct dado_timed_agent {
    dado_agent inner;
    dado_agent_kind kind;  // that of the inner agent, with some functions replaced
    void *context;
    void (*took)(void *context, double seconds);  // called after every answer
} dado_timed_agent;

// Wraps `agent`, which is open; closing it closes the inner one. `timed` must live as
// long; the caller sets its `context` and `took`.
void dado_timed_agent_wrap(dado_agent *agent, dado_timed_agent *timed);
