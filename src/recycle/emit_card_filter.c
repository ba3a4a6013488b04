// emit_card_filter.c - compiles the condition of a filter of cards to a card_filter.
//
// Such a condition nearly always asks whether a card has an attribute, constant or named
// by a storage, together with conditions that are the same for every card. Each of these
// becomes a bit, and the whole condition becomes a table of the bit patterns that pass.
// So a card takes one or two look-ups, however the condition is written.
#include "recycle/emitter.h"

typedef struct filter_builder {
    emitter *e;
    int var;
    const rcy_node *asked[rcy_most_filter_tests];  // the condition that each bit stands for
    rcy_card_test traits[rcy_most_filter_tests];
    bool outer[rcy_most_filter_tests];
    int count;
} filter_builder;

// Returns whether a card passes a test of constant attributes: 1 or 0, or -1 if the test
// asks for more than those.
static int passes(const filter_builder *s, const rcy_node *n, int card)
{
    const emitter *e = s->e;
    int one = -1;
    switch ((rcy_op)n->op) {
    case OP_HAS_ATTRIBUTE:
        if (n->mode || n->var != s->var) return -1;
        return (e->attribute[n->a * e->p->cards + card] == n->b) != n->flag;
    case OP_NOT: one = passes(s, n->x, card); return one < 0 ? -1 : !one;
    case OP_AND:
    case OP_OR:
        one = n->op == OP_AND;
        for (int i = 0; i < n->count; i++) {
            int other = passes(s, n->list[i], card);
            if (other < 0) return -1;
            one = n->op == OP_AND ? one && other : one || other;
        }
        return one;
    default: return -1;
    }
}

bool rcy_mentions(const rcy_node *n, int var)
{
    if (!n) return false;
    bool reads = n->op == OP_VAR || n->op == OP_BOUND || n->op == OP_HAS_ATTRIBUTE ||
                 n->op == OP_ATTRIBUTE_VAR || n->mode == mode_var;
    if (reads && n->var == var) return true;
    for (int i = 0; i < n->count && n->list && n->op != OP_STRINGS; i++) {
        if (rcy_mentions(n->list[i], var)) return true;
    }
    return rcy_mentions(n->x, var) || rcy_mentions(n->y, var) || rcy_mentions(n->z, var);
}

static bool add_bit(filter_builder *s, const rcy_node *n, rcy_card_test card_test, bool outer)
{
    if (s->count == rcy_most_filter_tests) return false;
    s->asked[s->count] = n;
    s->traits[s->count] = card_test;
    s->outer[s->count++] = outer;
    return true;
}

static bool add_table(filter_builder *s, const rcy_node *n)
{
    int cards = s->e->p->cards;
    uint8_t *table = rcy_emit_room(s->e, (size_t)cards + 1, 1);
    uint64_t mask = 0;
    for (int card = 0; table && card < cards; card++) {
        table[card] = (uint8_t)passes(s, n, card);
        if (card < rcy_most_masked) mask |= (uint64_t)table[card] << card;
    }
    return table && add_bit(s, n, (rcy_card_test){ .table = table, .mask = mask }, false);
}

// Returns, by string, the sets of cards whose attribute has that value; NULL where there
// are too many cards or strings.
static const uint64_t *masks_of(emitter *e, int key)
{
    enum { most_strings = 4096 };
    rcy_program *p = e->p;
    if (p->cards > rcy_most_masked || p->strings > most_strings) return NULL;
    if (!e->masks) e->masks = rcy_emit_room(e, (size_t)p->keys + 1, sizeof *e->masks);
    if (!e->masks || e->masks[key]) return e->masks ? e->masks[key] : NULL;
    uint64_t *masks = rcy_emit_room(e, (size_t)p->strings, sizeof *masks);
    for (int card = 0; masks && card < p->cards; card++) {
        masks[e->attribute[key * p->cards + card]] |= (uint64_t)1 << card;
    }
    p->masks = e->masks;
    return e->masks[key] = masks;
}

