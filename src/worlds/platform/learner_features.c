// learner_features.c - turns a platform level into a grid of numbers for learning agents.
//
// The grid is a window of the level around the hero: a few columns behind, more columns
// ahead, and all rows. Columns outside the level are zero.
#include <math.h>
#include <string.h>

#include "core/game_extras.h"
#include "worlds/platform/platform_game.h"

enum { behind = 6, across = 24 };
enum {
    plane_solid,
    plane_floor,
    plane_bumps,
    plane_breaks,
    plane_coin,
    plane_creature,
    plane_winged,
    plane_spiked,
    plane_shell,
    plane_item,
    plane_shot,
    plane_exit,
    planes
};
enum {
    number_x,
    number_y,
    number_vx,
    number_vy,
    number_ground,
    number_size,
    number_may_jump,
    number_may_shoot,
    number_push,
    number_safe,
    number_clock,
    numbers
};

static const char *const plane_names[planes] = {
    "solid",  "floor",  "bumps", "breaks", "coin", "creature",
    "winged", "spiked", "shell", "item",   "shot", "exit",
};
static const char *const number_names[numbers] = {
    "x within the tile", "y within the tile", "speed to the right",
    "speed down",        "on the ground",     "size",
    "may jump",          "may shoot",         "push left",
    "safe ticks",        "seconds left",
};

bool dado_platform_feature(const dado_game *game, int which, dado_feature *out)
{
    (void)game;
    static const dado_feature blocks[] = {
        { "planes",
          "tiles and bodies around the hero, plane by plane",
          DADO_FEATURE_WHOLE,
          3,
          { planes, DADO_LEVEL_ROWS, across },
          0,
          INFINITY },
        { "hero",
          "where in its tile the hero is, how fast, and what it can do",
          DADO_FEATURE_REAL,
          1,
          { numbers },
          -INFINITY,
          INFINITY },
    };
    return dado_feature_at(blocks, 2, which, out);
}

void dado_platform_feature_entry(const dado_game *game, int which, int entry, dado_text *out)
{
    (void)game;
    dado_text_add(out, which == 0 ? plane_names[entry] : number_names[entry]);
}

int dado_platform_actions(const dado_game *game)
{
    (void)game;
    return DADO_BUTTON_SETS;
}

static float *cell_of(float *values, int plane, int row, int column)
{
    return values + (plane * DADO_LEVEL_ROWS + row) * across + column;
}

static void write_tiles(const dado_platform *p, const dado_world_head *w, int from, float *values)
{
    static const struct {
        int plane, bit;
    } bits[] = {
        { plane_solid, DADO_TILE_SOLID }, { plane_floor, DADO_TILE_FLOOR },
        { plane_bumps, DADO_TILE_BUMPS }, { plane_breaks, DADO_TILE_BREAKS },
        { plane_coin, DADO_TILE_TAKEN },
    };
    for (int x = 0; x < across; x++) {
        if (from + x < 0 || from + x >= p->level.width) continue;
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            int does = dado_tiles[dado_world_tile(&p->course, w, from + x, row)].does;
            for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
                *cell_of(values, bits[i].plane, row, x) = (does & bits[i].bit) != 0;
            }
        }
    }
    int exit = p->level.exit_column - from;
    if (exit >= 0 && exit < across) *cell_of(values, plane_exit, p->level.exit_row, exit) = 1;
}

static int plane_of(const dado_body *b)
{
    switch (b->kind) {
    case DADO_BODY_SHELL: return plane_shell;
    case DADO_BODY_CAP:
    case DADO_BODY_HEART:
    case DADO_BODY_EMBER: return plane_item;
    case DADO_BODY_FIREBALL:
    case DADO_BODY_BULLET: return plane_shot;
    case DADO_BODY_SPIKER:
    case DADO_BODY_SNAPPER: return plane_spiked;
    default: return b->flags & DADO_BODY_WINGED ? plane_winged : plane_creature;
    }
}

static void write_bodies(const dado_platform *p, const dado_world_head *w, int from, float *values)
{
    const dado_body *bodies = dado_world_bodies(&p->course, w);
    for (int i = 0; i < w->bodies; i++) {
        int x = (int)(bodies[i].x / 16) - from, row = (int)(bodies[i].y / 16);
        if (x < 0 || x >= across || row < 0 || row >= DADO_LEVEL_ROWS) continue;
        *cell_of(values, plane_of(&bodies[i]), row, x) += 1;
    }
}

void dado_platform_features(const dado_game *game, const void *view, int seat, float *values)
{
    (void)seat;
    const dado_platform *p = dado_platform_of(game);
    const dado_world_head *w = view;
    int column = (int)(w->hero.x / 16), row = (int)(w->hero.y / 16);
    memset(values, 0, sizeof *values * planes * DADO_LEVEL_ROWS * across);
    write_tiles(p, w, column - behind, values);
    write_bodies(p, w, column - behind, values);
    values += planes * DADO_LEVEL_ROWS * across;
    values[number_x] = w->hero.x / 16 - (float)column;
    values[number_y] = w->hero.y / 16 - (float)row;
    values[number_vx] = w->hero.vx;
    values[number_vy] = w->hero.vy;
    values[number_ground] = (w->hero.flags & DADO_BODY_GROUND) != 0;
    values[number_size] = w->size;
    values[number_may_jump] = w->may_jump;
    values[number_may_shoot] = w->may_shoot;
    values[number_push] = w->jump;
    values[number_safe] = w->safe;
    int seconds = w->clock / 1000;
    values[number_clock] = seconds > 0 ? (float)seconds : 0;
}
