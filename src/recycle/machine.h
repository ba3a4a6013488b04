// machine.h - the small things that values, collections and acts all do to the machine.
#pragma once

#include <string.h>

#include "recycle/program.h"

// Values, collections and acts are compiled twice: here, for a machine that is told of a node what
// it is, and in units, C written out for one program, in which every node is a constant that says
// itself how it is worked out; see native_unit.h. A compiler then makes of each what is left of it.
// An OP works out a node, a PART helps with one, as does what is SHARED between files. Nobody
// listens or pins cards in a unit.
#ifdef RCY_UNIT
#define RCY_OP inline __attribute__((always_inline))
#define RCY_PART inline __attribute__((always_inline))
#define RCY_SHARED extern inline __attribute__((gnu_inline, always_inline))
#define RCY_INLINE inline __attribute__((always_inline))
#define RCY_COLD
#define RCY_P(m) (&rcy_here)
#define RCY_PINS(m) ((rcy_pins *)NULL)
#define RCY_EAR(m) ((rcy_ear *)NULL)
#define RCY_ANY_BAG(m) false
#define RCY_MAPS(m) rcy_maps_here
#define RCY_SCORING(m) rcy_scoring_here
#define RCY_ONLY(points, set) ((points)->only ? (points)->only : (set))
#define rcy_value(m, n) ((n)->works_out(m))
#define rcy_gather(m, n, out) ((n)->gathers(m, out))
#define rcy_act(m, n) ((n)->does(m))
#define RCY_NUMBER(count, i, WHAT) if (i < (count)) { WHAT(i) }
#define RCY_EACH(count, WHAT) \
    RCY_NUMBER(count, 0, WHAT) RCY_NUMBER(count, 1, WHAT) RCY_NUMBER(count, 2, WHAT) \
    RCY_NUMBER(count, 3, WHAT) RCY_NUMBER(count, 4, WHAT) RCY_NUMBER(count, 5, WHAT) \
    RCY_NUMBER(count, 6, WHAT) RCY_NUMBER(count, 7, WHAT) RCY_NUMBER(count, 8, WHAT) \
    RCY_NUMBER(count, 9, WHAT) RCY_NUMBER(count, 10, WHAT) RCY_NUMBER(count, 11, WHAT) \
    for (int32_t i_ = 12; i_ < (count); i_++) { WHAT(i_) }
#else
// Kept out of the big switches, which would save registers for all of them otherwise.
#if defined(__GNUC__)
#define RCY_COLD __attribute__((noinline))
#else
#define RCY_COLD
#endif
#define RCY_OP RCY_COLD
#define RCY_PART
#define RCY_SHARED
#define RCY_INLINE inline
#define RCY_P(m) ((m)->p)
#define RCY_MAPS(m) ((m)->p->maps)
#define RCY_SCORING(m) ((m)->p->scoring)
#define RCY_ONLY(points, set) (set)
#define RCY_PINS(m) ((m)->pins)
#define RCY_EAR(m) ((m)->ear)
#define RCY_ANY_BAG(m) ((m)->p->any_bag)
#define RCY_EACH(count, WHAT) for (int32_t i_ = 0; i_ < (count); i_++) { WHAT(i_) }
#endif

// The same of a program that is at hand without a machine.
#ifndef RCY_PLAYERS
#define RCY_PLAYERS(p) ((p)->players)
#define RCY_AT(p, what) ((p)->at_##what)
#endif

// Points it at another state: as far as beats ask for it, and all else.
static inline void rcy_sketch_on(rcy_machine *m, void *state)
{
    const rcy_program *p = m->p;
    unsigned char *s = state;
    m->state = s;
    m->rest = (rcy_rest *)state;
    m->sto = (int32_t *)(void *)(s + RCY_AT(p, sto));
    m->str = (uint16_t *)(void *)(s + RCY_AT(p, str));
    m->order = (uint16_t *)(void *)(s + RCY_AT(p, order));
    m->from = (uint16_t *)(void *)(s + RCY_AT(p, from));
}

