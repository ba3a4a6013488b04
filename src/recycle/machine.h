// machine.h - the small things that values, collections and acts all do to the machine.
#ifndef DADO_RECYCLE_MACHINE_H
#define DADO_RECYCLE_MACHINE_H

#include "recycle/program.h"

// Virtual collections live on stacks of the machine; a mark gives back what was taken since.
typedef struct rcy_mark {
    int32_t cards, groups, items;
} rcy_mark;

static inline rcy_mark rcy_mark_of(const rcy_machine *m)
{
    return (rcy_mark){ m->cards_out, m->groups_out, m->items_out };
}

static inline void rcy_rewind(rcy_machine *m, rcy_mark mark)
{
    m->cards_out = mark.cards;
    m->groups_out = mark.groups;
    m->items_out = mark.items;
}

int32_t rcy_slot_slow(rcy_machine *m, const rcy_node *n, int kind);

// The slot a storage or place node stands for, or -1 with a trap.
static inline int32_t rcy_slot_of(rcy_machine *m, const rcy_node *n, int kind)
{
    switch ((rcy_mode)n->mode) {
    case mode_fixed: return n->a;
    case mode_current: return n->a + m->cycle[0];
    case mode_var: return n->a + (int32_t)m->var[n->var].value;
    default: return rcy_slot_slow(m, n, kind);
    }
}
#define rcy_slot rcy_slot_of

static inline int32_t rcy_place_size(const rcy_machine *m, int32_t place)
{
    return place < 0 ? 0 : m->from[place + 1] - m->from[place];
}

// Notes that options hang on the face of this card, where somebody wants to know.
void rcy_pin(rcy_machine *m, int32_t card);
static inline void rcy_look(rcy_machine *m, int32_t card)
{
    if (m->pins) rcy_pin(m, card);
}

// Loops in expressions cost, so that no description can make a call last for ever.
static inline void rcy_spend(rcy_machine *m, int32_t count)
{
    m->loops += (uint32_t)count;
    if (m->loops > rcy_most_rounds_of_loops) rcy_fault(m, 610, m->trap_token);
}

// rcy_value, with the commonest nodes worked out on the spot: most operands are a number, a
// storage or a die, and a call would cost more than they do.
static inline int64_t rcy_worth(rcy_machine *m, const rcy_node *n)
{
    if (n->op == OP_CONST) return n->value;
    if (n->op == OP_STO_EQUALS) return (m->sto[n->a] == n->value) != n->flag;
    if (n->op == OP_DIE) return m->die[n->a];
    if (n->op == OP_STO_CURRENT) return m->sto[n->a + m->cycle[0]];
    if (n->op == OP_STO_FIXED) return m->sto[n->a];
    return rcy_value(m, n);
}

int64_t rcy_card(rcy_machine *m, const rcy_node *n);     // a card is needed: an index must fit
void rcy_bind_let(rcy_machine *m, const rcy_node *n);
uint16_t *rcy_take_cards(rcy_machine *m, int32_t count, int token);

#endif
