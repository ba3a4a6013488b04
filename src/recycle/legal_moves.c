// legal_moves.c - lists the options of a choice, without drawing and without changing the
// state.
//
// A move is a path: the alternative, and the element chosen at each `any`, as one
// mixed-radix number. Most alternatives consist of conditions, `let`s and finally one
// `any` whose body always has an effect; these are listed by evaluating, not by playing.
// An alternative that acts before all is chosen is played on a copy of the state, once
// for each path.
#include <string.h>

#include "recycle/native_codegen.h"

typedef rcy_lister lister;

// Adds scale * digit to the path. Returns false if the result is not below 2^63.
static bool extend(uint64_t scale, uint64_t digit, uint64_t *path)
{
    uint64_t term;
    if (__builtin_mul_overflow(scale, digit, &term)) return false;
    if (__builtin_add_overflow(*path, term, path)) return false;
    return *path < (uint64_t)INT64_MAX;
}

static bool widen(uint64_t *scale, int32_t by)
{
    return !__builtin_mul_overflow(*scale, (uint64_t)by, scale) && *scale < (uint64_t)INT64_MAX;
}

#ifndef RCY_NATIVE_UNIT
void rcy_list_by_playing(lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    rcy_machine *m = l->m;
    const rcy_program *p = m->p;
    unsigned char copy[rcy_most_state];
    rcy_mark mark = rcy_mark_of(m);
    uint32_t cycle = (uint32_t)(m->cycle - m->state), team = (uint32_t)(m->team_cycle - m->state);
    rcy_var kept[rcy_most_vars];
    // Drawing from a collection that a `let` above owns must not affect the next path.
    int vars = n->var_depth;
    memcpy(kept, m->var, sizeof *kept * (size_t)vars);
    uint16_t cards[rcy_most_cards_out];
    memcpy(cards, m->card, sizeof *cards * (size_t)mark.cards);
    rcy_group groups[rcy_most_groups];
    memcpy(groups, m->group, sizeof *groups * (size_t)mark.groups);
    m->digits = 0;
    while (!l->overfull) {
        memcpy(copy, l->true_state, p->state_size);
        rcy_machine_attach(m, copy);
        m->cycle = copy + cycle;
        m->team_cycle = copy + team;
        m->acts_done = 0;
        m->picks = 0;
        m->drawn = false;
        rcy_act(m, n);
        bool spent = m->fuel > rcy_most_fuel || m->loops > rcy_most_rounds_of_loops;
        if (m->overfull || spent) l->overfull = true;
        bool acts = m->acts_done > 0 || m->trap != trap_none;
        m->trap = trap_none;
        m->saved = false;
        uint64_t whole = path, wide = scale;
        bool fits = true;
        for (int d = 0; d < m->picks && fits; d++) {
            fits = extend(wide, (uint64_t)m->digit[d], &whole) && widen(&wide, m->radix[d]);
        }
        if (!fits) l->overfull = true;
        else if (acts && !l->overfull) rcy_add_move(l, whole);
        memcpy(m->var, kept, sizeof *kept * (size_t)vars);
        memcpy(m->card, cards, sizeof *cards * (size_t)mark.cards);
        memcpy(m->group, groups, sizeof *groups * (size_t)mark.groups);
        rcy_rewind(m, mark);
        int d = m->picks - 1;
        while (d >= 0 && m->digit[d] + 1 == m->radix[d]) d--;
        if (d < 0) break;
        m->digit[d]++;
        m->digits = d + 1;
    }
    rcy_machine_attach(m, l->true_state);
}
#endif

// Returns whether the elements of an `any` do not depend on earlier picks and its body
// always has an effect, as when asking another player or naming a suit.
static RCY_PART bool is_independent(const rcy_node *n)
{
    return n->op == OP_ANY && n->y->sure && !n->y->picks &&
           (n->x->op == OP_OTHERS || n->x->op == OP_PLAYERS || n->x->op == OP_STRINGS);
}

// Lists all pairs of one of `count` elements and an element of such an independent `any`.
static RCY_PART void list_pairs(lister *l, const rcy_node *inner, int32_t count, uint64_t path,
                                uint64_t scale, uint64_t wider)
{
    int32_t players = RCY_P(l->m)->players, each = inner->x->a;  // number of strings
    if (inner->x->op != OP_STRINGS) each = inner->x->op == OP_OTHERS ? players - 1 : players;
    uint64_t widest = wider;
    if ((int64_t)count * each > l->most - l->count || (each > 0 && !widen(&widest, each))) {
        l->overfull = true;
        return;
    }
    for (int32_t k = 0; k < count; k++, path += scale) {
        dado_move *to = l->moves + l->count;
#define PAIR(j) to[j] = path + wider * (uint64_t)(j);
        RCY_UNROLL(each, PAIR)
        l->count += each;
    }
}

