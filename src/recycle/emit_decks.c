// emit_decks.c - makes the cards of all decks, the teams and the dice, before any act is
// compiled.
//
// A deck is the product of its attributes, of which the first varies slowest. The nested
// attributes of a group belong to the group's value. A look is what a card shows: each
// side of a card is one look, and attributes are stored by look. Cards that an act may
// create during play are also made here and wait in place 0.
#include <string.h>

#include "recycle/emitter.h"

enum { most_cards = 60000 };

// Attributes that are still to be combined: a list, and the lists after it.
typedef struct todo {
    rcy_tree *const *items;
    int at, count;
    const struct todo *next;
} todo;

typedef struct expansion {
    emitter *e;
    uint16_t *now;  // the current combination, by attribute key
    bool counting;
    bool siding;  // whether sides of a card are combined, and not cards
    int count, looks;
    int32_t deck;
    const rcy_tree *sides;
} expansion;

// How many cards and looks a set of components needs.
typedef struct amount {
    int64_t cards, looks;
} amount;

static void expand(expansion *x, const todo *list);

static void look_made(expansion *x)
{
    emitter *e = x->e;
    x->looks++;
    if (x->counting) return;
    int look = e->look_count++;
    for (int k = 0; k < e->p->keys; k++) e->attribute[k * e->p->looks + look] = x->now[k];
}

static void card_made(expansion *x)
{
    emitter *e = x->e;
    int card = e->card_count, looks = x->looks;
    x->count++;
    if (!x->counting) e->look_from[card] = e->look_count;
    if (x->sides) {
        todo all = { x->sides->kids, 0, x->sides->count, NULL };
        x->siding = true;
        expand(x, &all);
        x->siding = false;
    } else {
        look_made(x);
    }
    if (x->counting) return;
    e->card_count++;
    e->side_count[card] = (uint8_t)(x->looks - looks);
    e->sides_of[card] = x->sides;
    e->seat_of[card] = (uint8_t)e->made_for;
    e->deck_of[card] = (uint16_t)x->deck;
}

static void expand(expansion *x, const todo *list)
{
    if (x->count > most_cards || x->looks > most_cards) return;
    while (list && list->at == list->count) list = list->next;
    if (!list) {
        if (x->siding) look_made(x);
        else card_made(x);
        return;
    }
    const rcy_tree *attribute = list->items[list->at];
    todo rest = { list->items, list->at + 1, list->count, list->next };
    int key = x->e->key_of[attribute->name];
    for (int g = 0; g < attribute->count; g++) {
        const rcy_tree *group = attribute->kids[g];
        const rcy_tree *values = rcy_constant_strings(group->kids[0]);
        todo nested = { group->kids, 1, group->count, &rest };
        for (int v = 0; values && v < values->count; v++) {
            uint16_t before = x->now[key];
            x->now[key] = (uint16_t)values->kids[v]->name;
            expand(x, &nested);
            x->now[key] = before;
        }
    }
}

static amount deck_cards(emitter *e, const rcy_tree *deck, bool counting)
{
    expansion x = { .e = e, .counting = counting };
    x.now = rcy_emit_room(e, (size_t)e->p->keys + 1, sizeof *x.now);
    if (!x.now) return (amount){ 0, 0 };
    x.deck = rcy_name(&e->s->names, "DEFAULT", 7);
    if (deck->kids[0]) rcy_constant_string(deck->kids[0], &x.deck);
    int attributes = 2;
    while (attributes < deck->count && deck->kids[attributes]->form == form_attribute) attributes++;
    if (attributes < deck->count) x.sides = deck->kids[attributes];
    int64_t dice = 0;
    if (deck->flag) {  // only sides, made this many times
        rcy_constant(deck->kids[attributes + 1], &dice);
        for (int64_t i = 0; i < dice && x.looks <= most_cards; i++) card_made(&x);
    } else {
        todo all = { deck->kids, 2, attributes, NULL };
        expand(&x, &all);
    }
    return (amount){ x.count, x.looks };
}

static void find_keys(emitter *e, const rcy_tree *t)
{
    if (t->form == form_attribute) {
        if (e->key_of[t->name] < 0) e->key_of[t->name] = e->p->keys++;
        for (int g = 0; g < t->count; g++) {
            const rcy_tree *values = rcy_constant_strings(t->kids[g]->kids[0]);
            for (int v = 0; values && v < values->count; v++) {
                e->value_name[values->kids[v]->name] = true;
            }
        }
    }
    bool storage = t->form == form_place || t->form == form_sto || t->form == form_str ||
                   t->form == form_points || t->form == form_flag || t->form == form_who_of;
    for (int i = 0; i < t->count; i++) {
        rcy_tree *kid = t->kids[i];
        if (!kid) continue;
        if (kid->form == form_name && !(storage && i == 1)) e->value_name[kid->name] = true;
        find_keys(e, kid);
    }
}

