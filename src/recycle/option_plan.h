// option_plan.h - lists the options of a choice by following a plan.
//
// A plan is a graph of tests and of options to list; see emit_option_plan.c. This file
// defines what each step tests or lists. legal_moves.c follows a plan step by step, and
// native code has the steps as constants.
#pragma once

#include "recycle/machine_inlines.h"

typedef struct rcy_lister {
    rcy_machine *m;
    rcy_scratch *scratch;
    bool ready;  // whether the machine is set up
    const rcy_program *p;
    dado_move *moves;
    int count, most;
    bool overfull;
    unsigned char *true_state;
    uint32_t current;                  // the player who chooses
    uint32_t at_cycle, at_team_cycle;  // where the top cycles lie in the state
    int32_t counted[rcy_most_counts];
} rcy_lister;

// Parts of the state for which options are listed; a step reads one or two of them.
#define RCY_STO(l) ((const int32_t *)(const void *)((l)->true_state + RCY_AT((l)->p, sto)))
#define RCY_STR(l) ((const uint16_t *)(const void *)((l)->true_state + RCY_AT((l)->p, str)))
#define RCY_ORDER(l) ((const uint16_t *)(const void *)((l)->true_state + RCY_AT((l)->p, order)))
#define RCY_FROM(l) ((const uint16_t *)(const void *)((l)->true_state + RCY_AT((l)->p, from)))

// Returns the machine, and sets it up at the first call. Most plans can be followed
// without it.
static inline rcy_machine *rcy_lister_machine(rcy_lister *l)
{
    rcy_machine *m = l->m;
    if (l->ready) return m;
    l->ready = true;
    rcy_machine_begin(m, l->scratch, l->p, l->true_state);
    m->cycle = l->true_state + l->at_cycle;
    m->team_cycle = l->true_state + l->at_team_cycle;
    m->unused_outcome = m->pause->luck;
    m->unused_span = m->pause->span;
    m->path_mode = path_list;
    return m;
}

// Lists the options of `n`, where nothing was executed before it and nothing follows it.
#ifdef RCY_NATIVE_UNIT
#define rcy_list_node_moves(l, n, path, scale) ((n)->lists(l, path, scale))
#else
void rcy_list_node_moves(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale);
#endif
// Lists the options of `n` by playing every path on a copy of the state.
void rcy_list_by_playing(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale);

static RCY_INLINE void rcy_add_move(rcy_lister *l, uint64_t path)
{
    if (l->count == l->most) {
        l->overfull = true;
        return;
    }
    l->moves[l->count++] = path;
}

static RCY_INLINE void rcy_add_moves(rcy_lister *l, const dado_move *moves, int32_t count)
{
    if (count > l->most - l->count) {
        l->overfull = true;
        return;
    }
    dado_move *to = l->moves + l->count;
    for (int32_t k = 0; k < count; k++) {
        dado_move path = moves[k];
        RCY_NO_VECTORIZE_SUM(path);
        to[k] = path;
    }
    l->count += count;
}

// Lists the first `count` elements of the only `any` of an alternative.
static RCY_INLINE void rcy_add_element_moves(rcy_lister *l, uint64_t alternatives,
                                             uint64_t alternative, int32_t count)
{
    if (count > l->most - l->count) {
        l->overfull = true;
        return;
    }
    dado_move *to = l->moves + l->count, path = alternative;
    for (int32_t k = 0; k < count; k++, path += alternatives) {
        RCY_NO_VECTORIZE_SUM(path);
        to[k] = path;
    }
    l->count += count;
}

// Returns whether a step needs a machine, to evaluate card_filters, conditions and nodes.
static inline bool rcy_plan_step_needs_machine(const rcy_plan_step *a)
{
    bool filter = a->op == plan_test_filter || a->op == plan_add_filter;
    return a->op == plan_test_condition || a->op == plan_add_bound || a->op == plan_add_node ||
           (filter && !a->table && !a->attribute);
}

// Counts the cards of a place that pass. Hands are small, so vector code would spend more
// time on its start and end than on the cards.
static RCY_INLINE int32_t rcy_count_passing(rcy_lister *l, const rcy_plan_step *a,
                                            const uint16_t *cards, int32_t count)
{
    int32_t kept = 0;
    if (a->table) {
        for (int32_t i = 0; i < count; i++) {
            kept += a->table[cards[i]];
            RCY_NO_VECTORIZE_SUM(kept);
        }
        return kept;
    }
    int32_t string = RCY_STR(l)[a->string];
    for (int32_t i = 0; i < count; i++) {
        kept += a->attribute[cards[i]] == string;
        RCY_NO_VECTORIZE_SUM(kept);
    }
    return a->flag ? count - kept : kept;
}

