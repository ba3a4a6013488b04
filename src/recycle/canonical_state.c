// canonical_state.c - finds what of a state makes no difference to the play that follows,
// and removes it.
//
// A storage that is only written never matters. A place whose cards are never taken by
// position has no order. Dice that are always thrown before they are read again do not
// matter at a pause. States that differ only in such things play alike, and
// `canonicalize` makes them equal, so that a solver recognises a position however it was
// reached.
//
// This is derived from the description, once. Whatever is not certain to make no
// difference is kept. If the description uses a form that is not known here, nothing is
// removed.
#include <string.h>

#include "recycle/machine_inlines.h"

typedef enum role {
    role_read,       // its value matters and, for a place, its order
    role_set,        // it is written to
    role_unordered,  // a collection whose order does not matter to the reader
} role;

// The set of dice thrown since the last possible pause, one bit for each.
typedef uint64_t thrown;

typedef struct irrelevance_finder {
    const rcy_program *p;
    bool *sto, *str, *ordered;  // by name: whether a storage is read; whether a place has an order
    bool every_sto, every_str, every_place;
    thrown live;   // dice that may be read after a pause without being thrown again
    bool unknown;  // a form was met that is not known here
} irrelevance_finder;

// Returns whether evaluating a form may need chance, and so may pause.
static bool draws(const irrelevance_finder *f, const rcy_tree *t)
{
    if (!t) return false;
    switch ((rcy_form)t->form) {
    case form_random:
    case form_best:
    case form_shuffle:
    case form_throw:
    case form_choice:
    case form_stage:
    case form_save: return true;
    case form_move:
        if (rcy_takes_from_lazy_pile(f->p, t)) return true;
        break;
    default: break;
    }
    for (int i = 0; i < t->count; i++) {
        if (draws(f, t->kids[i])) return true;
    }
    return false;
}

static thrown die_named(const irrelevance_finder *f, int32_t name)
{
    for (int i = 0; i < f->p->dice_count && i < 64; i++) {
        if (f->p->dice[i].name == name) return (thrown)1 << i;
    }
    return 0;
}

static void look(irrelevance_finder *f, const rcy_tree *t, role as, thrown *dice);

static void look_at_kids(irrelevance_finder *f, const rcy_tree *t, role as, thrown *dice)
{
    for (int i = 0; i < t->count; i++) look(f, t->kids[i], as, dice);
}

// Looks at a storage or place, whose name may not be known before play.
static void look_at_slot(irrelevance_finder *f, const rcy_tree *t, bool counts, bool *by_name,
                         bool *every, thrown *dice)
{
    int32_t name;
    look(f, t->kids[0], role_read, dice);
    bool known = rcy_constant_string(t->kids[1], &name);
    if (!known) look(f, t->kids[1], role_read, dice);
    if (!counts) return;
    if (known) by_name[name] = true;
    else *every = true;
}

// Looks at a body that may be executed any number of times. If it can pause, it counts as
// pausing where it begins.
static void look_at_body(irrelevance_finder *f, const rcy_tree *body, thrown *dice)
{
    bool rests = draws(f, body);
    thrown inside = rests ? 0 : *dice;
    look(f, body, role_read, &inside);
    if (rests) *dice = 0;
}

static void look_at_act(irrelevance_finder *f, const rcy_tree *t, thrown *dice)
{
    thrown none = 0;
    switch ((rcy_form)t->form) {
    case form_do: look_at_kids(f, t, role_read, dice); return;
    case form_if:
        for (int i = 0; i < t->count; i++) {
            if (i + 1 < t->count) look(f, t->kids[i], role_read, dice);
            else look_at_body(f, t->kids[i], dice);
        }
        return;
    case form_each:
        look(f, t->kids[0], t->flag ? role_unordered : role_read, dice);
        look_at_body(f, t->kids[1], dice);
        return;
    case form_let_act:
        look(f, t->kids[0], role_read, dice);
        look_at_body(f, t->kids[1], dice);
        return;
    case form_repeat:
    case form_repeat_all:
        for (int i = 0; i < t->count; i++) look_at_body(f, t->kids[i], dice);
        return;
    case form_set:
    case form_add:
        look(f, t->kids[0], role_set, dice);
        for (int i = 1; i < t->count; i++) look(f, t->kids[i], role_read, dice);
        return;
    case form_move:
        if (rcy_takes_from_lazy_pile(f->p, t)) *dice = 0;
        look(f, t->kids[0], role_read, dice);
        look(f, t->kids[1], t->kids[1]->form == form_end ? role_set : role_read, dice);
        return;
    case form_throw: *dice = die_named(f, t->name); return;
    case form_save:
        f->sto[t->name] = true;
        *dice = 0;
        return;
    case form_shuffle:
        look_at_kids(f, t, role_read, dice);
        *dice = 0;
        return;
    case form_choice:
    case form_stage:
        for (int i = 0; i < t->count; i++) {
            if (t->form == form_choice) none = 0;
            look(f, t->kids[i], role_read, &none);
        }
        *dice = 0;
        return;
    default: f->unknown = true;
    }
}

