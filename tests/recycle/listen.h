// listen.h - somebody who listens and says nothing: with one, a play takes the long way.
#pragma once

#include "recycle/program.h"

static void hear_act(rcy_ear *ear, const rcy_machine *m, const rcy_node *n)
{
    (void)ear;
    (void)m;
    (void)n;
}

static void hear_fire(rcy_ear *ear, int cover, bool held)
{
    (void)ear;
    (void)cover;
    (void)held;
}

static void hear_pick(rcy_ear *ear, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                      int k)
{
    (void)ear;
    (void)m;
    (void)n;
    (void)c;
    (void)k;
}

static inline rcy_ear listener(void)
{
    return (rcy_ear){ .act = hear_act, .fired = hear_fire, .picked = hear_pick };
}
