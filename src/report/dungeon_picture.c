// dungeon_picture.c - see dungeon_picture.h: tiles of our own, and heat over them.
#include "report/dungeon_picture.h"

#include "report/chart.h"

enum { tile = 16 };

#define GREEN DADO_INK(0x2f8f4e)
#define RED DADO_INK(0xc0392b)
#define BLUE DADO_INK(0x2a6fb0)
#define WHITE DADO_INK(0xffffff)

static bool wall_at(const dado_map *map, int x, int y)
{
    return !dado_map_inside(map, x, y) || dado_map_id(map, x, y) == DADO_CELL_WALL;
}

// Shapes of one ink that follow each other become one path, so each pass has one ink.
static void draw_ground(const dado_map *map, dado_picture *p, bool pale)
{
    dado_ink under = pale ? DADO_INK(0xf6f3ea) : DADO_INK(0xece5d3);
    dado_ink stone = pale ? DADO_INK(0x8c919c) : DADO_INK(0x2f3440);
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width;) {
            int end = x;
            while (end < map->width && !wall_at(map, end, y)) end++;
            if (end > x) {
                dado_picture_rect(p, under, x * tile, y * tile, (end - x) * tile, tile);
            }
            x = end > x ? end : x + 1;
        }
    }
    for (int y = 0; y < map->height && !pale; y++) {
        for (int x = 0; x < map->width; x++) {
            if (wall_at(map, x, y) || (x + y) % 2) continue;
            dado_picture_rect(p, DADO_INK(0xdfd6bf), x * tile, y * tile, tile, tile);
        }
    }
    // Rock shows only where floor is near; the rest is the dark the picture began with.
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            bool near = false;
            for (int d = 0; d < 8; d++)
                near |= !wall_at(map, x + dado_step_x[d], y + dado_step_y[d]);
            if (wall_at(map, x, y) && near)
                dado_picture_rect(p, stone, x * tile, y * tile, tile, tile);
        }
    }
    for (int y = 0; y < map->height && !pale; y++) {
        for (int x = 0; x < map->width; x++) {
            if (wall_at(map, x, y) && !wall_at(map, x, y + 1)) {
                dado_picture_rect(p, DADO_INK(0x4a5162), x * tile, y * tile + tile - 5, tile, 5);
            }
        }
    }
}

// What stands on cells, in sixteenths of one.
enum { way_out = 1, healing = 2, strengthening = 4, weak = 8, strong = 16 };
static const dado_stamp stamps[] = {
    { way_out, DADO_BOX, GREEN, 2, 2, 12, 3 },
    { way_out, DADO_BOX, GREEN, 5, 5, 9, 3 },
    { way_out, DADO_BOX, GREEN, 8, 8, 6, 3 },
    { way_out, DADO_BOX, GREEN, 11, 11, 3, 3 },
    { healing, DADO_DOT, WHITE, 8, 8, 6.5, 0 },
    { healing, DADO_BOX, RED, 6.5, 4, 3, 8 },
    { healing, DADO_BOX, RED, 4, 6.5, 8, 3 },
    { strengthening, DADO_GEM, BLUE, 3, 2, 10, 12 },
    { weak, DADO_DOT, RED, 8, 8, 5.5, 0 },
    { strong, DADO_DOT, DADO_INK(0x6e1d14), 8, 8, 7, 0 },
    { weak | strong, DADO_DOT, WHITE, 5.7, 6.5, 1.5, 0 },
    { weak | strong, DADO_DOT, WHITE, 10.3, 6.5, 1.5, 0 },
    { weak | strong, DADO_BOX, WHITE, 5, 10, 6, 1.2 },
    { 0 },
};

static void stamp(dado_picture *p, unsigned of, int x, int y)
{
    for (const dado_stamp *s = stamps; s->of; s++) {
        if (s->of & of) dado_picture_stamp(p, s, x * tile, y * tile, 1);
    }
}

static void draw_things(const dado_map *map, dado_picture *p)
{
    for (int i = 0; i < map->golds; i++) {
        const dado_map_gold *g = &map->gold[i];
        double r = 2.5 + 0.8 * dado_gold_class(g->amount);
        dado_picture_circle(p, DADO_INK(0x8f6a0e), g->x * tile + 8, g->y * tile + 9, r + 1);
        dado_picture_circle(p, DADO_INK(0xd9a520), g->x * tile + 8, g->y * tile + 9, r);
    }
    for (int i = 0; i < map->item_count; i++) {
        stamp(p, map->items[i].buff ? healing : strengthening, map->items[i].x, map->items[i].y);
    }
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *e = &map->enemies[i];
        stamp(p, e->hp * (int64_t)e->atk > 60 ? strong : weak, e->x, e->y);
    }
}

static void draw_exits(const dado_map *map, dado_picture *p)
{
    for (int i = 0; i < map->width * map->height; i++) {
        if (map->id[i] == DADO_CELL_EXIT) stamp(p, way_out, i % map->width, i / map->width);
    }
}

static void draw_hero(const dado_map *map, dado_picture *p)
{
    double x = map->start_x * tile + 8, y = map->start_y * tile + 8;
    dado_picture_ring(p, DADO_INK(0x1c1f26), 2, x, y, 6);
    dado_picture_circle(p, BLUE, x, y, 3);
}

void dado_map_picture(const dado_map *map, dado_picture *picture)
{
    *picture = dado_picture_begin(map->width * tile, map->height * tile, DADO_INK(0x1b1e26));
    draw_ground(map, picture, false);
    draw_exits(map, picture);
    draw_things(map, picture);
    draw_hero(map, picture);
}

void dado_heat_picture(const dado_map *map, const dado_heat_maps *heat, dado_heat_kind kind,
                       dado_picture *picture)
{
    const double *cells = heat->cells[kind];
    double most = 0;
    for (int i = 0; i < heat->width * heat->height; i++) {
        if (!dado_is_none(cells[i]) && cells[i] > most) most = cells[i];
    }
    *picture = dado_picture_begin(map->width * tile, map->height * tile, DADO_INK(0x6f7480));
    draw_ground(map, picture, true);
    for (int i = 0; i < heat->width * heat->height; i++) {
        bool nothing = dado_is_none(cells[i]) || (cells[i] <= 0 && kind != DADO_HEAT_FOUND);
        if (nothing || most <= 0) continue;
        dado_ink warm = DADO_INK(dado_heat_colour(cells[i] / most));
        dado_picture_rect(picture, warm, i % heat->width * tile, i / heat->width * tile, tile,
                          tile);
    }
    draw_exits(map, picture);
    draw_hero(map, picture);
}
