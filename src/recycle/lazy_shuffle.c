// lazy_shuffle.c - shuffled piles whose order nobody knows are drawn from card by card.
//
// Where chance outcomes are listed, listing every order of a pile would list far more
// than matters: of the six cards of Leduc poker only two or three are ever drawn. A pile
// is lazy if nobody sees it and it is only shuffled, counted, filled from above and drawn
// from above. Its cards are sorted by number and have no order; chance is requested when
// a card is drawn, and only for that card. Cards put on a lazy pile stay on top as they
// were put.
//
// Whether a pile is lazy follows from the description. A pile that is not certain to be
// lazy is shuffled as usual. The same analysis finds the piles whose cards nobody knows,
// so that two of them may be exchanged; see track_card_draws.c.
#include <string.h>

#include "recycle/emitter.h"
#include "recycle/machine_inlines.h"

typedef struct lazy_pile_finder {
    // by name: whether it is shuffled; whether somebody looks into it
    bool *shuffled, *looked_into;
    bool all_looked_into;
    bool for_exchanges;  // only whether anybody knows the cards matters, not how chance is listed
    bool throws;         // components are thrown
    bool in_option, drawn;  // in the current option a card may have been drawn from a lazy pile
} lazy_pile_finder;

static bool is_unseen(const rcy_tree *place)
{
    bool of_table = place->kids[0]->form == form_game;
    return place->code == place_hloc || (place->code == place_iloc && of_table);
}

static void look(lazy_pile_finder *f, const rcy_tree *t);

static void look_at_kids(lazy_pile_finder *f, const rcy_tree *t)
{
    for (int i = 0; i < t->count; i++) look(f, t->kids[i]);
}

// Returns the name of a place that is used without showing the order of its cards, or -1.
static int32_t handle(lazy_pile_finder *f, const rcy_tree *t)
{
    int32_t name = -1;
    if (t->form != form_place || !is_unseen(t) || !rcy_constant_string(t->kids[1], &name)) {
        look(f, t);
        return -1;
    }
    look(f, t->kids[0]);
    return name;
}

// Returns the place of the form "top of a place", or NULL.
static const rcy_tree *below_top(const rcy_tree *t)
{
    bool top = t->form == form_end && !t->flag;
    return top && t->kids[0]->form == form_place ? t->kids[0] : NULL;
}

static void look_at_move(lazy_pile_finder *f, const rcy_tree *t)
{
    const rcy_tree *from = below_top(t->kids[0]), *to = below_top(t->kids[1]);
    if (!from) look(f, t->kids[0]);
    else if (handle(f, from) >= 0) f->drawn = true;
    if (to) handle(f, to);
    else look(f, t->kids[1]);
    // The card goes on top of another card, which may lie in any place.
    if (t->kids[1]->form != form_end && t->kids[1]->form != form_index) f->all_looked_into = true;
}

// Looks at a loop twice, since its body also comes after itself.
static void look_twice(lazy_pile_finder *f, const rcy_tree *t)
{
    look_at_kids(f, t);
    if (f->in_option && f->drawn) look_at_kids(f, t);
}

static void look_at_choice(lazy_pile_finder *f, const rcy_tree *t)
{
    for (int i = 0; i < t->count; i++) {
        f->in_option = i < t->value;
        f->drawn = false;
        look(f, t->kids[i]);
    }
    f->in_option = false;
}

static void look(lazy_pile_finder *f, const rcy_tree *t)
{
    int32_t name;
    if (!t) return;
    switch ((rcy_form)t->form) {
    case form_place:
        look_at_kids(f, t);
        if (!rcy_constant_string(t->kids[1], &name)) f->all_looked_into = true;
        else f->looked_into[name] = true;
        return;
    case form_size: handle(f, t->kids[0]); return;
    case form_move: look_at_move(f, t); return;
    case form_shuffle:
        if ((name = handle(f, t->kids[0])) >= 0) f->shuffled[name] = true;
        return;
    case form_deck:
        handle(f, t->kids[1]);
        for (int i = 2; i < t->count; i++) look(f, t->kids[i]);
        return;
    case form_each:
        // After chance was used in an option, an `any` is picked by chance. A card from a
        // lazy pile would be such a chance.
        if (t->flag && f->in_option && f->drawn && !f->for_exchanges) f->all_looked_into = true;
        look_twice(f, t);
        return;
    case form_repeat:
    case form_repeat_all:
    case form_repeat_while: look_twice(f, t); return;
    case form_choice: look_at_choice(f, t); return;
    // Sides and shown cards belong to positions, and the cards of a lazy pile have none.
    case form_sides:
    case form_turn_card:
    case form_throw_cards:
    case form_tell:
    case form_show:
    // A card that is only tried is not drawn.
    case form_after:
        f->throws = f->throws || t->form == form_throw_cards;
        if (f->for_exchanges) look_at_kids(f, t);
        else f->all_looked_into = true;
        return;
    default: look_at_kids(f, t); return;
    }
}