// Splits a condition into bits. Returns false if it asks for something else, or for too
// much.
static bool take_apart(filter_builder *s, const rcy_node *n)
{
    if (s->e->p->cards > 0 && passes(s, n, 0) >= 0) return add_table(s, n);
    if (n->op == OP_HAS_ATTRIBUTE && n->mode && n->var == s->var) {
        const uint16_t *attribute = s->e->attribute + n->a * s->e->p->cards;
        rcy_card_test card_test = { .attribute = attribute,
                                    .string = n->b,
                                    .masks = masks_of(s->e, n->a) };
        return add_bit(s, n, card_test, false);
    }
    if (n->op == OP_NOT) return take_apart(s, n->x);
    if (n->op == OP_AND || n->op == OP_OR) {
        for (int i = 0; i < n->count; i++) {
            if (!take_apart(s, n->list[i])) return false;
        }
        return true;
    }
    return n->safe && !rcy_mentions(n, s->var) && add_bit(s, n, (rcy_card_test){ 0 }, true);
}

// Evaluates the condition for a pattern of bits. The bits were found in the same order,
// so each is met at the same place.
static bool worked_out(const filter_builder *s, const rcy_node *n, unsigned bits, int *next)
{
    if (*next < s->count && s->asked[*next] == n) {
        bool bit = bits >> *next & 1;
        bool turned = n->op == OP_HAS_ATTRIBUTE && n->mode && n->flag;
        ++*next;
        return bit != turned;
    }
    if (n->op == OP_NOT) return !worked_out(s, n->x, bits, next);
    bool all = true, some = false;
    for (int i = 0; i < n->count; i++) {
        bool one = worked_out(s, n->list[i], bits, next);
        all = all && one;
        some = some || one;
    }
    return n->op == OP_AND ? all : some;
}

// Returns the set of all bit patterns that a term covers: those with all bits of `with`
// and none of `without`.
static uint64_t taken_in(int count, unsigned with, unsigned without)
{
    static const uint64_t set[rcy_most_filter_tests] = {
        0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
        0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
    };
    uint64_t taken =
        count == rcy_most_filter_tests ? UINT64_MAX : ((uint64_t)1 << (1 << count)) - 1;
    for (int i = 0; i < count; i++) {
        if (with >> i & 1) taken &= set[i];
        if (without >> i & 1) taken &= ~set[i];
    }
    return taken;
}

// Writes a truth table of `count` bits as terms, always the one that covers most of what
// is left; of equal ones, the one with fewer bits. Returns the number of terms, or 0 if
// there are too many.
int rcy_emit_terms(int count, uint64_t truth, rcy_term *term)
{
    const unsigned end = 1u << count;
    int terms = 0;
    for (uint64_t left = truth; left; terms++) {
        int most = 0, least = 0;
        rcy_term best = { 0 };
        if (terms == rcy_most_terms) return 0;
        for (unsigned with = 0; with < end; with++) {
            for (unsigned without = 0; without < end; without++) {
                uint64_t taken = with & without ? 0 : taken_in(count, with, without);
                if (taken & ~truth) continue;
                int more = __builtin_popcountll(taken & left);
                int asks = __builtin_popcount(with | without);
                if (more < most || (more == most && asks >= least)) continue;
                most = more;
                least = asks;
                best = (rcy_term){ (uint8_t)with, (uint8_t)without };
            }
        }
        term[terms] = best;
        left &= ~taken_in(count, best.with, best.without);
    }
    return terms;
}

// Decides whether all passing cards are computed at once as sets of bits, which works
// where cards are few.
static void make_sets(const emitter *e, rcy_card_filter *made)
{
    bool sets = e->p->cards <= rcy_most_masked;
    for (int i = 0; i < made->count; i++) {
        sets = sets && (!made->card_test[i].attribute || made->card_test[i].masks);
    }
    made->terms = sets ? rcy_emit_terms(made->count, made->truth, made->term) : 0;
}

const rcy_card_filter *rcy_emit_card_filter(emitter *e, const rcy_node *test, int var)
{
    filter_builder s = { .e = e, .var = var };
    // what a card shows is in the state, so no table can have it
    bool sided = e->p->looks > e->p->cards;
    if (e->failed || e->p->plain || sided || test->draws || !take_apart(&s, test)) return NULL;
    rcy_card_filter *made = rcy_emit_room(e, 1, sizeof *made);
    if (!made) return NULL;
    made->count = s.count;
    for (int i = 0; i < s.count; i++) {
        made->card_test[i] = s.traits[i];
        if (s.outer[i]) made->card_test[i].condition = s.asked[i];
    }
    for (unsigned bits = 0; bits < 1u << s.count; bits++) {
        int next = 0;
        if (worked_out(&s, test, bits, &next)) made->truth |= (uint64_t)1 << bits;
    }
    make_sets(e, made);
    return made;
}
