// view.c - who knows what: views, redeals, and the state that stands for its like.
//
// A view is a state whose hidden cards lie sorted. Which places hide their
// cards from whom is the language's table; the number of cards and the deck of
// each are public, so hidden cards are exchanged only within one deck name.
// A hidden card on whose face the player's own options hang is pinned: it
// stays, so that truth and redeal list the same.
#include <string.h>

#include "recycle/machine.h"

bool rcy_sees(const rcy_program *p, int place, int eyes)
{
    if (eyes == DADO_NOBODY) return true;
    int owner = p->place[place].owner;
    switch ((rcy_place_kind)p->place[place].kind) {
    case place_vloc: case place_mem: return true;
    case place_iloc: return owner == eyes;
    case place_hloc: return false;
    case place_oloc: return owner != eyes;
    }
    return false;
}

void rcy_pin(rcy_machine *m, int32_t card)
{
    int32_t place;
    rcy_where(m, card, &place);
    if (place == 0 || rcy_sees(m->p, place, m->pins->eyes)) return;
    // Even where a memory makes its face public: that it lies just here is not.
    m->pins->bits[card / 64] |= (uint64_t)1 << (card % 64);
}

// Calls for each run of positions hidden from `eyes`: gathers them all, in order.
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
            positions[count++] = (uint16_t)at;
        }
    }
    return count;
}

enum { most_hidden = 60000 };

// The positions of one deck name, from `start` on, to the front; answers how many.
static int of_one_deck(const rcy_program *p, const uint16_t *order, uint16_t *positions, int count)
{
    int kept = 0;
    uint16_t deck = p->deck_of[order[positions[0]]];
    for (int i = 0; i < count; i++) {
        if (p->deck_of[order[positions[i]]] != deck) continue;
        uint16_t here = positions[i];
        memmove(positions + kept + 1, positions + kept, sizeof *positions * (size_t)(i - kept));
        positions[kept++] = here;
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

void rcy_observe(const dado_game *game, const void *state, int player, void *view)
{
    const rcy_program *p = game->data;
    unsigned char *seen = view;
    memcpy(seen, state, p->state_size);
    memset(seen + p->state_size, 0, p->view_size - p->state_size);
    uint64_t *pinned = (uint64_t *)(void *)(seen + p->state_size);
    const rcy_rest *r = state;
    if (r->kind == rest_choice && p->choices[p->code[r->pc].choice].peeks &&
        game->rules->actor(game, state) == player) {
        dado_move moves[rcy_most_listed];
        rcy_pins pins = { player, pinned };
        rcy_list(p, state, moves, &pins, NULL);
    }
    uint16_t positions[most_hidden];
    int count = hidden_positions(p, seen, player, pinned, positions);
    uint16_t *order = (uint16_t *)(void *)(seen + p->at_order);
    for (uint16_t *rest = positions; count > 0;) {
        int alike = of_one_deck(p, order, rest, count);
        sort_cards(order, rest, alike, p->cards);
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
    dado_quick luck = dado_quick_seed(dado_rng_next(rng));
    for (uint16_t *rest = positions; count > 0;) {
        int alike = of_one_deck(p, order, rest, count);
        for (int i = alike - 1; i >= 1; i--) {
            uint32_t j = dado_quick_below(&luck, (uint32_t)i + 1);
            uint16_t card = order[rest[i]];
            order[rest[i]] = order[rest[j]];
            order[rest[j]] = card;
        }
        rest += alike;
        count -= alike;
    }
}

// Twins are renamed in the order in which they lie: first come, first number.
void rcy_canon(const dado_game *game, void *state)
{
    const rcy_program *p = game->data;
    if (!p->twins) return;
    unsigned char *s = state;
    uint16_t *order = (uint16_t *)(void *)(s + p->at_order);
    uint16_t *recall = (uint16_t *)(void *)(s + p->at_recall);
    uint16_t *recall_from = (uint16_t *)(void *)(s + p->at_recall_from);
    uint16_t next[4096], renamed[4096];
    if (p->cards > 4096) return;
    // The n-th twin in order of place gets the n-th number of its kind.
    memcpy(next, p->twin, sizeof *next * (size_t)p->cards);
    for (int kind = 0; kind < p->cards; kind++) next[kind] = (uint16_t)kind;
    for (int at = 0; at < p->cards; at++) {
        uint16_t card = order[at], kind = p->twin[card];
        renamed[card] = next[kind];
        int after = next[kind] + 1;
        while (after < p->cards && p->twin[after] != kind) after++;
        next[kind] = (uint16_t)(after < p->cards ? after : kind);
        order[at] = renamed[card];
    }
    for (int i = 0; i < recall_from[p->mems]; i++) recall[i] = renamed[recall[i]];
}
