// map_to_text.c - writes a map as letters for people and as JSON for programs.
#include "core/json_writer.h"
#include "worlds/dungeon/map.h"

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

static void write_grid(dado_json *json, const char *name, const uint16_t *cells,
                       const dado_map *map)
{
    dado_json_array(json, name);
    for (int y = 0; y < map->height; y++) {
        dado_json_array(json, NULL);
        for (int x = 0; x < map->width; x++) dado_json_int(json, NULL, cells[y * map->width + x]);
        dado_json_end(json);
    }
    dado_json_end(json);
}

// Writes one number per name, until the names end.
static void write_numbers(dado_json *json, const char *const *names, const int *values)
{
    for (int i = 0; names[i]; i++) dado_json_int(json, names[i], values[i]);
}

static void write_thing(dado_json *json, const char *const *names, const int *values, int sprite_x,
                        int sprite_y)
{
    dado_json_object(json, NULL);
    write_numbers(json, names, values);
    dado_json_array(json, "sprite");
    dado_json_int(json, NULL, sprite_x);
    dado_json_int(json, NULL, sprite_y);
    dado_json_end(json);
    dado_json_end(json);
}

void dado_map_json(const dado_map *map, dado_text *out)
{
    static const char *const place[] = { "x", "y", NULL };
    static const char *const gold[] = { "x", "y", "amount", NULL };
    static const char *const item[] = { "x", "y", "buff", "hp", "mp", "atk", "def", NULL };
    static const char *const enemy[] = { "x", "y", "hp", "atk", "def", "range", "cost", NULL };
    dado_json json = dado_json_to(out);
    json.lines = 2;
    dado_json_object(&json, NULL);
    dado_json_int(&json, "width", map->width);
    dado_json_int(&json, "height", map->height);
    dado_json_object(&json, "start");
    write_numbers(&json, place, (int[]){ map->start_x, map->start_y });
    dado_json_end(&json);
    write_grid(&json, "id", map->id, map);
    write_grid(&json, "type", map->type, map);
    dado_json_array(&json, "gold");
    for (int i = 0; i < map->golds; i++) {
        const dado_map_gold *g = &map->gold[i];
        dado_json_object(&json, NULL);
        write_numbers(&json, gold, (int[]){ g->x, g->y, g->amount });
        dado_json_end(&json);
    }
    dado_json_end(&json);
    dado_json_array(&json, "items");
    for (int i = 0; i < map->item_count; i++) {
        const dado_map_item *t = &map->items[i];
        write_thing(&json, item, (int[]){ t->x, t->y, t->buff, t->hp, t->mp, t->atk, t->def },
                    t->sprite_x, t->sprite_y);
    }
    dado_json_end(&json);
    dado_json_array(&json, "enemies");
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *e = &map->enemies[i];
        write_thing(&json, enemy, (int[]){ e->x, e->y, e->hp, e->atk, e->def, e->range, e->cost },
                    e->sprite_x, e->sprite_y);
    }
    dado_json_end(&json);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}