static amount times(amount each, int64_t count)
{
    if (count <= 0 || each.cards == 0) return (amount){ 0, 0 };
    if (count > most_cards / each.looks) return (amount){ most_cards + 1, most_cards + 1 };
    return (amount){ count * each.cards, count * each.looks };
}

static amount plus(amount a, amount b)
{
    return (amount){ a.cards + b.cards, a.looks + b.looks };
}

// Makes component `t` once for each element of a list, with its variable bound to the
// element.
static amount for_each(emitter *e, const rcy_tree *t, amount (*make)(emitter *, const rcy_tree *))
{
    rcy_binding *b = t->binding;
    amount sum = { 0, 0 };
    const rcy_tree *list = rcy_constant_strings(t->kids[0]);
    int count = list ? list->count : e->p->players, before = e->made_for;
    for (int i = 0; b && i < count && !e->failed && sum.looks <= most_cards; i++) {
        b->fixed = true;
        b->slot = list ? list->kids[i]->name : i;
        if (!list) e->made_for = i;
        sum = plus(sum, make(e, t->kids[1]));
        b->fixed = false;
    }
    e->made_for = before;
    return sum;
}

static amount setup_cards(emitter *e, const rcy_tree *t)
{
    if (t->form == form_deck) return deck_cards(e, t, true);
    if (t->form == form_for_each) return for_each(e, t, setup_cards);
    if (t->form != form_repeat) return (amount){ 0, 0 };
    int64_t count = 0;
    rcy_constant(t->kids[0], &count);
    return times(setup_cards(e, t->kids[1]), count);
}

static amount cards_in_play(emitter *e, const rcy_tree *t)
{
    if (t->form == form_deck) return times(deck_cards(e, t, true), rcy_deck_runs);
    amount sum = { 0, 0 };
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) sum = plus(sum, cards_in_play(e, t->kids[i]));
    }
    return sum;
}

static void make_dice(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    if (t->form == form_repeat || t->form == form_for_each) {
        make_dice(e, t->kids[1]);
        return;
    }
    if (t->form != form_dice) return;
    e->dice = rcy_emit_grow(e, e->dice, p->dice_count, &e->dice_room, sizeof *e->dice);
    int32_t *faces = rcy_emit_room(e, (size_t)t->count, sizeof *faces);
    if (e->failed) return;
    for (int i = 0; i < t->count; i++) {
        int64_t number = 1;
        rcy_constant(t->kids[i], &number);
        faces[i] = (int32_t)number;
    }
    e->dice[p->dice_count++] = (rcy_dice){ t->name, t->count, faces };
}

int rcy_emit_teams(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    int listed = t ? t->count : 0;
    e->teams = rcy_emit_grow(e, e->teams, p->teams_count, &e->team_room, sizeof *e->teams);
    uint8_t *of = rcy_emit_room(e, (size_t)p->players, 1);
    uint8_t *members = rcy_emit_room(e, (size_t)p->players, 1);
    uint8_t *from = rcy_emit_room(e, (size_t)(listed + p->players) + 1, 1);
    if (e->failed) return 0;
    int seated = 0, team = 0;
    memset(of, 255, (size_t)p->players);
    for (; team < listed; team++) {
        from[team] = (uint8_t)seated;
        for (int k = 0; k < t->kids[team]->count; k++) {
            int player = (int)t->kids[team]->kids[k]->value;
            of[player] = (uint8_t)team;
            members[seated++] = (uint8_t)player;
        }
    }
    for (int player = 0; player < p->players; player++) {
        if (of[player] != 255) continue;
        from[team] = (uint8_t)seated;
        of[player] = (uint8_t)team++;
        members[seated++] = (uint8_t)player;
    }
    from[team] = (uint8_t)seated;
    if (team > p->most_teams) p->most_teams = team;
    e->teams[p->teams_count] = (rcy_teams){ team, of, members, from };
    return p->teams_count++;
}

static void count_teams(emitter *e, const rcy_tree *t)
{
    if (t->form == form_teams_act) {
        int listed = 0;
        for (int i = 0; i < t->count; i++) listed += t->kids[i]->count;
        int made = t->count + e->p->players - listed;
        if (made > e->p->most_teams) e->p->most_teams = made;
    }
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) count_teams(e, t->kids[i]);
    }
}

