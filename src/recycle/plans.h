// plans.h - how the options of a choice are listed where a look is enough.
//
// A plan is a graph of questions and of options to put down; see emit_plan.c.
// What each entry asks or puts is said here once: walk.c follows a plan entry
// by entry, and native code has the entries as constants.
#pragma once

#include "recycle/machine.h"

typedef struct rcy_lister {
    rcy_machine *m;
    rcy_scratch *scratch;
    bool ready;             // the machine is
    const rcy_program *p;
    dado_move *moves;
    int count, most;
    bool overfull;
    unsigned char *true_state;
    uint32_t current;       // whose choice it is
    uint32_t at_cycle, at_team_cycle;  // where the top ones lie in the state
    int32_t counted[rcy_most_counts];
} rcy_lister;

// Parts of the state that is listed for: an entry looks at one or two of them.
#define RCY_STO(l) ((const int32_t *)(const void *)((l)->true_state + RCY_AT((l)->p, sto)))
#define RCY_STR(l) ((const uint16_t *)(const void *)((l)->true_state + RCY_AT((l)->p, str)))
#define RCY_ORDER(l) ((const uint16_t *)(const void *)((l)->true_state + RCY_AT((l)->p, order)))
#define RCY_FROM(l) ((const uint16_t *)(const void *)((l)->true_state + RCY_AT((l)->p, from)))

// The machine, made ready the first time it is needed: most plans can be followed without.
static inline rcy_machine *rcy_lister_machine(rcy_lister *l)
{
    rcy_machine *m = l->m;
    if (l->ready) return m;
    l->ready = true;
    rcy_machine_begin(m, l->scratch, l->p, l->true_state);
    m->cycle = l->true_state + l->at_cycle;
    m->team_cycle = l->true_state + l->at_team_cycle;
    m->left_luck = m->rest->luck;
    m->left_span = m->rest->span;
    m->walk = walk_list;
    return m;
}

// Lists what `n` offers while nothing has been done yet and nothing comes after it.
#ifdef RCY_UNIT
#define rcy_list_node(l, n, path, scale) ((n)->lists(l, path, scale))
#else
void rcy_list_node(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale);
#endif
// The same, by playing every path of `n` on a copy of the state.
void rcy_play_paths(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale);

static RCY_INLINE void rcy_put(rcy_lister *l, uint64_t path)
{
    if (l->count == l->most) {
        l->overfull = true;
        return;
    }
    l->moves[l->count++] = path;
}

static RCY_INLINE void rcy_put_these(rcy_lister *l, const dado_move *moves, int32_t count)
{
    if (count > l->most - l->count) {
        l->overfull = true;
        return;
    }
    dado_move *to = l->moves + l->count;
    for (int32_t k = 0; k < count; k++) {
        dado_move path = moves[k];
        RCY_ONE_BY_ONE(path);
        to[k] = path;
    }
    l->count += count;
}

// Puts down the first `count` elements of an alternative's only `any`.
static RCY_INLINE void rcy_put_several(rcy_lister *l, uint64_t alternatives, uint64_t alternative,
                                   int32_t count)
{
    if (count > l->most - l->count) {
        l->overfull = true;
        return;
    }
    dado_move *to = l->moves + l->count, path = alternative;
    for (int32_t k = 0; k < count; k++, path += alternatives) {
        RCY_ONE_BY_ONE(path);
        to[k] = path;
    }
    l->count += count;
}

// Whether an entry takes a machine: there are sieves, conditions and nodes to work out.
static inline bool rcy_ask_takes_machine(const rcy_ask *a)
{
    bool filter = a->op == ask_filter || a->op == put_filter;
    return a->op == ask_condition || a->op == put_bound || a->op == put_node ||
           (filter && !a->table && !a->attribute);
}

// How many cards of a place pass. Hands are small: a compiler that counts several cards at once
// spends more on beginning and ending than on the cards.
static RCY_INLINE int32_t rcy_count_passing(rcy_lister *l, const rcy_ask *a, const uint16_t *cards,
                                            int32_t count)
{
    int32_t kept = 0;
    if (a->table) {
        for (int32_t i = 0; i < count; i++) {
            kept += a->table[cards[i]];
            RCY_ONE_BY_ONE(kept);
        }
        return kept;
    }
    int32_t string = RCY_STR(l)[a->string];
    for (int32_t i = 0; i < count; i++) {
        kept += a->attribute[cards[i]] == string;
        RCY_ONE_BY_ONE(kept);
    }
    return a->flag ? count - kept : kept;
}