static RCY_PART void list_any(lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    rcy_machine *m = l->m;
    rcy_coll c;
    bool sure = n->y->sure && !n->y->picks;
    // If only the number of elements matters, the filtered list is not made.
    bool countable = sure || is_independent(n->y);
    bool counted =
        countable && n->x->op == OP_FILTER && (n->x->spaces || (n->x->card_filter && n->x->safe));
    bool parted = countable && rcy_parts_are_plain(m, n->x);
    int32_t count = 0;
    if (counted) count = (int32_t)rcy_count_filtered(m, n->x, INT64_MAX);
    else if (parted) count = rcy_count_parts(m, n->x);
    else rcy_gather(m, n->x, &c);
    if (m->trap != trap_none) {
        m->trap = trap_none;
        rcy_add_move(l, path);
        return;
    }
    if (!counted && !parted) count = rcy_count(m, &c);
    uint64_t wider = scale, last = path;
    if (count == 0) return;
    if (!widen(&wider, count) || !extend(scale, (uint64_t)count - 1, &last)) {
        l->overfull = true;
        return;
    }
    if (sure) {
        if (count > l->most - l->count) {
            l->overfull = true;
            return;
        }
        for (int32_t k = 0; k < count; k++) {
            l->moves[l->count++] = path + scale * (uint64_t)k;
        }
        return;
    }
    if (is_independent(n->y)) {
        list_pairs(l, n->y, count, path, scale, wider);
        return;
    }
    for (int32_t k = 0; k < count && !l->overfull; k++) {
        rcy_mark mark = rcy_mark_of(m);
        rcy_spend(m, 1);
        rcy_element(m, &c, k, &m->var[n->var]);
        if (m->trap == trap_none) rcy_list_node_moves(l, n->y, path + scale * (uint64_t)k, wider);
        rcy_rewind(m, mark);
        if (m->loops > rcy_most_rounds_of_loops) l->overfull = true;
        m->trap = trap_none;
    }
}

static RCY_PART void list_of_node(lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    rcy_machine *m = l->m;
    rcy_mark mark = rcy_mark_of(m);
    if (n->sure && !n->picks) {
        rcy_add_move(l, path);
        return;
    }
    switch ((rcy_op)n->op) {
    case OP_IF: {
        bool holds = rcy_holds(m, n->x);
        if (m->trap != trap_none) {
            m->trap = trap_none;
            rcy_add_move(l, path);
            break;
        }
        if (RCY_HOOKS(m)) RCY_HOOKS(m)->fired(RCY_HOOKS(m), n->coverage, holds);
        if (holds) rcy_list_node_moves(l, n->y, path, scale);
        break;
    }
    case OP_LET:
        rcy_bind_let(m, n);
        if (m->trap != trap_none) {
            m->trap = trap_none;
            rcy_add_move(l, path);
        } else {
            rcy_list_node_moves(l, n->y, path, scale);
        }
        break;
    case OP_EITHER_ACT: {
        bool holds = rcy_holds(m, n->x);
        if (m->trap != trap_none) {
            m->trap = trap_none;
            rcy_add_move(l, path);
            break;
        }
        if (RCY_HOOKS(m)) RCY_HOOKS(m)->fired(RCY_HOOKS(m), n->coverage, holds);
        if (holds) rcy_list_node_moves(l, n->y, path, scale);
        else if (n->z) rcy_list_node_moves(l, n->z, path, scale);
        break;
    }
    case OP_LABEL: rcy_list_node_moves(l, n->y, path, scale); break;
    case OP_ANY: list_any(l, n, path, scale); break;
    default: rcy_list_by_playing(l, n, path, scale); break;
    }
    rcy_rewind(m, mark);
}

#ifndef RCY_NATIVE_UNIT
void rcy_list_node_moves(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    list_of_node(l, n, path, scale);
}

