// hearts_bitset.h - Hearts by hand with hands as bits: as quick as it gets on the game contract.
//
// The rules are those of library/cards/hearts.rcy. It is here for orientation: what a
// programmer writes who thinks of nothing but speed.
#pragma once

#include <string.h>

#include "core/game.h"

typedef struct hearts_state {
    uint64_t hand[4];  // bit suit * 13 + rank; clubs, diamonds, hearts, spades
    uint8_t trick[4];  // card + 1, by seat
    uint8_t harm[4];
    uint8_t turn, leader, played, tricks, broken, led, dealt, spare;
} hearts_state;
_Static_assert(sizeof(hearts_state) == 48, "no padding: states are compared as bytes");

enum { hearts_suit = 2, hearts_none = 4, hearts_queen = 3 * 13 + 10 };
#define HEARTS_SUIT(s) ((uint64_t)0x1FFF << (13 * (s)))

static bool hearts_open(dado_game *game, const dado_options *options, dado_region *region,
                        dado_error *err)
{
    (void)options;
    (void)region;
    (void)err;
    game->players = 4;
    game->max_moves = 13;
    game->lowest_wins = game->luck = game->secrets = true;
    game->state_size = game->view_size = sizeof(hearts_state);
    return true;
}

static void hearts_start(const dado_game *game, void *state)
{
    (void)game;
    *(hearts_state *)state = (hearts_state){ .led = hearts_none };
}

static int hearts_actor(const dado_game *game, const void *state)
{
    (void)game;
    const hearts_state *h = state;
    if (!h->dealt) return DADO_CHANCE;
    return h->tricks == 13 ? DADO_NOBODY : h->turn;
}

static int hearts_legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    const hearts_state *h = state;
    if (!h->dealt) return 0;
    uint64_t hand = h->hand[h->turn], play = hand;
    if (h->led != hearts_none) {
        play = hand & HEARTS_SUIT(h->led);
        if (!play) play = hand;
    } else if (h->tricks == 0) {
        play = 1;
    } else if (!h->broken) {
        play = hand & ~HEARTS_SUIT(hearts_suit);
        if (!play) play = hand;
    }
    int count = 0;
    for (; play; play &= play - 1) moves[count++] = (dado_move)__builtin_ctzll(play);
    return count;
}

static void hearts_deal(hearts_state *h, uint64_t word)
{
    uint8_t deck[52];
    dado_fast_rng luck = dado_fast_rng_seed(word);
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    for (int i = 51; i >= 1; i--) {
        uint32_t j = dado_fast_rng_below(&luck, (uint32_t)i + 1);
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    for (int i = 0; i < 52; i++) h->hand[i / 13] |= (uint64_t)1 << deck[i];
    for (int p = 0; p < 4; p++) {
        if (h->hand[p] & 1) h->turn = h->leader = (uint8_t)p;
    }
    h->dealt = 1;
}

static void hearts_apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    hearts_state *h = state;
    if (!h->dealt) {
        hearts_deal(h, move);
        return;
    }
    int suit = (int)move / 13;
    h->hand[h->turn] &= ~((uint64_t)1 << move);
    h->trick[h->turn] = (uint8_t)(move + 1);
    if (h->led == hearts_none) h->led = (uint8_t)suit;
    if (suit == hearts_suit) h->broken = 1;
    h->turn = (uint8_t)((h->turn + 1) & 3);
    if (++h->played < 4) return;
    int best = -1, winner = 0, harm = 0;
    for (int p = 0; p < 4; p++) {
        int card = h->trick[p] - 1;
        if (card / 13 == h->led && card > best) {
            best = card;
            winner = p;
        }
        harm += card / 13 == hearts_suit ? 1 : card == hearts_queen ? 13 : 0;
        h->trick[p] = 0;
    }
    h->harm[winner] = (uint8_t)(h->harm[winner] + harm);
    h->turn = h->leader = (uint8_t)winner;
    h->played = 0;
    h->led = hearts_none;
    if (++h->tricks < 13) return;
    for (int p = 0; p < 4; p++) {
        if (h->harm[p] != 26) continue;
        for (int q = 0; q < 4; q++) h->harm[q] = (uint8_t)(26 - h->harm[q]);
        break;
    }
}

static void hearts_scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    for (int p = 0; p < 4; p++) scores[p] = -((const hearts_state *)state)->harm[p];
}

static void hearts_observe(const dado_game *game, const void *state, int player, void *view)
{
    (void)game;
    hearts_state *v = view;
    *v = *(const hearts_state *)state;
    uint64_t hidden = 0;
    for (int p = 0; p < 4; p++) {
        if (p != player) hidden |= v->hand[p];
    }
    for (int p = 0; p < 4; p++) {
        if (p == player) continue;
        int count = __builtin_popcountll(v->hand[p]);
        v->hand[p] = 0;
        for (; count > 0; count--, hidden &= hidden - 1) v->hand[p] |= hidden & -hidden;
    }
}

static void hearts_redeal(const dado_game *game, const void *view, int player, dado_rng *rng,
                          void *state)
{
    (void)game;
    hearts_state *h = state;
    *h = *(const hearts_state *)view;
    uint8_t cards[52];
    int count = 0, size[4];
    for (int p = 0; p < 4; p++) {
        size[p] = __builtin_popcountll(h->hand[p]);
        if (p == player) continue;
        for (uint64_t hand = h->hand[p]; hand; hand &= hand - 1) {
            cards[count++] = (uint8_t)__builtin_ctzll(hand);
        }
        h->hand[p] = 0;
    }
    dado_fast_rng luck = dado_fast_rng_seed(dado_rng_next(rng));
    for (int p = 0; p < 4; p++) {
        for (int i = 0; p != player && i < size[p]; i++) {
            uint32_t j = dado_fast_rng_below(&luck, (uint32_t)count);
            h->hand[p] |= (uint64_t)1 << cards[j];
            cards[j] = cards[--count];
        }
    }
}

static void hearts_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game;
    (void)eyes;
    dado_text_addf(out, "trick %d\n", ((const hearts_state *)state)->tricks);
}

static void hearts_print_move(const dado_game *game, const void *state, dado_move move,
                              dado_text *out)
{
    (void)game;
    (void)state;
    dado_text_addf(out, "card %d", (int)move);
}

static const dado_rules hearts_in_bits = {
    .size = sizeof(dado_rules),
    .name = "hearts",
    .title = "Hearts in bits",
    .open = hearts_open,
    .start = hearts_start,
    .actor = hearts_actor,
    .legal = hearts_legal,
    .apply = hearts_apply,
    .scores = hearts_scores,
    .print = hearts_print,
    .print_move = hearts_print_move,
    .observe = hearts_observe,
    .redeal = hearts_redeal,
};
