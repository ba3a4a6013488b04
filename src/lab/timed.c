// timed.c - see timed.h.
#include "lab/timed.h"

#include "core/clock.h"

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    const dado_timed *t = agent->data;
    double before = dado_seconds();
    int chosen = t->inner.kind->choose(&t->inner, turn);
    t->took(t->context, dado_seconds() - before);
    return chosen;
}

static void over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    const dado_timed *t = agent->data;
    t->inner.kind->over(&t->inner, self, trace);
}

static void close_agent(dado_agent *agent)
{
    dado_timed *t = agent->data;
    dado_agent_close(&t->inner);
}

static const char *notes(const dado_agent *agent)
{
    const dado_timed *t = agent->data;
    return t->inner.kind->notes(&t->inner);
}

void dado_agent_time(dado_agent *agent, dado_timed *timed)
{
    timed->inner = *agent;
    timed->kind = *agent->kind;
    timed->kind.choose = choose;
    timed->kind.odds = NULL;  // a match asks; nobody else meets a timed seat
    if (timed->kind.over) timed->kind.over = over;
    if (timed->kind.notes) timed->kind.notes = notes;
    timed->kind.close = close_agent;
    agent->kind = &timed->kind;
    agent->data = timed;
}