static inline void rcy_complete_on(rcy_machine *m)
{
    const rcy_program *p = m->p;
    m->die = (int32_t *)(void *)(m->state + RCY_AT(p, die));
    m->byte = m->state + RCY_AT(p, byte);
}

// Where in its stages the play is: native code knows that of every beat.
static inline void rcy_find_cycles(rcy_machine *m)
{
#ifdef RCY_UNIT
    (void)m;
#else
    bool over = m->rest->kind == rest_stopped || m->rest->kind == rest_over;
    const rcy_insn *i = &m->p->code[over ? 0 : m->rest->pc];
    m->cycle = m->state + i->at_cycle;
    m->team_cycle = m->state + i->at_team_cycle;
#endif
}

static inline void rcy_machine_on(rcy_machine *m, void *state)
{
    rcy_sketch_on(m, state);
    rcy_complete_on(m);
    rcy_find_cycles(m);
}

// A machine is laid out in two parts: what light beats ask for, and the rest of it, which many a
// move never comes to. One by one and in order: for so few bytes a compiler's way to clear memory
// takes longer.
static inline void rcy_machine_sketch(rcy_machine *m, rcy_scratch *scratch, const rcy_program *p,
                                      void *state)
{
    m->p = p;
    m->var = scratch->var;
    m->lucky = false;
    m->fuel = 0;
    m->picked = 0;
    rcy_sketch_on(m, state);
}

static inline void rcy_machine_complete(rcy_machine *m, rcy_scratch *scratch)
{
    m->card = scratch->card;
    m->group = scratch->group;
    m->item = scratch->item;
    m->trap = m->trap_token = 0;
    m->wanted = 0;
    m->first_of_ties = m->drawn = m->saved = false;
    m->row = m->need_card = m->overfull = false;
    m->walk = walk_none;
    m->left_luck = m->left_span = 0;
    m->loops = m->asked = 0;
    m->trail = 0;
    m->picks = m->digits = 0;
    m->cards_out = m->groups_out = m->items_out = 0;
    m->ear = NULL;
    m->pins = NULL;
    rcy_complete_on(m);
}

static inline void rcy_machine_begin(rcy_machine *m, rcy_scratch *scratch, const rcy_program *p,
                                     void *state)
{
    rcy_machine_sketch(m, scratch, p, state);
    rcy_machine_complete(m, scratch);
    rcy_find_cycles(m);
    m->path = 0;
}

// What a beat begins with where luck has come in.
static inline void rcy_take_luck(rcy_machine *m, dado_move move)
{
    m->lucky = m->rest->kind == rest_luck || m->rest->kind == rest_round_and_luck;
    if (m->lucky) m->luck = dado_quick_seed(move);
}

// A row that was read is gone.
static inline void rcy_forget_row(rcy_machine *m)
{
    int32_t *score = (int32_t *)(void *)(m->state + RCY_AT(m->p, score));
    for (int i = 0; i < RCY_PLAYERS(m->p); i++) score[i] = 0;
}

// The teams that are in force.
static inline const rcy_teams *rcy_teams_now(const rcy_machine *m)
{
    return &m->p->teams[m->rest->teams];
}

// Whose turn a name of a turn is; see rcy_turn.
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

// The quotient of two numbers of 16 bits, by the inverse of the second: that is rounded up, and so
// little that it makes no difference. The quotient by 0 as an inverse is 0.
static inline uint64_t rcy_inverse(uint32_t count)
{
    return (((uint64_t)1 << 32) + count - 1) / count;
}

static inline uint64_t rcy_divide(uint64_t number, uint64_t inverse)
{
    return number * inverse >> 32;
}

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
static RCY_INLINE int32_t rcy_slot(rcy_machine *m, const rcy_node *n, int kind)
{
    switch ((rcy_mode)n->mode) {
    case mode_fixed: return n->a;
    case mode_current: return n->a + m->cycle[0];
    case mode_var: return n->a + (int32_t)m->var[n->var].value;
    default: return rcy_slot_slow(m, n, kind);
    }
}

