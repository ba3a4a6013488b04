// level.c - tables of tiles and creatures, and functions on levels; see level.h.
#include "worlds/platform/level.h"

#include <string.h>

enum {
    solid = DADO_TILE_SOLID,
    bumps = DADO_TILE_SOLID | DADO_TILE_BUMPS,
};

const dado_tile_info dado_tiles[DADO_TILES] = {
    [DADO_TILE_AIR] = { '.', '-', "air", 0 },
    [DADO_TILE_GROUND] = { '=', 'X', "ground", solid },
    [DADO_TILE_ROCK] = { '#', '#', "rock", solid },
    [DADO_TILE_BRICK] = { 'B', 'S', "brick", solid | DADO_TILE_BREAKS },
    [DADO_TILE_POWER] = { 'P', '@', "power-up block", bumps },
    [DADO_TILE_COINS] = { 'C', '!', "coin block", bumps },
    [DADO_TILE_LIFE] = { 'L', 'L', "life block", bumps },
    [DADO_TILE_USED] = { 'D', 'D', "used block", solid },
    [DADO_TILE_COIN] = { 'o', 'o', "coin", DADO_TILE_TAKEN },
    [DADO_TILE_PIPE_LEFT] = { '[', '[', "pipe, left", solid },
    [DADO_TILE_PIPE_RIGHT] = { ']', ']', "pipe, right", solid },
    [DADO_TILE_MOUTH_LEFT] = { '<', '<', "pipe mouth, left", solid },
    [DADO_TILE_MOUTH_RIGHT] = { '>', '>', "pipe mouth, right", solid },
    [DADO_TILE_ONE_WAY] = { '%', '%', "one-way platform", DADO_TILE_FLOOR },
    [DADO_TILE_HIDDEN_COIN] = { '2', '2', "hidden coin block",
                                DADO_TILE_CEILING | DADO_TILE_BUMPS },
    [DADO_TILE_HIDDEN_LIFE] = { '1', '1', "hidden life block",
                                DADO_TILE_CEILING | DADO_TILE_BUMPS },
    [DADO_TILE_CANNON] = { '*', '*', "cannon", solid },
    [DADO_TILE_BRICK_COINS] = { 'c', 'C', "coin block like a brick", bumps },
    [DADO_TILE_BRICK_POWER] = { 'p', 'U', "power-up block like a brick", bumps },
};

const char *const dado_creature_names[DADO_CREATURES] = {
    "crawler", "green shellback", "red shellback", "spiker", "snapper",
};

const char dado_creature_letters[DADO_CREATURES] = { 'g', 'k', 'r', 'y', 'T' };

bool dado_level_init(dado_level *level, int width, int spawns, dado_region *region, dado_error *err)
{
    if (width < 1 || width > DADO_LEVEL_WIDEST) {
        return dado_fail(err, DADO_LIMIT, "a level has 1 to %d columns, this one %d",
                         DADO_LEVEL_WIDEST, width);
    }
    *level = (dado_level){
        .width = width,
        .tiles = dado_new(region, uint8_t, width * DADO_LEVEL_ROWS),
        .spawns = dado_new(region, dado_spawn, spawns ? spawns : 1),
    };
    return (level->tiles && level->spawns) ||
           dado_fail(err, DADO_LIMIT, "out of memory for a level of %d columns", width);
}

int dado_level_top(const dado_level *level, int column)
{
    int top = 0;
    for (int row = DADO_LEVEL_ROWS - 1; row >= 0; row--) {
        if (!dado_tile_solid(dado_level_tile(level, column, row))) break;
        top++;
    }
    return top;
}

bool dado_level_equal(const dado_level *a, const dado_level *b)
{
    if (a->width != b->width || a->spawn_count != b->spawn_count) return false;
    if (a->start_column != b->start_column || a->start_row != b->start_row) return false;
    if (a->exit_column != b->exit_column || a->exit_row != b->exit_row) return false;
    if (memcmp(a->tiles, b->tiles, (size_t)a->width * DADO_LEVEL_ROWS) != 0) return false;
    for (int i = 0; i < a->spawn_count; i++) {
        const dado_spawn *s = &a->spawns[i], *t = &b->spawns[i];
        if (s->column != t->column || s->row != t->row || s->creature != t->creature ||
            s->winged != t->winged) {
            return false;
        }
    }
    return true;
}