// Returns the cards of the place that a step reads.
static RCY_INLINE const uint16_t *rcy_plan_step_cards(const rcy_lister *l, const rcy_plan_step *a,
                                                      int32_t *count)
{
    const uint16_t *begins = RCY_FROM(l) + a->slot + (a->current & l->current);
    *count = begins[1] - begins[0];
    return RCY_ORDER(l) + begins[0];
}

// Returns whether a step tests only one or two storages, or the size of a place.
static inline bool rcy_plan_step_is_cheap(const rcy_plan_step *a)
{
    return a->op >= plan_test_number && a->op <= plan_test_size;
}

static RCY_INLINE bool rcy_plan_step_test(const rcy_lister *l, const rcy_plan_step *a)
{
    int32_t count;
    switch ((rcy_plan_op)a->op) {
    case plan_test_number: return RCY_STO(l)[a->slot] == a->value;
    case plan_test_string: return RCY_STR(l)[a->slot] == a->value;
    case plan_test_same: return RCY_STO(l)[a->slot] == RCY_STO(l)[a->value];
    case plan_test_compare: return rcy_compares(a->holds_for, RCY_STO(l)[a->slot], a->value);
    case plan_test_two_numbers:
        return rcy_compares(a->holds_for, RCY_STO(l)[a->slot], RCY_STO(l)[a->value]);
    default: rcy_plan_step_cards(l, a, &count); return rcy_compares(a->holds_for, count, a->value);
    }
}

// Executes a step that needs only the state. Returns true to continue at `yes`, and false
// to continue at `no`. `alternatives` is the number of alternatives of the choice.
static RCY_INLINE bool rcy_plan_step_run_cheap(rcy_lister *l, const rcy_plan_step *a,
                                               uint64_t alternatives)
{
    int32_t count;
    switch ((rcy_plan_op)a->op) {
    case plan_test_filter:
    case plan_add_filter: {
        const uint16_t *cards = rcy_plan_step_cards(l, a, &count);
        count = rcy_count_passing(l, a, cards, count);
        l->counted[a->value] = count;
        if (a->op == plan_add_filter) rcy_add_element_moves(l, alternatives, a->alternative, count);
        return count > 0;
    }
    case plan_add_counted:
        rcy_add_element_moves(l, alternatives, a->alternative, l->counted[a->value]);
        return true;
    case plan_add_place:
        rcy_plan_step_cards(l, a, &count);
        rcy_add_element_moves(l, alternatives, a->alternative, count);
        return true;
    case plan_add_moves: rcy_add_moves(l, a->moves, a->value); return true;
    default: return rcy_plan_step_test(l, a);
    }
}

// Executes any step.
static RCY_INLINE bool rcy_plan_step_run(rcy_lister *l, const rcy_plan_step *a,
                                         uint64_t alternatives)
{
    if (!rcy_plan_step_needs_machine(a)) return rcy_plan_step_run_cheap(l, a, alternatives);
    switch ((rcy_plan_op)a->op) {
    case plan_test_condition: return rcy_holds(rcy_lister_machine(l), a->node) != a->flag;
    case plan_add_bound:
        rcy_add_element_moves(l, alternatives, a->alternative,
                              rcy_count(l->m, &l->m->var[a->node->var].coll));
        return true;
    case plan_add_node:
        rcy_lister_machine(l);
        rcy_list_node_moves(l, a->node, a->alternative, alternatives);
        return true;
    default: {
        int32_t count;
        const uint16_t *cards = rcy_plan_step_cards(l, a, &count);
        count = rcy_count_quickly(rcy_lister_machine(l), a->node, cards, count);
        l->counted[a->value] = count;
        if (a->op == plan_add_filter) rcy_add_element_moves(l, alternatives, a->alternative, count);
        return count > 0;
    }
    }
}

// Returns how many options were listed. If there are none, it lists the move that goes on
// without one.
static RCY_INLINE int rcy_listing_done(rcy_lister *l)
{
    if (l->overfull) {
        l->moves[0] = RCY_TOO_MANY;
        return 1;
    }
    if (l->count == 0) l->moves[l->count++] = RCY_NOTHING;
    return l->count;
}
