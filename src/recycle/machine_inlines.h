// machine_inlines.h - small functions on the machine that the evaluation of values,
// collections and acts shares.
#pragma once

#include <string.h>

#include "recycle/program.h"

// The files that evaluate values, collections and acts are compiled twice.
//
// In the library they make the interpreter: it looks up the operation of a node and calls
// its function. In a native unit, the C code generated for one program, every node is a
// constant that names its own function; see native_codegen_macros.h. Everything is
// inlined there, so that the compiler sees constants and drops what a program does not
// use. A unit has no hooks and no pinned cards.
//
// RCY_OP marks a function that evaluates one operation, RCY_PART one that helps with it,
// RCY_SHARED one that several files use. RCY_NO_ARRAYS marks a function that has no array on
// its stack, nothing that could be overrun: it goes without the guard of its return address.
// RCY_UNROLL(count, WHAT) does WHAT(0), WHAT(1), and so on. A unit writes the first twelve
// out: a compiler inlines the function that a node names only where it sees which node it is,
// and in a loop it does not.
#ifdef RCY_NATIVE_UNIT
#define RCY_OP inline __attribute__((always_inline))
#define RCY_PART inline __attribute__((always_inline))
#define RCY_SHARED extern inline __attribute__((gnu_inline, always_inline))
#define RCY_INLINE inline __attribute__((always_inline))
#define RCY_COLD
#define RCY_NO_ARRAYS
#define RCY_P(m) (&rcy_native_constants)
#define RCY_PINS(m) ((rcy_pins *)NULL)
#define RCY_HOOKS(m) ((rcy_hooks *)NULL)
#define RCY_ANY_LAZY_PILE(m) false
#define RCY_MAPS(m) rcy_native_maps
#define RCY_SCORING(m) rcy_native_scoring
#define RCY_ONLY(points, set) ((points)->only ? (points)->only : (set))
#define rcy_value(m, n) ((n)->works_out(m))
#define rcy_gather(m, n, out) ((n)->gathers(m, out))
#define rcy_act(m, n) ((n)->does(m))
#define RCY_IF_LESS(i, count, WHAT) \
    if (i < (count)) { \
        WHAT(i) \
    }
// clang-format off
#define RCY_UNROLL(count, WHAT) \
    RCY_IF_LESS(0, count, WHAT) RCY_IF_LESS(1, count, WHAT) RCY_IF_LESS(2, count, WHAT) \
    RCY_IF_LESS(3, count, WHAT) RCY_IF_LESS(4, count, WHAT) RCY_IF_LESS(5, count, WHAT) \
    RCY_IF_LESS(6, count, WHAT) RCY_IF_LESS(7, count, WHAT) RCY_IF_LESS(8, count, WHAT) \
    RCY_IF_LESS(9, count, WHAT) RCY_IF_LESS(10, count, WHAT) RCY_IF_LESS(11, count, WHAT) \
    for (int32_t i_ = 12; i_ < (count); i_++) { WHAT(i_) }
// clang-format on
#else
// Kept out of the large switches, which otherwise would save registers for all cases.
#if defined(__GNUC__)
#define RCY_COLD __attribute__((noinline))
#else
#define RCY_COLD
#endif
#define RCY_OP RCY_COLD
#if defined(__has_attribute)
#if __has_attribute(no_stack_protector)
#define RCY_NO_ARRAYS __attribute__((no_stack_protector))
#endif
#endif
#ifndef RCY_NO_ARRAYS
#define RCY_NO_ARRAYS
#endif
#define RCY_PART
#define RCY_SHARED
#define RCY_INLINE inline
#define RCY_P(m) ((m)->p)
#define RCY_MAPS(m) ((m)->p->maps)
#define RCY_SCORING(m) ((m)->p->scoring)
#define RCY_ONLY(points, set) (set)
#define RCY_PINS(m) ((m)->pins)
#define RCY_HOOKS(m) ((m)->hooks)
#define RCY_ANY_LAZY_PILE(m) ((m)->p->any_lazy_pile)
#define RCY_UNROLL(count, WHAT) \
    for (int32_t i_ = 0; i_ < (count); i_++) { \
        WHAT(i_) \
    }
#endif

// The same for a program without a machine.
#ifndef RCY_PLAYERS
#define RCY_PLAYERS(p) ((p)->players)
#define RCY_AT(p, what) ((p)->at_##what)
#endif

