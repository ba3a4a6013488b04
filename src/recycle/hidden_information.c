// hidden_information.c - who knows what: makes views of states, redeals hidden cards, and
// makes states canonical.
//
// A view is a state in which the hidden cards are sorted. The language defines which
// places hide their cards from whom. The number of cards and the deck of each are public,
// so hidden cards are exchanged only within one deck. If the options of the player depend
// on the face of a hidden card, that card is pinned: it stays, so that the true state and
// a redeal list the same options. What is known of a position and not of a card, such as
// which side is up and to whom it was shown, goes to the card that a view or a redeal
// puts there. So nothing reveals a hidden card. If a player was told that a card is red,
// only red cards are put there; see told_facts.c.
#include <string.h>

#include "recycle/machine_inlines.h"
#include "recycle/symmetry.h"
#include "recycle/told_facts.h"

bool rcy_sees(const rcy_program *p, int place, int eyes)
{
    if (eyes == DADO_NOBODY) return true;
    int owner = p->place[place].owner;
    switch ((rcy_place_kind)p->place[place].kind) {
    case place_vloc:
    case place_mem: return true;
    case place_iloc: return owner == eyes;
    case place_hloc: return false;
    case place_oloc: return owner != eyes;
    }
    return false;
}

bool rcy_is_shown(const rcy_program *p, const unsigned char *state, int card, int eyes)
{
    if (!p->shows || eyes < 0) return false;
    int bit = eyes * p->cards + card;
    return state[p->at_mark + (uint32_t)bit / 8] >> (bit % 8) & 1;
}

void rcy_pin(rcy_machine *m, int32_t card)
{
    int32_t place;
    rcy_find_card(m, card, &place);
    if (place == 0 || rcy_sees(m->p, place, m->pins->eyes)) return;
    if (rcy_is_shown(m->p, m->state, card, m->pins->eyes)) return;
    // The card is pinned even if a memory makes its face public, since its position is
    // not public.
    m->pins->bits[card / 64] |= (uint64_t)1 << (card % 64);
}

// Lists all positions that are hidden from `eyes`, in order, and returns how many there
// are.
static int hidden_positions(const rcy_program *p, const unsigned char *state, int eyes,
                            const uint64_t *pinned, uint16_t *positions)
{
    const uint16_t *order = (const uint16_t *)(const void *)(state + p->at_order);
    const uint16_t *from = (const uint16_t *)(const void *)(state + p->at_from);
    int count = 0;
    for (int place = 1; place < p->places; place++) {
        if (from[place] == from[place + 1] || rcy_sees(p, place, eyes)) continue;
        for (int at = from[place]; at < from[place + 1]; at++) {
            uint16_t card = order[at];
            if (pinned[card / 64] >> (card % 64) & 1) continue;
            if (p->shows && rcy_is_shown(p, state, card, eyes)) continue;
            positions[count++] = (uint16_t)at;
        }
    }
    return count;
}

enum { most_hidden = 60000 };

// Moves the positions of cards that may be exchanged with the first one to the front, and
// returns how many there are.
static int of_one_deck(const rcy_program *p, const uint16_t *order, uint16_t *positions, int count)
{
    int kept = 0;
    uint16_t deck = p->exchange_class[order[positions[0]]];
    for (int i = 0; i < count; i++) {
        if (p->exchange_class[order[positions[i]]] != deck) continue;
        if (i > kept) {  // usually there is one deck, and nothing to move
            uint16_t here = positions[i];
            memmove(positions + kept + 1, positions + kept, sizeof *positions * (size_t)(i - kept));
            positions[kept] = here;
        }
        kept++;
    }
    return kept;
}

static void sort_cards(uint16_t *order, const uint16_t *positions, int count, int cards)
{
    enum { most_marks = 60000 / 64 + 1 };
    uint64_t there[most_marks];
    memset(there, 0, sizeof *there * (size_t)(cards / 64 + 1));
    for (int i = 0; i < count; i++) {
        uint16_t card = order[positions[i]];
        there[card / 64] |= (uint64_t)1 << (card % 64);
    }
    int at = 0;
    for (int w = 0; w <= cards / 64; w++) {
        for (uint64_t bits = there[w]; bits; bits &= bits - 1) {
            order[positions[at++]] = (uint16_t)(w * 64 + __builtin_ctzll(bits));
        }
    }
}

static bool carries(const rcy_program *p)
{
    return p->sided > 0 || p->shows || p->keeps_cards;
}

