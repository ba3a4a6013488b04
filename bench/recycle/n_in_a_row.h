// n_in_a_row.h - n in a row by hand, on the contract: noughts and crosses, and connect four.
//
// Written as one would write them in C without a second thought for speed, but
// for the lines through each space, which are listed beforehand as the
// description's are. Moves are spaces.
#pragma once

#include <string.h>

#include "core/game.h"

enum { rows_most = 42, rows_lines = 24 };

typedef struct rows_state {
    uint8_t owner[rows_most];  // 2: nobody's
    uint8_t turn, filled, over, winner;
} rows_state;

typedef struct rows_shape {
    int width, height, length;
    bool falls;
    int count[rows_most];  // of lines through a space
    int8_t line[rows_most][rows_lines][4];
} rows_shape;

static void rows_fill(rows_shape *s)
{
    static const int step[4][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 1, -1 } };
    for (int i = 0; i < s->width * s->height; i++) {
        for (int d = 0; d < 4; d++) {
            int8_t line[4];
            int x = i % s->width, y = i / s->width, n = 0;
            for (; n < s->length; n++, x += step[d][0], y += step[d][1]) {
                if (x < 0 || y < 0 || x >= s->width || y >= s->height) break;
                line[n] = (int8_t)(y * s->width + x);
            }
            for (int k = 0; n == s->length && k < n; k++) {
                memcpy(s->line[line[k]][s->count[line[k]]++], line, 4);
            }
        }
    }
}

static void rows_start(const dado_game *game, void *state)
{
    (void)game;
    rows_state *s = state;
    memset(s, 0, sizeof *s);
    memset(s->owner, 2, sizeof s->owner);
    s->winner = 2;
}

static int rows_actor(const dado_game *game, const void *state)
{
    (void)game;
    const rows_state *s = state;
    return s->over ? DADO_NOBODY : s->turn;
}

static int rows_legal(const dado_game *game, const void *state, dado_move *moves)
{
    const rows_shape *shape = game->data;
    const rows_state *s = state;
    int count = 0;
    if (shape->falls) {
        for (int x = 0; x < shape->width; x++) {
            int i = x;
            while (i < shape->width * shape->height && s->owner[i] != 2) i += shape->width;
            if (i < shape->width * shape->height) moves[count++] = (dado_move)i;
        }
        return count;
    }
    for (int i = 0; i < shape->width * shape->height; i++) {
        if (s->owner[i] == 2) moves[count++] = (dado_move)i;
    }
    return count;
}

static void rows_apply(const dado_game *game, void *state, dado_move move)
{
    const rows_shape *shape = game->data;
    rows_state *s = state;
    s->owner[move] = s->turn;
    for (int i = 0; i < shape->count[move]; i++) {
        const int8_t *line = shape->line[move][i];
        int k = 0;
        while (k < shape->length && s->owner[line[k]] == s->turn) k++;
        if (k == shape->length) {
            s->over = 1;
            s->winner = s->turn;
            return;
        }
    }
    if (++s->filled == shape->width * shape->height) s->over = 1;
    s->turn ^= 1;
}

static void rows_scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    const rows_state *s = state;
    scores[0] = s->winner == 0;
    scores[1] = s->winner == 1;
}

static bool rows_open(dado_game *game, dado_region *region, dado_error *err, rows_shape shape)
{
    rows_shape *made = dado_new(region, rows_shape, 1);
    if (!made) return dado_fail(err, DADO_LIMIT, "no memory");
    *made = shape;
    rows_fill(made);
    game->data = made;
    game->options = "";
    game->players = 2;
    game->max_moves = rows_most;
    game->state_size = game->view_size = sizeof(rows_state);
    return true;
}

static bool noughts_open(dado_game *game, const dado_options *options, dado_region *region,
                         dado_error *err)
{
    (void)options;
    return rows_open(game, region, err, (rows_shape){ .width = 3, .height = 3, .length = 3 });
}

static bool four_open(dado_game *game, const dado_options *options, dado_region *region,
                      dado_error *err)
{
    (void)options;
    return rows_open(game, region, err,
                     (rows_shape){ .width = 7, .height = 6, .length = 4, .falls = true });
}

#define ROWS_RULES(called, opens) \
    { \
        .name = called, .title = called, .open = opens, .start = rows_start, .actor = rows_actor, \
        .legal = rows_legal, .apply = rows_apply, .scores = rows_scores \
    }
static const dado_rules noughts_by_hand = ROWS_RULES("noughts by hand", noughts_open);
static const dado_rules four_by_hand = ROWS_RULES("four by hand", four_open);
