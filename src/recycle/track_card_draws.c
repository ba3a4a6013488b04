// track_card_draws.c - records which cards come to which seats, and with which other cards they
// could be exchanged.
//
// It replays a match and compares, after every act, where each card lies with where it
// was. A card that goes from a shuffled pile to a place of a seat is a draw. It could be
// exchanged with the cards left in the pile if nobody has seen, sorted or refilled the
// pile since it was shuffled. Whether anybody can look into a pile follows from the
// description, as for lazy shuffles.
#include <string.h>

#include "recycle/machine_inlines.h"
#include "recycle/rule_coverage.h"
#include "recycle/scene.h"

typedef struct card_hooks {
    rcy_hooks hooks;
    dado_card_watch *watch;
} card_hooks;

static int look_of(const rcy_program *p, int card)
{
    if (!p->look_kind) return 1 + p->identical_to[card];
    return 1 + p->look_kind[p->look_from ? p->look_from[card] : card];
}

static bool is_untouched_pile(const rcy_program *p, int place)
{
    return place > 0 && p->unseen_pile_named && p->unseen_pile_named[p->place[place].name];
}

static const uint16_t *halfwords(const unsigned char *state, uint32_t at)
{
    return (const uint16_t *)(const void *)(state + at);
}

// Lists the cards left in the pile that a card was drawn from, which it could be
// exchanged with.
static int list_others(const rcy_program *p, const unsigned char *state, int pile, uint32_t shuffle,
                       dado_card_watch *watch)
{
    const uint16_t *order = halfwords(state, p->at_order), *from = halfwords(state, p->at_from);
    int count = 0;
    for (int i = from[pile]; i < from[pile + 1]; i++) {
        const dado_card_note *note = &watch->cards[order[i]];
        if (note->shuffle != shuffle) continue;
        watch->other_place[count] = note->place;
        watch->other_look[count] = (uint16_t)look_of(p, order[i]);
        count++;
    }
    return count;
}

static void report(const rcy_program *p, const unsigned char *state, int card, int seat,
                   dado_card_watch *watch)
{
    const dado_card_note *note = &watch->cards[card];
    dado_card_draw draw = { .seat = seat,
                            .look = look_of(p, card),
                            .shuffle = note->shuffle,
                            .place = note->place,
                            .other_place = watch->other_place,
                            .other_look = watch->other_look };
    if (draw.shuffle) draw.others = list_others(p, state, note->where, draw.shuffle, watch);
    watch->since_kept++;
    watch->drawn(watch->context, &draw);
}

// Marks the cards of a pile as not exchangeable, because the pile was refilled or sorted.
static void forget_pile(const rcy_program *p, const unsigned char *state, int place,
                        dado_card_watch *watch)
{
    const uint16_t *order = halfwords(state, p->at_order), *from = halfwords(state, p->at_from);
    for (int i = from[place]; i < from[place + 1]; i++) watch->cards[order[i]].shuffle = 0;
}

static void follow(const rcy_program *p, const unsigned char *state, dado_card_watch *watch)
{
    const uint16_t *order = halfwords(state, p->at_order), *from = halfwords(state, p->at_from);
    for (int place = 0; place < p->places; place++) {
        bool refilled = false;
        for (int i = from[place]; i < from[place + 1]; i++) {
            dado_card_note *note = &watch->cards[order[i]];
            if (note->where == place) continue;
            int owner = place > 0 ? p->place[place].owner : -1;
            if (owner >= 0 && owner < p->players) report(p, state, order[i], owner, watch);
            note->where = (uint16_t)place;
            note->shuffle = 0;
            refilled = true;
        }
        if (refilled) forget_pile(p, state, place, watch);
    }
}

static void note_shuffle(const rcy_program *p, const unsigned char *state, int place,
                         dado_card_watch *watch)
{
    const uint16_t *order = halfwords(state, p->at_order), *from = halfwords(state, p->at_from);
    uint32_t shuffles = ((const rcy_exchange *)(const void *)(state + p->at_exchange))->shuffles;
    bool exchangeable = is_untouched_pile(p, place) && from[place + 1] - from[place] > 1;
    for (int i = from[place]; i < from[place + 1]; i++) {
        dado_card_note *note = &watch->cards[order[i]];
        note->shuffle = exchangeable ? shuffles : 0;
        note->place = (uint16_t)(i - from[place]);
    }
}

static void hear_act(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    dado_card_watch *watch = ((card_hooks *)(void *)hooks)->watch;
    follow(m->p, m->state, watch);
    if (n->op != OP_SHUFFLE) return;
    rcy_machine copy = *m;
    rcy_coll c;
    rcy_gather(&copy, n->x, &c);
    if (copy.trap == trap_none && c.kind == coll_place && c.place > 0) {
        note_shuffle(m->p, m->state, c.place, watch);
    }
}

static void hear_begin(rcy_hooks *hooks)
{
    dado_card_watch *watch = ((card_hooks *)(void *)hooks)->watch;
    memcpy(watch->kept, watch->cards, sizeof *watch->cards * (size_t)watch->count);
    watch->since_kept = 0;
}

static void hear_taken_back(rcy_hooks *hooks)
{
    dado_card_watch *watch = ((card_hooks *)(void *)hooks)->watch;
    memcpy(watch->cards, watch->kept, sizeof *watch->cards * (size_t)watch->count);
    if (watch->since_kept) watch->forget(watch->context, watch->since_kept);
    watch->since_kept = 0;
}

static int count(const dado_game *game)
{
    return ((const rcy_program *)game->data)->cards;
}

static int look(const dado_game *game, int card)
{
    return look_of(game->data, card);
}

static bool can_exchange(const dado_game *game)
{
    return ((const rcy_program *)game->data)->exchanges;
}

static void exchange(const dado_game *game, void *start, const dado_exchange *asked)
{
    const rcy_program *p = game->data;
    unsigned char *state = start;
    ((rcy_exchange *)(void *)(state + p->at_exchange))->exchange = *asked;
}

static void watch_begin(const dado_game *game, const void *start, dado_card_watch *watch)
{
    const rcy_program *p = game->data;
    memset(watch->cards, 0, sizeof *watch->cards * (size_t)watch->count);
    watch->since_kept = 0;
    follow(p, start, watch);
}

static void watch_apply(const dado_game *game, void *state, dado_move move, dado_card_watch *watch)
{
    card_hooks listening = { rcy_null_hooks(), watch };
    listening.hooks.act = hear_act;
    listening.hooks.begins = hear_begin;
    listening.hooks.taken_back = hear_taken_back;
    rcy_apply(game->data, state, move, &listening.hooks);
    follow(game->data, state, watch);  // cards that the flow moved between acts
}

const dado_card_rules rcy_card_rules = {
    .count = count,
    .look = look,
    .can_exchange = can_exchange,
    .exchange = exchange,
    .watch_begin = watch_begin,
    .watch_apply = watch_apply,
};