// Parts of the state that are asked for less often.
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

// What was computed when the map in that slot was set: strings, and values.
static inline uint16_t *rcy_words(const rcy_machine *m, int32_t slot)
{
    return (uint16_t *)(void *)(m->state + RCY_P(m)->at_word) + slot * RCY_P(m)->words;
}

static inline int32_t *rcy_awards(const rcy_machine *m, int32_t slot)
{
    return (int32_t *)(void *)(m->state + RCY_P(m)->at_award) + slot * RCY_P(m)->awards;
}

static inline int32_t rcy_place_size(const rcy_machine *m, int32_t place)
{
    return place < 0 ? 0 : m->from[place + 1] - m->from[place];
}

// How many bits are set, without a call or a machine that has an instruction for it.
static inline int32_t rcy_bits(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return (int32_t)(set * 0x0101010101010101 >> 56);
}

// Cards in the order they were created in.
static inline void rcy_straighten(uint16_t *cards, int32_t count)
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

// One by one: a processor has to wait where a part was written on its own and all is read at once.
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

// The look of a card: which of its sides shows.
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

// A point map made ready to be asked about many cards.
typedef struct rcy_scorer {
    bool simple;                 // the next four say all, by card
    const int64_t *fixed;        // NULL: the map was never set, and every card scores 0
    const uint16_t *attribute;   // of the one award that hangs on the play, if it asks for no more
    int32_t string;
    int64_t value;
    const rcy_map *map;          // with awards that are less simple, or NULL
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

// The same place of all players, one after the other: they lie next to each other in the state.
static inline uint16_t *rcy_cards_of_all(const rcy_machine *m, int32_t first, int32_t *count)
{
    int32_t from = m->from[first];
    *count = m->from[first + RCY_P(m)->players] - from;
    return m->order + from;
}

// A processor does what it is told here, and a compiler is not to make a call of it.
#if defined(__GNUC__)
#define RCY_PLAINLY(value) __asm__("" : "+r"(value))
#else
#define RCY_PLAINLY(value) (void)(value)
#endif

// The same of a sum over few cards, which a compiler would count several of at once; that of units
// does not.
#ifdef RCY_UNIT
#define RCY_ONE_BY_ONE(sum)
#else
#define RCY_ONE_BY_ONE(sum) RCY_PLAINLY(sum)
#endif

// Places from one to another begin a card earlier or later. There are few places between two, and a
// compiler that works on eight at once spends more on finding that out than on moving them.
static RCY_INLINE void rcy_shift(uint16_t *begins, int32_t first, int32_t last, int by)
{
#ifdef RCY_UNIT  // where both are known, it takes no loop
    if (__builtin_constant_p(first) && __builtin_constant_p(last)) {
#define RCY_SHIFT(i) { \
        uint16_t begin = begins[first + (i)]; \
        RCY_PLAINLY(begin); /* or two were read at once of which one was just written */ \
        begins[first + (i)] = (uint16_t)(begin + by); \
    }
        RCY_EACH(last + 1 - first, RCY_SHIFT)
        return;
    }
#endif
    uint16_t *end = begins + last;
    for (uint16_t *at = begins + first; at <= end; at++) {
        RCY_PLAINLY(at);
        *at = (uint16_t)(*at + by);
    }
}

// Some cards move up or down. For a few of them a call would cost more than that, and of a small
// deck there are never many.
static RCY_INLINE bool rcy_is_far(const rcy_machine *m, int32_t count)
{
    enum { few = 8, small = 24 };
    return count > few && RCY_P(m)->cards > small;
}

static RCY_INLINE bool rcy_slides_by_call(const rcy_machine *m, uint16_t *to, const uint16_t *from,
                                          int32_t count)
{
    if (!rcy_is_far(m, count)) return false;
    memmove(to, from, sizeof *to * (size_t)count);
    return true;
}

