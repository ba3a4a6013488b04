// kuhn.c - Kuhn poker: three cards, two players, one bet.
//
// The smallest game with luck and a secret, and one whose value is known: with
// best play the first player loses 1/18 of a chip a hand. Both put in a chip
// and get a card. Checking and betting alternate; a bet is one chip, and the
// other calls or folds. The higher card takes the pot.
#include <string.h>

#include "core/face.h"
#include "worlds/shelf.h"

enum { jack = 1, king = 3 };            // cards; 0 is a card not dealt, or not seen
enum { stay = 0, put_in = 1 };          // moves: check or fold, bet or call
enum { nobody_yet, showdown, folded };  // how it ended

typedef struct hand {
    uint8_t card[2];
    uint8_t dealt;    // cards handed out so far
    uint8_t turns;    // decisions made
    uint8_t chips[2]; // put in
    uint8_t end;
    uint8_t spare;
} hand;
_Static_assert(sizeof(hand) == 8, "no padding: states are compared as bytes");

static bool open(dado_game *game, const dado_options *options, dado_arena *arena, dado_error *err)
{
    dado_ask ask = dado_ask_begin(options);
    if (!dado_ask_end(&ask, arena, &game->options, err)) return false;
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
    dado_text_add(out, move == put_in ? (facing_bet ? "call" : "bet")
                                      : (facing_bet ? "fold" : "check"));
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
    if (h->dealt <= player) {  // the only one dealt so far is the rival
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
        int area = dado_scene_add(out, (dado_thing){ .id = (uint32_t)(10 + p),
                                                     .parent = -1,
                                                     .at = p,
                                                     .kind = DADO_THING_PLACE,
                                                     .look = (uint16_t)(look_seat + p),
                                                     .lit = mover == p });
        if (h->dealt > p) {
            dado_scene_add(out, (dado_thing){ .id = seen ? h->card[p] : 0, .parent = area,
                                              .kind = DADO_THING_CARD, .back = !seen,
                                              .look = seen ? h->card[p] : 0 });
        }
        dado_scene_add(out, (dado_thing){ .id = (uint32_t)(20 + p), .parent = area, .at = 1,
                                          .kind = DADO_THING_TOKEN, .look = look_seat + 2,
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
    return dado_feature_of(blocks, sizeof blocks / sizeof *blocks, which, out);
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

static const dado_face face = {
    .size = sizeof(dado_face), .scene = scene, .look = look,
    .feature = feature, .features = features, .actions = actions
};

const dado_rules dado_world_kuhn = {
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
    .face = &face,
};
