// map_measures.c - computes measures of a map without playing it.
//
// These are the measures of the specification, and general measures of levels by Liapis,
// Yannakakis and Togelius: how much of the floor is nearer to the start or to the exit
// (area control), how much has been covered when one finds the other (exploration), how
// much of the treasure is nearer to enemies than to the hero (guarded), and symmetry. The
// reference cells are the start and the nearest exit.
#include <string.h>

#include "worlds/dungeon/dungeon.h"

// Least safety of a cell that counts as controlled.
static const double safe_enough = 0.35;

typedef struct ground {
    const dado_map *map;
    int directions, cells;
    int32_t *from_start, *to_exit, *from_exit, *to_enemy, *queue;
    int32_t *place;  // index of each cell on the path that `count_chokes` follows, or -1
    uint8_t *mark;
} ground;

static bool passable(const dado_map *map, int x, int y)
{
    return dado_map_inside(map, x, y) && dado_map_id(map, x, y) != DADO_CELL_WALL;
}

// Computes distances to the nearest of the cells that are set to 0; the others hold -1.
static void spread(const ground *g, int32_t *steps)
{
    int head = 0, tail = 0;
    for (int i = 0; i < g->cells; i++) {
        if (steps[i] == 0) g->queue[tail++] = i;
    }
    while (head < tail) {
        int cell = g->queue[head++], x = cell % g->map->width, y = cell / g->map->width;
        for (int d = 0; d < g->directions; d++) {
            if (!dado_map_step(g->map, x, y, d)) continue;
            int next = cell + dado_step_y[d] * g->map->width + dado_step_x[d];
            if (steps[next] >= 0) continue;
            steps[next] = steps[cell] + 1;
            g->queue[tail++] = next;
        }
    }
}

static int count_regions(const ground *g)
{
    int regions = 0, tail;
    memset(g->mark, 0, (size_t)g->cells);
    for (int i = 0; i < g->cells; i++) {
        if (g->map->id[i] == DADO_CELL_WALL || g->mark[i]) continue;
        regions++;
        g->queue[0] = i;
        g->mark[i] = 1;
        tail = 1;
        for (int head = 0; head < tail; head++) {
            int x = g->queue[head] % g->map->width, y = g->queue[head] / g->map->width;
            for (int d = 0; d < 4; d++) {
                if (!passable(g->map, x + dado_step_x[d], y + dado_step_y[d])) continue;
                int next = g->queue[head] + dado_step_y[d] * g->map->width + dado_step_x[d];
                if (g->mark[next]) continue;
                g->mark[next] = 1;
                g->queue[tail++] = next;
            }
        }
    }
    return regions;
}

static int neighbours(const dado_map *map, int cell, int directions)
{
    int count = 0, x = cell % map->width, y = cell / map->width;
    for (int d = 0; d < directions; d++) {
        count += passable(map, x + dado_step_x[d], y + dado_step_y[d]);
    }
    return count;
}

// Finds one shortest path from start to exit and returns its length. `place` gets the
// index of each cell on it.
static int lay_path(const ground *g, int start)
{
    for (int i = 0; i < g->cells; i++) g->place[i] = -1;
    int cell = start, length = 0;
    g->place[cell] = length;
    while (g->to_exit[cell] > 0) {
        int x = cell % g->map->width, y = cell / g->map->width;
        for (int d = 0; d < g->directions; d++) {
            if (!dado_map_step(g->map, x, y, d)) continue;
            int next = cell + dado_step_y[d] * g->map->width + dado_step_x[d];
            if (g->to_exit[next] != g->to_exit[cell] - 1) continue;
            cell = next;
            break;
        }
        g->place[cell] = ++length;
    }
    return length;
}

// Walks from a cell over cells off the path; returns the furthest index of the path that
// this reaches, or `far` if that is further. Every exit counts as the end of the path.
static int explore_off_path(const ground *g, int from, int length, int far)
{
    int head = 0, tail = 0;
    g->queue[tail++] = from;
    while (head < tail) {
        int cell = g->queue[head++], x = cell % g->map->width, y = cell / g->map->width;
        for (int d = 0; d < g->directions; d++) {
            if (!dado_map_step(g->map, x, y, d)) continue;
            int next = cell + dado_step_y[d] * g->map->width + dado_step_x[d];
            bool exit = g->map->id[next] == DADO_CELL_EXIT;
            int reached = exit ? length : g->place[next];
            if (reached > far) far = reached;
            if (reached >= 0 || g->mark[next]) continue;
            g->mark[next] = 1;
            g->queue[tail++] = next;
        }
    }
    return far;
}

