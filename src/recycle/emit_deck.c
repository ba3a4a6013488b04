// emit_deck.c - the cards of all decks, the teams and the dice, before any act is written.
//
// A deck expands to the product of its attributes, the first varying slowest;
// a group's nested attributes belong to the combination of its value. Cards
// that an act may create in play are made here too and wait, unborn, in place 0.
#include <string.h>

#include "recycle/emit.h"

enum { most_cards = 60000 };

// Attributes still to be combined: a list, and what comes after it.
typedef struct todo {
    rcy_tree *const *items;
    int at, count;
    const struct todo *next;
} todo;

typedef struct expansion {
    emitter *e;
    uint16_t *now;  // the combination in hand, by key
    bool counting;
    int count;
    int32_t deck;
} expansion;

static void card_made(expansion *x)
{
    emitter *e = x->e;
    x->count++;
    if (x->counting) return;
    int card = e->card_count++;
    for (int k = 0; k < e->p->keys; k++) e->attribute[k * e->p->cards + card] = x->now[k];
    e->deck_of[card] = (uint16_t)x->deck;
}

static void expand(expansion *x, const todo *list)
{
    if (x->count > most_cards) return;
    while (list && list->at == list->count) list = list->next;
    if (!list) {
        card_made(x);
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

static int deck_cards(emitter *e, const rcy_tree *deck, bool counting)
{
    expansion x = { .e = e, .counting = counting };
    x.now = rcy_emit_room(e, (size_t)e->p->keys + 1, sizeof *x.now);
    if (!x.now) return 0;
    x.deck = rcy_name(&e->s->names, "DEFAULT", 7);
    if (deck->kids[0]) rcy_constant_string(deck->kids[0], &x.deck);
    todo all = { deck->kids, 2, deck->count, NULL };
    expand(&x, &all);
    return x.count;
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
                   t->form == form_points;
    for (int i = 0; i < t->count; i++) {
        rcy_tree *kid = t->kids[i];
        if (!kid) continue;
        if (kid->form == form_name && !(storage && i == 1)) e->value_name[kid->name] = true;
        find_keys(e, kid);
    }
}

static int64_t setup_cards(emitter *e, const rcy_tree *t)
{
    if (t->form == form_deck) return deck_cards(e, t, true);
    if (t->form != form_repeat) return 0;
    int64_t times = 0, each = setup_cards(e, t->kids[1]);
    rcy_constant(t->kids[0], &times);
    if (times <= 0 || each == 0) return 0;
    return times > most_cards / each ? most_cards + 1 : times * each;
}

static int64_t cards_in_play(emitter *e, const rcy_tree *t)
{
    if (t->form == form_deck) return (int64_t)deck_cards(e, t, true) * rcy_deck_runs;
    int64_t sum = 0;
    for (int i = 0; i < t->count; i++) {
        if (t->kids[i]) sum += cards_in_play(e, t->kids[i]);
    }
    return sum;
}

static void make_dice(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    if (t->form == form_repeat) {
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

// Cards that nothing tells apart, to be renamed where only the position matters.
void rcy_emit_twins(emitter *e)
{
    enum { most_compared = 4096 };
    rcy_program *p = e->p;
    uint16_t *twin = rcy_emit_room(e, (size_t)p->cards + 1, sizeof *twin);
    if (!twin) return;
    for (int card = 0; card < p->cards; card++) {
        twin[card] = (uint16_t)card;
        for (int other = 0; other < card && p->cards <= most_compared; other++) {
            if (twin[other] != other) continue;
            bool alike = e->deck_of[card] == e->deck_of[other];
            for (int k = 0; k < p->keys && alike; k++) {
                alike = e->attribute[k * p->cards + card] == e->attribute[k * p->cards + other];
            }
            if (!alike) continue;
            twin[card] = (uint16_t)other;
            p->twins = true;
            break;
        }
    }
    p->twin = twin;
}

// The values of each attribute by number, so that cards can be put together by them quickly.
void rcy_emit_ranks(emitter *e)
{
    rcy_program *p = e->p;
    uint16_t *rank = rcy_emit_room(e, (size_t)p->keys * (size_t)p->cards + 1, sizeof *rank);
    int32_t *counts = rcy_emit_room(e, (size_t)p->keys + 1, sizeof *counts);
    int32_t *number = rcy_emit_room(e, (size_t)p->strings, sizeof *number);
    if (e->failed) return;
    for (int k = 0; k < p->keys; k++) {
        for (int i = 0; i < p->strings; i++) number[i] = -1;
        for (int card = 0; card < p->cards; card++) {
            int value = e->attribute[k * p->cards + card];
            if (number[value] < 0) number[value] = counts[k]++;
            rank[k * p->cards + card] = (uint16_t)number[value];
        }
    }
    p->rank = rank;
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
    int64_t cards = 0;
    for (int i = 1; i < setup->count; i++) {
        if (setup->kids[i]->form == form_teams_act) teams = setup->kids[i];
        cards += setup_cards(e, setup->kids[i]);
        make_dice(e, setup->kids[i]);
    }
    for (int i = (int)game->value + 1; i < game->count; i++) {
        cards += cards_in_play(e, game->kids[i]);
    }
    if (cards > most_cards) {
        rcy_emit_fail(e, setup, "this makes more cards than the %d there may be", most_cards);
        return;
    }
    p->cards = (int)cards;
    e->attribute = rcy_emit_room(e, (size_t)p->keys * (size_t)cards + 1, sizeof *e->attribute);
    e->deck_of = rcy_emit_room(e, (size_t)cards + 1, sizeof *e->deck_of);
    rcy_emit_teams(e, teams);
    count_teams(e, game);
}

// Puts a deck of the setup where it begins; the cards go on top of what is there.
static void lay(emitter *e, const rcy_tree *t, uint16_t *home)
{
    if (t->form == form_repeat) {
        int64_t times = 0;
        rcy_constant(t->kids[0], &times);
        if (setup_cards(e, t->kids[1]) == 0) return;
        for (int64_t i = 0; i < times && !e->failed; i++) lay(e, t->kids[1], home);
        return;
    }
    if (t->form != form_deck || e->failed) return;
    const rcy_tree *place = t->kids[1], *owner = place->kids[0];
    int32_t name = 0;
    int64_t number = 0;
    rcy_constant_string(place->kids[1], &name);
    if (owner->form == form_nth) rcy_constant(owner->kids[0], &number);
    if (owner->form == form_who && owner->code != word_current) {
        number = owner->code == word_next ? 1 % e->p->players : e->p->players - 1;
    }
    int slot = rcy_emit_slot(e, place->code, name,
                             owner->form == form_game ? class_game : class_player);
    int first = e->card_count;
    deck_cards(e, t, false);
    for (int card = first; card < e->card_count; card++) home[card] = (uint16_t)(slot + number);
}

int rcy_emit_deck_act(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    e->decks = rcy_emit_grow(e, e->decks, p->deck_count, &e->deck_room, sizeof *e->decks);
    if (e->failed) return 0;
    rcy_deck deck = { .first = e->card_count };
    for (int i = 0; i < rcy_deck_runs; i++) deck.each = deck_cards(e, t, false);
    e->decks[p->deck_count] = deck;
    return p->deck_count++;
}

// Where each card of the setup lies before the first element.
void rcy_emit_lay_out(emitter *e, rcy_tree *game)
{
    const rcy_tree *setup = game->kids[game->value];
    e->home = rcy_emit_room(e, (size_t)e->p->cards + 1, sizeof *e->home);
    if (!e->home) return;
    for (int i = 1; i < setup->count; i++) lay(e, setup->kids[i], e->home);
}
