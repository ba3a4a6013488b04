// track_card_draws.c - records which cards come to which seats, and with which other cards they
// could be exchanged; and which sides dice show.
//
// It replays a match and compares, after every act, where each card lies with where it
// was. A card that goes from a shuffled pile to a place of a seat is a draw. It could be
// exchanged with the cards left in the pile if nobody has seen, sorted or refilled the
// pile since it was shuffled. Whether anybody can look into a pile follows from the
// description, as for lazy shuffles.
//
// Where components with sides are thrown, each of them is a die: every throw is reported
// with the side that shows, and no draw of it is.
#include <string.h>

#include "recycle/machine_inlines.h"
#include "recycle/rule_coverage.h"
#include "recycle/scene.h"

typedef struct card_hooks {
    rcy_hooks hooks;
    dado_card_watch *watch;
} card_hooks;

static int look_of_side(const rcy_program *p, int card, int side)
{
    if (!p->look_kind) return 1 + p->identical_to[card];
    return 1 + p->look_kind[p->look_from ? p->look_from[card] + side : card];
}

static int look_of(const rcy_program *p, int card)
{
    return look_of_side(p, card, 0);
}

static bool is_die(const rcy_program *p, int card)
{
    return p->throws_cards && p->side_count && p->side_count[card] > 1;
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
            bool seat = owner >= 0 && owner < p->players;
            if (seat && !is_die(p, order[i])) report(p, state, order[i], owner, watch);
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

static void report_throw(const rcy_machine *m, int card, uint32_t thrown, dado_card_watch *watch)
{
    const rcy_program *p = m->p;
    int where = watch->cards[card].where, owner = where > 0 ? p->place[where].owner : -1;
    int shown = m->state[p->at_side + p->side_slot[card]] & ~rcy_turned;
    dado_card_draw draw = { .seat = owner >= 0 && owner < p->players ? owner : m->cycle[0],
                            .look = look_of_side(p, card, shown),
                            .thrown = thrown,
                            .others = p->side_count[card],
                            .other_place = watch->other_place,
                            .other_look = watch->other_look };
    for (int side = 0; side < draw.others; side++) {
        watch->other_place[side] = (uint16_t)side;
        watch->other_look[side] = (uint16_t)look_of_side(p, card, side);
    }
    watch->since_kept++;
    watch->drawn(watch->context, &draw);
}

// Reports the dice that an act has just thrown.
static void report_throws(const rcy_machine *m, const rcy_node *n, dado_card_watch *watch)
{
    const rcy_program *p = m->p;
    rcy_machine copy = *m;
    uint16_t single;
    const uint16_t *cards = &single;
    int32_t count = 1, dice = 0;
    rcy_coll c;
    if (n->flag) {
        rcy_gather(&copy, n->x, &c);
        cards = rcy_cards_of(&copy, &c, &count);
    } else {
        int64_t card = rcy_card(&copy, n->x);
        single = (uint16_t)(card < 0 ? 0 : card);
    }
    if (copy.trap != trap_none) return;
    for (int32_t i = 0; i < count; i++) dice += p->side_count[cards[i]] > 1;
    uint32_t last = ((const rcy_exchange *)(const void *)(m->state + p->at_exchange))->thrown;
    for (int32_t i = 0; i < count; i++) {
        if (p->side_count[cards[i]] < 2) continue;
        report_throw(m, cards[i], last - (uint32_t)--dice, watch);
    }
}

static void hear_act(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    dado_card_watch *watch = ((card_hooks *)(void *)hooks)->watch;
    follow(m->p, m->state, watch);
    if (n->op == OP_THROW_CARDS) report_throws(m, n, watch);
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

static int sides(const dado_game *game, int card)
{
    const rcy_program *p = game->data;
    return is_die(p, card) ? p->side_count[card] : 1;
}

static int look(const dado_game *game, int card, int side)
{
    return look_of_side(game->data, card, side);
}

static bool can_change_luck(const dado_game *game)
{
    return ((const rcy_program *)game->data)->exchanges;
}

static void change_luck(const dado_game *game, void *start, const dado_luck_change *asked)
{
    const rcy_program *p = game->data;
    unsigned char *state = start;
    ((rcy_exchange *)(void *)(state + p->at_exchange))->change = *asked;
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
    .sides = sides,
    .look = look,
    .can_change_luck = can_change_luck,
    .change_luck = change_luck,
    .watch_begin = watch_begin,
    .watch_apply = watch_apply,
};