static uint64_t shown_to(const rcy_program *p, const unsigned char *state, int card)
{
    uint64_t players = 0;
    for (int i = 0; p->shows && i < p->players; i++) {
        players |= (uint64_t)rcy_is_shown(p, state, card, i) << i;
    }
    return players;
}

static void show_to(const rcy_program *p, unsigned char *state, int card, uint64_t players)
{
    for (int i = 0; p->shows && i < p->players; i++) {
        int bit = i * p->cards + card;
        uint8_t *byte = state + p->at_mark + (uint32_t)bit / 8, mask = (uint8_t)(1u << (bit % 8));
        *byte = (uint8_t)(players >> i & 1 ? *byte | mask : *byte & ~mask);
    }
}

// Gives the cards that were put at these positions, in place of `before`, what belongs to
// the positions: sides, and to whom they were shown.
static void carry(const rcy_program *p, unsigned char *state, const uint16_t *positions, int count,
                  const uint16_t *before)
{
    enum { few = 4096 };
    uint8_t side[few];
    uint64_t shown[few];
    const uint16_t *order = (const uint16_t *)(const void *)(state + p->at_order);
    int32_t *kept = (int32_t *)(void *)(state + p->at_kept);
    if (count > few) return;  // such a game is refused when it is opened: see rcy_emit
    for (int i = 0; i < count; i++) {
        side[i] = p->side_count[before[i]] > 1 ? state[p->at_side + p->side_slot[before[i]]] : 0;
        shown[i] = shown_to(p, state, before[i]);
    }
    for (int k = 0; k < p->kept; k++) {
        if (!(p->keeps_cards >> (k < 63 ? k : 63) & 1) || kept[k] == 0) continue;
        for (int i = 0; i < count; i++) {
            if (before[i] + 1 != kept[k]) continue;
            kept[k] = order[positions[i]] + 1;
            break;
        }
    }
    for (int i = 0; i < count; i++) {
        int card = order[positions[i]];
        if (p->side_count[card] > 1) state[p->at_side + p->side_slot[card]] = side[i];
        show_to(p, state, card, shown[i]);
    }
    rcy_carry_facts(p, state, order, positions, count, before);
}

// Resets the sides of hidden cards that chance or hidden information has turned, since
// they say nothing to somebody who cannot see them.
static void forget_sides(const rcy_program *p, unsigned char *state, const uint16_t *positions,
                         int count, dado_fast_rng *luck)
{
    const uint16_t *order = (const uint16_t *)(const void *)(state + p->at_order);
    for (int i = 0; i < count; i++) {
        int card = order[positions[i]], sides = p->side_count[card];
        uint8_t *side = state + p->at_side + p->side_slot[card];
        if (sides < 2 || !(*side & rcy_turned)) continue;
        uint32_t now = luck ? dado_fast_rng_below(luck, (uint32_t)sides) : 0;
        *side = (uint8_t)(now | rcy_turned);
    }
}

// --- simultaneous choices of other players ---

static void forget_options(const rcy_program *p, unsigned char *state, int player)
{
    uint64_t *option = (uint64_t *)(void *)(state + p->at_option);
    for (int i = 0; p->together && i < p->players; i++) {
        if (i != player) option[i] = 0;
    }
}

// Draws a random option for each player who has already chosen in a simultaneous choice.
static void deal_options(const rcy_program *p, unsigned char *state, int player,
                         dado_fast_rng *luck)
{
    if (!p->together || state[p->at_chosen] == 0) return;
    const rcy_pause *r = (const rcy_pause *)(const void *)state;
    const rcy_insn *i = &p->code[r->pc];
    const rcy_insn *ask = i->op == OP_TOGETHER ? i : i - 1;
    uint64_t *option = (uint64_t *)(void *)(state + p->at_option);
    uint8_t *own = state + i->at_cycle, asked = own[0];
    dado_move moves[rcy_most_listed];
    for (int k = 0; k < state[p->at_chosen]; k++) {
        int who = (own[-2] + k) % p->players;
        if (who == player) continue;
        own[0] = (uint8_t)who;
        rcy_machine m;
        rcy_scratch scratch;
        rcy_machine_begin(&m, &scratch, p, state);
        bool chooses = !ask->x || (rcy_holds(&m, ask->x) && m.trap == trap_none);
        int count = chooses ? rcy_list_moves(p, state, moves, NULL, NULL) : 0;
        option[who] = count > 0 ? moves[dado_fast_rng_below(luck, (uint32_t)count)] : RCY_NOTHING;
    }
    own[0] = asked;
}

