// dungeon_export.c - dungeon maps as plain text and as JSON, for other programs.
#include "report/dungeon_picture.h"

#include <string.h>

void dado_map_ascii(const dado_map *map, dado_text *out)
{
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            int id = dado_map_id(map, x, y);
            char sign = id == DADO_CELL_WALL ? '#' : id == DADO_CELL_EXIT ? '>' : '.';
            for (int i = 0; i < map->golds; i++) {
                if (map->gold[i].x == x && map->gold[i].y == y) sign = '$';
            }
            for (int i = 0; i < map->item_count; i++) {
                if (map->items[i].x == x && map->items[i].y == y) {
                    sign = map->items[i].buff ? '!' : '+';
                }
            }
            for (int i = 0; i < map->enemy_count; i++) {
                const dado_map_enemy *e = &map->enemies[i];
                if (e->x == x && e->y == y) sign = e->hp * (int64_t)e->atk > 60 ? 'o' : 'e';
            }
            if (x == map->start_x && y == map->start_y) sign = '@';
            dado_text_char(out, sign);
        }
        dado_text_char(out, '\n');
    }
}

static void grid(const char *name, const uint16_t *cells, const dado_map *map, dado_text *out)
{
    dado_text_addf(out, "\"%s\":[", name);
    for (int y = 0; y < map->height; y++) {
        dado_text_add(out, y ? ",\n[" : "\n[");
        for (int x = 0; x < map->width; x++) {
            dado_text_addf(out, "%s%d", x ? "," : "", cells[y * map->width + x]);
        }
        dado_text_char(out, ']');
    }
    dado_text_add(out, "],\n");
}

void dado_map_json(const dado_map *map, dado_text *out)
{
    dado_text_addf(out, "{\"width\":%d,\"height\":%d,\"start\":{\"x\":%d,\"y\":%d},\n", map->width,
                   map->height, map->start_x, map->start_y);
    grid("id", map->id, map, out);
    grid("type", map->type, map, out);
    dado_text_add(out, "\"gold\":[");
    for (int i = 0; i < map->golds; i++) {
        const dado_map_gold *g = &map->gold[i];
        dado_text_addf(out, "%s{\"x\":%d,\"y\":%d,\"amount\":%d}", i ? "," : "", g->x, g->y,
                       g->amount);
    }
    dado_text_add(out, "],\n\"items\":[");
    for (int i = 0; i < map->item_count; i++) {
        const dado_map_item *t = &map->items[i];
        dado_text_addf(out,
                       "%s{\"x\":%d,\"y\":%d,\"buff\":%d,\"hp\":%d,\"mp\":%d,\"atk\":%d,\"def\":%d,"
                       "\"sprite\":[%d,%d]}",
                       i ? "," : "", t->x, t->y, t->buff, t->hp, t->mp, t->atk, t->def, t->sprite_x,
                       t->sprite_y);
    }
    dado_text_add(out, "],\n\"enemies\":[");
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *e = &map->enemies[i];
        dado_text_addf(out,
                       "%s{\"x\":%d,\"y\":%d,\"hp\":%d,\"atk\":%d,\"def\":%d,\"range\":%d,"
                       "\"cost\":%d,\"sprite\":[%d,%d]}",
                       i ? "," : "", e->x, e->y, e->hp, e->atk, e->def, e->range, e->cost,
                       e->sprite_x, e->sprite_y);
    }
    dado_text_add(out, "]}\n");
}
