// told_facts.c - what players were told about cards that they do not see: (tell COLOUR
// RED 'C 'P).
//
// A fact is a value of an attribute. What a player knows about a card is, fact by fact,
// whether the card has it. The state has a bit for each player, card and fact that was
// told; whether the fact is true follows from the card. A view or a redeal may put
// another card there only if the same facts are true of it.
#include <string.h>

#include "recycle/emitter.h"
#include "recycle/machine_inlines.h"
#include "recycle/told_facts.h"

enum { most_facts = 64 };

// --- finding the facts ---

static void add_key(emitter *e, int key, const rcy_tree *t)
{
    rcy_program *p = e->p;
    for (int card = 0; key >= 0 && card < p->cards; card++) {
        int look = p->look_from ? p->look_from[card] : card;
        int32_t value = e->attribute[key * p->looks + look];
        int fact = 0;
        while (fact < p->fact_count && (p->fact[fact].key != key || p->fact[fact].value != value)) {
            fact++;
        }
        if (value == 0) continue;
        if (fact == most_facts) {
            rcy_emit_fail(e, t, "the attributes that are told have more than %d values together",
                          most_facts);
            return;
        }
        if (fact == p->fact_count) p->fact[p->fact_count++] = (rcy_fact){ key, value };
        p->fact_bits[card] |= (uint64_t)1 << fact;
    }
}

static void find_told_keys(emitter *e, const rcy_tree *t)
{
    int32_t name;
    if (t->form == form_tell && rcy_constant_string(t->kids[0], &name)) {
        int key = e->key_of[name];
        bool known = false;
        for (int i = 0; i < e->p->fact_count; i++) known = known || e->p->fact[i].key == key;
        if (!known) add_key(e, key, t);
    }
    for (int i = 0; i < t->count && !e->failed; i++) {
        if (t->kids[i]) find_told_keys(e, t->kids[i]);
    }
}

void rcy_emit_facts(emitter *e)
{
    rcy_program *p = e->p;
    if (!p->tells) return;
    p->fact = rcy_emit_room(e, most_facts, sizeof *p->fact);
    p->fact_bits = rcy_emit_room(e, (size_t)p->cards + 1, sizeof *p->fact_bits);
    if (!e->failed) find_told_keys(e, e->game);
}

// --- telling ---

static uint64_t *known_of(const rcy_program *p, unsigned char *state, int player)
{
    return (uint64_t *)(void *)(state + p->at_fact) + (size_t)player * (size_t)p->cards;
}

uint64_t rcy_told(const rcy_program *p, const unsigned char *state, int card, int player)
{
    if (!p->tells || player < 0) return 0;
    return known_of(p, (unsigned char *)(uintptr_t)state, player)[card];
}

// Returns the facts that an act tells: whether the value is a given one, or which value
// it is.
static uint64_t facts_asked(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    int64_t value = n->z ? rcy_value(m, n->z) : 0;
    uint64_t asked = 0;
    for (int i = 0; i < p->fact_count; i++) {
        if (p->fact[i].key != n->a) continue;
        bool same =
            !n->z || (n->b ? p->number_of[p->fact[i].value] == value : p->fact[i].value == value);
        if (same) asked |= (uint64_t)1 << i;
    }
    return asked;
}

void rcy_tell(rcy_machine *m, const rcy_node *n, const uint16_t *cards, int count, uint64_t eyes)
{
    uint64_t asked = facts_asked(m, n);
    for (int player = 0; player < m->p->players && m->trap == trap_none; player++) {
        uint64_t *known = known_of(m->p, m->state, player);
        for (int i = 0; (eyes >> player & 1) && i < count; i++) known[cards[i]] |= asked;
    }
}

// Transfers what was told about the card that lay at a position to the card that lies
// there now.
void rcy_carry_facts(const rcy_program *p, unsigned char *state, const uint16_t *order,
                     const uint16_t *positions, int count, const uint16_t *before)
{
    enum { few = 4096 };
    uint64_t kept[few];
    for (int player = 0; p->tells && player < p->players; player++) {
        uint64_t *known = known_of(p, state, player);
        for (int i = 0; i < count; i++) kept[i] = known[before[i]];
        for (int i = 0; i < count; i++) known[order[positions[i]]] = kept[i];
    }
}

// --- dealing cards that fit what is known ---

// A deal of hidden cards: for each position, the facts that were told, whether they are
// true, and the card put there.
typedef struct known_deal {
    const uint64_t *bits;  // facts of each card
    uint64_t asked[rcy_most_told], answer[rcy_most_told];
    uint16_t card[rcy_most_told];
    uint8_t seen[rcy_most_told];  // positions that were tried
    int count;
} known_deal;

static bool fits(const known_deal *d, int at, uint16_t card)
{
    return (d->bits[card] & d->asked[at]) == d->answer[at];
}

