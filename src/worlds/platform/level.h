// level.h - a platform level: a grid of tiles, where creatures wait, a start and an exit.
//
// A level has 16 rows, the top one air in everything dado makes, and its
// columns lie one after another so that a column is 16 bytes in a row. Heights
// are counted upward from the ground: what stands on it is in height 1.
//
// The creatures have names of our own. In the letters of the common text
// format, which dado reads and writes, g is a crawler, k a green shellback, r a
// red one (which turns at an edge), y a spiker, and a T is a pipe with a snapper.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "core/ground.h"
#include "core/text.h"

enum {
    DADO_LEVEL_ROWS = 16,
    DADO_LEVEL_GROUND = 14,     // the row of the surface; 15 lies below it
    DADO_LEVEL_WIDEST = 1024,   // columns
    DADO_LEVEL_TILE = 16,       // pixels
    DADO_LEVEL_START = 10,      // columns of the platform before the first pattern
    DADO_LEVEL_END = 20,        // and of the one behind the last
    DADO_LEVEL_HERO_COLUMN = 2,
    DADO_LEVEL_EXIT_COLUMN = 4,  // of the end platform
};

typedef enum dado_tile {
    DADO_TILE_AIR,
    DADO_TILE_GROUND,
    DADO_TILE_ROCK,
    DADO_TILE_BRICK,
    DADO_TILE_POWER,
    DADO_TILE_COINS,        // a block that holds a coin
    DADO_TILE_LIFE,
    DADO_TILE_USED,
    DADO_TILE_COIN,         // one that hangs in the air
    DADO_TILE_PIPE_LEFT,
    DADO_TILE_PIPE_RIGHT,
    DADO_TILE_MOUTH_LEFT,
    DADO_TILE_MOUTH_RIGHT,
    DADO_TILE_ONE_WAY,
    DADO_TILE_HIDDEN_COIN,
    DADO_TILE_HIDDEN_LIFE,
    DADO_TILE_CANNON,
    DADO_TILE_BRICK_COINS,  // these two look like a brick
    DADO_TILE_BRICK_POWER,
    DADO_TILES,
} dado_tile;

// What a tile does to a body, as bits.
enum {
    DADO_TILE_SOLID = 1,    // stops every move
    DADO_TILE_FLOOR = 2,    // stops what comes down
    DADO_TILE_CEILING = 4,  // stops what comes up
    DADO_TILE_BUMPS = 8,    // hit from below it gives what it holds and is used up
    DADO_TILE_BREAKS = 16,
    DADO_TILE_TAKEN = 32,   // a coin, gone at a touch
};

typedef struct dado_tile_about {
    char letter;         // in pattern files, as the specification writes it
    char text;           // in the common text format
    const char *name;
    unsigned char does;  // bits
} dado_tile_about;

extern const dado_tile_about dado_tiles[DADO_TILES];

static inline bool dado_tile_solid(int tile)
{
    return (dado_tiles[tile].does & DADO_TILE_SOLID) != 0;
}

typedef enum dado_creature {
    DADO_CRAWLER,
    DADO_GREEN,
    DADO_RED,
    DADO_SPIKER,
    DADO_SNAPPER,
    DADO_CREATURES,
} dado_creature;

extern const char *const dado_creature_names[DADO_CREATURES];
extern const char dado_creature_letters[DADO_CREATURES];  // without wings

typedef struct dado_spawn {  // a cell where a creature waits to be seen
    int16_t column;
    uint8_t row;             // of a snapper: the left tile of its pipe's mouth
    uint8_t creature;
    uint8_t winged;
} dado_spawn;

typedef struct dado_level {
    int width;
    uint8_t *tiles;      // column by column, 16 from the top in each
    dado_spawn *spawns;  // by column, then from the top
    int spawn_count;
    int start_column, start_row, exit_column, exit_row;
} dado_level;

static inline int dado_level_tile(const dado_level *level, int column, int row)
{
    return level->tiles[column * DADO_LEVEL_ROWS + row];
}

extern const dado_ground_kind dado_platform_ground;  // of levels

// Room for a level of so many columns of air with ground below, and so many spawns.
bool dado_level_init(dado_level *level, int width, int spawns, dado_arena *arena, dado_error *err);

// Solid tiles one above another, from the bottom row up.
int dado_level_top(const dado_level *level, int column);

bool dado_level_equal(const dado_level *a, const dado_level *b);
