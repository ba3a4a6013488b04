// check_simultaneous_choices.c - checks choices that players make simultaneously. They
// are executed one after the other, and the order must not matter. So each player may
// write only to things of their own, and may read nothing that another writes.
#include "recycle/checker.h"

typedef struct shared {
    checker *c;
    const rcy_tree *written[64];  // storages and places that are written, all owned by the chooser
    int count;
    bool told;
} shared;

static void refuse(shared *s, const rcy_tree *t, const char *why)
{
    if (s->told) return;
    s->told = true;
    rcy_diagnose_tree(s->c->s, "E421", t,
                      "%s; store the choice as the chooser's own, and do the rest in an act "
                      "after this",
                      why);
}

// Returns whether `t` is (current player), or a variable that stands for it.
static bool is_chooser(const rcy_tree *t)
{
    while (t->form == form_var && t->binding && t->binding->from &&
           (t->binding->by->form == form_let || t->binding->by->form == form_let_act)) {
        t = t->binding->from;
    }
    return t->form == form_who && t->code == keyword_current && !t->flag;
}

static bool is_storage(const rcy_tree *t)
{
    return t->form == form_place || t->form == form_sto || t->form == form_str ||
           t->form == form_points || t->form == form_flag || t->form == form_who_of;
}

static void write_to(shared *s, const rcy_tree *storage)
{
    if (!is_chooser(storage->kids[0])) {
        refuse(s, storage, "a choice made together may change only what (current player) owns");
        return;
    }
    if (s->count < 64) s->written[s->count++] = storage;
    else refuse(s, storage, "a choice made together changes too many things");
}

// Records all places that a card or a collection comes from as written, since moving a
// card changes them.
static void write_places(shared *s, const rcy_tree *t)
{
    if (t->form == form_place) {
        write_to(s, t);
        return;
    }
    if (t->form == form_var) {
        if (t->binding && t->binding->from && !t->binding->declared) {
            write_places(s, t->binding->from);
        }
        return;
    }
    if (rcy_element_type((rcy_type)t->type) == type_none && t->type != type_card) return;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) write_places(s, t->kids[i]);
    }
}

static void find_writes(shared *s, const rcy_tree *t)
{
    switch (t->form) {
    case form_set:
    case form_add:
    case form_set_points: write_to(s, t->kids[0]); break;
    case form_move:
        write_places(s, t->kids[0]);
        write_places(s, t->kids[1]);
        break;
    case form_remember: write_places(s, t->kids[1]); break;
    case form_forget:
    case form_shuffle:
    case form_throw_cards: write_places(s, t->kids[0]); break;
    case form_faro:
        write_places(s, t->kids[0]);
        write_places(s, t->kids[1]);
        break;
    case form_turn_card: write_places(s, t->kids[0]->kids[1]); break;
    case form_cycle:
    case form_stop:
    case form_show:
    case form_tell:
    case form_deck:
    case form_teams_act:
    case form_save:
    case form_throw:
        refuse(s, t,
               "a choice made together cannot change turns, stop, show, tell, create, throw "
               "shared dice or end rounds: these concern everybody");
        break;
    default: break;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) find_writes(s, t->kids[i]);
    }
}

static bool same_kind(const rcy_tree *a, const rcy_tree *b)
{
    int32_t x, y;
    if (a->form != b->form || (a->form == form_place && a->code != b->code)) return false;
    bool known = rcy_constant_string(a->kids[1], &x) && rcy_constant_string(b->kids[1], &y);
    return !known || x == y;
}

static void find_reads(shared *s, const rcy_tree *t)
{
    if (is_storage(t) && t->kids[0]->form != form_game && !is_chooser(t->kids[0])) {
        for (int i = 0; i < s->count; i++) {
            if (same_kind(s->written[i], t)) {
                refuse(s, t, "this reads what another player may be changing at the same time");
            }
        }
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) find_reads(s, t->kids[i]);
    }
}

void rcy_check_simultaneous(checker *c, const rcy_tree *t)
{
    shared s = { .c = c };
    for (int i = 0; i < t->count; i++) find_writes(&s, t->kids[i]);
    for (int i = 0; i < t->count; i++) find_reads(&s, t->kids[i]);
}