static RCY_INLINE void rcy_slide_up(const rcy_machine *m, uint16_t *to, const uint16_t *from,
                                    int32_t count)
{
    if (rcy_slides_by_call(m, to, from, count)) return;
    for (int32_t k = count - 1; k >= 0; k--) {
        uint16_t card = from[k];
        RCY_PLAINLY(card);
        to[k] = card;
    }
}

static RCY_INLINE void rcy_slide_down(const rcy_machine *m, uint16_t *to, const uint16_t *from,
                                      int32_t count)
{
    if (rcy_slides_by_call(m, to, from, count)) return;
    for (int32_t k = 0; k < count; k++) {
        uint16_t card = from[k];
        RCY_PLAINLY(card);
        to[k] = card;
    }
}

// Takes the card at position `at` of place `from` and puts it `index` cards above the bottom of
// place `to`; the index counts after the removal.
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
        if (target > at) {  // within one place, upwards
            rcy_slide_down(m, order + at, order + at + 1, target - at);
        } else {
            rcy_slide_up(m, order + target + 1, order + target, at - target);
        }
        order[target] = card;
        rcy_shift(m->from, to + 1, from, 1);
    }
}

// Where a card lies that a variable holds: in the place it was taken from, as a rule. The top card
// of several that were found there comes last.
static RCY_INLINE int32_t rcy_find(rcy_machine *m, const rcy_node *n, int32_t card, int32_t *place)
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
    return rcy_where(m, card, place);
}

// Whether a card has an attribute.
static RCY_INLINE bool rcy_has(const rcy_machine *m, const rcy_node *n, int32_t card)
{
    int32_t string = n->mode ? m->str[n->b] : n->b;
    return (rcy_attribute(m, n->a, card) == string) != n->flag;
}

// A card that moves or turns is not known any more to whom it was shown.
static inline void rcy_hide(rcy_machine *m, int32_t card)
{
    for (int i = 0; RCY_P(m)->shows && i < RCY_P(m)->players; i++) {
        int bit = i * RCY_P(m)->cards + card;
        m->state[RCY_P(m)->at_mark + (uint32_t)bit / 8] &= (uint8_t)~(1u << (bit % 8));
    }
}

// Notes that options hang on the face of this card, where somebody wants to know.
void rcy_pin(rcy_machine *m, int32_t card);
static inline void rcy_look(rcy_machine *m, int32_t card)
{
    if (RCY_PINS(m)) rcy_pin(m, card);
}

// Loops in expressions cost, so that no description can make a call last for ever.
static inline void rcy_spend(rcy_machine *m, int32_t count)
{
    m->loops += (uint32_t)count;
    if (m->loops > rcy_most_rounds_of_loops) rcy_fault(m, 610, m->trap_token);
}

// rcy_value, with the commonest nodes worked out on the spot: most operands are a number, a
// storage or a die, and a call would cost more than they do.
static RCY_INLINE int64_t rcy_worth(rcy_machine *m, const rcy_node *n)
{
    if (n->op == OP_CONST) return n->value;
    if (n->op == OP_STO_EQUALS) return (m->sto[n->a] == n->value) != n->flag;
    if (n->op == OP_DIE) return m->die[n->a];
    if (n->op == OP_STO_CURRENT) return m->sto[n->a + m->cycle[0]];
    if (n->op == OP_STO_FIXED) return m->sto[n->a];
    if (n->op == OP_STR && n->mode == mode_fixed) return m->str[n->a];
    return rcy_value(m, n);
}

// Most games score by a storage of each player's, or by what one holds more than another, which
// takes no machine to work out: where the program says so.
#define rcy_plain_score(p, sto, player) \
    ((int64_t)(sto)[(p)->score_slot + (player)] - \
     ((p)->minus_slot < 0 ? 0 : (sto)[(p)->minus_slot + (player)]))