// Attaches the machine to another state: this function sets what bytecodes need, and the
// next one the rest.
static inline void rcy_machine_attach_light(rcy_machine *m, void *state)
{
    const rcy_program *p = m->p;
    unsigned char *s = state;
    m->state = s;
    m->pause = (rcy_pause *)state;
    m->sto = (int32_t *)(void *)(s + RCY_AT(p, sto));
    m->str = (uint16_t *)(void *)(s + RCY_AT(p, str));
    m->order = (uint16_t *)(void *)(s + RCY_AT(p, order));
    m->from = (uint16_t *)(void *)(s + RCY_AT(p, from));
}

static inline void rcy_machine_attach_rest(rcy_machine *m)
{
    const rcy_program *p = m->p;
    m->die = (int32_t *)(void *)(m->state + RCY_AT(p, die));
    m->byte = m->state + RCY_AT(p, byte);
}

// Finds in which stages play is. Native code needs no search, since every bytecode
// determines it.
static inline void rcy_find_cycles(rcy_machine *m)
{
#ifdef RCY_NATIVE_UNIT
    (void)m;
#else
    bool over = m->pause->kind == pause_stopped || m->pause->kind == pause_over;
    const rcy_insn *i = &m->p->code[over ? 0 : m->pause->pc];
    m->cycle = m->state + i->at_cycle;
    m->team_cycle = m->state + i->at_team_cycle;
#endif
}

static inline void rcy_machine_attach(rcy_machine *m, void *state)
{
    rcy_machine_attach_light(m, state);
    rcy_machine_attach_rest(m);
    rcy_find_cycles(m);
}

// A machine is set up in two parts: what light bytecodes need, and the rest, which many
// moves never need. Fields are set one by one, since clearing so few bytes with a library
// call takes longer.
static inline void rcy_machine_begin_light(rcy_machine *m, rcy_scratch *scratch,
                                           const rcy_program *p, void *state)
{
    m->p = p;
    m->var = scratch->var;
    m->has_seed = false;
    m->fuel = 0;
    m->picked = 0;
    rcy_machine_attach_light(m, state);
}

static inline void rcy_machine_begin_rest(rcy_machine *m, rcy_scratch *scratch)
{
    m->card = scratch->card;
    m->group = scratch->group;
    m->item = scratch->item;
    m->trap = m->trap_token = 0;
    m->wanted = 0;
    m->first_of_ties = m->drawn = m->saved = false;
    m->row = m->need_card = m->overfull = false;
    m->path_mode = path_none;
    m->unused_outcome = m->unused_span = 0;
    m->loops = m->asked = 0;
    m->acts_done = 0;
    m->picks = m->digits = 0;
    m->cards_out = m->groups_out = m->items_out = 0;
    m->hooks = NULL;
    m->pins = NULL;
    rcy_machine_attach_rest(m);
}

static inline void rcy_machine_begin(rcy_machine *m, rcy_scratch *scratch, const rcy_program *p,
                                     void *state)
{
    rcy_machine_begin_light(m, scratch, p, state);
    rcy_machine_begin_rest(m, scratch);
    rcy_find_cycles(m);
    m->path = 0;
}

// Takes the random word that came in, if play has paused for chance.
static inline void rcy_take_seed(rcy_machine *m, dado_move move)
{
    m->has_seed = m->pause->kind == pause_chance || m->pause->kind == pause_round_and_chance;
    if (m->has_seed) m->luck = dado_fast_rng_seed(move);
}

// Clears the saved row of scores, after it was read.
static inline void rcy_forget_row(rcy_machine *m)
{
    int32_t *score = (int32_t *)(void *)(m->state + RCY_AT(m->p, score));
    for (int i = 0; i < RCY_PLAYERS(m->p); i++) score[i] = 0;
}

// Returns the current teams.
static inline const rcy_teams *rcy_teams_now(const rcy_machine *m)
{
    return &m->p->teams[m->pause->teams];
}

// Returns the player that a turn such as `next` refers to; see rcy_turn.
static inline uint8_t rcy_named_player(int name, const uint8_t *cycle, int players)
{
    int who = cycle[0];
    if (name == turn_next) {
        int after = who + 1 == players ? 0 : who + 1;
        who = cycle[1] != rcy_nobody_queued ? cycle[1] : after;
    }
    if (name == turn_previous) who = who == 0 ? players - 1 : who - 1;
    return (uint8_t)who;
}

// Divides 16-bit numbers by multiplying with the inverse of the divisor. The inverse is
// rounded up by so little that the quotient is exact. With 0 as the inverse, the quotient
// is 0.
static inline uint64_t rcy_inverse(uint32_t count)
{
    return (((uint64_t)1 << 32) + count - 1) / count;
}

static inline uint64_t rcy_divide(uint64_t number, uint64_t inverse)
{
    return number * inverse >> 32;
}

// Computed collections live on stacks of the machine. A mark records their tops, so that
// everything pushed later can be released.
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

