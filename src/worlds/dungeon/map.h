// map.h - a dungeon map as data, and the `.map` text it is read from.
//
// A map is what a designer hands over: cells, where the player begins, and the
// gold, items and enemies that lie about. It knows no rules beyond those a file
// must keep to be a map at all.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/ground.h"
#include "core/text.h"

enum {
    DADO_CELL_WALL = 0,
    DADO_CELL_FLOOR = 1,
    DADO_CELL_EXIT = 2,  // what is above is kept as read and walks like floor
    DADO_MAP_SIDE_MOST = 1024,
    DADO_MAP_CODE_MOST = 65535,    // of an id or a type
    DADO_MAP_FIELD_MOST = 999999,  // of a value of a thing
};

typedef struct dado_map_gold {
    int x, y, amount;
} dado_map_gold;

typedef struct dado_map_item {
    int x, y;
    int buff;  // 1 recovers hp and mp, 0 raises atk and def
    int hp, mp, atk, def;
    int sprite_x, sprite_y;
} dado_map_item;

typedef struct dado_map_enemy {
    int x, y;
    int hp, atk, def;
    int range;  // cells within which it notices the player
    int cost;   // units of time one action takes
    int sprite_x, sprite_y;
} dado_map_enemy;

typedef struct dado_map {
    int width, height, start_x, start_y;
    uint16_t *id, *type;  // of cell (x, y), at y * width + x
    dado_map_gold *gold;
    dado_map_item *items;
    dado_map_enemy *enemies;
    int golds, item_count, enemy_count;
} dado_map;

// What may be odd about a map that loads all the same.
typedef struct dado_map_warning {
    const char *code;  // "W_UNUSED_FIELD"
    int line;
    char text[120];
} dado_map_warning;

enum { DADO_MAP_WARNINGS_MOST = 32 };

typedef struct dado_map_warnings {
    dado_map_warning list[DADO_MAP_WARNINGS_MOST];
    int count;  // may be larger than what the list holds
    bool no_way_out, walled_off;  // among all: no exit, or not every thing, can be reached
} dado_map_warnings;

static inline int dado_map_id(const dado_map *map, int x, int y)
{
    return map->id[y * map->width + x];
}

static inline bool dado_map_inside(const dado_map *map, int x, int y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

// Reads a `.map`. Stops at the first error, which has its code and its line;
// `source` names the file in it. What is kept comes from `arena`. `warnings` may be NULL.
bool dado_map_read(dado_map *map, const char *source, const char *text, size_t length,
                   dado_arena *arena, dado_map_warnings *warnings, dado_error *err);

// Writes the one text that stands for this map: reading it gives the same map,
// and writing that the same bytes.
void dado_map_write(const dado_map *map, dado_text *out);

// The same in letters, a sign a cell, and for programs.
void dado_map_ascii(const dado_map *map, dado_text *out);
void dado_map_json(const dado_map *map, dado_text *out);

extern const dado_ground_kind dado_dungeon_ground;  // of maps

// The picture of a pile of gold: 0 for a few coins up to 5 for a hoard.
int dado_gold_class(int amount);

// Marks with 1, cell by cell, what can be walked to from (x, y), enemies aside;
// answers how many. `queue` has room for every cell. The start is marked in any case.
int dado_map_flood(const dado_map *map, int x, int y, uint8_t *reached, int32_t *queue);

// Steps from (x, y) to every cell, -1 where no way leads; 4 directions or 8.
void dado_map_distances(const dado_map *map, int x, int y, int directions, int32_t *steps,
                        int32_t *queue);

// The neighbours in the order that decides everywhere: N E S W, then NE SE SW NW.
extern const int dado_step_x[8], dado_step_y[8];

// True if one step leads from (x, y) in `direction`: the goal is passable, and
// so are both cells a diagonal passes between.
bool dado_map_step(const dado_map *map, int x, int y, int direction);
