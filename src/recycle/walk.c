// walk.c - the options of a choice, listed without drawing and without a trace.
//
// A move is its path: the alternative, and the element taken at each `any` met
// on the way, as one mixed-radix number. Most alternatives are conditions, lets
// and at last one `any` whose body is sure to act; those are listed by looking,
// not by playing. Whatever acts before it has chosen is played on a copy, once
// for each path, with an odometer for the elements.
#include <string.h>

#include "recycle/native.h"

typedef rcy_lister lister;

// base + scale * digit, or false where that would not fit below 2^63.
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

#ifndef RCY_UNIT
void rcy_play_paths(lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    rcy_machine *m = l->m;
    const rcy_program *p = m->p;
    unsigned char copy[rcy_most_state];
    rcy_mark mark = rcy_mark_of(m);
    uint32_t cycle = (uint32_t)(m->cycle - m->state), team = (uint32_t)(m->team_cycle - m->state);
    rcy_var kept[rcy_most_vars];
    // Draining a collection that a let above owns must not show in the next path.
    int vars = n->var_depth;
    memcpy(kept, m->var, sizeof *kept * (size_t)vars);
    uint16_t cards[rcy_most_cards_out];
    memcpy(cards, m->card, sizeof *cards * (size_t)mark.cards);
    rcy_group groups[rcy_most_groups];
    memcpy(groups, m->group, sizeof *groups * (size_t)mark.groups);
    m->digits = 0;
    while (!l->overfull) {
        memcpy(copy, l->true_state, p->state_size);
        rcy_machine_on(m, copy);
        m->cycle = copy + cycle;
        m->team_cycle = copy + team;
        m->trail = 0;
        m->picks = 0;
        m->drawn = false;
        rcy_act(m, n);
        bool spent = m->fuel > rcy_most_fuel || m->loops > rcy_most_rounds_of_loops;
        if (m->overfull || spent) l->overfull = true;
        bool acts = m->trail > 0 || m->trap != trap_none;
        m->trap = trap_none;
        m->saved = false;
        uint64_t whole = path, wide = scale;
        bool fits = true;
        for (int d = 0; d < m->picks && fits; d++) {
            fits = extend(wide, (uint64_t)m->digit[d], &whole) && widen(&wide, m->radix[d]);
        }
        if (!fits) l->overfull = true;
        else if (acts && !l->overfull) rcy_put(l, whole);
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
    rcy_machine_on(m, l->true_state);
}
#endif

// An `any` whose elements are the same whatever was picked before it, and whose body is sure to
// act: asking one of the others, naming a suit.
static RCY_PART bool is_independent(const rcy_node *n)
{
    return n->op == OP_ANY && n->y->sure && !n->y->picks &&
           (n->x->op == OP_OTHERS || n->x->op == OP_PLAYERS || n->x->op == OP_STRINGS);
}

// All pairs of one of `count` and an element of such an `any`.
static RCY_PART void list_pairs(lister *l, const rcy_node *inner, int32_t count, uint64_t path,
                       uint64_t scale, uint64_t wider)
{
    int32_t players = RCY_P(l->m)->players, each = inner->x->a;  // of the strings
    if (inner->x->op != OP_STRINGS) each = inner->x->op == OP_OTHERS ? players - 1 : players;
    uint64_t widest = wider;
    if ((int64_t)count * each > l->most - l->count || (each > 0 && !widen(&widest, each))) {
        l->overfull = true;
        return;
    }
    for (int32_t k = 0; k < count; k++, path += scale) {
        dado_move *to = l->moves + l->count;
#define PAIR(j) to[j] = path + wider * (uint64_t)(j);
        RCY_EACH(each, PAIR)
        l->count += each;
    }
}

static RCY_PART void list_any(lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    rcy_machine *m = l->m;
    rcy_coll c;
    bool sure = n->y->sure && !n->y->picks;
    // Where only the number of elements matters, a filter need not be made.
    bool countable = sure || is_independent(n->y);
    bool counted = countable && n->x->op == OP_FILTER &&
                   (n->x->spaces || (n->x->sieve && n->x->safe));
    bool parted = countable && rcy_parts_plainly(m, n->x);
    int32_t count = 0;
    if (counted) count = (int32_t)rcy_count_filtered(m, n->x, INT64_MAX);
    else if (parted) count = rcy_count_parts(m, n->x);
    else rcy_gather(m, n->x, &c);
    if (m->trap != trap_none) {
        m->trap = trap_none;
        rcy_put(l, path);
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
        if (m->trap == trap_none) rcy_list_node(l, n->y, path + scale * (uint64_t)k, wider);
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
        rcy_put(l, path);
        return;
    }
    switch ((rcy_op)n->op) {
    case OP_IF: {
        bool holds = rcy_holds(m, n->x);
        if (m->trap != trap_none) {
            m->trap = trap_none;
            rcy_put(l, path);
            break;
        }
        if (RCY_EAR(m)) RCY_EAR(m)->fired(RCY_EAR(m), n->cover, holds);
        if (holds) rcy_list_node(l, n->y, path, scale);
        break;
    }
    case OP_LET:
        rcy_bind_let(m, n);
        if (m->trap != trap_none) {
            m->trap = trap_none;
            rcy_put(l, path);
        } else {
            rcy_list_node(l, n->y, path, scale);
        }
        break;
    case OP_EITHER_ACT: {
        bool holds = rcy_holds(m, n->x);
        if (m->trap != trap_none) {
            m->trap = trap_none;
            rcy_put(l, path);
            break;
        }
        if (RCY_EAR(m)) RCY_EAR(m)->fired(RCY_EAR(m), n->cover, holds);
        if (holds) rcy_list_node(l, n->y, path, scale);
        else if (n->z) rcy_list_node(l, n->z, path, scale);
        break;
    }
    case OP_LABEL: rcy_list_node(l, n->y, path, scale); break;
    case OP_ANY: list_any(l, n, path, scale); break;
    default: rcy_play_paths(l, n, path, scale); break;
    }
    rcy_rewind(m, mark);
}

#ifndef RCY_UNIT
void rcy_list_node(rcy_lister *l, const rcy_node *n, uint64_t path, uint64_t scale)
{
    list_of_node(l, n, path, scale);
}

static RCY_COLD int list_options(const rcy_program *p, const void *state, dado_move *moves,
                                 int most, rcy_pins *pins, rcy_ear *ear, rcy_machine *asker)
{
    rcy_machine m;
    rcy_scratch scratch;
    // Listing reads the state it was given and plays only on copies.
    unsigned char *true_state = (unsigned char *)(uintptr_t)state;
    const rcy_insn *i = &p->code[((const rcy_rest *)state)->pc];
    const rcy_choice *c = &p->choices[i->choice];
    lister l;  // counts are written before they are read
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
    // The first few choices on the way to a rest are looked at free of charge, and by a plan where
    // there is one. A play that passes choice after choice pays for the others, so that it cannot
    // go on for ever.
    enum { free_of_charge = 2 };
    bool pays = asker && ++asker->asked > free_of_charge;
    bool plainly = !c->plan || pins || ear || pays;
    if (plainly || c->lets > 0) {
        rcy_lister_machine(&l);
        m.pins = pins;
        m.ear = ear;
    }
    if (pays) {
        m.fuel = asker->fuel;
        m.loops = asker->loops;
    }
    if (c->lets > 0 && !rcy_lets(&m, c)) {
        moves[0] = 0;  // what stands around the choice fails, and the play stops when it goes on
        return 1;
    }
    const rcy_ask *const plan = plainly ? NULL : c->plan;
    const uint64_t alternatives = (uint64_t)c->count;
    for (const rcy_ask *a = plan; plan && a->op != ask_end;) {
        a = plan + (rcy_follow(&l, a, alternatives) ? a->yes : a->no);
    }
    for (int k = 0; plainly && k < c->count; k++) {
        rcy_list_node(&l, c->acts[c->order[k]], c->order[k], (uint64_t)c->count);
    }
    if (pays) {
        asker->fuel = m.fuel;
        asker->loops = m.loops;
    } else if (asker) {
        ear = asker->ear;
    }
    if (ear && l.ready) ear->work += m.fuel + m.loops;
    return rcy_listed(&l);
}

// Where no machine is needed none is laid out, and most choices are so: of them a lister takes only
// this.
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
    const rcy_ask *const plan = c->plan;
    const uint64_t alternatives = (uint64_t)c->count;
    small_lister(&l, p, state, moves, c);
    for (const rcy_ask *a = plan; a->op != ask_end;) {
        a = plan + (rcy_follow_quickly(&l, a, alternatives) ? a->yes : a->no);
    }
    return rcy_listed(&l);
}