void rcy_emit_lazy_piles(emitter *e)
{
    size_t names = (size_t)e->p->strings + 1;
    lazy_pile_finder f = { .for_exchanges = e->p->exchanges };
    if (!e->p->listed && !e->p->exchanges) return;
    f.shuffled = rcy_emit_room(e, names, sizeof *f.shuffled);
    f.looked_into = rcy_emit_room(e, names, sizeof *f.looked_into);
    if (e->failed) return;
    look(&f, e->game);
    e->p->throws_cards = f.throws;
    for (size_t i = 0; i < names; i++) {
        f.shuffled[i] = f.shuffled[i] && !f.looked_into[i] && !f.all_looked_into;
        e->p->any_lazy_pile = e->p->any_lazy_pile || (e->p->listed && f.shuffled[i]);
    }
    if (e->p->listed) e->p->lazy_pile_named = f.shuffled;
    else e->p->unseen_pile_named = f.shuffled;
}

bool rcy_takes_from_lazy_pile(const rcy_program *p, const rcy_tree *act)
{
    const rcy_tree *from =
        p->any_lazy_pile && act->form == form_move ? below_top(act->kids[0]) : NULL;
    int32_t name;
    return from && rcy_constant_string(from->kids[1], &name) && p->lazy_pile_named[name];
}

// --- during play ---

// Returns how many cards of a place, from the bottom, have no order.
static uint16_t *unordered(const rcy_machine *m, int32_t place)
{
    return (uint16_t *)(void *)(m->state + m->p->at_lazy_pile) + place;
}

bool rcy_lazy_shuffle(rcy_machine *m, int32_t place)
{
    const rcy_program *p = m->p;
    if (!p->any_lazy_pile || !p->lazy_pile_named[p->place[place].name]) return false;
    int32_t count = rcy_place_size(m, place);
    rcy_sort_cards(m->order + m->from[place], count);
    *unordered(m, place) = (uint16_t)count;
    return true;
}

bool rcy_lazy_draw(rcy_machine *m, const rcy_node *n)
{
    const rcy_node *from = n->x->x;
    int32_t place = rcy_slot(m, from, from->b);
    if (m->trap != trap_none || place < 0) return true;  // the move will report the error
    int32_t count = rcy_place_size(m, place);
    if (count == 0 || *unordered(m, place) < count) return true;
    int32_t k = (int32_t)rcy_draw(m, (uint64_t)count, n->token);
    if (m->trap != trap_none) return false;
    uint16_t *cards = m->order + m->from[place], card = cards[k];
    memmove(cards + k, cards + k + 1, sizeof *cards * (size_t)(count - 1 - k));
    cards[count - 1] = card;
    *unordered(m, place) = (uint16_t)(count - 1);
    return true;
}

void rcy_lazy_pile_remove(rcy_machine *m, int32_t at, int32_t place)
{
    uint16_t *count = unordered(m, place);
    if (at - m->from[place] < *count) --*count;
}

void rcy_lazy_piles_sort(const rcy_program *p, unsigned char *state)
{
    uint16_t *order = (uint16_t *)(void *)(state + p->at_order);
    const uint16_t *from = (const uint16_t *)(const void *)(state + p->at_from);
    const uint16_t *count = (const uint16_t *)(const void *)(state + p->at_lazy_pile);
    // Not while chance is drawn for an act, since that refers to cards by position.
    if (!p->any_lazy_pile || ((const rcy_pause *)(const void *)state)->span) return;
    for (int i = 1; i < p->places; i++) rcy_sort_cards(order + from[i], count[i]);
}
