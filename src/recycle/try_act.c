// try_act.c - evaluates (after act value): what a value would be if an act were done.
//
// The act runs on a copy of the state, and the value is read from that copy. Nothing else
// remains of it: no hook is called, and collections that the act draws cards from are
// restored. An act that fails stops the play, as it would outside.
#include <string.h>

#include "recycle/machine_inlines.h"

// What an act may change besides the state.
typedef struct kept_machine {
    rcy_var var[rcy_most_vars];
    uint16_t card[rcy_most_cards_out];
    rcy_group group[rcy_most_groups];
    rcy_mark mark;
    uint32_t acts_done;
    uint8_t path_mode;
    rcy_hooks *hooks;
} kept_machine;

static void keep(kept_machine *k, const rcy_machine *m, int vars)
{
    k->mark = rcy_mark_of(m);
    memcpy(k->var, m->var, sizeof *k->var * (size_t)vars);
    memcpy(k->card, m->card, sizeof *k->card * (size_t)k->mark.cards);
    memcpy(k->group, m->group, sizeof *k->group * (size_t)k->mark.groups);
    k->acts_done = m->acts_done;
    k->path_mode = m->path_mode;
    k->hooks = m->hooks;
}

static void restore(const kept_machine *k, rcy_machine *m, int vars)
{
    memcpy(m->var, k->var, sizeof *k->var * (size_t)vars);
    memcpy(m->card, k->card, sizeof *k->card * (size_t)k->mark.cards);
    memcpy(m->group, k->group, sizeof *k->group * (size_t)k->mark.groups);
    m->acts_done = k->acts_done;
    m->path_mode = k->path_mode;
    m->hooks = k->hooks;
    rcy_rewind(m, k->mark);
}

// Says whose turn it is: in the state, or outside it while scores are worked out.
typedef struct turn_holder {
    uint8_t *at;
    uint8_t held[2];
    bool in_state;
    ptrdiff_t offset;
} turn_holder;

static turn_holder find_holder(const rcy_machine *m, uint8_t *at)
{
    uintptr_t from = (uintptr_t)m->state, place = (uintptr_t)at;
    turn_holder h = { .at = at, .in_state = place >= from && place < from + m->p->state_size };
    h.offset = h.in_state ? at - m->state : 0;
    memcpy(h.held, at, sizeof h.held);
    return h;
}

static void attach_at(rcy_machine *m, unsigned char *state, const turn_holder *cycle,
                      const turn_holder *team_cycle)
{
    rcy_machine_attach_light(m, state);
    rcy_machine_attach_rest(m);
    m->cycle = cycle->in_state ? state + cycle->offset : cycle->at;
    m->team_cycle = team_cycle->in_state ? state + team_cycle->offset : team_cycle->at;
}

static void restore_turn(const turn_holder *h)
{
    if (!h->in_state) memcpy(h->at, h->held, sizeof h->held);
}

int64_t rcy_try_act(rcy_machine *m, const rcy_node *n)
{
    unsigned char copy[rcy_most_state], *state = m->state;
    kept_machine kept;
    int vars = n->var_depth;
    const turn_holder cycle = find_holder(m, m->cycle), team_cycle = find_holder(m, m->team_cycle);
    rcy_spend(m, 1);
    if (m->trap != trap_none) return 0;
    keep(&kept, m, vars);
    memcpy(copy, state, m->p->state_size);
    attach_at(m, copy, &cycle, &team_cycle);
    m->path_mode = path_none;
    m->hooks = NULL;
    rcy_act(m, n->x);
    int64_t value = m->trap == trap_none ? rcy_value(m, n->y) : 0;
    attach_at(m, state, &cycle, &team_cycle);
    restore_turn(&cycle);
    restore_turn(&team_cycle);
    restore(&kept, m, vars);
    return m->trap == trap_none ? value : 0;
}
