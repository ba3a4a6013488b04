// liars_dice.h - liar's dice with one die each, as a game on the contract.
//
// Bids rise: one die or two that show a face. The other bids higher, or says
// "liar" and both dice are looked at.
#pragma once

#include <string.h>

#include "core/game.h"

enum { liar_faces_most = 6, liar_called = 99 };

typedef struct liar_state {
    uint8_t die[2];  // 0: not thrown yet, or not seen
    uint8_t thrown, turns, last, over;
    uint16_t bids;  // all that were made
} liar_state;
_Static_assert(sizeof(liar_state) == 8, "no padding: states are compared as bytes");

static int liar_faces(const dado_game *game)
{
    return *(const int *)game->data;
}

static void liar_start(const dado_game *game, void *state)
{
    (void)game;
    *(liar_state *)state = (liar_state){ 0 };
}

static int liar_actor(const dado_game *game, const void *state)
{
    (void)game;
    const liar_state *s = state;
    return s->over ? DADO_NOBODY : s->thrown < 2 ? DADO_CHANCE : s->turns % 2;
}

static int liar_legal(const dado_game *game, const void *state, dado_move *moves)
{
    const liar_state *s = state;
    int count = 0, faces = liar_faces(game);
    if (s->thrown < 2) {
        for (int face = 1; face <= faces; face++) moves[count++] = (dado_move)face;
        return count;
    }
    for (int bid = s->last + 1; bid <= 2 * faces; bid++) moves[count++] = (dado_move)bid;
    if (s->last) moves[count++] = liar_called;
    return count;
}

static void liar_apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    liar_state *s = state;
    if (s->thrown < 2) {
        s->die[s->thrown++] = (uint8_t)move;
        return;
    }
    s->turns++;
    if (move == liar_called) {
        s->over = 1;
        return;
    }
    s->last = (uint8_t)move;
    s->bids |= (uint16_t)(1 << (move - 1));
}

static void liar_scores(const dado_game *game, const void *state, int32_t *scores)
{
    const liar_state *s = state;
    int faces = liar_faces(game), face = (s->last - 1) % faces + 1;
    scores[0] = scores[1] = 0;
    if (!s->over) return;
    int bidder = s->turns % 2;  // who called moved after him
    bool honest = (s->die[0] == face) + (s->die[1] == face) > (s->last - 1) / faces;
    scores[bidder] = honest ? 1 : -1;
    scores[1 - bidder] = -scores[bidder];
}

static void liar_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game;
    const liar_state *s = state;
    dado_text_addf(out, "die %d, last bid %d\n", eyes >= 0 ? s->die[eyes] : 0, s->last);
}

static void liar_print_move(const dado_game *game, const void *state, dado_move move,
                            dado_text *out)
{
    (void)game;
    (void)state;
    if (move == liar_called) dado_text_add(out, "liar");
    else dado_text_addf(out, "%d", (int)move);
}

static void liar_observe(const dado_game *game, const void *state, int player, void *view)
{
    (void)game;
    liar_state *seen = view;
    *seen = *(const liar_state *)state;
    if (!seen->over) seen->die[1 - player] = 0;
}

static const dado_rules liar_rules = {
    .size = sizeof(dado_rules),
    .name = "liar",
    .title = "Liar's dice",
    .start = liar_start,
    .actor = liar_actor,
    .legal = liar_legal,
    .apply = liar_apply,
    .scores = liar_scores,
    .print = liar_print,
    .print_move = liar_print_move,
    .observe = liar_observe,
};

static dado_game liar_game(const int *faces)
{
    return (dado_game){
        .rules = &liar_rules,
        .data = faces,
        .options = "",
        .players = 2,
        .max_moves = 2 * liar_faces_most + 1,
        .luck = true,
        .secrets = true,
        .state_size = sizeof(liar_state),
        .view_size = sizeof(liar_state),
    };
}