// Returns the slot of a storage or place node, or -1 with a trap.
static RCY_INLINE int32_t rcy_slot(rcy_machine *m, const rcy_node *n, int kind)
{
    switch ((rcy_mode)n->mode) {
    case mode_fixed: return n->a;
    case mode_current: return n->a + m->cycle[0];
    case mode_var: return n->a + (int32_t)m->var[n->var].value;
    default: return rcy_slot_slow(m, n, kind);
    }
}

// Parts of the state that are needed less often.
static inline uint16_t *rcy_recall(const rcy_machine *m)
{
    return (uint16_t *)(void *)(m->state + RCY_P(m)->at_recall);
}

static inline uint16_t *rcy_recall_from(const rcy_machine *m)
{
    return (uint16_t *)(void *)(m->state + RCY_P(m)->at_recall_from);
}

static inline uint16_t *rcy_maps(const rcy_machine *m)
{
    return (uint16_t *)(void *)(m->state + RCY_P(m)->at_map);
}

// Returns what was computed when the map in a slot was set: its strings, and its values.
static inline uint16_t *rcy_map_strings(const rcy_machine *m, int32_t slot)
{
    return (uint16_t *)(void *)(m->state + RCY_P(m)->at_word) + slot * RCY_P(m)->words;
}

static inline int32_t *rcy_map_values(const rcy_machine *m, int32_t slot)
{
    return (int32_t *)(void *)(m->state + RCY_P(m)->at_award) + slot * RCY_P(m)->awards;
}

static inline int32_t rcy_place_size(const rcy_machine *m, int32_t place)
{
    return place < 0 ? 0 : m->from[place + 1] - m->from[place];
}

// Counts the bits that are set, without a call and on machines without such an
// instruction.
static inline int32_t rcy_popcount(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return (int32_t)(set * 0x0101010101010101 >> 56);
}

// Sorts cards by number, which is the order in which they were created.
static inline void rcy_sort_cards(uint16_t *cards, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        uint16_t card = cards[i];
        int32_t at = i;
        for (; at > 0 && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
        cards[at] = card;
    }
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
        const uint16_t *from = rcy_recall_from(m);
        *count = c->place < 0 ? 0 : from[c->place + 1] - from[c->place];
        return rcy_recall(m) + (c->place < 0 ? 0 : from[c->place]);
    }
    *count = c->kind == coll_cards ? c->count : 0;
    return c->cards;
}

// Copies a collection field by field, since a processor stalls when it reads as a whole
// what was just written in parts.
static inline void rcy_keep_coll(rcy_coll *to, const rcy_coll *from)
{
    to->kind = from->kind;
    to->place = from->place;
    to->count = from->count;
    to->first = from->first;
    to->cards = from->cards;
}

static inline int32_t rcy_count(const rcy_machine *m, const rcy_coll *c)
{
    if (c->kind == coll_place) return rcy_place_size(m, c->place);
    if (c->kind == coll_mem) {
        const uint16_t *from = rcy_recall_from(m);
        return c->place < 0 ? 0 : from[c->place + 1] - from[c->place];
    }
    return c->count;
}

// Returns the look of a card: the number of the side that shows.
static RCY_INLINE int32_t rcy_look_of(const rcy_machine *m, int32_t card)
{
    if (!RCY_P(m)->look_from) return card;
    int32_t look = RCY_P(m)->look_from[card];
    if (RCY_P(m)->side_count[card] < 2) return look;
    return look + (m->state[RCY_P(m)->at_side + RCY_P(m)->side_slot[card]] & rcy_side_bits);
}

static RCY_INLINE int32_t rcy_attribute(const rcy_machine *m, int32_t key, int32_t card)
{
    return RCY_P(m)->attribute[key * RCY_P(m)->looks + rcy_look_of(m, card)];
}

// A point map prepared for scoring many cards.
typedef struct rcy_scorer {
    bool simple;           // the next four fields are all that is needed, by card
    const int64_t *fixed;  // NULL: the map was never set, and every card scores 0
    // attribute of the only award that depends on play, if it tests nothing else
    const uint16_t *attribute;
    int32_t string;
    int64_t value;
    const rcy_map *map;  // a map with other awards, or NULL
    int32_t slot;
} rcy_scorer;

rcy_scorer rcy_scorer_of(rcy_machine *m, const rcy_node *points);
int64_t rcy_score_computed(const rcy_machine *m, const rcy_map *map, int32_t slot, int32_t card);

static RCY_INLINE int64_t rcy_score(const rcy_machine *m, const rcy_scorer *s, int32_t card)
{
    if (!s->simple && s->map) return rcy_score_computed(m, s->map, s->slot, card);
    if (!s->simple && !s->fixed) return 0;
    int32_t look = s->simple ? card : rcy_look_of(m, card);
    int64_t more = s->attribute && s->attribute[look] == s->string ? s->value : 0;
    return s->fixed[look] + more;
}

