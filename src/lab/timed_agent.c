// timed_agent.c - see timed_agent.h.
#include "lab/timed_agent.h"

#include "core/clock.h"

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const dado_timed_agent *t = agent->data;
    double before = dado_seconds();
    int chosen = t->inner.kind->choose(&t->inner, turn);
    t->took(t->context, dado_seconds() - before);
    return chosen;
}

static void over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    const dado_timed_agent *t = agent->data;
    t->inner.kind->over(&t->inner, self, trace);
}

static void close_agent(dado_agent *agent)
{
    dado_timed_agent *t = agent->data;
    dado_agent_close(&t->inner);
}

static const char *notes(const dado_agent *agent)
{
    const dado_timed_agent *t = agent->data;
    return t->inner.kind->notes(&t->inner);
}

static void pause_agent(const dado_agent *agent, int64_t lasted_us)
{
    const dado_timed_agent *t = agent->data;
    t->inner.kind->pause(&t->inner, lasted_us);
}

void dado_timed_agent_wrap(dado_agent *agent, dado_timed_agent *timed)
{
    timed->inner = *agent;
    timed->kind = *agent->kind;
    timed->kind.choose = choose;
    timed->kind.odds = NULL;  // a match asks for moves only
    if (timed->kind.over) timed->kind.over = over;
    if (timed->kind.notes) timed->kind.notes = notes;
    if (timed->kind.pause) timed->kind.pause = pause_agent;
    timed->kind.close = close_agent;
    agent->kind = &timed->kind;
    agent->data = timed;
}
