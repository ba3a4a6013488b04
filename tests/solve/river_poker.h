// river_poker.h - a poker with as many information sets as a test wants, on the contract.
//
// Everybody puts in a chip and gets a card. A round of betting follows, then a card is laid
// open for all, and so on for a number of rounds. A bet or a raise is one unit of the round,
// or two, or more; the unit doubles from round to round. The best hand takes the pot: the
// more cards on the table of the own rank the better, then the higher rank. Suits make no
// difference, so chance draws ranks, each as likely as cards of it are left.
#pragma once

#include <string.h>

#include "core/game.h"

enum { river_most_open = 4, river_fold = 0, river_call = 1, river_raise = 2 };

typedef struct river_size {
    int ranks, suits, rounds, raises, sizes;
} river_size;

typedef struct river_state {
    uint8_t card[2];                // from 1; 0: not dealt yet, or not seen
    uint8_t open[river_most_open];  // cards on the table
    uint8_t dealt;                  // own cards dealt
    uint8_t laid;                   // cards on the table
    uint8_t round, raised, acted, mover, over;
    uint8_t folded;  // 1 + who folded
    uint16_t chips[2];
} river_state;
_Static_assert(sizeof(river_state) == 18, "no padding: states are compared as bytes");

static const river_size *river_of(const dado_game *game)
{
    return game->data;
}

static void river_start(const dado_game *game, void *state)
{
    (void)game;
    *(river_state *)state = (river_state){ .chips = { 1, 1 } };
}

static bool river_deals(const river_state *s)
{
    return s->dealt < 2 || s->laid < s->round;
}

static int river_actor(const dado_game *game, const void *state)
{
    (void)game;
    const river_state *s = state;
    return s->over ? DADO_NOBODY : river_deals(s) ? DADO_CHANCE : s->mover;
}

static int river_left(const dado_game *game, const river_state *s, int rank)
{
    int left = river_of(game)->suits;
    for (int i = 0; i < s->dealt; i++) left -= s->card[i] == rank;
    for (int i = 0; i < s->laid; i++) left -= s->open[i] == rank;
    return left;
}

static int river_legal(const dado_game *game, const void *state, dado_move *moves)
{
    const river_state *s = state;
    const river_size *size = river_of(game);
    int count = 0;
    if (river_deals(s)) {
        for (int rank = 1; rank <= size->ranks; rank++) {
            if (river_left(game, s, rank) > 0) moves[count++] = (dado_move)rank;
        }
        return count;
    }
    moves[count++] = river_call;
    for (int i = 0; i < size->sizes && s->raised < size->raises; i++) {
        moves[count++] = (dado_move)(river_raise + i);
    }
    if (s->chips[s->mover] < s->chips[1 - s->mover]) moves[count++] = river_fold;
    return count;
}

static void river_weigh(const dado_game *game, const void *state, uint32_t *weights)
{
    const river_state *s = state;
    int count = 0;
    for (int rank = 1; rank <= river_of(game)->ranks; rank++) {
        int left = river_left(game, s, rank);
        if (left > 0) weights[count++] = (uint32_t)left;
    }
}

static void river_bet(const dado_game *game, river_state *s, dado_move move)
{
    const river_size *size = river_of(game);
    int me = s->mover;
    s->acted++;
    if (move == river_fold) {
        s->folded = (uint8_t)(me + 1);
        s->over = 1;
        return;
    }
    s->chips[me] = s->chips[1 - me];
    if (move >= river_raise) {
        s->chips[me] = (uint16_t)(s->chips[me] + (int)(move - river_raise + 1) * (1 << s->round));
        s->raised++;
    }
    s->mover = (uint8_t)(1 - me);
    if (s->acted < 2 || s->chips[0] != s->chips[1]) return;
    s->acted = s->raised = s->mover = 0;
    s->round++;
    s->over = s->round == size->rounds;
}

static void river_apply(const dado_game *game, void *state, dado_move move)
{
    river_state *s = state;
    if (s->dealt < 2) s->card[s->dealt++] = (uint8_t)move;
    else if (s->laid < s->round) s->open[s->laid++] = (uint8_t)move;
    else river_bet(game, s, move);
}

static int river_hand(const river_state *s, int player)
{
    int like = 0;
    for (int i = 0; i < s->laid; i++) like += s->open[i] == s->card[player];
    return like * 100 + s->card[player];
}

static void river_scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    const river_state *s = state;
    scores[0] = scores[1] = 0;
    if (!s->over) return;
    int one = river_hand(s, 0), two = river_hand(s, 1);
    if (!s->folded && one == two) return;
    int loser = s->folded ? s->folded - 1 : one < two ? 0 : 1;
    scores[loser] = -s->chips[loser];
    scores[1 - loser] = s->chips[loser];
}

static void river_print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game;
    const river_state *s = state;
    for (int p = 0; p < 2; p++) {
        bool seen = eyes == p || eyes == DADO_NOBODY;
        dado_text_addf(out, "p%d card %d, chips %d\n", p, seen ? s->card[p] : 0, s->chips[p]);
    }
}

static void river_print_move(const dado_game *game, const void *state, dado_move move,
                             dado_text *out)
{
    (void)game;
    dado_text_addf(out, "%s %d", river_deals(state) ? "rank" : "move", (int)move);
}

static void river_observe(const dado_game *game, const void *state, int player, void *view)
{
    (void)game;
    river_state *seen = view;
    *seen = *(const river_state *)state;
    seen->card[1 - player] = 0;
}

static const dado_rules river_rules = {
    .size = sizeof(dado_rules),
    .name = "river",
    .title = "River poker",
    .about = "A poker of any size.",
    .start = river_start,
    .actor = river_actor,
    .legal = river_legal,
    .weigh = river_weigh,
    .apply = river_apply,
    .scores = river_scores,
    .print = river_print,
    .print_move = river_print_move,
    .observe = river_observe,
};

static inline dado_game river_poker(const river_size *size)
{
    return (dado_game){
        .rules = &river_rules,
        .data = size,
        .options = "",
        .players = 2,
        .max_moves = size->ranks > size->sizes + 2 ? size->ranks : size->sizes + 2,
        .luck = true,
        .secrets = true,
        .state_size = sizeof(river_state),
        .view_size = sizeof(river_state),
    };
}