// Returns the cards of the same place of all players, which lie next to each other in the
// state.
static inline uint16_t *rcy_cards_of_all(const rcy_machine *m, int32_t first, int32_t *count)
{
    int32_t from = m->from[first];
    *count = m->from[first + RCY_P(m)->players] - from;
    return m->order + from;
}

// Keeps the compiler from turning a short loop into vector code or a library call.
#if defined(__GNUC__)
#define RCY_NO_VECTORIZE(value) __asm__("" : "+r"(value))
#else
#define RCY_NO_VECTORIZE(value) (void)(value)
#endif

// Keeps the compiler from turning sums over few cards into vector code. In generated code it does
// not do so.
#ifdef RCY_NATIVE_UNIT
#define RCY_NO_VECTORIZE_SUM(sum)
#else
#define RCY_NO_VECTORIZE_SUM(sum) RCY_NO_VECTORIZE(sum)
#endif

// Moves the bounds of the places from `first` to `last` by one card. There are few places
// between two, so vector code would cost more than it saves.
static RCY_INLINE void rcy_shift(uint16_t *begins, int32_t first, int32_t last, int by)
{
#ifdef RCY_NATIVE_UNIT  // if both are constants, no loop is needed
    if (__builtin_constant_p(first) && __builtin_constant_p(last)) {
#define RCY_SHIFT(i) \
    { \
        uint16_t begin = begins[first + (i)]; \
        RCY_NO_VECTORIZE(begin); /* or two were read at once of which one was just written */ \
        begins[first + (i)] = (uint16_t)(begin + by); \
    }
        RCY_UNROLL(last + 1 - first, RCY_SHIFT)
        return;
    }
#endif
    uint16_t *end = begins + last;
    for (uint16_t *at = begins + first; at <= end; at++) {
        RCY_NO_VECTORIZE(at);
        *at = (uint16_t)(*at + by);
    }
}

// Returns whether enough cards move that a library call pays. In a small deck there are
// never many.
static RCY_INLINE bool rcy_is_far(const rcy_machine *m, int32_t count)
{
    enum { few = 8, small = 24 };
    return count > few && RCY_P(m)->cards > small;
}

static RCY_INLINE bool rcy_moved_by_memmove(const rcy_machine *m, uint16_t *to,
                                            const uint16_t *from, int32_t count)
{
    if (!rcy_is_far(m, count)) return false;
    memmove(to, from, sizeof *to * (size_t)count);
    return true;
}

static RCY_INLINE void rcy_slide_up(const rcy_machine *m, uint16_t *to, const uint16_t *from,
                                    int32_t count)
{
    if (rcy_moved_by_memmove(m, to, from, count)) return;
    for (int32_t k = count - 1; k >= 0; k--) {
        uint16_t card = from[k];
        RCY_NO_VECTORIZE(card);
        to[k] = card;
    }
}

static RCY_INLINE void rcy_slide_down(const rcy_machine *m, uint16_t *to, const uint16_t *from,
                                      int32_t count)
{
    if (rcy_moved_by_memmove(m, to, from, count)) return;
    for (int32_t k = 0; k < count; k++) {
        uint16_t card = from[k];
        RCY_NO_VECTORIZE(card);
        to[k] = card;
    }
}

// Moves the card at position `at` of place `from` to place `to`, `index` cards above its
// bottom; the index counts after the removal.
static RCY_INLINE void rcy_transfer(rcy_machine *m, int32_t at, int32_t from, int32_t to,
                                    int32_t index)
{
    uint16_t *order = m->order, card = order[at];
    if (from < to) {
        int32_t target = m->from[to] - 1 + index;
        rcy_slide_down(m, order + at, order + at + 1, target - at);
        order[target] = card;
        rcy_shift(m->from, from + 1, to, -1);
    } else {
        int32_t target = m->from[to] + index;
        if (target > at) {  // upwards within one place
            rcy_slide_down(m, order + at, order + at + 1, target - at);
        } else {
            rcy_slide_up(m, order + target + 1, order + target, at - target);
        }
        order[target] = card;
        rcy_shift(m->from, to + 1, from, 1);
    }
}