// Counts the cells that every way from start to exit crosses. All of them are on any one
// path, so it suffices to test its cells: one counts if no detour from an earlier cell
// leads past it.
static int count_chokes(const ground *g, int start)
{
    int length = lay_path(g, start), far = 0, chokes = 0;
    memset(g->mark, 0, (size_t)g->cells);
    int cell = start;
    for (int at = 0; at < length; at++) {
        if (at > 0 && far == at) chokes++;
        far = explore_off_path(g, cell, length, far);
        int x = cell % g->map->width, y = cell / g->map->width, next = cell;
        for (int d = 0; d < g->directions && next == cell; d++) {
            if (!dado_map_step(g->map, x, y, d)) continue;
            int beside = cell + dado_step_y[d] * g->map->width + dado_step_x[d];
            if (g->place[beside] == at + 1) next = beside;
        }
        cell = next;
    }
    return chokes;
}

static double leniency(const dado_dungeon *d)
{
    double left = d->rules.hp;
    for (int i = 0; i < d->map.item_count; i++) {
        if (d->map.items[i].buff) left += d->map.items[i].hp;
    }
    for (int i = 0; i < d->map.enemy_count; i++) {
        const dado_map_enemy *e = &d->map.enemies[i];
        int64_t dealt = dado_dungeon_damage(d, d->rules.atk, e->def);
        if (dealt <= 0) return -1;
        int64_t blows = (e->hp + dealt - 1) / dealt;
        int64_t received = ((blows - 1) * d->rules.cost + e->cost - 1) / e->cost;
        left -= (double)(received * dado_dungeon_damage(d, e->atk, d->rules.def));
    }
    double share = left / d->rules.hp;
    return share < -1 ? -1 : share > 1 ? 1 : share;
}

// Returns the share of cells that are passable exactly if their mirrored cell is.
static double symmetry(const dado_map *map, bool flip_x, bool flip_y)
{
    int same = 0;
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            int ox = flip_x ? map->width - 1 - x : x, oy = flip_y ? map->height - 1 - y : y;
            same += passable(map, x, y) == passable(map, ox, oy);
        }
    }
    return (double)same / ((double)map->width * map->height);
}

static double balance(double a, double b)
{
    double larger = a > b ? a : b, apart = a > b ? a - b : b - a;
    return larger > 0 ? 1 - apart / larger : 1;
}

static void measure_control(const ground *g, dado_dungeon *d, int start, int exit)
{
    int own = 0, others = 0, out = 1, back = 1;
    int span = g->from_start[exit];
    for (int i = 0; i < g->cells; i++) {
        if (g->from_start[i] < 0) continue;
        double a = g->from_start[i], b = g->from_exit[i];
        own += (b - a) / (a + b) > safe_enough;
        others += (a - b) / (a + b) > safe_enough;
        out += g->from_start[i] < span;
        back += g->from_exit[i] < g->from_exit[start];
    }
    double cells = d->reachable_count;
    d->fixed[DADO_MAP_AREA_CONTROL] = (own + others) / cells;
    d->fixed[DADO_MAP_AREA_BALANCE] = balance(own, others);
    d->fixed[DADO_MAP_EXPLORATION] = (out / cells + back / cells) / 2;
    d->fixed[DADO_MAP_EXPLORATION_BALANCE] = balance(out, back);
}

static double guard_of(const ground *g, int cell)
{
    double player = g->from_start[cell], enemy = g->to_enemy[cell];
    if (player < 0 || enemy < 0 || player + enemy <= 0) return 0;
    double safety = (player - enemy) / (player + enemy);
    return safety > 0 ? safety : 0;
}