// A score as it is ranked: where the lowest wins, by its opposite. One too large to have one is too
// large for a score.
#define rcy_ranked(p, score) \
    (!(p)->lowest_wins ? (score) : (score) == INT64_MIN ? INT64_MAX : -(score))

// By comparison, from LESS on: bits that say whether it holds for less, for equal and for more.
static const uint8_t rcy_holds_for[] = { 1, 4, 3, 6, 2, 5 };

// Whether `x` compares with `y` as such bits say. Where they are known, one comparison is left.
static RCY_INLINE bool rcy_compares(int32_t bits, int32_t x, int32_t y)
{
#ifdef RCY_UNIT
    return (bits & 1 && x < y) || (bits & 2 && x == y) || (bits & 4 && x > y);
#else
    return bits >> ((x >= y) + (x > y)) & 1;
#endif
}

bool rcy_all_hold(rcy_machine *m, const rcy_node *n);  // of an `and`

// The same for conditions.
static RCY_INLINE bool rcy_holds(rcy_machine *m, const rcy_node *n)
{
    if (n->op == OP_STR_EQUALS) return (m->str[n->a] == n->value) != n->flag;
    if (n->op == OP_STO_EQUALS) return (m->sto[n->a] == n->value) != n->flag;
    if (n->op == OP_HAS_ATTRIBUTE && !RCY_PINS(m)) {
        return rcy_has(m, n, (int32_t)m->var[n->var].value);
    }
#ifndef RCY_UNIT
    if (n->op == OP_AND) return rcy_all_hold(m, n);
#endif
    return rcy_value(m, n) != 0;
}

// A sieve made ready for many cards.
typedef struct rcy_sifter {
    const rcy_sieve *sieve;
    uint64_t passing;            // the cards that pass, where they are worked out as a set
    unsigned bits;               // else those that are the same for every card
    int32_t strings[rcy_most_traits];
} rcy_sifter;

void rcy_ready_sieve(rcy_machine *m, const rcy_sieve *sieve, rcy_sifter *s);

static RCY_INLINE bool rcy_sifts(const rcy_sifter *s, uint16_t card)
{
    const rcy_trait *t = s->sieve->trait;
    unsigned bits = s->bits;
    if (s->sieve->terms) return s->passing >> card & 1;
#define RCY_SIFT(i) \
    if (t[i].table) bits |= (unsigned)t[i].table[card] << i; \
    else if (t[i].attribute) bits |= (unsigned)(t[i].attribute[card] == s->strings[i]) << i;
    RCY_EACH(s->sieve->count, RCY_SIFT)
    return s->sieve->truth >> bits & 1;
}

// Most sieves ask one thing, and that is answered on the spot: by a table, which says all there is
// to say, or for an attribute, which a card may be wanted not to have.
#define RCY_BY_TABLE(sieve) ((sieve)->count == 1 && (sieve)->trait->table)
#define RCY_BY_ATTRIBUTE(sieve) ((sieve)->count == 1 && (sieve)->trait->attribute)

// How many of some cards a filter with a sieve keeps. All are looked at: stopping early is a jump
// that nobody can foresee, and dearer than a hand of cards.
static RCY_INLINE int32_t rcy_count_quickly(rcy_machine *m, const rcy_node *filter,
                                        const uint16_t *cards, int32_t count)
{
    const rcy_sieve *sieve = filter->sieve;
    int32_t kept = 0;
    rcy_spend(m, count);
    if (RCY_BY_ATTRIBUTE(sieve)) {
        const uint16_t *attribute = sieve->trait->attribute;
        int32_t string = m->str[sieve->trait->string];
        for (int32_t i = 0; i < count; i++) {
            kept += attribute[cards[i]] == string;
            RCY_ONE_BY_ONE(kept);
        }
        return sieve->truth == 1 ? count - kept : kept;
    }
    if (RCY_BY_TABLE(sieve)) {
        const uint8_t *table = sieve->trait->table;
        for (int32_t i = 0; i < count; i++) {
            kept += table[cards[i]];
            RCY_ONE_BY_ONE(kept);
        }
        return kept;
    }
    rcy_sifter s;
    rcy_ready_sieve(m, sieve, &s);
    for (int32_t i = 0; i < count; i++) kept += rcy_sifts(&s, cards[i]);
    return kept;
}