static bool same_look(const emitter *e, int a, int b)
{
    for (int k = 0; k < e->p->keys; k++) {
        const uint16_t *attribute = e->attribute + k * e->p->looks;
        if (attribute[a] != attribute[b]) return false;
    }
    return true;
}

static bool alike(const emitter *e, int a, int b)
{
    if (e->exchange_class[a] != e->exchange_class[b]) return false;
    for (int side = 0; side < e->side_count[a]; side++) {
        if (!same_look(e, e->look_from[a] + side, e->look_from[b] + side)) return false;
    }
    return true;
}

// Finds which hidden cards may be exchanged for one another: those of one deck, made for
// the same player, with the same sides.
static void find_exchange_classes(emitter *e)
{
    for (int card = 0; card < e->p->cards; card++) {
        e->exchange_class[card] = (uint16_t)card;
        for (int other = 0; other < card; other++) {
            if (e->exchange_class[other] != other) continue;
            if (e->deck_of[other] != e->deck_of[card] || e->seat_of[other] != e->seat_of[card] ||
                e->sides_of[other] != e->sides_of[card]) {
                continue;
            }
            e->exchange_class[card] = (uint16_t)other;
            break;
        }
    }
}

// Gives looks that are the same in everything the same kind, which `distinct` needs.
static void find_kinds(emitter *e)
{
    enum { most_compared = 4096 };
    rcy_program *p = e->p;
    uint16_t *kind = rcy_emit_room(e, (size_t)p->looks + 1, sizeof *kind);
    if (!kind) return;
    for (int card = 0, look = 0; card < p->cards; card++) {
        for (int side = 0; side < e->side_count[card]; side++, look++) {
            kind[look] = (uint16_t)look;
            for (int other = 0, from = 0; from < look && p->looks <= most_compared; other++) {
                int to = from + e->side_count[other];
                for (; from < to && from < look; from++) {
                    if (kind[look] != look || kind[from] != from) continue;
                    if (e->exchange_class[other] == e->exchange_class[card] &&
                        same_look(e, from, look)) {
                        kind[look] = (uint16_t)from;
                    }
                }
                from = to;
            }
        }
    }
    p->look_kind = kind;
}

// Finds which cards have a byte in the state for the side they show.
static void find_sided(emitter *e)
{
    rcy_program *p = e->p;
    for (int card = 0; card < p->cards; card++) {
        e->side_slot[card] = (uint16_t)p->sided;
        if (e->side_count[card] > 1) p->sided++;
    }
    p->side_count = e->side_count;
    p->side_slot = e->side_slot;
    p->look_from = p->sided > 0 ? e->look_from : NULL;
    p->whose = e->whose;
    p->exchange_class = e->exchange_class;
}

// Finds cards that are the same in everything, so that they may be renumbered where only
// positions matter.
void rcy_emit_identical_cards(emitter *e)
{
    enum { most_compared = 4096 };
    rcy_program *p = e->p;
    uint16_t *identical_to = rcy_emit_room(e, (size_t)p->cards + 1, sizeof *identical_to);
    if (!identical_to) return;
    find_exchange_classes(e);
    if (e->s->next_edition) find_kinds(e);
    find_sided(e);
    for (int card = 0; card < p->cards; card++) {
        identical_to[card] = (uint16_t)card;
        for (int other = 0; other < card && p->cards <= most_compared; other++) {
            if (identical_to[other] != other) continue;
            if (!alike(e, card, other)) continue;
            identical_to[card] = (uint16_t)other;
            p->any_identical = true;
            break;
        }
    }
    p->identical_to = identical_to;
}

// Numbers the values of each attribute, so that cards can be grouped by them quickly.
void rcy_emit_ranks(emitter *e)
{
    rcy_program *p = e->p;
    uint16_t *rank = rcy_emit_room(e, (size_t)p->keys * (size_t)p->looks + 1, sizeof *rank);
    uint64_t *bit = rcy_emit_room(e, (size_t)p->keys * (size_t)p->looks + 1, sizeof *bit);
    int32_t *counts = rcy_emit_room(e, (size_t)p->keys + 1, sizeof *counts);
    int32_t *number = rcy_emit_room(e, (size_t)p->strings, sizeof *number);
    if (e->failed) return;
    for (int k = 0; k < p->keys; k++) {
        for (int i = 0; i < p->strings; i++) number[i] = -1;
        for (int look = 0; look < p->looks; look++) {
            int value = e->attribute[k * p->looks + look];
            if (number[value] < 0) number[value] = counts[k]++;
            rank[k * p->looks + look] = (uint16_t)number[value];
            if (number[value] < 64) bit[k * p->looks + look] = (uint64_t)1 << number[value];
        }
    }
    p->rank = rank;
    p->rank_bit = bit;
    p->rank_count = counts;
}