static RCY_COLD int list_options(const rcy_program *p, const void *state, dado_move *moves,
                                 int most, rcy_pins *pins, rcy_hooks *hooks, rcy_machine *asker)
{
    rcy_machine m;
    rcy_scratch scratch;
    // Listing reads the given state and plays only on copies.
    unsigned char *true_state = (unsigned char *)(uintptr_t)state;
    const rcy_insn *i = &p->code[((const rcy_pause *)state)->pc];
    const rcy_choice *c = &p->choices[i->choice];
    lister l;  // `counts` is not initialised: counts are written before they are read
    l.m = &m;
    l.scratch = &scratch;
    l.ready = l.overfull = false;
    l.p = p;
    l.moves = moves;
    l.count = 0;
    l.most = most;
    l.true_state = true_state;
    l.current = true_state[i->at_cycle];
    l.at_cycle = i->at_cycle;
    l.at_team_cycle = i->at_team_cycle;
    // The first few choices on the way to a pause cost no fuel and use a plan if there is
    // one. A match that passes choice after choice pays for the others, so that it cannot
    // run for ever.
    enum { free_of_charge = 2 };
    bool pays = asker && ++asker->asked > free_of_charge;
    bool plainly = !c->plan || pins || hooks || pays;
    if (plainly || c->lets > 0) {
        rcy_lister_machine(&l);
        m.pins = pins;
        m.hooks = hooks;
    }
    if (pays) {
        m.fuel = asker->fuel;
        m.loops = asker->loops;
    }
    if (c->lets > 0 && !rcy_bind_choice_lets(&m, c)) {
        moves[0] = 0;  // a `let` around the choice fails, and play stops when it continues
        return 1;
    }
    const rcy_plan_step *const plan = plainly ? NULL : c->plan;
    const uint64_t alternatives = (uint64_t)c->count;
    for (const rcy_plan_step *a = plan; plan && a->op != plan_end;) {
        a = plan + (rcy_plan_step_run(&l, a, alternatives) ? a->yes : a->no);
    }
    for (int k = 0; plainly && k < c->count; k++) {
        rcy_list_node_moves(&l, c->acts[c->order[k]], c->order[k], (uint64_t)c->count);
    }
    if (pays) {
        asker->fuel = m.fuel;
        asker->loops = m.loops;
    } else if (asker) {
        hooks = asker->hooks;
    }
    if (hooks && l.ready) hooks->work += m.fuel + m.loops;
    return rcy_listing_done(&l);
}

// Sets up a lister for a choice whose moves can be listed without a machine: only the fields
// that such a choice uses.
static inline void small_lister(lister *l, const rcy_program *p, const void *state,
                                dado_move *moves, const rcy_choice *c)
{
    l->p = p;
    l->true_state = (unsigned char *)(uintptr_t)state;
    l->moves = moves;
    l->count = 0;
    l->most = p->most_moves;
    l->overfull = false;
    l->current = l->true_state[c->at_cycle];
}

static RCY_COLD int list_quickly(const rcy_program *p, const void *state, dado_move *moves,
                                 const rcy_choice *c)
{
    lister l;
    const rcy_plan_step *const plan = c->plan;
    const uint64_t alternatives = (uint64_t)c->count;
    small_lister(&l, p, state, moves, c);
    for (const rcy_plan_step *a = plan; a->op != plan_end;) {
        a = plan + (rcy_plan_step_run_cheap(&l, a, alternatives) ? a->yes : a->no);
    }
    return rcy_listing_done(&l);
}

// Lists options that are plain numbers, if the plan leads to nothing else: they are
// copied.
static inline int list_fixed_moves(const rcy_program *p, const void *state, dado_move *moves,
                                   const rcy_choice *c)
{
    lister l;
    const rcy_plan_step *const plan = c->plan, *a = plan;
    small_lister(&l, p, state, moves, c);
    while (rcy_plan_step_is_cheap(a)) a = plan + (rcy_plan_step_test(&l, a) ? a->yes : a->no);
    if (a->op != plan_add_moves) return rcy_listing_done(&l);
    for (int32_t k = 0; k < a->value; k++) {
        dado_move path = a->moves[k];
        RCY_NO_VECTORIZE(path);
        moves[k] = path;
    }
    return a->value;
}

int rcy_list_moves_fast(const rcy_program *p, const void *state, dado_move *moves)
{
    const rcy_choice *c = p->choice_at[((const rcy_pause *)state)->pc];
    if (c->fixed_lists) return list_fixed_moves(p, state, moves, c);
    if (c->quick) return list_quickly(p, state, moves, c);
    return list_options(p, state, moves, p->most_moves, NULL, NULL, NULL);
}

int rcy_list_moves(const rcy_program *p, const void *state, dado_move *moves, rcy_pins *pins,
                   rcy_hooks *hooks)
{
    if (!pins && !hooks) return rcy_list_moves_fast(p, state, moves);
    return list_options(p, state, moves, p->most_moves, pins, hooks, NULL);
}

// Returns whether a player has an option. The list stops at one, since more makes no
// difference.
bool rcy_has_option(rcy_machine *m)
{
    dado_move move;
    return list_options(m->p, m->state, &move, 1, NULL, NULL, m) > 0 && move != RCY_NOTHING;
}
#endif