// The same of a place.
static RCY_INLINE int32_t rcy_count_in_place(rcy_machine *m, const rcy_node *filter)
{
    int32_t place = rcy_slot(m, filter->x, filter->x->b);
    if (place < 0) return 0;
    int32_t from = m->from[place];
    return rcy_count_quickly(m, filter, m->order + from, m->from[place + 1] - from);
}

// Where the card lies that is number k, from 0, of a filter of a place; -1 if there is none. It
// comes after as many as have no more than k passing up to them: all of a hand are looked at, which
// costs less than a jump at the one that nobody can foresee.
static RCY_INLINE int32_t rcy_nth_of_filter(rcy_machine *m, const rcy_node *filter, uint64_t k)
{
    const rcy_sieve *sieve = filter->sieve;
    int32_t place = rcy_slot(m, filter->x, filter->x->b);
    int32_t from = m->from[place];
    const uint16_t *cards = m->order + from, *end = m->order + m->from[place + 1];
    uint64_t passed = 0, before = 0;
    rcy_sifter s;
    if (RCY_BY_ATTRIBUTE(sieve)) {
        const uint16_t *attribute = sieve->trait->attribute;
        int32_t string = m->str[sieve->trait->string];
        uint64_t unless = sieve->truth == 1;
        for (; cards < end; cards++) {
            passed += (attribute[*cards] == string) ^ unless;
            before += passed <= k;
        }
    } else if (RCY_BY_TABLE(sieve)) {
        for (; cards < end; cards++) {
            passed += sieve->trait->table[*cards];
            before += passed <= k;
        }
    } else {
        rcy_ready_sieve(m, sieve, &s);
        for (; cards < end; cards++) {
            passed += rcy_sifts(&s, *cards);
            before += passed <= k;
        }
    }
    return passed > k ? from + (int32_t)before : -1;
}

// Answers that are the same for every space.
static RCY_INLINE unsigned rcy_ready_spaces(rcy_machine *m, const rcy_space_sieve *s)
{
    unsigned bits = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->test[i].condition) bits |= (unsigned)rcy_holds(m, s->test[i].condition) << i;
    }
    return bits;
}