// Where answers lead to options that are numbers and there is nothing else to put down, they are
// copied.
static inline int list_at_a_glance(const rcy_program *p, const void *state, dado_move *moves,
                                   const rcy_choice *c)
{
    lister l;
    const rcy_ask *const plan = c->plan, *a = plan;
    small_lister(&l, p, state, moves, c);
    while (rcy_asks_little(a)) a = plan + (rcy_answer(&l, a) ? a->yes : a->no);
    if (a->op != put_these) return rcy_listed(&l);
    for (int32_t k = 0; k < a->value; k++) {
        dado_move path = a->moves[k];
        RCY_PLAINLY(path);
        moves[k] = path;
    }
    return a->value;
}

int rcy_list_briskly(const rcy_program *p, const void *state, dado_move *moves)
{
    const rcy_choice *c = p->choice_at[((const rcy_rest *)state)->pc];
    if (c->glance) return list_at_a_glance(p, state, moves, c);
    if (c->quick) return list_quickly(p, state, moves, c);
    return list_options(p, state, moves, p->most_moves, NULL, NULL, NULL);
}

int rcy_list(const rcy_program *p, const void *state, dado_move *moves, rcy_pins *pins,
             rcy_ear *ear)
{
    if (!pins && !ear) return rcy_list_briskly(p, state, moves);
    return list_options(p, state, moves, p->most_moves, pins, ear, NULL);
}

// One is enough to know, and more than one is said to be too many.
bool rcy_any_option(rcy_machine *m)
{
    dado_move move;
    return list_options(m->p, m->state, &move, 1, NULL, NULL, m) > 0 && move != RCY_NOTHING;
}
#endif
