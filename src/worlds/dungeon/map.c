// map.c - walks over a map and writes it; see map.h. map_read.c reads maps.
#include "worlds/dungeon/map.h"

#include <string.h>

const int dado_step_x[8] = { 0, 1, 0, -1, 1, 1, -1, -1 };
const int dado_step_y[8] = { -1, 0, 1, 0, -1, 1, 1, -1 };

int dado_gold_class(int amount)
{
    static const int most[] = { 5, 15, 30, 50, 100 };
    int class = 0;
    while (class < 5 && amount > most[class]) class ++;
    return class;
}

static bool passable(const dado_map *map, int x, int y)
{
    return dado_map_inside(map, x, y) && dado_map_id(map, x, y) != DADO_CELL_WALL;
}

bool dado_map_step(const dado_map *map, int x, int y, int direction)
{
    int dx = dado_step_x[direction], dy = dado_step_y[direction];
    if (!passable(map, x + dx, y + dy)) return false;
    return direction < 4 || (passable(map, x + dx, y) && passable(map, x, y + dy));
}

void dado_map_distances(const dado_map *map, int x, int y, int directions, int32_t *steps,
                        int32_t *queue)
{
    int cells = map->width * map->height;
    for (int i = 0; i < cells; i++) steps[i] = -1;
    int head = 0, tail = 0;
    queue[tail++] = y * map->width + x;
    steps[queue[0]] = 0;
    while (head < tail) {
        int cell = queue[head++], cx = cell % map->width, cy = cell / map->width;
        for (int d = 0; d < directions; d++) {
            if (!dado_map_step(map, cx, cy, d)) continue;
            int next = cell + dado_step_y[d] * map->width + dado_step_x[d];
            if (steps[next] >= 0) continue;
            steps[next] = steps[cell] + 1;
            queue[tail++] = next;
        }
    }
}

int dado_map_flood(const dado_map *map, int x, int y, uint8_t *reached, int32_t *queue)
{
    memset(reached, 0, (size_t)map->width * (size_t)map->height);
    int head = 0, tail = 0;
    queue[tail++] = y * map->width + x;
    reached[queue[0]] = 1;
    while (head < tail) {
        int cell = queue[head++], cx = cell % map->width, cy = cell / map->width;
        for (int d = 0; d < 4; d++) {
            if (!passable(map, cx + dado_step_x[d], cy + dado_step_y[d])) continue;
            int next = cell + dado_step_y[d] * map->width + dado_step_x[d];
            if (reached[next]) continue;
            reached[next] = 1;
            queue[tail++] = next;
        }
    }
    return tail;
}

void dado_map_write(const dado_map *map, dado_text *out)
{
    dado_text_addf(out, "%d.%d\n%d-%d\n", map->start_x, map->start_y, map->width, map->height);
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            int cell = y * map->width + x;
            dado_text_addf(out, "%s%d:%d", x ? " " : "", map->id[cell], map->type[cell]);
        }
        dado_text_char(out, '\n');
    }
    for (int i = 0; i < map->golds; i++) {
        const dado_map_gold *g = &map->gold[i];
        dado_text_addf(out, "Gold:\n%d,%d,%d\n", g->x, g->y, g->amount);
    }
    for (int i = 0; i < map->item_count; i++) {
        const dado_map_item *t = &map->items[i];
        dado_text_addf(out, "Item:\n%d,%d,%d,%d,%d,%d,%d,%d,%d\n", t->x, t->y, t->buff, t->hp,
                       t->mp, t->atk, t->def, t->sprite_x, t->sprite_y);
    }
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *e = &map->enemies[i];
        dado_text_addf(out, "Enemy:\n%d,%d,%d,%d,%d,%d,%d,%d,%d\n", e->x, e->y, e->hp, e->atk,
                       e->def, e->range, e->cost, e->sprite_x, e->sprite_y);
    }
}