// Whether space k of the list passes.
static RCY_INLINE bool rcy_space_passes(const rcy_machine *m, const rcy_space_sieve *s,
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

// Of sets, those in all that a term has and in none that it has not.
static RCY_INLINE uint64_t rcy_of_term(int count, rcy_term term, const uint64_t *has)
{
    uint64_t all = UINT64_MAX;
#ifdef RCY_UNIT
#define RCY_WITHIN(i) \
    if (term.with >> i & 1) all &= has[i]; \
    if (term.without >> i & 1) all &= ~has[i];
    RCY_EACH(count, RCY_WITHIN)
#else
    (void)count;
    for (unsigned with = term.with; with; with &= with - 1) all &= has[__builtin_ctz(with)];
    for (unsigned not = term.without; not; not &= not - 1) all &= ~has[__builtin_ctz(not)];
#endif
    return all;
}

// Which of at most 64 bytes are such a one, eight at a time.
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
        word = ~(((word & low) + low) | word | low) >> 7;  // 1 in a byte that is
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

// The spaces that pass, by their number in the list, where they are a set.
static RCY_INLINE uint64_t rcy_spaces_passing(rcy_machine *m, const rcy_space_sieve *s)
{
    uint64_t has[rcy_most_traits], passing = 0;
#define RCY_SPACES(i) has[i] = rcy_spaces_that(m, &s->test[i], s->size);
    RCY_EACH(s->count, RCY_SPACES)
#define RCY_SPACES_OF(i) passing |= rcy_of_term(s->count, s->term[i], has);
    RCY_EACH(s->terms, RCY_SPACES_OF)
    return s->size < rcy_most_masked ? passing & (((uint64_t)1 << s->size) - 1) : passing;
}

static RCY_INLINE int32_t rcy_count_spaces(rcy_machine *m, const rcy_space_sieve *s)
{
    rcy_spend(m, s->size);
    if (s->terms) return rcy_bits(rcy_spaces_passing(m, s));
    unsigned bits = rcy_ready_spaces(m, s);
    int32_t kept = 0;
    for (int32_t k = 0; k < s->size; k++) kept += rcy_space_passes(m, s, bits, k);
    return kept;
}

// The name of the space that is number `wanted`, from 0, of those that pass; -1 if there is none.
static RCY_INLINE int32_t rcy_nth_space(rcy_machine *m, const rcy_space_sieve *s, uint64_t wanted)
{
    if (s->terms) {
        uint64_t passing = rcy_spaces_passing(m, s);
        for (; wanted > 0 && passing; wanted--) passing &= passing - 1;
        return passing ? s->names[__builtin_ctzll(passing)] : -1;
    }
    unsigned bits = rcy_ready_spaces(m, s);
    for (int32_t k = 0; k < s->size; k++) {
        if (rcy_space_passes(m, s, bits, k) && wanted-- == 0) return s->names[k];
    }
    return -1;
}

int64_t rcy_count_filtered(rcy_machine *m, const rcy_node *filter, int64_t most);

bool rcy_parts_plainly(const rcy_machine *m, const rcy_node *n);
int32_t rcy_count_parts(rcy_machine *m, const rcy_node *n);
bool rcy_pick_part(rcy_machine *m, const rcy_node *n, rcy_coll *out);

int64_t rcy_owner_of_best(rcy_machine *m, const rcy_node *n);
void rcy_set_words(rcy_machine *m, const rcy_node *n, int32_t slot);
int64_t rcy_card(rcy_machine *m, const rcy_node *n);     // a card is needed: an index must fit
void rcy_bind_let(rcy_machine *m, const rcy_node *n);
uint16_t *rcy_take_cards(rcy_machine *m, int32_t count, int token);
rcy_group *rcy_take_group(rcy_machine *m, int token);
int32_t *rcy_take_items(rcy_machine *m, int32_t count, int token);

// --- lists.c and space.c: what is beyond the base ---
int64_t rcy_value_more(rcy_machine *m, const rcy_node *n);
void rcy_gather_more(rcy_machine *m, const rcy_node *n, rcy_coll *out);
void rcy_filter_lists(rcy_machine *m, const rcy_node *n, const rcy_coll *from, rcy_coll *out);
int64_t rcy_value_of_board(rcy_machine *m, const rcy_node *n);
void rcy_gather_spaces(rcy_machine *m, const rcy_node *n, rcy_coll *out);
// --- act_more.c ---
void rcy_act_more(rcy_machine *m, const rcy_node *n);
void rcy_done(rcy_machine *m, const rcy_node *n);     // an act is: whoever listens hears of it

// --- bag.c: piles without an order, where luck is listed ---
bool rcy_fill_bag(rcy_machine *m, int32_t place);     // instead of shuffling; false: it is no bag
// Puts the card that a move takes on top, by luck; false where there is none yet.
bool rcy_draw_from_bag(rcy_machine *m, const rcy_node *n);
void rcy_leave_bag(rcy_machine *m, int32_t at, int32_t place);  // the card at that position does
void rcy_straighten_bags(const rcy_program *p, unsigned char *state);

static inline int32_t *rcy_kept(const rcy_machine *m)
{
    return (int32_t *)(void *)(m->state + RCY_AT(m->p, kept));
}