// Returns the position of a card that a variable holds. It is usually in the place it was
// taken from, which is searched first.
static RCY_INLINE int32_t rcy_find_moved_card(rcy_machine *m, const rcy_node *n, int32_t card,
                                              int32_t *place)
{
    if (n->origin) {
        int32_t p = rcy_slot(m, n->origin, n->origin->b);
        if (m->from[p] <= m->picked && m->picked < m->from[p + 1] && m->order[m->picked] == card) {
            *place = p;
            return m->picked;
        }
        for (int32_t at = m->from[p + 1] - 1; at >= m->from[p]; at--) {
            if (m->order[at] != card) continue;
            *place = p;
            return at;
        }
    }
    return rcy_find_card(m, card, place);
}

// Returns whether a card has an attribute or, with `flag`, does not have it.
static RCY_INLINE bool rcy_has(const rcy_machine *m, const rcy_node *n, int32_t card)
{
    int32_t string = n->mode ? m->str[n->b] : n->b;
    return (rcy_attribute(m, n->a, card) == string) != n->flag;
}

// Forgets to whom a card was shown, when it moves or turns.
static inline void rcy_hide(rcy_machine *m, int32_t card)
{
    for (int i = 0; RCY_P(m)->shows && i < RCY_P(m)->players; i++) {
        int bit = i * RCY_P(m)->cards + card;
        m->state[RCY_P(m)->at_mark + (uint32_t)bit / 8] &= (uint8_t) ~(1u << (bit % 8));
    }
}