void rcy_emit_decks(emitter *e, rcy_tree *game)
{
    rcy_program *p = e->p;
    const rcy_tree *setup = game->kids[game->value];
    int64_t players = 1;
    rcy_constant(setup->kids[0]->kids[0], &players);
    p->players = (int)players;
    find_keys(e, game);
    const rcy_tree *teams = NULL;
    amount all = { 0, 0 };
    e->made_for = rcy_nobody;
    for (int i = 1; i < setup->count; i++) {
        if (setup->kids[i]->form == form_teams_act) teams = setup->kids[i];
        all = plus(all, setup_cards(e, setup->kids[i]));
        make_dice(e, setup->kids[i]);
    }
    for (int i = (int)game->value + 1; i < game->count; i++) {
        all = plus(all, cards_in_play(e, game->kids[i]));
    }
    if (all.cards > most_cards || all.looks > most_cards) {
        rcy_emit_fail(e, setup, "too many cards; there may be at most %d", most_cards);
        return;
    }
    p->cards = (int)all.cards;
    p->looks = (int)all.looks;
    size_t cards = (size_t)all.cards + 1;
    e->attribute = rcy_emit_room(e, (size_t)p->keys * (size_t)p->looks + 1, sizeof *e->attribute);
    e->deck_of = rcy_emit_room(e, cards, sizeof *e->deck_of);
    e->look_from = rcy_emit_room(e, cards, sizeof *e->look_from);
    e->side_count = rcy_emit_room(e, cards, 1);
    e->side_slot = rcy_emit_room(e, cards, sizeof *e->side_slot);
    e->sides_of = rcy_emit_room(e, cards, sizeof *e->sides_of);
    e->whose = rcy_emit_room(e, cards, 1);
    e->seat_of = rcy_emit_room(e, cards, 1);
    e->exchange_class = rcy_emit_room(e, cards, sizeof *e->exchange_class);
    if (!e->failed) memset(e->whose, rcy_nobody, cards);
    rcy_emit_teams(e, teams);
    count_teams(e, game);
}

// Puts a deck of the setup in the place where it begins, on top of the cards there.
static amount place_cards(emitter *e, const rcy_tree *t)
{
    amount none = { 0, 0 };
    if (t->form == form_for_each) return for_each(e, t, place_cards);
    if (t->form == form_repeat) {
        int64_t count = 0;
        rcy_constant(t->kids[0], &count);
        if (setup_cards(e, t->kids[1]).cards == 0) return none;
        for (int64_t i = 0; i < count && !e->failed; i++) place_cards(e, t->kids[1]);
        return none;
    }
    if (t->form != form_deck || e->failed) return none;
    const rcy_tree *place = t->kids[1], *owner = place->kids[0];
    int32_t name = 0;
    int64_t number = 0;
    rcy_constant_string(place->kids[1], &name);
    if (owner->form == form_nth) rcy_constant(owner->kids[0], &number);
    if (owner->form == form_var) rcy_constant(owner, &number);
    if (owner->form == form_who && owner->code != keyword_current) {
        number = owner->code == keyword_next ? 1 % e->p->players : e->p->players - 1;
    }
    int slot =
        rcy_emit_slot(e, place->code, name, owner->form == form_game ? class_game : class_player);
    int first = e->card_count;
    deck_cards(e, t, false);
    for (int card = first; card < e->card_count; card++) {
        e->home[card] = (uint16_t)(slot + number);
        if (owner->form != form_game) e->whose[card] = (uint8_t)number;
    }
    return none;
}

int rcy_emit_deck_act(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    e->decks = rcy_emit_grow(e, e->decks, p->deck_count, &e->deck_room, sizeof *e->decks);
    if (e->failed) return 0;
    rcy_deck deck = { .first = e->card_count };
    e->made_for = rcy_nobody;
    for (int i = 0; i < rcy_deck_runs; i++) deck.each = (int32_t)deck_cards(e, t, false).cards;
    e->decks[p->deck_count] = deck;
    return p->deck_count++;
}

// Computes where each card of the setup lies at the start.
void rcy_emit_initial_placement(emitter *e, rcy_tree *game)
{
    const rcy_tree *setup = game->kids[game->value];
    e->home = rcy_emit_room(e, (size_t)e->p->cards + 1, sizeof *e->home);
    if (!e->home) return;
    e->made_for = rcy_nobody;
    for (int i = 1; i < setup->count; i++) place_cards(e, setup->kids[i]);
}