static double guarded(const ground *g)
{
    const dado_map *map = g->map;
    int rewards = map->golds + map->item_count;
    if (map->enemy_count == 0 || rewards == 0) return DADO_NONE;
    for (int i = 0; i < g->cells; i++) g->to_enemy[i] = -1;
    for (int i = 0; i < map->enemy_count; i++) {
        g->to_enemy[map->enemies[i].y * map->width + map->enemies[i].x] = 0;
    }
    spread(g, g->to_enemy);
    double sum = 0;
    for (int i = 0; i < map->golds; i++) {
        sum += guard_of(g, map->gold[i].y * map->width + map->gold[i].x);
    }
    for (int i = 0; i < map->item_count; i++) {
        sum += guard_of(g, map->items[i].y * map->width + map->items[i].x);
    }
    return sum / rewards;
}

static void measure_cells(const ground *g, dado_dungeon *d, int start)
{
    const dado_map *map = g->map;
    int dead_ends = 0, on_path = 0;
    int64_t free = 0;
    for (int i = 0; i < g->cells; i++) {
        if (g->from_start[i] < 0) continue;
        bool end = i == start || map->id[i] == DADO_CELL_EXIT;
        dead_ends += !end && neighbours(map, i, 4) == 1;
        free += neighbours(map, i, g->directions);
        on_path += d->shortest >= 0 && g->from_start[i] + g->to_exit[i] == d->shortest;
    }
    double cells = d->reachable_count;
    d->fixed[DADO_MAP_DEAD_ENDS] = dead_ends;
    d->fixed[DADO_MAP_OPENNESS] = (double)free / cells / g->directions;
    d->fixed[DADO_MAP_ENEMY_DENSITY] = map->enemy_count / cells;
    d->fixed[DADO_MAP_REWARD_DENSITY] = (map->golds + map->item_count) / cells;
    d->fixed[DADO_MAP_LINEARITY] = d->shortest >= 0 ? on_path / cells : DADO_NONE;
}

static void measure_ways(const ground *g, dado_dungeon *d, int start)
{
    int exit = -1;
    for (int i = 0; i < g->cells && exit < 0; i++) {
        if (g->map->id[i] == DADO_CELL_EXIT && g->from_start[i] == d->shortest) exit = i;
    }
    dado_map_distances(g->map, exit % g->map->width, exit / g->map->width, g->directions,
                       g->from_exit, g->queue);
    d->fixed[DADO_MAP_PATH] = d->shortest;
    d->fixed[DADO_MAP_CHOKES] = count_chokes(g, start);
    measure_control(g, d, start, exit);
}

bool dado_dungeon_measure(dado_dungeon *d, dado_region *region)
{
    const dado_map *map = &d->map;
    ground g = { .map = map, .directions = d->directions, .cells = map->width * map->height };
    int32_t **fields[] = {
        &g.from_start, &g.to_exit, &g.from_exit, &g.to_enemy, &g.queue, &g.place
    };
    size_t before = dado_region_mark(region);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!(*fields[i] = dado_new(region, int32_t, g.cells))) return false;
    }
    if (!(g.mark = dado_new(region, uint8_t, g.cells))) return false;
    int start = map->start_y * map->width + map->start_x;
    dado_map_distances(map, map->start_x, map->start_y, d->directions, g.from_start, g.queue);
    for (int i = 0; i < g.cells; i++) {
        bool exit = map->id[i] == DADO_CELL_EXIT && g.from_start[i] >= 0;
        g.to_exit[i] = exit ? 0 : -1;
    }
    spread(&g, g.to_exit);
    for (int i = 0; i < DADO_MAP_MEASURES; i++) d->fixed[i] = DADO_NONE;
    d->fixed[DADO_MAP_FLOOR_RATIO] = (double)d->passable_count / g.cells;
    d->fixed[DADO_MAP_REACH_RATIO] = (double)d->reachable_count / d->passable_count;
    d->fixed[DADO_MAP_REGIONS] = count_regions(&g);
    d->fixed[DADO_MAP_LENIENCY] = leniency(d);
    d->fixed[DADO_MAP_SYMMETRY_X] = symmetry(map, true, false);
    d->fixed[DADO_MAP_SYMMETRY_Y] = symmetry(map, false, true);
    d->fixed[DADO_MAP_SYMMETRY_TURN] = symmetry(map, true, true);
    d->fixed[DADO_MAP_GUARDED] = guarded(&g);
    measure_cells(&g, d, start);
    if (d->shortest >= 0) measure_ways(&g, d, start);
    dado_region_rewind(region, before);
    return true;
}
