// gofish.h - Go Fish written by hand on the game contract, by the rules of
// library/cards/gofish.rcy.
//
// As one would write it to have the game: hands as lists of cards, ranks found
// by looking through them. A move is the number of a rank among those in hand,
// times the others, and whom it is asked of.
#pragma once

#include <string.h>

#include "core/game.h"

enum { fish_players = 4, fish_others = 3, fish_ranks = 13, fish_cards = 52, fish_pass = 255 };

typedef struct fish_state {
    uint8_t stock[fish_cards];  // ranks, the top one last
    uint8_t hand[fish_players][fish_cards];
    uint8_t count[fish_players], books[fish_players];
    uint8_t left, turn, laid, dealt;
} fish_state;
_Static_assert(sizeof(fish_state) == 272, "no padding: states are compared as bytes");

static bool fish_open(dado_game *game, const dado_options *options, dado_region *region,
                      dado_error *err)
{
    (void)options;
    (void)region;
    (void)err;
    game->players = fish_players;
    game->max_moves = fish_ranks * fish_others;
    game->luck = game->secrets = true;
    game->state_size = game->view_size = sizeof(fish_state);
    return true;
}

static void fish_start(const dado_game *game, void *state)
{
    (void)game;
    memset(state, 0, sizeof(fish_state));
}

static int fish_actor(const dado_game *game, const void *state)
{
    (void)game;
    const fish_state *s = state;
    if (!s->dealt) return DADO_CHANCE;
    return s->laid == fish_ranks ? DADO_NOBODY : s->turn;
}

// The ranks in a hand, in the order they come in; answers how many.
static int fish_find_ranks(const fish_state *s, int who, uint8_t *ranks)
{
    unsigned seen = 0;
    int found = 0;
    for (int i = 0; i < s->count[who]; i++) {
        uint8_t rank = s->hand[who][i];
        if (seen >> rank & 1) continue;
        seen |= 1u << rank;
        ranks[found++] = rank;
    }
    return found;
}

static int fish_legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    const fish_state *s = state;
    uint8_t ranks[fish_ranks];
    if (!s->dealt) return 0;
    int count = fish_find_ranks(s, s->turn, ranks) * fish_others;
    for (int i = 0; i < count; i++) moves[i] = (dado_move)i;
    if (count > 0) return count;
    moves[0] = fish_pass;
    return 1;
}

// Takes all cards of a rank out of a hand; answers how many there were.
static int fish_take(fish_state *s, int who, uint8_t rank)
{
    int kept = 0, all = s->count[who];
    for (int i = 0; i < all; i++) {
        if (s->hand[who][i] != rank) s->hand[who][kept++] = s->hand[who][i];
    }
    memset(s->hand[who] + kept, 0, (size_t)(all - kept));
    s->count[who] = (uint8_t)kept;
    return all - kept;
}

static void fish_lay_down(fish_state *s, int who, uint8_t rank)
{
    int held = 0;
    for (int i = 0; i < s->count[who]; i++) held += s->hand[who][i] == rank;
    if (held < 4) return;
    fish_take(s, who, rank);
    s->books[who]++;
    s->laid++;
}

static uint8_t fish_draw(fish_state *s, int who)
{
    uint8_t card = s->stock[--s->left];
    s->stock[s->left] = 0;
    s->hand[who][s->count[who]++] = card;
    return card;
}

static void fish_deal(fish_state *s, uint64_t word)
{
    dado_fast_rng luck = dado_fast_rng_seed(word);
    for (int i = 0; i < fish_cards; i++) s->stock[i] = (uint8_t)(i % fish_ranks);
    for (int i = fish_cards - 1; i >= 1; i--) {
        uint32_t j = dado_fast_rng_below(&luck, (uint32_t)i + 1);
        uint8_t card = s->stock[i];
        s->stock[i] = s->stock[j];
        s->stock[j] = card;
    }
    s->left = fish_cards;
    for (int p = 0; p < fish_players; p++) {
        for (int i = 0; i < 7; i++) fish_draw(s, p);
        for (uint8_t rank = 0; rank < fish_ranks; rank++) fish_lay_down(s, p, rank);
    }
    s->dealt = 1;
}

// Whoever has no cards draws one before the turn.
static void fish_begin_turn(fish_state *s)
{
    if (s->laid < fish_ranks && s->count[s->turn] == 0 && s->left > 0) fish_draw(s, s->turn);
}

static void fish_apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    fish_state *s = state;
    if (!s->dealt) {
        fish_deal(s, move);
        fish_begin_turn(s);
        return;
    }
    bool again = false;
    int me = s->turn;
    if (move != fish_pass) {
        uint8_t ranks[fish_ranks];
        fish_find_ranks(s, me, ranks);
        uint8_t asked = ranks[move / fish_others];
        int other = (int)(move % fish_others);
        other += other >= me;
        int given = fish_take(s, other, asked);
        for (int i = 0; i < given; i++) s->hand[me][s->count[me]++] = asked;
        again = given > 0;
        if (given == 0 && s->left > 0) {
            uint8_t fished = fish_draw(s, me);
            again = fished == asked;
            fish_lay_down(s, me, fished);
        }
        fish_lay_down(s, me, asked);
    }
    if (!again) s->turn = (uint8_t)((me + 1) % fish_players);
    fish_begin_turn(s);
}

static void fish_scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    for (int p = 0; p < fish_players; p++) scores[p] = ((const fish_state *)state)->books[p];
}

static const dado_rules fish_by_hand = {
    .size = sizeof(dado_rules),
    .name = "gofish",
    .title = "Go Fish by hand",
    .open = fish_open,
    .start = fish_start,
    .actor = fish_actor,
    .legal = fish_legal,
    .apply = fish_apply,
    .scores = fish_scores,
};