// Counts a shuffle of two or more cards. If it is one given by the option `exchange`, it
// exchanges the two cards.
static inline void rcy_count_shuffle(rcy_machine *m, uint16_t *cards, int32_t count)
{
    if (!m->p->at_exchange) return;
    rcy_exchange *e = (rcy_exchange *)(void *)(m->state + m->p->at_exchange);
    ++e->shuffles;
    for (int k = 0; k < 2; k++) {
        const dado_exchange *one = &e->change.exchanges[k];
        int32_t i = one->first, j = one->second;
        if (e->shuffles != one->shuffle || i >= count || j >= count) continue;
        uint16_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

// Counts a throw of one component. If it is the one given by the option `side`, it
// shows that side, else the one that was drawn.
static inline int32_t rcy_count_throw(rcy_machine *m, int32_t drawn, int sides)
{
    if (!m->p->at_exchange) return drawn;
    rcy_exchange *e = (rcy_exchange *)(void *)(m->state + m->p->at_exchange);
    const dado_forced_side *forced = &e->change.forced;
    bool so = ++e->thrown == forced->thrown && forced->side < (uint32_t)sides;
    return so ? (int32_t)forced->side : drawn;
}

// Forgets what players were told about a card, when it is shuffled, thrown or turned.
static inline void rcy_forget_facts(rcy_machine *m, int32_t card)
{
    uint64_t *known = (uint64_t *)(void *)(m->state + m->p->at_fact);
    for (int i = 0; m->p->tells && i < m->p->players; i++) known[i * m->p->cards + card] = 0;
}

// Records that options depend on the face of this card, if pins are collected.
void rcy_pin(rcy_machine *m, int32_t card);
static inline void rcy_note_card_read(rcy_machine *m, int32_t card)
{
    if (RCY_PINS(m)) rcy_pin(m, card);
}

// Counts the work of loops in expressions, so that no description can run for ever.
static inline void rcy_spend(rcy_machine *m, int32_t count)
{
    m->loops += (uint32_t)count;
    if (m->loops > rcy_most_rounds_of_loops) rcy_fault(m, 610, m->trap_token);
}

// Evaluates a node as rcy_value does, with the most common nodes inlined: most operands
// are a number, a storage or a die, and a call would cost more than they do.
static RCY_INLINE int64_t rcy_value_inline(rcy_machine *m, const rcy_node *n)
{
    if (n->op == OP_CONST) return n->value;
    if (n->op == OP_STO_EQUALS) return (m->sto[n->a] == n->value) != n->flag;
    if (n->op == OP_DIE) return m->die[n->a];
    if (n->op == OP_STO_CURRENT) return m->sto[n->a + m->cycle[0]];
    if (n->op == OP_STO_FIXED) return m->sto[n->a];
    if (n->op == OP_STR && n->mode == mode_fixed) return m->str[n->a];
    return rcy_value(m, n);
}

// The score of a player in the many games that score by a storage, or by the difference
// of two storages. It needs no machine.
#define rcy_storage_score(p, sto, player) \
    ((int64_t)(sto)[(p)->score_slot + (player)] - \
     ((p)->minus_slot < 0 ? 0 : (sto)[(p)->minus_slot + (player)]))

// A score as it is ranked: negated where the lowest score wins. INT64_MIN has no negative
// and becomes INT64_MAX, which is too large for a score anyway.
#define rcy_ranked(p, score) \
    (!(p)->lowest_wins ? (score) : (score) == INT64_MIN ? INT64_MAX : -(score))

// For each comparison, from LESS on: bits that say whether it holds for less, equal and
// more.
static const uint8_t rcy_holds_for[] = { 1, 4, 3, 6, 2, 5 };

// Returns whether x compares with y as these bits say. If the bits are constant, one
// comparison is left.
static RCY_INLINE bool rcy_compares(int32_t bits, int32_t x, int32_t y)
{
#ifdef RCY_NATIVE_UNIT
    return (bits & 1 && x < y) || (bits & 2 && x == y) || (bits & 4 && x > y);
#else
    return bits >> ((x >= y) + (x > y)) & 1;
#endif
}

bool rcy_all_hold(rcy_machine *m, const rcy_node *n);  // all conditions of an `and`

// Evaluates a condition, with the most common nodes inlined.
static RCY_INLINE bool rcy_holds(rcy_machine *m, const rcy_node *n)
{
    if (n->op == OP_STR_EQUALS) return (m->str[n->a] == n->value) != n->flag;
    if (n->op == OP_STO_EQUALS) return (m->sto[n->a] == n->value) != n->flag;
    if (n->op == OP_HAS_ATTRIBUTE && !RCY_PINS(m)) {
        return rcy_has(m, n, (int32_t)m->var[n->var].value);
    }
#ifndef RCY_NATIVE_UNIT
    if (n->op == OP_AND) return rcy_all_hold(m, n);
#endif
    return rcy_value(m, n) != 0;
}

// A card_filter prepared for testing many cards.
typedef struct rcy_prepared_filter {
    const rcy_card_filter *card_filter;
    uint64_t passing;  // the set of cards that pass, where it is computed as a set
    unsigned bits;     // else the tests that are the same for every card
    int32_t strings[rcy_most_filter_tests];
} rcy_prepared_filter;

void rcy_prepare_filter(rcy_machine *m, const rcy_card_filter *card_filter, rcy_prepared_filter *s);

static RCY_INLINE bool rcy_filter_passes(const rcy_prepared_filter *s, uint16_t card)
{
    const rcy_card_test *t = s->card_filter->card_test;
    unsigned bits = s->bits;
    if (s->card_filter->terms) return s->passing >> card & 1;
#define RCY_FILTER_TEST(i) \
    if (t[i].table) bits |= (unsigned)t[i].table[card] << i; \
    else if (t[i].attribute) bits |= (unsigned)(t[i].attribute[card] == s->strings[i]) << i;
    RCY_UNROLL(s->card_filter->count, RCY_FILTER_TEST)
    return s->card_filter->truth >> bits & 1;
}

// Most card_filters have only one test, which is evaluated directly: by a table of all
// cards, or by an attribute that a card must have or must not have.
#define RCY_BY_TABLE(card_filter) ((card_filter)->count == 1 && (card_filter)->card_test->table)
#define RCY_BY_ATTRIBUTE(card_filter) \
    ((card_filter)->count == 1 && (card_filter)->card_test->attribute)

// Counts the cards that a filter keeps. It tests all cards, since stopping early is a
// branch that is hard to predict and costs more than a few tests.
static RCY_INLINE int32_t rcy_count_quickly(rcy_machine *m, const rcy_node *filter,
                                            const uint16_t *cards, int32_t count)
{
    const rcy_card_filter *card_filter = filter->card_filter;
    int32_t kept = 0;
    rcy_spend(m, count);
    if (RCY_BY_ATTRIBUTE(card_filter)) {
        const uint16_t *attribute = card_filter->card_test->attribute;
        int32_t string = m->str[card_filter->card_test->string];
        for (int32_t i = 0; i < count; i++) {
            kept += attribute[cards[i]] == string;
            RCY_NO_VECTORIZE_SUM(kept);
        }
        return card_filter->truth == 1 ? count - kept : kept;
    }
    if (RCY_BY_TABLE(card_filter)) {
        const uint8_t *table = card_filter->card_test->table;
        for (int32_t i = 0; i < count; i++) {
            kept += table[cards[i]];
            RCY_NO_VECTORIZE_SUM(kept);
        }
        return kept;
    }
    rcy_prepared_filter s;
    rcy_prepare_filter(m, card_filter, &s);
    for (int32_t i = 0; i < count; i++) kept += rcy_filter_passes(&s, cards[i]);
    return kept;
}

// The same for all cards of a place.
static RCY_INLINE int32_t rcy_count_in_place(rcy_machine *m, const rcy_node *filter)
{
    int32_t place = rcy_slot(m, filter->x, filter->x->b);
    if (place < 0) return 0;
    int32_t from = m->from[place];
    return rcy_count_quickly(m, filter, m->order + from, m->from[place + 1] - from);
}

// Returns the position of the k-th card, from 0, that a filter of a place keeps; -1 if
// there is none. It tests all cards and counts those up to which at most k pass, which
// costs less than a branch that is hard to predict.
static RCY_INLINE int32_t rcy_nth_of_filter(rcy_machine *m, const rcy_node *filter, uint64_t k)
{
    const rcy_card_filter *card_filter = filter->card_filter;
    int32_t place = rcy_slot(m, filter->x, filter->x->b);
    int32_t from = m->from[place];
    const uint16_t *cards = m->order + from, *end = m->order + m->from[place + 1];
    uint64_t passed = 0, before = 0;
    rcy_prepared_filter s;
    if (RCY_BY_ATTRIBUTE(card_filter)) {
        const uint16_t *attribute = card_filter->card_test->attribute;
        int32_t string = m->str[card_filter->card_test->string];
        uint64_t unless = card_filter->truth == 1;
        for (; cards < end; cards++) {
            passed += (attribute[*cards] == string) ^ unless;
            before += passed <= k;
        }
    } else if (RCY_BY_TABLE(card_filter)) {
        for (; cards < end; cards++) {
            passed += card_filter->card_test->table[*cards];
            before += passed <= k;
        }
    } else {
        rcy_prepare_filter(m, card_filter, &s);
        for (; cards < end; cards++) {
            passed += rcy_filter_passes(&s, *cards);
            before += passed <= k;
        }
    }
    return passed > k ? from + (int32_t)before : -1;
}

// Evaluates the tests that are the same for every space.
static RCY_INLINE unsigned rcy_prepare_space_filter(rcy_machine *m, const rcy_space_filter *s)
{
    unsigned bits = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->test[i].condition) bits |= (unsigned)rcy_holds(m, s->test[i].condition) << i;
    }
    return bits;
}

