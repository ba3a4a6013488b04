// dice_race.c - a race game: each turn, throw the die or walk a fixed distance.
//
// This is the smallest game in which chance and choices alternate. Each turn a player
// either throws the die and advances by its value, or walks a fixed number of squares.
// The first player to reach the end of the track wins.
#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

enum { most_players = 4 };
// A player's moves; at a chance node the move is the value of the die.
enum { walk = 0, throw_die = 1 };

typedef struct track {
    uint8_t length, sides, stride;
} track;

typedef struct table {
    uint8_t at[most_players];
    uint8_t mover, thrown;
} table;
_Static_assert(sizeof(table) == 6, "no padding: states are compared as bytes");

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    int64_t length = dado_option_int(&ask, "length", 20, 1, 100);
    int64_t sides = dado_option_int(&ask, "sides", 6, 1, 20);
    int64_t stride = dado_option_int(&ask, "walk", 3, 1, 20);
    int64_t players = dado_option_int(&ask, "players", 2, 2, most_players);
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    track *t = dado_new(region, track, 1);
    if (!t) return dado_fail(err, DADO_LIMIT, "out of memory while setting up the track");
    *t = (track){ (uint8_t)length, (uint8_t)sides, (uint8_t)stride };
    game->data = t;
    game->players = (int)players;
    game->max_moves = sides > 2 ? (int)sides : 2;
    game->luck = true;
    game->state_size = sizeof(table);
    return true;
}

static void start(const dado_game *game, void *state)
{
    (void)game;
    memset(state, 0, sizeof(table));
}

static int actor(const dado_game *game, const void *state)
{
    const track *way = game->data;
    const table *t = state;
    for (int p = 0; p < game->players; p++) {
        if (t->at[p] == way->length) return DADO_NOBODY;
    }
    return t->thrown ? DADO_CHANCE : t->mover;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    const track *way = game->data;
    if (((const table *)state)->thrown) {
        for (int extras = 1; extras <= way->sides; extras++) moves[extras - 1] = (dado_move)extras;
        return way->sides;
    }
    moves[0] = throw_die;
    moves[1] = walk;
    return 2;
}

static void advance(const dado_game *game, table *t, int squares)
{
    const track *way = game->data;
    int at = t->at[t->mover] + squares;
    t->at[t->mover] = (uint8_t)(at < way->length ? at : way->length);
    t->mover = (uint8_t)((t->mover + 1) % game->players);
    t->thrown = 0;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    table *t = state;
    if (t->thrown) advance(game, t, (int)move);
    else if (move == walk) advance(game, t, ((const track *)game->data)->stride);
    else t->thrown = 1;
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    for (int p = 0; p < game->players; p++) scores[p] = ((const table *)state)->at[p];
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)eyes;
    const track *way = game->data;
    const table *t = state;
    for (int p = 0; p < game->players; p++) {
        for (int i = 0; i <= way->length; i++) {
            dado_text_char(out, i == t->at[p] ? (char)('1' + p) : i == way->length ? '|' : '.');
        }
        dado_text_char(out, '\n');
    }
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    if (((const table *)state)->thrown) dado_text_addf(out, "%d", (int)move);
    else dado_text_add(out, move == walk ? "walk" : "throw");
}

static bool feature(const dado_game *game, int which, dado_feature *out)
{
    const track *way = game->data;
    const dado_feature at = { "way",
                              "squares covered, counted from who looks",
                              DADO_FEATURE_WHOLE,
                              1,
                              { game->players },
                              0,
                              way->length };
    return dado_feature_at(&at, 1, which, out);
}

static void features(const dado_game *game, const void *view, int seat, float *values)
{
    for (int p = 0; p < game->players; p++) {
        values[dado_relative_seat(p, seat, game->players)] = ((const table *)view)->at[p];
    }
}

static int actions(const dado_game *game)
{
    (void)game;
    return throw_die + 1;
}

static const dado_game_extras extras = {
    .size = sizeof(dado_game_extras), .feature = feature, .features = features, .actions = actions
};

const dado_rules dado_world_race = {
    .size = sizeof(dado_rules),
    .name = "race",
    .title = "Dice race",
    .about = "Throw the die and hope, or walk and be sure; first over the line wins.",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .extras = &extras,
};
