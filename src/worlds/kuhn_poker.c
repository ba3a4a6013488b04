// kuhn_poker.c - Kuhn poker: three cards, two players, one bet.
//
// This is the smallest game with chance and hidden information. Its value is known: with
// best play the first player loses 1/18 of a chip per hand. Both players put in a chip
// and get a card. They check or bet in turn; a bet is one chip, and the other player
// calls or folds. The higher card takes the pot.
#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

// Cards; 0 is a card that is not dealt or not visible.
enum { jack = 1, king = 3 };
enum { stay = 0, put_in = 1 };          // moves: check or fold, bet or call
enum { nobody_yet, showdown, folded };  // how the hand ended

typedef struct hand {
    uint8_t card[2];
    uint8_t dealt;     // number of cards dealt so far
    uint8_t turns;     // number of decisions made so far
    uint8_t chips[2];  // chips that each player has put in
    uint8_t end;
    uint8_t spare;
} hand;
_Static_assert(sizeof(hand) == 8, "no padding: states are compared as bytes");

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    game->players = 2;
    game->max_moves = 3;
    game->luck = true;
    game->secrets = true;
    game->state_size = sizeof(hand);
    game->view_size = sizeof(hand);
    return true;
}

static void start(const dado_game *game, void *state)
{
    (void)game;
    *(hand *)state = (hand){ .chips = { 1, 1 } };
}

static int actor(const dado_game *game, const void *state)
{
    (void)game;
    const hand *h = state;
    if (h->end != nobody_yet) return DADO_NOBODY;
    return h->dealt < 2 ? DADO_CHANCE : h->turns % 2;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    const hand *h = state;
    int count = 0;
    if (h->dealt < 2) {
        for (int card = jack; card <= king; card++) {
            if (h->dealt == 0 || h->card[0] != card) moves[count++] = (dado_move)card;
        }
        return count;
    }
    moves[count++] = put_in;
    moves[count++] = stay;
    return count;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    hand *h = state;
    if (h->dealt < 2) {
        h->card[h->dealt++] = (uint8_t)move;
        return;
    }
    int player = h->turns % 2;
    bool facing_bet = h->chips[1 - player] > h->chips[player];
    h->turns++;
    if (move == put_in) {
        h->chips[player]++;
        if (facing_bet) h->end = showdown;
    } else if (facing_bet) {
        h->end = folded;
    } else if (h->turns == 2) {
        h->end = showdown;
    }
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    const hand *h = state;
    scores[0] = scores[1] = 0;
    if (h->end == nobody_yet) return;
    int winner = h->end == folded ? h->turns % 2 : h->card[1] > h->card[0];
    scores[winner] = h->chips[1 - winner];
    scores[1 - winner] = -h->chips[1 - winner];
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game;
    static const char names[] = "?JQK";
    const hand *h = state;
    for (int p = 0; p < 2; p++) {
        bool seen = eyes == p || eyes == DADO_NOBODY || h->end == showdown;
        char card = h->dealt <= p ? '-' : seen ? names[h->card[p]] : '?';
        dado_text_addf(out, "p%d  card %c  in the pot %d\n", p, card, h->chips[p]);
    }
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    static const char *const cards[] = { "", "jack", "queen", "king" };
    const hand *h = state;
    if (h->dealt < 2) {
        dado_text_add(out, cards[move]);
        return;
    }
    bool facing_bet = h->chips[0] != h->chips[1];
    dado_text_add(out,
                  move == put_in ? (facing_bet ? "call" : "bet") : (facing_bet ? "fold" : "check"));
}

static void observe(const dado_game *game, const void *state, int player, void *view)
{
    (void)game;
    hand *seen = view;
    *seen = *(const hand *)state;
    if (seen->end != showdown) seen->card[1 - player] = 0;
}

static void redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state)
{
    (void)game;
    hand *h = state;
    *h = *(const hand *)view;
    int rival = 1 - player;
    if (h->dealt <= rival || h->card[rival]) return;
    if (h->dealt <= player) {  // only the rival's card is dealt so far
        h->card[rival] = (uint8_t)(jack + dado_rng_below(rng, 3));
        return;
    }
    uint64_t shift = 1 + dado_rng_below(rng, 2);
    h->card[rival] = (uint8_t)(jack + (h->card[player] - jack + shift) % 3);
}

enum { look_seat = king + 1 };

static void scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    const hand *h = state;
    int mover = actor(game, state);
    for (int p = 0; p < 2; p++) {
        bool seen = eyes == p || eyes == DADO_NOBODY || h->end == showdown;
        int area = dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(10 + p),
                                                          .parent = -1,
                                                          .at = p,
                                                          .kind = DADO_ITEM_PLACE,
                                                          .look = (uint16_t)(look_seat + p),
                                                          .owner = (uint8_t)(p + 1),
                                                          .lit = mover == p });
        if (h->dealt > p) {
            dado_scene_add(out, (dado_scene_item){ .id = seen ? h->card[p] : 0,
                                                   .parent = area,
                                                   .kind = DADO_ITEM_CARD,
                                                   .back = !seen,
                                                   .look = seen ? h->card[p] : 0 });
        }
        dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(20 + p),
                                               .parent = area,
                                               .at = 1,
                                               .kind = DADO_ITEM_TOKEN,
                                               .look = look_seat + 2,
                                               .value = h->chips[p] });
    }
}

static void look(const dado_game *game, int look, dado_text *out)
{
    (void)game;
    static const char *const names[] = { "hidden", "jack", "queen", "king", "p0", "p1", "chips" };
    dado_text_add(out, names[look]);
}

static bool feature(const dado_game *game, int which, dado_feature *out)
{
    (void)game;
    static const dado_feature blocks[] = {
        { "card", "the own card: jack, queen, king", DADO_FEATURE_FLAG, 1, { 3 }, 0, 1 },
        { "seat", "which seat looks", DADO_FEATURE_FLAG, 1, { 2 }, 0, 1 },
        { "chips", "put in: the own, the other's", DADO_FEATURE_WHOLE, 1, { 2 }, 1, 2 },
        { "turns", "decisions made so far", DADO_FEATURE_FLAG, 1, { 4 }, 0, 1 },
    };
    return dado_feature_at(blocks, sizeof blocks / sizeof *blocks, which, out);
}

static void features(const dado_game *game, const void *view, int seat, float *values)
{
    (void)game;
    const hand *h = view;
    memset(values, 0, sizeof *values * 11);
    if (h->card[seat]) values[h->card[seat] - jack] = 1;
    values[3 + seat] = 1;
    values[5] = h->chips[seat];
    values[6] = h->chips[1 - seat];
    values[7 + h->turns] = 1;
}

static int actions(const dado_game *game)
{
    (void)game;
    return put_in + 1;
}

// Until the hand is over nobody has won anything, as everybody knows.
static bool score_is_known(const dado_game *game, const void *state, int seat, int eyes)
{
    (void)game, (void)seat, (void)eyes;
    return ((const hand *)state)->end != showdown;
}

static const dado_game_extras extras = { .size = sizeof(dado_game_extras),
                                         .scene = scene,
                                         .look = look,
                                         .feature = feature,
                                         .features = features,
                                         .actions = actions,
                                         .score_is_known = score_is_known };

const dado_rules dado_world_kuhn = {
    .size = sizeof(dado_rules),
    .name = "kuhn",
    .title = "Kuhn poker",
    .about = "Three cards, two players, one bet; the first player loses 1/18 with best play.",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .observe = observe,
    .redeal = redeal,
    .extras = &extras,
};