// Returns whether space k of the list passes.
static RCY_INLINE bool rcy_space_passes(const rcy_machine *m, const rcy_space_filter *s,
                                        unsigned bits, int32_t k)
{
    for (int i = 0; i < s->count; i++) {
        const rcy_space_test *t = &s->test[i];
        unsigned bit = 0;
        if (t->bytes) {
            int32_t slot = t->bytes[k], held = slot < 0 ? t->missing : m->byte[slot];
            bit = held == (t->current ? m->cycle[0] : t->value);
        } else if (t->fixed) {
            bit = t->fixed[k];
        } else if (t->numbers) {
            int32_t slot = t->numbers[k], x = slot < 0 ? 0 : m->sto[slot];
            bit = rcy_compares(t->holds_for, x, t->value);
        }
        bits |= bit << i;
    }
    return s->truth >> bits & 1;
}

// Returns the elements that are in all sets of the term's `with` and in none of its
// `without`.
static RCY_INLINE uint64_t rcy_of_term(int count, rcy_term term, const uint64_t *has)
{
    uint64_t all = UINT64_MAX;
#ifdef RCY_NATIVE_UNIT
#define RCY_WITHIN(i) \
    if (term.with >> i & 1) all &= has[i]; \
    if (term.without >> i & 1) all &= ~has[i];
    RCY_UNROLL(count, RCY_WITHIN)
#else
    (void)count;
    for (unsigned with = term.with; with; with &= with - 1) all &= has[__builtin_ctz(with)];
    for (unsigned not = term.without; not ; not &= not -1) all &= ~has[__builtin_ctz(not )];
#endif
    return all;
}

// Returns which of at most 64 bytes equal `value`, as bits. It compares eight bytes at a
// time.
static RCY_INLINE uint64_t rcy_bytes_that_are(uint8_t value, const uint8_t *bytes, int32_t count)
{
    const uint64_t low = 0x7F7F7F7F7F7F7F7F, wanted = value * (uint64_t)0x0101010101010101;
    uint64_t found = 0, word;
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        memcpy(&word, bytes + i, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        word ^= wanted;
        word = ~(((word & low) + low) | word | low) >> 7;  // 1 in each byte that is equal
        found |= (word * 0x0102040810204080 >> 56) << i;
    }
    for (; i < count; i++) found |= (uint64_t)(bytes[i] == value) << i;
    return found;
}

static RCY_INLINE uint64_t rcy_spaces_that(rcy_machine *m, const rcy_space_test *t, int32_t size)
{
    uint64_t found = 0;
    if (t->condition) return rcy_holds(m, t->condition) ? UINT64_MAX : 0;
    if (t->fixed) return t->set;
    if (t->bytes) {
        uint8_t value = t->current ? m->cycle[0] : (uint8_t)t->value;
        found = rcy_bytes_that_are(value, m->byte + t->slot, t->span) << t->first & t->set;
        return t->missing == value ? found | ~t->set : found;
    }
    for (int32_t k = 0; k < size; k++) {
        int32_t slot = t->numbers[k], x = slot < 0 ? 0 : m->sto[slot];
        found |= (uint64_t)rcy_compares(t->holds_for, x, t->value) << k;
    }
    return found;
}

