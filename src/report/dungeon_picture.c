// dungeon_picture.c - see dungeon_picture.h: tiles of our own, and heat over them.
#include "report/dungeon_picture.h"

#include "report/chart.h"

enum { tile = 16 };

static const dado_ink rock = DADO_INK(0x2f3440), rock_edge = DADO_INK(0x4a5162),
                      ground = DADO_INK(0xece5d3), seam = DADO_INK(0xdfd6bf),
                      green = DADO_INK(0x2f8f4e), gold_ink = DADO_INK(0xd9a520),
                      gold_edge = DADO_INK(0x8f6a0e), red = DADO_INK(0xc0392b),
                      dark_red = DADO_INK(0x6e1d14), blue = DADO_INK(0x2a6fb0),
                      white = DADO_INK(0xffffff), ink = DADO_INK(0x1c1f26);

static bool wall_at(const dado_map *map, int x, int y)
{
    return !dado_map_inside(map, x, y) || dado_map_id(map, x, y) == DADO_CELL_WALL;
}

// Shapes of one ink that follow each other become one path, so each pass has one ink.
static void draw_ground(const dado_map *map, dado_picture *p, bool pale)
{
    dado_ink under = pale ? DADO_INK(0xf6f3ea) : ground;
    dado_ink stone = pale ? DADO_INK(0x8c919c) : rock;
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
            dado_picture_rect(p, seam, x * tile, y * tile, tile, tile);
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
                dado_picture_rect(p, rock_edge, x * tile, y * tile + tile - 5, tile, 5);
            }
        }
    }
}

static void draw_exit(dado_picture *p, int x, int y)
{
    for (int step = 0; step < 4; step++) {
        dado_picture_rect(p, green, x * tile + 2 + step * 3, y * tile + 2 + step * 3, 12 - step * 3,
                          3);
    }
}

static void draw_gold(const dado_map *map, dado_picture *p)
{
    for (int i = 0; i < map->golds; i++) {
        const dado_map_gold *g = &map->gold[i];
        double r = 2.5 + 0.8 * dado_gold_class(g->amount);
        dado_picture_circle(p, gold_edge, g->x * tile + 8, g->y * tile + 9, r + 1);
        dado_picture_circle(p, gold_ink, g->x * tile + 8, g->y * tile + 9, r);
    }
}

static void draw_items(const dado_map *map, dado_picture *p)
{
    for (int i = 0; i < map->item_count; i++) {
        const dado_map_item *t = &map->items[i];
        double x = t->x * tile, y = t->y * tile;
        if (t->buff) {
            dado_picture_circle(p, white, x + 8, y + 8, 6.5);
            dado_picture_rect(p, red, x + 6.5, y + 4, 3, 8);
            dado_picture_rect(p, red, x + 4, y + 6.5, 8, 3);
        } else {
            dado_spot blade[4] = {
                { x + 8, y + 2 }, { x + 13, y + 8 }, { x + 8, y + 14 }, { x + 3, y + 8 }
            };
            dado_picture_polygon(p, blue, blade, 4);
        }
    }
}

static void draw_enemies(const dado_map *map, dado_picture *p)
{
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *e = &map->enemies[i];
        double x = e->x * tile, y = e->y * tile;
        bool strong = e->hp * e->atk > 60;
        dado_picture_circle(p, strong ? dark_red : red, x + 8, y + 8, strong ? 7 : 5.5);
        dado_picture_circle(p, white, x + 5.7, y + 6.5, 1.5);
        dado_picture_circle(p, white, x + 10.3, y + 6.5, 1.5);
        dado_picture_rect(p, white, x + 5, y + 10, 6, 1.2);
    }
}

static void draw_hero(const dado_map *map, dado_picture *p)
{
    double x = map->start_x * tile + 8, y = map->start_y * tile + 8;
    dado_picture_ring(p, ink, 2, x, y, 6);
    dado_picture_circle(p, blue, x, y, 3);
}

static void draw_exits(const dado_map *map, dado_picture *p)
{
    for (int i = 0; i < map->width * map->height; i++) {
        if (map->id[i] == DADO_CELL_EXIT) draw_exit(p, i % map->width, i / map->width);
    }
}

void dado_map_picture(const dado_map *map, dado_picture *picture)
{
    *picture = dado_picture_begin(map->width * tile, map->height * tile, DADO_INK(0x1b1e26));
    draw_ground(map, picture, false);
    draw_exits(map, picture);
    draw_gold(map, picture);
    draw_items(map, picture);
    draw_enemies(map, picture);
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
