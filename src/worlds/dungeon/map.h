// map.h - a dungeon map as data, and the `.map` text format.
//
// A map holds what a designer defines: cells, the start, and the gold, items and enemies
// on them. It enforces only the rules that a valid file must keep.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/region.h"
#include "core/error.h"
#include "core/tile_drawing.h"
#include "core/text.h"

enum {
    DADO_CELL_WALL = 0,
    DADO_CELL_FLOOR = 1,
    // Cells with larger ids keep their id and can be walked on like floor.
    DADO_CELL_EXIT = 2,
    DADO_MAP_SIDE_MOST = 1024,
    DADO_MAP_CODE_MOST = 65535,  // the largest id and the largest type
    // The largest value of a field of gold, items and enemies.
    DADO_MAP_FIELD_MOST = 999999,
};

typedef struct dado_map_gold {
    int x, y, amount;
} dado_map_gold;

typedef struct dado_map_item {
    int x, y;
    int buff;  // 1: recovers hp and mp; 0: raises atk and def
    int hp, mp, atk, def;
    int sprite_x, sprite_y;
} dado_map_item;

typedef struct dado_map_enemy {
    int x, y;
    int hp, atk, def;
    int range;  // distance in cells within which it notices the hero
    int cost;   // time units that one action takes
    int sprite_x, sprite_y;
} dado_map_enemy;

typedef struct dado_map {
    int width, height, start_x, start_y;
    uint16_t *id, *type;  // id and type of cell (x, y), at index y * width + x
    dado_map_gold *gold;
    dado_map_item *items;
    dado_map_enemy *enemies;
    int golds, item_count, enemy_count;
} dado_map;

// A remark about an oddity in a map that could be read all the same.
typedef struct dado_map_warning {
    const char *code;  // code of the warning, such as "W_UNUSED_FIELD"
    int line;
    char text[120];
} dado_map_warning;

enum { DADO_MAP_WARNINGS_MOST = 32 };

typedef struct dado_map_warnings {
    dado_map_warning list[DADO_MAP_WARNINGS_MOST];
    // Number of warnings; may be larger than DADO_MAP_WARNINGS_MOST.
    int count;
    bool no_way_out, walled_off;  // no exit can be reached; some thing cannot be reached
} dado_map_warnings;

static inline int dado_map_id(const dado_map *map, int x, int y)
{
    return map->id[y * map->width + x];
}

static inline bool dado_map_inside(const dado_map *map, int x, int y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

// Reads a `.map`. It stops at the first error, which has a code and a line; `source`
// names the file in it. The map is allocated from `region`. `warnings` may be NULL.
bool dado_map_read(dado_map *map, const char *source, const char *text, size_t length,
                   dado_region *region, dado_map_warnings *warnings, dado_error *err);

// Writes the canonical text of a map: reading it gives the same map, and writing that
// gives the same bytes.
void dado_map_write(const dado_map *map, dado_text *out);

// Write the map as letters, one per cell, and as JSON.
void dado_map_ascii(const dado_map *map, dado_text *out);
void dado_map_json(const dado_map *map, dado_text *out);

extern const dado_tileset dado_dungeon_ground;  // the tile graphics of maps

// Returns the size class of a gold pile: 0 for a few coins up to 5 for a hoard.
int dado_gold_class(int amount);

// Marks with 1 the cells that can be reached from (x, y), ignoring enemies, and returns
// how many there are. `queue` has room for every cell. (x, y) itself is always marked.
int dado_map_flood(const dado_map *map, int x, int y, uint8_t *reached, int32_t *queue);

// Computes the steps from (x, y) to every cell, -1 if there is no way, with 4 or 8
// directions.
void dado_map_distances(const dado_map *map, int x, int y, int directions, int32_t *steps,
                        int32_t *queue);

// The steps to the neighbours. Their order breaks ties everywhere: N E S W, then NE SE SW
// NW.
extern const int dado_step_x[8], dado_step_y[8];

// Returns true if a step in `direction` is possible from (x, y): the goal is passable,
// and so are both cells beside a diagonal step.
bool dado_map_step(const dado_map *map, int x, int y, int direction);