// Returns the set of spaces that pass, by their numbers in the list.
static RCY_INLINE uint64_t rcy_spaces_passing(rcy_machine *m, const rcy_space_filter *s)
{
    uint64_t has[rcy_most_filter_tests], passing = 0;
#define RCY_SPACES(i) has[i] = rcy_spaces_that(m, &s->test[i], s->size);
    RCY_UNROLL(s->count, RCY_SPACES)
#define RCY_SPACES_OF(i) passing |= rcy_of_term(s->count, s->term[i], has);
    RCY_UNROLL(s->terms, RCY_SPACES_OF)
    return s->size < rcy_most_masked ? passing & (((uint64_t)1 << s->size) - 1) : passing;
}

static RCY_INLINE int32_t rcy_count_spaces(rcy_machine *m, const rcy_space_filter *s)
{
    rcy_spend(m, s->size);
    if (s->terms) return rcy_popcount(rcy_spaces_passing(m, s));
    unsigned bits = rcy_prepare_space_filter(m, s);
    int32_t kept = 0;
    for (int32_t k = 0; k < s->size; k++) kept += rcy_space_passes(m, s, bits, k);
    return kept;
}

// Returns the name of the passing space with the number `wanted`, from 0; -1 if there is
// none.
static RCY_INLINE int32_t rcy_nth_space(rcy_machine *m, const rcy_space_filter *s, uint64_t wanted)
{
    if (s->terms) {
        uint64_t passing = rcy_spaces_passing(m, s);
        for (; wanted > 0 && passing; wanted--) passing &= passing - 1;
        return passing ? s->names[__builtin_ctzll(passing)] : -1;
    }
    unsigned bits = rcy_prepare_space_filter(m, s);
    for (int32_t k = 0; k < s->size; k++) {
        if (rcy_space_passes(m, s, bits, k) && wanted-- == 0) return s->names[k];
    }
    return -1;
}

int64_t rcy_count_filtered(rcy_machine *m, const rcy_node *filter, int64_t most);

bool rcy_parts_are_plain(const rcy_machine *m, const rcy_node *n);
int32_t rcy_count_parts(rcy_machine *m, const rcy_node *n);
bool rcy_pick_part(rcy_machine *m, const rcy_node *n, rcy_coll *out);

int64_t rcy_owner_of_best(rcy_machine *m, const rcy_node *n);
void rcy_set_words(rcy_machine *m, const rcy_node *n, int32_t slot);
// for a node that must give a card: an index must fit
int64_t rcy_card(rcy_machine *m, const rcy_node *n);
void rcy_bind_let(rcy_machine *m, const rcy_node *n);
uint16_t *rcy_take_cards(rcy_machine *m, int32_t count, int token);
rcy_group *rcy_take_group(rcy_machine *m, int token);
int32_t *rcy_take_items(rcy_machine *m, int32_t count, int token);

// --- evaluate_lists.c and evaluate_boards.c: forms beyond the base language ---
int64_t rcy_value_extended(rcy_machine *m, const rcy_node *n);
void rcy_gather_extended(rcy_machine *m, const rcy_node *n, rcy_coll *out);
void rcy_filter_lists(rcy_machine *m, const rcy_node *n, const rcy_coll *from, rcy_coll *out);
int64_t rcy_board_value(rcy_machine *m, const rcy_node *n);
void rcy_board_gather(rcy_machine *m, const rcy_node *n, rcy_coll *out);
// --- execute_flip_reveal_stop.c ---
void rcy_act_extended(rcy_machine *m, const rcy_node *n);
void rcy_act_done(rcy_machine *m, const rcy_node *n);  // tells the hooks that an act is done

// --- lazy_shuffle.c: piles without an order, where chance is listed ---
bool rcy_lazy_shuffle(rcy_machine *m,
                      int32_t place);  // instead of shuffling; false: the pile is not lazy
// Puts the card that a move takes on top, by chance. Returns false if there is no random
// outcome yet.
bool rcy_lazy_draw(rcy_machine *m, const rcy_node *n);
void rcy_lazy_pile_remove(rcy_machine *m, int32_t at,
                          int32_t place);  // removes the card at position `at`
void rcy_lazy_piles_sort(const rcy_program *p, unsigned char *state);

static inline int32_t *rcy_kept(const rcy_machine *m)
{
    return (int32_t *)(void *)(m->state + RCY_AT(m->p, kept));
}
