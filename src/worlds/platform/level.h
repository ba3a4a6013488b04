// level.h - a platform level: a grid of tiles, the places of its creatures, a start and
// an exit.
//
// A level has 16 rows; the top row is air in every level that dado makes. The grid is
// stored column by column, so a column is 16 consecutive bytes. Heights are counted
// upward from the ground: a thing that stands on the ground is at height 1.
//
// The creatures have names of our own. In the letters of the common text format, g is a
// crawler, k a green shellback, r a red shellback (which turns at an edge), y a spiker,
// and T a pipe with a snapper.
#pragma once

#include "core/region.h"
#include "core/error.h"
#include "core/tile_drawing.h"
#include "core/text.h"

enum {
    DADO_LEVEL_ROWS = 16,
    DADO_LEVEL_GROUND = 14,    // the row of the ground's surface; row 15 is below it
    DADO_LEVEL_WIDEST = 1024,  // most columns of a level
    DADO_LEVEL_TILE = 16,      // width and height of a tile in pixels
    DADO_LEVEL_START = 10,     // columns of the ground before the first pattern
    DADO_LEVEL_END = 20,       // columns of the ground behind the last pattern
    DADO_LEVEL_HERO_COLUMN = 2,
    DADO_LEVEL_EXIT_COLUMN = 4,  // column of the exit within the ground at the end
};

typedef enum dado_tile {
    DADO_TILE_AIR,
    DADO_TILE_GROUND,
    DADO_TILE_ROCK,
    DADO_TILE_BRICK,
    DADO_TILE_POWER,
    DADO_TILE_COINS,  // a block with a coin inside
    DADO_TILE_LIFE,
    DADO_TILE_USED,
    DADO_TILE_COIN,  // a coin in the air
    DADO_TILE_PIPE_LEFT,
    DADO_TILE_PIPE_RIGHT,
    DADO_TILE_MOUTH_LEFT,
    DADO_TILE_MOUTH_RIGHT,
    DADO_TILE_ONE_WAY,
    DADO_TILE_HIDDEN_COIN,
    DADO_TILE_HIDDEN_LIFE,
    DADO_TILE_CANNON,
    DADO_TILE_BRICK_COINS,  // this tile and the next look like a brick
    DADO_TILE_BRICK_POWER,
    DADO_TILES,
} dado_tile;

// Bits that say what a tile does to a body.
enum {
    DADO_TILE_SOLID = 1,    // stops every movement
    DADO_TILE_FLOOR = 2,    // stops downward movement
    DADO_TILE_CEILING = 4,  // stops upward movement
    // When hit from below, gives its contents and becomes a used block.
    DADO_TILE_BUMPS = 8,
    DADO_TILE_BREAKS = 16,
    DADO_TILE_TAKEN = 32,  // a coin: it disappears when touched
};

typedef struct dado_tile_info {
    char letter;  // letter of the tile in pattern files
    char text;    // letter of the tile in the common text format
    const char *name;
    unsigned char does;  // DADO_TILE_SOLID and the other bits above
} dado_tile_info;

extern const dado_tile_info dado_tiles[DADO_TILES];

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
// Letters of the wingless creatures.
extern const char dado_creature_letters[DADO_CREATURES];

typedef struct dado_spawn {  // a cell where a creature waits until it comes into view
    int16_t column;
    // Row of the creature; for a snapper, of the left tile of its pipe's mouth.
    uint8_t row;
    uint8_t creature;
    uint8_t winged;
} dado_spawn;

typedef struct dado_level {
    int width;
    uint8_t *tiles;      // column by column, 16 tiles from the top in each
    dado_spawn *spawns;  // sorted by column, then from the top
    int spawn_count;
    int start_column, start_row, exit_column, exit_row;
    // A recorded play that is said to finish the level, a digit per tick; NULL: none.
    // It is a claim until it is replayed.
    const char *route;
} dado_level;

enum { DADO_LEVEL_ROUTE_MOST = 8192 };  // ticks of a route; the clock allows about 6700

static inline int dado_level_tile(const dado_level *level, int column, int row)
{
    return level->tiles[column * DADO_LEVEL_ROWS + row];
}

extern const dado_tileset dado_platform_ground;  // the tile graphics of levels

// Allocates a level of `width` columns, air with ground below, and room for `spawns`
// creatures.
bool dado_level_init(dado_level *level, int width, int spawns, dado_region *region,
                     dado_error *err);

// Returns the number of solid tiles on top of each other, from the bottom row up.
int dado_level_top(const dado_level *level, int column);

bool dado_level_equal(const dado_level *a, const dado_level *b);