static void look_at_value(irrelevance_finder *f, const rcy_tree *t, role as, thrown *dice)
{
    switch ((rcy_form)t->form) {
    case form_sto: look_at_slot(f, t, as != role_set, f->sto, &f->every_sto, dice); return;
    case form_str: look_at_slot(f, t, as != role_set, f->str, &f->every_str, dice); return;
    case form_place: look_at_slot(f, t, as == role_read, f->ordered, &f->every_place, dice); return;
    case form_points: look(f, t->kids[0], role_read, dice); return;
    case form_end: look_at_kids(f, t, as == role_set ? role_set : role_read, dice); return;
    case form_filter:
    case form_quantifier:
        if (t->form == form_quantifier) as = role_unordered;
        look(f, t->kids[0], draws(f, t->kids[1]) ? role_read : as, dice);
        look(f, t->kids[1], role_read, dice);
        return;
    case form_size: look_at_kids(f, t, role_unordered, dice); return;
    case form_sum:
        look(f, t->kids[0], role_unordered, dice);
        for (int i = 1; i < t->count; i++) look(f, t->kids[i], role_read, dice);
        return;
    case form_subsets:
    case form_set_operation: look_at_kids(f, t, as, dice); return;
    case form_dievalue: f->live |= die_named(f, t->name) & ~*dice; return;
    default: look_at_kids(f, t, role_read, dice); return;
    }
}

static void look(irrelevance_finder *f, const rcy_tree *t, role as, thrown *dice)
{
    if (!t || f->unknown) return;
    if (t->form >= form_if && t->form <= form_stage) {
        switch ((rcy_form)t->form) {
        case form_set_points:
        case form_remember:
        case form_forget:
        case form_faro:
        case form_cycle:
        case form_pass:
        case form_deck:
        case form_teams_act:
            look_at_kids(f, t, role_read, dice);
            if (draws(f, t)) *dice = 0;
            return;
        default: look_at_act(f, t, dice); return;
        }
    }
    if (t->form >= form_name && t->form <= form_index) look_at_value(f, t, as, dice);
    else if (t->form < form_award || t->form > form_game_whole) f->unknown = true;
    else look_at_kids(f, t, role_read, dice);
}

// ---- the result in the form that canonicalize needs

static bool has_order(const irrelevance_finder *f, const rcy_place_info *place)
{
    return place->kind == place_mem || f->every_place || f->ordered[place->name];
}

bool rcy_find_irrelevant(rcy_program *p, const rcy_source *s, const rcy_tree *game,
                         dado_region *region)
{
    size_t names = (size_t)s->names.count + 1;
    irrelevance_finder f = { .p = p };
    f.sto = dado_new(region, bool, names);
    f.str = dado_new(region, bool, names);
    f.ordered = dado_new(region, bool, names);
    uint8_t *unordered = dado_new(region, uint8_t, p->places + 1);
    uint32_t *numbers = dado_new(region, uint32_t, p->stos + p->dice_count + 1);
    uint32_t *words = dado_new(region, uint32_t, p->strs + 1);
    if (!f.sto || !f.str || !f.ordered || !unordered || !numbers || !words) return false;
    p->unordered = unordered;
    thrown dice = 0;
    if (s->next_edition) return true;
    look(&f, game, role_read, &dice);
    if (f.unknown) return true;
    for (int i = 0; i < p->stos; i++) {
        if (!f.every_sto && !f.sto[p->sto_info[i].name]) {
            numbers[p->blank_numbers++] = p->at_sto + 4 * (uint32_t)i;
        }
    }
    for (int i = 0; i < p->dice_count && i < 64; i++) {
        if (!(f.live >> i & 1)) numbers[p->blank_numbers++] = p->at_die + 4 * (uint32_t)i;
    }
    for (int i = 0; i < p->strs; i++) {
        if (!f.every_str && !f.str[p->str_info[i].name]) {
            words[p->blank_words++] = p->at_str + 2 * (uint32_t)i;
        }
    }
    p->blank_number = numbers;
    p->blank_word = words;
    for (int i = 1; i < p->places; i++) {
        unordered[i] = !has_order(&f, &p->place[i]);
        p->any_unordered |= unordered[i];
    }
    return true;
}

// ---- making a state canonical

// Sorts the cards of places without order by number. It does not while an option waits
// for chance, since the option refers to cards by position.
static void sort_unordered(const rcy_program *p, unsigned char *s)
{
    const rcy_pause *r = (const rcy_pause *)(const void *)s;
    bool waits =
        r->kind == pause_chance || r->kind == pause_round_and_chance || r->kind == pause_stopped;
    if (waits && (r->kind == pause_stopped || r->span || p->code[r->pc].op == OP_CHOOSE)) return;
    if (r->kind == pause_choice && p->choices[p->code[r->pc].choice].let_draws) return;
    uint16_t *order = (uint16_t *)(void *)(s + p->at_order);
    const uint16_t *from = (const uint16_t *)(const void *)(s + p->at_from);
    for (int place = 1; place < p->places; place++) {
        if (!p->unordered[place]) continue;
        for (int i = from[place] + 1; i < from[place + 1]; i++) {
            uint16_t card = order[i];
            int at = i;
            for (; at > from[place] && order[at - 1] > card; at--) order[at] = order[at - 1];
            order[at] = card;
        }
    }
}

void rcy_clear_irrelevant(const rcy_program *p, void *state)
{
    unsigned char *s = state;
    rcy_pause *r = state;
    r->rounds = 0;
    for (int i = 0; i < p->blank_numbers; i++) memset(s + p->blank_number[i], 0, 4);
    for (int i = 0; i < p->blank_words; i++) memset(s + p->blank_word[i], 0, 2);
    if (r->kind != pause_over) memset(s + p->at_score, 0, sizeof(int32_t) * (size_t)p->players);
    if (p->any_unordered) sort_unordered(p, s);
}