// The cards of the place that an entry is about.
static RCY_INLINE const uint16_t *rcy_cards_asked(const rcy_lister *l, const rcy_ask *a,
                                                  int32_t *count)
{
    const uint16_t *begins = RCY_FROM(l) + a->slot + (a->current & l->current);
    *count = begins[1] - begins[0];
    return RCY_ORDER(l) + begins[0];
}

// A question that takes no more than a look at a storage or two, or at the size of a place.
static inline bool rcy_asks_little(const rcy_ask *a)
{
    return a->op >= ask_number && a->op <= ask_size;
}

static RCY_INLINE bool rcy_answer(const rcy_lister *l, const rcy_ask *a)
{
    int32_t count;
    switch ((rcy_ask_op)a->op) {
    case ask_number: return RCY_STO(l)[a->slot] == a->value;
    case ask_string: return RCY_STR(l)[a->slot] == a->value;
    case ask_same: return RCY_STO(l)[a->slot] == RCY_STO(l)[a->value];
    case ask_against: return rcy_compares(a->holds_for, RCY_STO(l)[a->slot], a->value);
    case ask_two_numbers:
        return rcy_compares(a->holds_for, RCY_STO(l)[a->slot], RCY_STO(l)[a->value]);
    default:
        rcy_cards_asked(l, a, &count);
        return rcy_compares(a->holds_for, count, a->value);
    }
}

// Asks or puts what an entry says that takes no more than the state; the answer is where to go on.
// `alternatives` is how many the choice has.
static RCY_INLINE bool rcy_follow_quickly(rcy_lister *l, const rcy_ask *a, uint64_t alternatives)
{
    int32_t count;
    switch ((rcy_ask_op)a->op) {
    case ask_filter: case put_filter: {
        const uint16_t *cards = rcy_cards_asked(l, a, &count);
        count = rcy_count_passing(l, a, cards, count);
        l->counted[a->value] = count;
        if (a->op == put_filter) rcy_put_several(l, alternatives, a->alternative, count);
        return count > 0;
    }
    case put_counted:
        rcy_put_several(l, alternatives, a->alternative, l->counted[a->value]);
        return true;
    case put_place:
        rcy_cards_asked(l, a, &count);
        rcy_put_several(l, alternatives, a->alternative, count);
        return true;
    case put_these: rcy_put_these(l, a->moves, a->value); return true;
    default: return rcy_answer(l, a);
    }
}

// The same of any entry.
static RCY_INLINE bool rcy_follow(rcy_lister *l, const rcy_ask *a, uint64_t alternatives)
{
    if (!rcy_ask_takes_machine(a)) return rcy_follow_quickly(l, a, alternatives);
    switch ((rcy_ask_op)a->op) {
    case ask_condition: return rcy_holds(rcy_lister_machine(l), a->node) != a->flag;
    case put_bound:
        rcy_put_several(l, alternatives, a->alternative,
                        rcy_count(l->m, &l->m->var[a->node->var].coll));
        return true;
    case put_node:
        rcy_lister_machine(l);
        rcy_list_node(l, a->node, a->alternative, alternatives);
        return true;
    default: {
        int32_t count;
        const uint16_t *cards = rcy_cards_asked(l, a, &count);
        count = rcy_count_quickly(rcy_lister_machine(l), a->node, cards, count);
        l->counted[a->value] = count;
        if (a->op == put_filter) rcy_put_several(l, alternatives, a->alternative, count);
        return count > 0;
    }
    }
}

// How many were listed, once all were: one that goes on where there is none.
static RCY_INLINE int rcy_listed(rcy_lister *l)
{
    if (l->overfull) {
        l->moves[0] = RCY_TOO_MANY;
        return 1;
    }
    if (l->count == 0) l->moves[l->count++] = RCY_NOTHING;
    return l->count;
}