void rcy_observe(const dado_game *game, const void *state, int player, void *view)
{
    const rcy_program *p = game->data;
    unsigned char *seen = view;
    memcpy(seen, state, p->state_size);
    memset(seen + p->state_size, 0, p->view_size - p->state_size);
    uint64_t *pinned = (uint64_t *)(void *)(seen + p->state_size);
    const rcy_pause *r = state;
    if (r->kind == pause_choice && p->choices[p->code[r->pc].choice].peeks &&
        game->rules->actor(game, state) == player) {
        dado_move moves[rcy_most_listed];
        rcy_pins pins = { player, pinned };
        rcy_list_moves(p, state, moves, &pins, NULL);
    }
    uint16_t positions[most_hidden];
    int count = hidden_positions(p, seen, player, pinned, positions);
    uint16_t *order = (uint16_t *)(void *)(seen + p->at_order);
    forget_options(p, seen, player);
    for (uint16_t *rest = positions; count > 0;) {
        int alike = of_one_deck(p, order, rest, count);
        uint16_t before[most_hidden];
        for (int i = 0; carries(p) && i < alike; i++) before[i] = order[rest[i]];
        if (!rcy_deal_known(p, seen, order, rest, alike, player, NULL)) {
            sort_cards(order, rest, alike, p->cards);
        }
        if (carries(p)) carry(p, seen, rest, alike, before);
        if (p->sided > 0) forget_sides(p, seen, rest, alike, NULL);
        rest += alike;
        count -= alike;
    }
}

void rcy_redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state)
{
    const rcy_program *p = game->data;
    const unsigned char *seen = view;
    unsigned char *made = state;
    memcpy(made, seen, p->state_size);
    const uint64_t *pinned = (const uint64_t *)(const void *)(seen + p->state_size);
    uint16_t positions[most_hidden];
    int count = hidden_positions(p, made, player, pinned, positions);
    uint16_t *order = (uint16_t *)(void *)(made + p->at_order);
    dado_fast_rng luck = dado_fast_rng_seed(dado_rng_next(rng));
    for (uint16_t *rest = positions; count > 0;) {
        int alike = of_one_deck(p, order, rest, count);
        uint16_t before[most_hidden];
        for (int i = 0; carries(p) && i < alike; i++) before[i] = order[rest[i]];
        bool known = rcy_deal_known(p, made, order, rest, alike, player, &luck);
        for (int i = known ? 0 : alike - 1; i >= 1; i--) {
            uint32_t j = dado_fast_rng_below(&luck, (uint32_t)i + 1);
            uint16_t card = order[rest[i]];
            order[rest[i]] = order[rest[j]];
            order[rest[j]] = card;
        }
        if (carries(p)) carry(p, made, rest, alike, before);
        if (p->sided > 0) forget_sides(p, made, rest, alike, &luck);
        rest += alike;
        count -= alike;
    }
    rcy_lazy_piles_sort(p, made);
    deal_options(p, made, player, &luck);
}

// Makes a state canonical. Identical cards are renumbered in the order in which they lie.
void rcy_canonicalize(const dado_game *game, void *state)
{
    const rcy_program *p = game->data;
    rcy_clear_irrelevant(p, state);
    if (p->symmetry_count) rcy_symmetry_canonical(p, state);
    if (!p->any_identical) return;
    unsigned char *s = state;
    uint16_t *order = (uint16_t *)(void *)(s + p->at_order);
    uint16_t *recall = (uint16_t *)(void *)(s + p->at_recall);
    uint16_t *recall_from = (uint16_t *)(void *)(s + p->at_recall_from);
    uint16_t next[4096], renamed[4096], before[4096], positions[4096];
    if (p->cards > 4096) return;
    for (int at = 0; carries(p) && at < p->cards; at++) {
        before[at] = order[at];
        positions[at] = (uint16_t)at;
    }
    // The n-th of several identical cards, by position, gets the n-th of their numbers.
    memcpy(next, p->identical_to, sizeof *next * (size_t)p->cards);
    for (int kind = 0; kind < p->cards; kind++) next[kind] = (uint16_t)kind;
    for (int at = 0; at < p->cards; at++) {
        uint16_t card = order[at], kind = p->identical_to[card];
        renamed[card] = next[kind];
        int after = next[kind] + 1;
        while (after < p->cards && p->identical_to[after] != kind) after++;
        next[kind] = (uint16_t)(after < p->cards ? after : kind);
        order[at] = renamed[card];
    }
    for (int i = 0; i < recall_from[p->mems]; i++) recall[i] = renamed[recall[i]];
    if (carries(p)) carry(p, s, positions, p->cards, before);
    rcy_lazy_piles_sort(p, s);
}
