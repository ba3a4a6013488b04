// tile_graphics.c - the tile graphics of dungeon maps; all pictures are our own.
//
// Coordinates are in sixteenths of a cell.
#include <string.h>

#include "worlds/dungeon/map.h"

enum {
    floor_dark = 1,
    floor_light = 2,
    rock = 4,
    rock_foot = 8,
    way_out = 16,
    healing = 32,
    strengthening = 64,
    weak = 128,
    strong = 256,
    hero = 512,
    few_coins = 1024,
};

#define GREEN DADO_RGB(0x2f8f4e)
#define RED DADO_RGB(0xc0392b)
#define BLUE DADO_RGB(0x2a6fb0)
#define WHITE DADO_RGB(0xffffff)
#define SAND DADO_RGB(0xece5d3)

static const dado_tile_shape lies[] = {
    { floor_dark | floor_light, DADO_BOX, SAND, 0, 0, 16, 16 },
    { floor_dark, DADO_BOX, DADO_RGB(0xdfd6bf), 0, 0, 16, 16 },
    { rock, DADO_BOX, DADO_RGB(0x2f3440), 0, 0, 16, 16 },
    { rock_foot, DADO_BOX, DADO_RGB(0x4a5162), 0, 11, 16, 5 },
    { 0 },
};

static const dado_tile_shape pale[] = {
    { floor_dark | floor_light, DADO_BOX, DADO_RGB(0xf6f3ea), 0, 0, 16, 16 },
    { rock, DADO_BOX, DADO_RGB(0x8c919c), 0, 0, 16, 16 },
    { 0 },
};

// Draws a pile of gold of a size class, from a few coins to a hoard.
#define PILE(class, radius) \
    { few_coins << (class), DADO_DOT, DADO_RGB(0x8f6a0e), 8, 9, (radius) + 1, 0 }, \
    { \
        few_coins << (class), DADO_DOT, DADO_RGB(0xd9a520), 8, 9, radius, 0 \
    }

static const dado_tile_shape stands[] = {
    { way_out, DADO_BOX, GREEN, 2, 2, 12, 3 },
    { way_out, DADO_BOX, GREEN, 5, 5, 9, 3 },
    { way_out, DADO_BOX, GREEN, 8, 8, 6, 3 },
    { way_out, DADO_BOX, GREEN, 11, 11, 3, 3 },
    PILE(0, 2.5),
    PILE(1, 3.3),
    PILE(2, 4.1),
    PILE(3, 4.9),
    PILE(4, 5.7),
    PILE(5, 6.5),
    { healing, DADO_DOT, WHITE, 8, 8, 6.5, 0 },
    { healing, DADO_BOX, RED, 6.5, 4, 3, 8 },
    { healing, DADO_BOX, RED, 4, 6.5, 8, 3 },
    { strengthening, DADO_GEM, BLUE, 3, 2, 10, 12 },
    { weak, DADO_DOT, RED, 8, 8, 5.5, 0 },
    { strong, DADO_DOT, DADO_RGB(0x6e1d14), 8, 8, 7, 0 },
    { weak | strong, DADO_DOT, WHITE, 5.7, 6.5, 1.5, 0 },
    { weak | strong, DADO_DOT, WHITE, 10.3, 6.5, 1.5, 0 },
    { weak | strong, DADO_BOX, WHITE, 5, 10, 6, 1.2 },
    { hero, DADO_DOT, DADO_RGB(0x1c1f26), 8, 8, 7, 0 },
    { hero, DADO_DOT, SAND, 8, 8, 5, 0 },
    { hero, DADO_DOT, BLUE, 8, 8, 3, 0 },
    { 0 },
};

static bool wall_at(const dado_map *map, int x, int y)
{
    return !dado_map_inside(map, x, y) || dado_map_id(map, x, y) == DADO_CELL_WALL;
}

// Returns the picture bits of a cell. Rock is drawn only beside floor.
static uint32_t cell_bits(const dado_map *map, int x, int y)
{
    bool near = false;
    if (!wall_at(map, x, y)) {
        return ((x + y) % 2 ? floor_light : floor_dark) |
               (dado_map_id(map, x, y) == DADO_CELL_EXIT ? way_out : 0u);
    }
    for (int d = 0; d < 8; d++) near |= !wall_at(map, x + dado_step_x[d], y + dado_step_y[d]);
    return !near ? 0 : wall_at(map, x, y + 1) ? rock : rock | rock_foot;
}

static void look(const void *ground, uint32_t *bits)
{
    const dado_map *map = ground;
    for (int i = 0; i < map->width * map->height; i++) {
        bits[i] = cell_bits(map, i % map->width, i / map->width);
    }
    for (int i = 0; i < map->golds; i++) {
        const dado_map_gold *g = &map->gold[i];
        bits[g->y * map->width + g->x] |= (uint32_t)few_coins << dado_gold_class(g->amount);
    }
    for (int i = 0; i < map->item_count; i++) {
        const dado_map_item *t = &map->items[i];
        bits[t->y * map->width + t->x] |= t->buff ? healing : strengthening;
    }
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *e = &map->enemies[i];
        bits[e->y * map->width + e->x] |= e->hp * (int64_t)e->atk > 60 ? strong : weak;
    }
    bits[map->start_y * map->width + map->start_x] |= hero;
}

static void size(const void *ground, int *columns, int *rows)
{
    const dado_map *map = ground;
    *columns = map->width;
    *rows = map->height;
}

static void letters(const void *ground, dado_text *out)
{
    dado_map_ascii(ground, out);
}

static const void *read_text(const char *name, const char *text, dado_region *region)
{
    dado_map *map = dado_new(region, dado_map, 1);
    return map && dado_map_read(map, name, text, strlen(text), region, NULL, NULL) ? map : NULL;
}

// clang-format off
const dado_tileset dado_dungeon_ground = {
    .about = "A dungeon map.", .side = 16, .scale = 1, .pixels = 2,
    .under = DADO_RGB(0x1b1e26), .pale_background = DADO_RGB(0x6f7480),
    .lies = lies, .pale = pale, .stands = stands, .told = way_out | hero,
    .read = read_text, .size = size, .look = look, .letters = letters,
};
// clang-format on