// Gives position `at` another card: the spare one, or one of a later position that finds
// another itself.
static bool find_other(known_deal *d, int at, int from, uint16_t spare)
{
    d->seen[at] = 1;
    if (fits(d, at, spare)) {
        d->card[at] = spare;
        return true;
    }
    for (int i = from; i < d->count; i++) {
        if (d->seen[i] || !fits(d, at, d->card[i])) continue;
        uint16_t taken = d->card[i];
        if (!find_other(d, i, from, spare)) continue;
        d->card[at] = taken;
        return true;
    }
    return false;
}

// Makes the first of all deals that fit, in the order of card numbers. It is the same for
// all states that agree in what is known.
static void deal_first(known_deal *d)
{
    for (int at = 0; at < d->count; at++) {
        for (int least = -1;;) {
            int other = -1;
            for (int i = at + 1; i < d->count; i++) {
                bool better = d->card[i] < d->card[at] && (int)d->card[i] > least &&
                              (other < 0 || d->card[i] < d->card[other]) && fits(d, at, d->card[i]);
                if (better) other = i;
            }
            if (other < 0) break;
            uint16_t own = d->card[at], wanted = d->card[other];
            memset(d->seen, 0, (size_t)d->count);
            if (find_other(d, other, at + 1, own)) {
                d->card[at] = wanted;
                break;
            }
            least = wanted;
        }
    }
}

static bool shuffle_until_it_fits(known_deal *d, dado_fast_rng *luck)
{
    enum { tries = 20 };
    uint16_t card[rcy_most_told];
    for (int t = 0; t < tries; t++) {
        memcpy(card, d->card, sizeof *card * (size_t)d->count);
        bool fit = true;
        for (int i = d->count - 1; i >= 0 && fit; i--) {
            uint32_t j = dado_fast_rng_below(luck, (uint32_t)i + 1);
            uint16_t drawn = card[j];
            card[j] = card[i];
            card[i] = drawn;
            fit = fits(d, i, drawn);
        }
        if (!fit) continue;
        memcpy(d->card, card, sizeof *card * (size_t)d->count);
        return true;
    }
    return false;
}

// Makes a random deal: it shuffles until the deal fits, or else makes many random
// exchanges of two or three cards that keep it fitting. Each exchange is as likely as its
// reverse, so that no deal is preferred.
static void deal_by_luck(known_deal *d, dado_fast_rng *luck)
{
    if (d->count < 2 || shuffle_until_it_fits(d, luck)) return;
    uint32_t n = (uint32_t)d->count;
    for (uint32_t step = 0; step < 30 * n + 100; step++) {
        uint32_t i = dado_fast_rng_below(luck, n), j = dado_fast_rng_below(luck, n);
        uint32_t k = dado_fast_rng_below(luck, 4) ? j : dado_fast_rng_below(luck, n);
        if (i == j || i == k) continue;
        uint16_t a = d->card[i], b = d->card[j], c = d->card[k];
        if (k == j) {
            if (!fits(d, (int)i, b) || !fits(d, (int)j, a)) continue;
            d->card[i] = b;
            d->card[j] = a;
        } else if (fits(d, (int)i, b) && fits(d, (int)j, c) && fits(d, (int)k, a)) {
            d->card[i] = b;
            d->card[j] = c;
            d->card[k] = a;
        }
    }
}

bool rcy_deal_known(const rcy_program *p, const unsigned char *state, uint16_t *order,
                    const uint16_t *positions, int count, int player, dado_fast_rng *luck)
{
    known_deal d;
    uint64_t any = 0;
    if (!p->tells || count > rcy_most_told) return false;
    d.bits = p->fact_bits;
    d.count = count;
    for (int i = 0; i < count; i++) {
        d.card[i] = order[positions[i]];
        d.asked[i] = rcy_told(p, state, d.card[i], player);
        d.answer[i] = p->fact_bits[d.card[i]] & d.asked[i];
        any |= d.asked[i];
    }
    if (!any) return false;
    if (luck) deal_by_luck(&d, luck);
    else deal_first(&d);
    for (int i = 0; i < count; i++) order[positions[i]] = d.card[i];
    return true;
}

// --- words ---

bool rcy_print_told(const rcy_program *p, const unsigned char *state, int card, int eyes,
                    dado_text *out)
{
    uint64_t asked = rcy_told(p, state, card, eyes), answer = asked ? p->fact_bits[card] : 0;
    int printed = 0;
    for (int i = 0; i < p->fact_count; i++) {
        bool decided = false;  // another value of the attribute is known to be true
        for (int k = 0; k < p->fact_count; k++) {
            decided = decided ||
                      (k != i && p->fact[k].key == p->fact[i].key && (asked & answer) >> k & 1);
        }
        if (!(asked >> i & 1) || decided) continue;
        dado_text_addf(out, "%s%s%s", printed++ ? "," : "hidden(", answer >> i & 1 ? "" : "not ",
                       rcy_text(p->source, p->fact[i].value));
    }
    if (printed) dado_text_char(out, ')');
    return printed > 0;
}
