// execute_flip_reveal_stop.c - executes acts beyond the base language: branches, labels,
// flags and owners, components that turn, and stopping a turn, a stage or the game.
#include <stdio.h>

#include "recycle/machine_inlines.h"
#include "recycle/told_facts.h"

static bool trapped(const rcy_machine *m)
{
    return m->trap != trap_none;
}

static void repeat_while(rcy_machine *m, const rcy_node *n)
{
    while (!trapped(m)) {
        bool holds = rcy_holds(m, n->x);
        if (trapped(m)) return;
        if (m->hooks) m->hooks->fired(m->hooks, n->coverage, holds);
        if (!holds) return;
        rcy_act(m, n->y);
        if (++m->fuel > rcy_most_fuel) rcy_fault(m, 610, n->token);
    }
}

static uint8_t *side_of(const rcy_machine *m, int32_t card)
{
    return m->state + m->p->at_side + m->p->side_slot[card];
}

// Throws components: each with two or more sides shows one of them at random. All are
// drawn before the first is turned, so that a throw without random bits has done nothing.
static void throw_cards(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    rcy_mark mark = rcy_mark_of(m);
    uint16_t single;
    const uint16_t *cards = &single;
    int32_t count = 1;
    rcy_coll c;
    if (n->flag) {
        rcy_gather(m, n->x, &c);
        cards = rcy_cards_of(m, &c, &count);
    } else {
        int64_t card = rcy_card(m, n->x);
        if (card < 0) rcy_fault(m, 602, n->token);
        single = (uint16_t)(card < 0 ? 0 : card);
    }
    int32_t *drawn = rcy_take_items(m, count, n->token);
    for (int32_t i = 0; i < count && !trapped(m); i++) {
        int sides = p->side_count[cards[i]];
        drawn[i] = sides > 1 ? (int32_t)rcy_draw(m, (uint64_t)sides, n->token) : 0;
    }
    for (int32_t i = 0; i < count && !trapped(m); i++) {
        if (p->side_count[cards[i]] < 2) continue;
        int32_t side = rcy_count_throw(m, drawn[i], p->side_count[cards[i]]);
        *side_of(m, cards[i]) = (uint8_t)(side | rcy_turned);
        rcy_hide(m, cards[i]);
        rcy_forget_facts(m, cards[i]);
    }
    rcy_rewind(m, mark);
    if (!trapped(m)) rcy_act_done(m, n);
}

static bool reads_as(const rcy_program *p, int32_t string, int32_t number)
{
    char text[16];
    if (p->number_of[string] != number) return false;
    snprintf(text, sizeof text, "%d", number);
    return strcmp(rcy_text(p->source, string), text) == 0;
}

// Returns the side of a card that has the wanted string and otherwise equals the side
// that shows; else the first side that has the string; -1 if none has it.
static int side_with(const rcy_machine *m, int32_t card, int32_t key, int32_t wanted, bool number)
{
    const rcy_program *p = m->p;
    int32_t first = p->look_from ? p->look_from[card] : card, now = rcy_look_of(m, card);
    int found = -1;
    for (int side = 0; side < p->side_count[card]; side++) {
        int32_t string = p->attribute[key * p->looks + first + side];
        if (number ? !reads_as(p, string, wanted) : string != wanted) continue;
        bool alike = true;
        for (int k = 0; k < p->keys && alike; k++) {
            const uint16_t *attribute = p->attribute + k * p->looks;
            alike = k == key || attribute[first + side] == attribute[now];
        }
        if (alike) return side;
        if (found < 0) found = side;
    }
    return found;
}

static void turn_card(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    int32_t key = n->a == -2 ? p->key_of[rcy_value(m, n->y)] : n->a;
    int64_t card = rcy_card(m, n->x), string = rcy_value(m, n->z);
    if (card < 0) rcy_fault(m, 602, n->token);
    if (trapped(m)) return;
    int side = key < 0 ? -1 : side_with(m, (int32_t)card, key, (int32_t)string, n->mode);
    if (side < 0) {
        rcy_fault(m, 613, n->token);
        return;
    }
    if (p->side_count[card] > 1) {
        *side_of(m, (int32_t)card) = (uint8_t)(side | (n->flag ? rcy_turned : 0));
        rcy_hide(m, (int32_t)card);
        rcy_forget_facts(m, (int32_t)card);
    }
    rcy_act_done(m, n);
}

// Shows cards to players, until the cards are moved, shuffled, thrown or turned; or tells
// players a fact about cards.
static void show_or_tell(rcy_machine *m, const rcy_node *n)
{
    const rcy_program *p = m->p;
    rcy_mark mark = rcy_mark_of(m);
    rcy_coll c, to;
    uint64_t eyes = 0;
    uint16_t single = 0;
    const uint16_t *cards = &single;
    int32_t count = 1;
    if (n->flag) {
        rcy_gather(m, n->x, &c);
        cards = rcy_cards_of(m, &c, &count);
    } else {
        int64_t card = rcy_card(m, n->x);
        if (card < 0) rcy_fault(m, 602, n->token);
        single = (uint16_t)(card < 0 ? 0 : card);
    }
    if (n->mode) {
        rcy_gather(m, n->y, &to);
        for (int32_t i = 0; i < rcy_count(m, &to) && !trapped(m); i++) {
            rcy_var who;
            rcy_element(m, &to, i, &who);
            if (who.value == rcy_nobody) rcy_fault(m, 609, n->token);
            else eyes |= (uint64_t)1 << who.value;
        }
    } else {
        int64_t who = rcy_value(m, n->y);
        if (who == rcy_nobody) rcy_fault(m, 609, n->token);
        else eyes = (uint64_t)1 << who;
    }
    if (n->op == OP_TELL && !trapped(m)) rcy_tell(m, n, cards, count, eyes);
    for (int32_t i = 0; i < count && !trapped(m) && n->op == OP_SHOW; i++) {
        for (int player = 0; player < p->players; player++) {
            int bit = player * p->cards + cards[i];
            if (eyes >> player & 1)
                m->state[p->at_mark + (uint32_t)bit / 8] |= (uint8_t)(1u << (bit % 8));
        }
    }
    rcy_rewind(m, mark);
    if (!trapped(m)) rcy_act_done(m, n);
}

static void stop(rcy_machine *m, const rcy_node *n)
{
    rcy_act_done(m, n);
    m->stop = (uint8_t)n->a;
    m->trap = trap_stop;
}

void rcy_act_extended(rcy_machine *m, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_REPEAT_WHILE: repeat_while(m, n); break;
    case OP_THROW_CARDS: throw_cards(m, n); break;
    case OP_TURN_CARD: turn_card(m, n); break;
    case OP_SHOW:
    case OP_TELL: show_or_tell(m, n); break;
    case OP_STOP: stop(m, n); break;
    default: break;
    }
}
