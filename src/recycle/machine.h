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

// Kept out of the big switches, which would save registers for all of them otherwise.
#if defined(__GNUC__)
#define RCY_COLD __attribute__((noinline))
#else
#define RCY_COLD
#endif

static inline int32_t rcy_place_size(const rcy_machine *m, int32_t place)
{
    return place < 0 ? 0 : m->from[place + 1] - m->from[place];
}

static inline int32_t rcy_top(const rcy_machine *m, int32_t place)
{
    if (place < 0 || m->from[place] == m->from[place + 1]) return -1;
    return m->order[m->from[place + 1] - 1];
}

static inline uint16_t *rcy_cards_of(const rcy_machine *m, const rcy_coll *c, int32_t *count)
{
    if (c->kind == coll_place) {
        if (c->place < 0) {
            *count = 0;
            return m->order;
        }
        int32_t from = m->from[c->place];
        *count = m->from[c->place + 1] - from;
        return m->order + from;
    }
    if (c->kind == coll_mem) {
        *count = c->place < 0 ? 0 : m->recall_from[c->place + 1] - m->recall_from[c->place];
        return m->recall + (c->place < 0 ? 0 : m->recall_from[c->place]);
    }
    *count = c->kind == coll_cards ? c->count : 0;
    return c->cards;
}

static inline int32_t rcy_count(const rcy_machine *m, const rcy_coll *c)
{
    if (c->kind == coll_place) return rcy_place_size(m, c->place);
    if (c->kind == coll_mem) {
        return c->place < 0 ? 0 : m->recall_from[c->place + 1] - m->recall_from[c->place];
    }
    return c->count;
}

int64_t rcy_score_computed(const rcy_machine *m, const rcy_map *map, int32_t slot, int32_t card);

// What a card scores by the map in that slot; a map never set scores 0.
static inline int64_t rcy_score(const rcy_machine *m, int32_t slot, int32_t card)
{
    if (slot < 0 || m->map[slot] == 0) return 0;
    const rcy_map *map = &m->p->maps[m->map[slot] - 1];
    return map->count == 0 ? map->fixed[card] : rcy_score_computed(m, map, slot, card);
}

// Whether a card passes a filter that asks for attributes only: see rcy_node.quick.
static inline bool rcy_has(const rcy_machine *m, const rcy_node *n, int32_t card)
{
    int32_t string = n->mode ? m->str[n->b] : n->b;
    return (m->p->attribute[n->a * m->p->cards + card] == string) != n->flag;
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

bool rcy_all_hold(rcy_machine *m, const rcy_node *n);  // of an `and`

// The same for conditions.
static inline bool rcy_holds(rcy_machine *m, const rcy_node *n)
{
    if (n->op == OP_STR_EQUALS) return (m->str[n->a] == n->value) != n->flag;
    if (n->op == OP_STO_EQUALS) return (m->sto[n->a] == n->value) != n->flag;
    if (n->op == OP_HAS_ATTRIBUTE && !m->pins) {
        return rcy_has(m, n, (int32_t)m->var[n->var].value);
    }
    if (n->op == OP_AND) return rcy_all_hold(m, n);
    return rcy_value(m, n) != 0;
}

int64_t rcy_count_filtered(rcy_machine *m, const rcy_node *filter, int64_t most);

int64_t rcy_card(rcy_machine *m, const rcy_node *n);     // a card is needed: an index must fit
void rcy_bind_let(rcy_machine *m, const rcy_node *n);
uint16_t *rcy_take_cards(rcy_machine *m, int32_t count, int token);

#endif
