// who_sees_what.c - which cards are hidden from whom: a rule for each pile of the description.
#include "rulebook/writer.h"

enum { most_piles = 128 };

typedef struct pile_list {
    const rcy_tree *piles[most_piles];
    int count;
} pile_list;

static bool same_pile(const rcy_tree *a, const rcy_tree *b)
{
    const rcy_tree *x = rulebook_resolve(a->kids[1]), *y = rulebook_resolve(b->kids[1]);
    bool table = a->kids[0]->form == form_game;
    if (a->code != b->code || table != (b->kids[0]->form == form_game)) return false;
    if (x->form != form_name || y->form != form_name)
        return x->form != form_name && y->form != form_name;
    return x->name == y->name;
}

static void collect(const rcy_tree *t, pile_list *list)
{
    if (!t) return;
    bool known = t->form != form_place || list->count == most_piles;
    for (int i = 0; !known && i < list->count; i++) known = same_pile(t, list->piles[i]);
    if (!known) list->piles[list->count++] = t;
    for (int i = 0; i < t->count; i++) collect(t->kids[i], list);
}

// The name of a pile without its owner, who is a player or a team.
static const char *owned_name(rulebook_writer *w, const rcy_tree *t, int32_t name, bool *feminine)
{
    *feminine = true;
    return t->code == place_mem ? rulebook_fill(w, say_memory_f, rulebook_name(w, name))
                                : rulebook_pile_name(w, name, feminine);
}

static const char *pile_words(rulebook_writer *w, const rcy_tree *t)
{
    const rcy_tree *name = rulebook_resolve(t->kids[1]);
    bool feminine;
    if (name->form != form_name) return rulebook_word(w, say_each_space);
    if (t->kids[0]->form == form_game) return rulebook_storage(w, t);
    const char *what = owned_name(w, t, name->name, &feminine);
    return rulebook_fill(w, feminine ? say_every_player_f : say_every_player_m, what);
}

// A pile that players see if it is, or is not, their own; NULL: another one.
static const char *own_pile_rule(rulebook_writer *w, const rcy_tree *t, const char *cards)
{
    const rcy_tree *name = rulebook_resolve(t->kids[1]);
    bool own = t->code == place_iloc, feminine;
    if (!own && t->code != place_oloc) return NULL;
    if (t->kids[0]->form == form_game || t->kids[0]->type == type_team) return NULL;
    if (name->form != form_name) return NULL;
    const char *what = owned_name(w, t, name->name, &feminine);
    rulebook_pattern masculine = own ? say_seen_own_m : say_seen_not_own_m;
    rulebook_pattern pattern = own ? say_seen_own_f : say_seen_not_own_f;
    return rulebook_fill(w, feminine ? pattern : masculine, what, cards);
}

void rulebook_who_sees_what(rulebook_writer *w)
{
    static const rulebook_pattern seen[] = {
        [place_vloc] = say_seen_all,    [place_iloc] = say_seen_owner,
        [place_hloc] = say_seen_nobody, [place_oloc] = say_seen_others,
        [place_mem] = say_seen_list,
    };
    pile_list list = { 0 };
    bool hidden = false;
    collect(w->game, &list);
    for (int i = 0; i < list.count; i++) {
        hidden = hidden || (list.piles[i]->code != place_vloc && list.piles[i]->code != place_mem);
    }
    if (!hidden) {
        rulebook_add(w, NULL, rulebook_word(w, say_nothing_hidden), false);
        return;
    }
    for (int i = 0; i < list.count; i++) {
        const rcy_tree *t = list.piles[i];
        bool table = t->kids[0]->form == form_game;
        rulebook_pattern pattern = seen[t->code];
        if (table && t->code == place_iloc) pattern = say_seen_nobody;
        if (table && t->code == place_oloc) pattern = say_seen_all;
        const char *cards = rulebook_noun_phrase(w, rulebook_noun_of(w, t), noun_all, "");
        const char *words = own_pile_rule(w, t, cards);
        if (!words) words = rulebook_fill(w, pattern, pile_words(w, t), cards);
        rulebook_add(w, t, words, false);
    }
    rulebook_add(w, NULL, rulebook_word(w, say_counts_public), false);
}
