// bag.c - shuffled piles of which nobody knows the order, drawn from card by card.
//
// Where luck is listed, a shuffle that lists every order of a pile lists far
// more than comes about: of Leduc's six cards two or three are ever drawn. So a
// pile that nobody sees, and that is only ever shuffled, counted, filled from
// above and taken from above, is a bag: its cards lie by number and have no
// order, and luck is asked for when one is taken, and then for that one alone.
// What is put on a bag lies on it as it was put.
//
// Whether a pile is one is read off the text. What is not sure to be one is
// none, and is shuffled as it always was.
#include <string.h>

#include "recycle/emit.h"
#include "recycle/machine.h"

typedef struct finder {
    bool *shuffled, *looked_into;  // by name
    bool all_looked_into;
    bool in_option, drawn;         // in the option at hand a card may have been taken from a bag
} finder;

static bool is_unseen(const rcy_tree *place)
{
    bool of_table = place->kids[0]->form == form_game;
    return place->code == place_hloc || (place->code == place_iloc && of_table);
}

static void look(finder *f, const rcy_tree *t);

static void look_at_kids(finder *f, const rcy_tree *t)
{
    for (int i = 0; i < t->count; i++) look(f, t->kids[i]);
}

// A place where it does not show in which order its cards lie.
static int32_t handle(finder *f, const rcy_tree *t)
{
    int32_t name = -1;
    if (t->form != form_place || !is_unseen(t) || !rcy_constant_string(t->kids[1], &name)) {
        look(f, t);
        return -1;
    }
    look(f, t->kids[0]);
    return name;
}

// The place of the form "top of a place", or NULL.
static const rcy_tree *below_top(const rcy_tree *t)
{
    bool top = t->form == form_end && !t->flag;
    return top && t->kids[0]->form == form_place ? t->kids[0] : NULL;
}

static void look_at_move(finder *f, const rcy_tree *t)
{
    const rcy_tree *from = below_top(t->kids[0]), *to = below_top(t->kids[1]);
    if (!from) look(f, t->kids[0]);
    else if (handle(f, from) >= 0) f->drawn = true;
    if (to) handle(f, to);
    else look(f, t->kids[1]);
    // Onto a card, which may lie anywhere.
    if (t->kids[1]->form != form_end && t->kids[1]->form != form_index) f->all_looked_into = true;
}

// Whatever comes round again comes after itself.
static void look_twice(finder *f, const rcy_tree *t)
{
    look_at_kids(f, t);
    if (f->in_option && f->drawn) look_at_kids(f, t);
}

static void look_at_choice(finder *f, const rcy_tree *t)
{
    for (int i = 0; i < t->count; i++) {
        f->in_option = i < t->value;
        f->drawn = false;
        look(f, t->kids[i]);
    }
    f->in_option = false;
}

static void look(finder *f, const rcy_tree *t)
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
        // What is picked after luck was used, luck picks: a card from a bag would be that luck.
        if (t->flag && f->in_option && f->drawn) f->all_looked_into = true;
        look_twice(f, t);
        return;
    case form_repeat: case form_repeat_all: case form_repeat_while: look_twice(f, t); return;
    case form_choice: look_at_choice(f, t); return;
    // Sides and what was shown belong to positions, of which a bag has none.
    case form_sides: case form_turn_card: case form_throw_cards: case form_show:
        f->all_looked_into = true;
        return;
    default: look_at_kids(f, t); return;
    }
}

void rcy_emit_bags(emitter *e)
{
    size_t names = (size_t)e->p->strings + 1;
    finder f = { 0 };
    if (!e->p->listed) return;
    f.shuffled = rcy_emit_room(e, names, sizeof *f.shuffled);
    f.looked_into = rcy_emit_room(e, names, sizeof *f.looked_into);
    if (e->failed) return;
    look(&f, e->game);
    for (size_t i = 0; i < names; i++) {
        f.shuffled[i] = f.shuffled[i] && !f.looked_into[i] && !f.all_looked_into;
        e->p->any_bag = e->p->any_bag || f.shuffled[i];
    }
    e->p->bag_named = f.shuffled;
}

bool rcy_takes_from_bag(const rcy_program *p, const rcy_tree *act)
{
    const rcy_tree *from = p->any_bag && act->form == form_move ? below_top(act->kids[0]) : NULL;
    int32_t name;
    return from && rcy_constant_string(from->kids[1], &name) && p->bag_named[name];
}

// --- in play ---

// How many of a place's cards, from the bottom, have no order.
static uint16_t *unordered(const rcy_machine *m, int32_t place)
{
    return (uint16_t *)(void *)(m->state + m->p->at_bag) + place;
}

bool rcy_fill_bag(rcy_machine *m, int32_t place)
{
    const rcy_program *p = m->p;
    if (!p->any_bag || !p->bag_named[p->place[place].name]) return false;
    int32_t count = rcy_place_size(m, place);
    rcy_straighten(m->order + m->from[place], count);
    *unordered(m, place) = (uint16_t)count;
    return true;
}

bool rcy_draw_from_bag(rcy_machine *m, const rcy_node *n)
{
    const rcy_node *from = n->x->x;
    int32_t place = rcy_slot(m, from, from->b);
    if (m->trap != trap_none || place < 0) return true;  // the move will say what is wrong
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

void rcy_leave_bag(rcy_machine *m, int32_t at, int32_t place)
{
    uint16_t *count = unordered(m, place);
    if (at - m->from[place] < *count) --*count;
}

void rcy_straighten_bags(const rcy_program *p, unsigned char *state)
{
    uint16_t *order = (uint16_t *)(void *)(state + p->at_order);
    const uint16_t *from = (const uint16_t *)(const void *)(state + p->at_from);
    const uint16_t *count = (const uint16_t *)(const void *)(state + p->at_bag);
    // Not while luck falls for an act: it says by position what was drawn.
    if (!p->any_bag || ((const rcy_rest *)(const void *)state)->span) return;
    for (int i = 1; i < p->places; i++) rcy_straighten(order + from[i], count[i]);
}
