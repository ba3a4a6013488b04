// null_hooks.h - somebody who listens and says nothing: with one, a play takes the long way.
#pragma once

#include "recycle/program.h"

static void null_act_hook(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    (void)hooks;
    (void)m;
    (void)n;
}

static void null_fired_hook(rcy_hooks *hooks, int coverage, bool held)
{
    (void)hooks;
    (void)coverage;
    (void)held;
}

static void null_pick_hook(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n,
                           const rcy_coll *c, int k)
{
    (void)hooks;
    (void)m;
    (void)n;
    (void)c;
    (void)k;
}

static inline rcy_hooks null_hooks(void)
{
    return (rcy_hooks){ .act = null_act_hook, .fired = null_fired_hook, .picked = null_pick_hook };
}
