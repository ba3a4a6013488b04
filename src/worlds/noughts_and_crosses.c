// noughts_and_crosses.c - noughts and crosses: three in a row on a board of nine cells.
//
// With best play nobody wins. Turning and mirroring the board makes up to eight
// equivalent positions, which the solver counts as one.
#include <string.h>

#include "core/game_extras.h"
#include "worlds/shelf.h"

enum { cells = 9 };

typedef struct table {
    uint8_t cell[cells];  // 0 free, 1 cross, 2 nought
    uint8_t taken;
} table;
_Static_assert(sizeof(table) == 10, "no padding: states are compared as bytes");

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    game->players = 2;
    game->max_moves = cells;
    game->state_size = sizeof(table);
    return true;
}

static void start(const dado_game *game, void *state)
{
    (void)game;
    memset(state, 0, sizeof(table));
}

// Returns the player with three in a row, or DADO_NOBODY.
static int winner(const table *t)
{
    static const uint8_t lines[8][3] = {
        { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 },
        { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 },
    };
    for (int i = 0; i < 8; i++) {
        int mark = t->cell[lines[i][0]];
        if (mark && t->cell[lines[i][1]] == mark && t->cell[lines[i][2]] == mark) return mark - 1;
    }
    return DADO_NOBODY;
}

static int actor(const dado_game *game, const void *state)
{
    (void)game;
    const table *t = state;
    return t->taken == cells || winner(t) != DADO_NOBODY ? DADO_NOBODY : t->taken % 2;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    (void)game;
    const table *t = state;
    int count = 0;
    for (int i = 0; i < cells; i++) {
        if (!t->cell[i]) moves[count++] = (dado_move)i;
    }
    return count;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    (void)game;
    table *t = state;
    t->cell[move] = (uint8_t)(1 + t->taken % 2);
    t->taken++;
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    int who = winner(state);
    scores[0] = who == 0;
    scores[1] = who == 1;
}

static void print(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game;
    (void)eyes;
    const table *t = state;
    for (int i = 0; i < cells; i++) {
        dado_text_char(out, t->cell[i] ? " XO"[t->cell[i]] : (char)('1' + i));
        dado_text_char(out, i % 3 == 2 ? '\n' : ' ');
    }
}

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    (void)game;
    (void)state;
    dado_text_addf(out, "%d", (int)move + 1);
}

// Replaces the board by the smallest of its eight turned and mirrored versions.
static void canonicalize(const dado_game *game, void *state)
{
    (void)game;
    static const uint8_t turned[cells] = { 6, 3, 0, 7, 4, 1, 8, 5, 2 };
    static const uint8_t mirrored[cells] = { 2, 1, 0, 5, 4, 3, 8, 7, 6 };
    table *t = state;
    uint8_t seen[cells], next[cells], best[cells];
    memcpy(seen, t->cell, cells);
    memcpy(best, t->cell, cells);
    for (int way = 1; way < 8; way++) {
        const uint8_t *from = way == 4 ? mirrored : turned;
        for (int i = 0; i < cells; i++) next[i] = seen[from[i]];
        memcpy(seen, next, cells);
        if (memcmp(seen, best, cells) < 0) memcpy(best, seen, cells);
    }
    memcpy(t->cell, best, cells);
}

// Draws the board as nine tiles with the numbers 1 to 9. The mark on a tile has the
// number of the tile plus ten.
static void scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    (void)game;
    (void)eyes;
    const table *t = state;
    dado_scene_add(
        out, (dado_scene_item){ .id = 100, .kind = DADO_ITEM_PLACE, .parent = -1, .value = 3 });
    for (int i = 0; i < cells; i++) {
        int tile = dado_scene_add(
            out, (dado_scene_item){ .id = (uint32_t)(1 + i), .at = i, .kind = DADO_ITEM_TILE });
        if (!t->cell[i]) continue;
        dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(11 + i),
                                               .kind = DADO_ITEM_TOKEN,
                                               .parent = tile,
                                               .look = t->cell[i],
                                               .owner = t->cell[i],
                                               .value = 1 });
    }
}

static void look(const dado_game *game, int look, dado_text *out)
{
    (void)game;
    dado_text_add(out, look == 1 ? "cross" : "nought");
}

static int touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids, int most)
{
    (void)game;
    (void)state;
    if (most > 0) ids[0] = (uint32_t)move + 1;
    return 1;
}

static bool feature(const dado_game *game, int which, dado_feature *out)
{
    (void)game;
    static const dado_feature board = {
        "board", "the own marks, then the other's", DADO_FEATURE_FLAG, 3, { 2, 3, 3 }, 0, 1
    };
    return dado_feature_at(&board, 1, which, out);
}

static void features(const dado_game *game, const void *view, int seat, float *values)
{
    (void)game;
    const table *t = view;
    for (int i = 0; i < cells; i++) {
        values[i] = t->cell[i] == 1 + seat;
        values[cells + i] = t->cell[i] == 2 - seat;
    }
}

static int actions(const dado_game *game)
{
    (void)game;
    return cells;
}

static const dado_game_extras extras = { .size = sizeof(dado_game_extras),
                                         .scene = scene,
                                         .look = look,
                                         .touch = touch,
                                         .feature = feature,
                                         .features = features,
                                         .actions = actions };

const dado_rules dado_world_noughts = {
    .size = sizeof(dado_rules),
    .name = "noughts",
    .title = "Noughts and crosses",
    .about = "Three in a row on a board of nine; with best play nobody wins.",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = print,
    .print_move = print_move,
    .canonicalize = canonicalize,
    .extras = &extras,
};
