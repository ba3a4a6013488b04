// hearts.h - Hearts written by hand on the game contract, by the rules of library/cards/hearts.rcy.
//
// The yardstick for described games: what a programmer would write to have the
// game, with hands as lists of cards in the order they were dealt. Moves are
// positions in the hand, as in the description.
#pragma once

#include <string.h>

#include "core/game.h"

enum { table_clubs, table_diamonds, table_hearts, table_spades, table_none };

typedef struct hearts_card {
    uint8_t suit, rank;  // ranks from 2 to 14
} hearts_card;

typedef struct hearts_table {
    hearts_card hand[4][13];
    hearts_card trick[4];
    int32_t harm[4];
    uint8_t count[4];
    uint8_t turn, played, tricks, broken, led, dealt, spare[2];
} hearts_table;
_Static_assert(sizeof(hearts_table) == 140, "no padding: states are compared as bytes");

static bool table_open(dado_game *game, const dado_options *options, dado_region *region,
                       dado_error *err)
{
    (void)options;
    (void)region;
    (void)err;
    game->players = 4;
    game->max_moves = 13;
    game->lowest_wins = game->luck = game->secrets = true;
    game->state_size = game->view_size = sizeof(hearts_table);
    return true;
}

static void table_start(const dado_game *game, void *state)
{
    (void)game;
    memset(state, 0, sizeof(hearts_table));
    ((hearts_table *)state)->led = table_none;
}

static int table_actor(const dado_game *game, const void *state)
{
    (void)game;
    const hearts_table *t = state;
    if (!t->dealt) return DADO_CHANCE;
    return t->tricks == 13 ? DADO_NOBODY : t->turn;
}

// Whether a card may be led: the two of clubs first, hearts only when broken.
static bool may_lead(const hearts_table *t, hearts_card card)
{
    if (t->tricks == 0) return card.suit == table_clubs && card.rank == 2;
    return t->broken || card.suit != table_hearts;
}

static int table_legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    const hearts_table *t = state;
    if (!t->dealt) return 0;
    const hearts_card *hand = t->hand[t->turn];
    int held = t->count[t->turn], count = 0;
    for (int i = 0; i < held; i++) {
        bool fits = t->led == table_none ? may_lead(t, hand[i]) : hand[i].suit == t->led;
        if (fits) moves[count++] = (dado_move)i;
    }
    if (count > 0) return count;
    for (int i = 0; i < held; i++) moves[count++] = (dado_move)i;
    return count;
}

static void table_deal(hearts_table *t, uint64_t word)
{
    hearts_card deck[52];
    dado_fast_rng luck = dado_fast_rng_seed(word);
    for (int i = 0; i < 52; i++) {
        deck[i] = (hearts_card){ (uint8_t)(i / 13), (uint8_t)(2 + i % 13) };
    }
    for (int i = 51; i >= 1; i--) {
        uint32_t j = dado_fast_rng_below(&luck, (uint32_t)i + 1);
        hearts_card card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    for (int p = 0; p < 4; p++) {
        for (int i = 0; i < 13; i++) {
            t->hand[p][i] = deck[p * 13 + i];
            if (deck[p * 13 + i].suit == table_clubs && deck[p * 13 + i].rank == 2) {
                t->turn = (uint8_t)p;
            }
        }
        t->count[p] = 13;
    }
    t->dealt = 1;
}

static void end_trick(hearts_table *t)
{
    int winner = -1, harm = 0;
    for (int p = 0; p < 4; p++) {
        hearts_card card = t->trick[p];
        if (card.suit == t->led && (winner < 0 || card.rank > t->trick[winner].rank)) winner = p;
        if (card.suit == table_hearts) harm++;
        if (card.suit == table_spades && card.rank == 12) harm += 13;
    }
    memset(t->trick, 0, sizeof t->trick);
    t->harm[winner] += harm;
    t->turn = (uint8_t)winner;
    t->played = 0;
    t->led = table_none;
    t->tricks++;
}

static void shoot_the_moon(hearts_table *t)
{
    for (int p = 0; p < 4; p++) {
        if (t->harm[p] != 26) continue;
        for (int q = 0; q < 4; q++) t->harm[q] = 26 - t->harm[q];
        return;
    }
}

static void table_apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    hearts_table *t = state;
    if (!t->dealt) {
        table_deal(t, move);
        return;
    }
    hearts_card *hand = t->hand[t->turn], card = hand[move];
    int left = --t->count[t->turn];
    memmove(hand + move, hand + move + 1, sizeof *hand * (size_t)(left - (int)move));
    hand[left] = (hearts_card){ 0, 0 };
    t->trick[t->turn] = card;
    if (t->led == table_none) t->led = card.suit;
    if (card.suit == table_hearts) t->broken = 1;
    t->turn = (uint8_t)((t->turn + 1) % 4);
    if (++t->played == 4) end_trick(t);
    if (t->tricks == 13) shoot_the_moon(t);
}

static void table_scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    for (int p = 0; p < 4; p++) scores[p] = -((const hearts_table *)state)->harm[p];
}

static void table_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game;
    (void)eyes;
    dado_text_addf(out, "trick %d\n", ((const hearts_table *)state)->tricks);
}

static void table_print_move(const dado_game *game, const void *state, dado_move move,
                             dado_text *out)
{
    (void)game;
    (void)state;
    dado_text_addf(out, "card %d", (int)move);
}

static const dado_rules hearts_by_hand = {
    .size = sizeof(dado_rules),
    .name = "hearts",
    .title = "Hearts by hand",
    .open = table_open,
    .start = table_start,
    .actor = table_actor,
    .legal = table_legal,
    .apply = table_apply,
    .scores = table_scores,
    .print = table_print,
    .print_move = table_print_move,
};
