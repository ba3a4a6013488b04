// map_setup.c - sets up a match: terrain, start tiles, first units and buildings.
//
// Everything derives from one random word, through independent streams, so that the map
// reveals nothing about ids. Start tiles are checked when the game is opened, because a
// match that has begun cannot fail.
#include <string.h>

#include "worlds/territorio/territorio.h"

// Returns the seed of the random stream with this name, derived from the first random
// word.
static uint64_t stream(uint64_t word, const char *name)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001B3u;
    return word ^ hash;
}

static int draw_below(uint64_t *s, int count)
{
    return (int)((dado_splitmix(s) >> 32) * (uint64_t)count >> 32);
}

// ---- start tiles

static int corner(const dado_terr *w, int which)
{
    return dado_terr_cell(w, which % 2 ? w->width - 1 : 0, which / 2 ? w->height - 1 : 0);
}

static void shuffle(uint64_t *s, int *cells, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int k = draw_below(s, i + 1);
        int kept = cells[i];
        cells[i] = cells[k];
        cells[k] = kept;
    }
}

// Returns the tile farthest from the chosen tiles: the one with the largest minimum
// distance, then with the largest sum of distances.
static int furthest(const dado_terr *w, const int *chosen, int count)
{
    int best = 0, best_least = -1;
    int64_t best_sum = 0;
    for (int cell = 0; cell < w->tiles; cell++) {
        int least = 1 << 20;
        int64_t sum = 0;
        for (int i = 0; i < count; i++) {
            int apart = dado_terr_cells_apart(w, cell, chosen[i]);
            if (apart < least) least = apart;
            sum += apart;
        }
        if (least > best_least || (least == best_least && sum > best_sum)) {
            best = cell;
            best_least = least;
            best_sum = sum;
        }
    }
    return best;
}

static void spread_out(const dado_terr *w, int first, int *cells)
{
    cells[0] = first;
    for (int i = 1; i < w->players; i++) cells[i] = furthest(w, cells, i);
}

static void choose_starts(const dado_terr *w, uint64_t *s, int *cells)
{
    if (w->start == DADO_TERR_LIST) {
        memcpy(cells, w->start_cell, sizeof(int) * (size_t)w->players);
        return;
    }
    if (w->start == DADO_TERR_SPREAD) {
        spread_out(w, corner(w, draw_below(s, 4)), cells);
    } else if (w->players == 2) {
        // Which pair of corners: opposite ones, or two in a row.
        int first = draw_below(s, 2);
        bool row = w->symmetry == DADO_TERR_MIRROR_X;
        cells[0] = corner(w, row ? 2 * first : first);
        cells[1] = corner(w, row ? 2 * first + 1 : 3 - first);
    } else {
        int all[4];
        for (int i = 0; i < 4; i++) all[i] = corner(w, i);
        shuffle(s, all, 4);
        memcpy(cells, all, sizeof(int) * (size_t)w->players);
    }
    shuffle(s, cells, w->players);
}

static bool far_enough(const dado_terr *w, const int *cells, int count, dado_option_reader *ask)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            int apart = dado_terr_cells_apart(w, cells[i], cells[k]);
            if (apart >= w->min_distance) continue;
            dado_option_invalid(ask, "start.mode",
                                "start tiles (%d,%d) and (%d,%d) are %d apart, and "
                                "start.min_distance is %d: take a larger map or fewer seats",
                                dado_terr_x(w, cells[k]), dado_terr_y(w, cells[k]),
                                dado_terr_x(w, cells[i]), dado_terr_y(w, cells[i]), apart,
                                w->min_distance);
            return false;
        }
    }
    return true;
}

static bool ground_fits(const dado_terr *w, const int *cells, int count, dado_option_reader *ask)
{
    for (int i = 0; w->fixed_terrain && i < count; i++) {
        const dado_terr_terrain *t = &w->terrain[w->fixed_terrain[cells[i]]];
        bool stands = w->start_house < 0 || t->buildings;
        for (int k = 0; k < w->start_units; k++) {
            stands &= t->admits[w->unit[w->start_unit[k]].class];
        }
        if (stands) continue;
        dado_option_invalid(ask, "map.file",
                            "(%d,%d) is a start tile of this map, but its terrain %s does not "
                            "admit the units or the building that start there",
                            dado_terr_x(w, cells[i]), dado_terr_y(w, cells[i]), t->name);
        return false;
    }
    return true;
}

bool dado_terr_starts_fit(const dado_terr *w, dado_option_reader *ask)
{
    int cells[DADO_TERR_SEATS];
    if (w->start == DADO_TERR_LIST) {
        return far_enough(w, w->start_cell, w->players, ask) &&
               ground_fits(w, w->start_cell, w->players, ask);
    }
    if (w->start == DADO_TERR_SPREAD) {
        for (int i = 0; i < 4; i++) {
            spread_out(w, corner(w, i), cells);
            if (!far_enough(w, cells, w->players, ask)) return false;
            if (!ground_fits(w, cells, w->players, ask)) return false;
        }
        return true;
    }
    for (int i = 0; i < 4; i++) cells[i] = corner(w, i);
    if (!ground_fits(w, cells, 4, ask)) return false;
    if (w->players > 2) return far_enough(w, cells, 4, ask);
    bool row = w->symmetry == DADO_TERR_MIRROR_X;
    for (int i = 0; i < 2; i++) {
        int pair[2] = { corner(w, row ? 2 * i : i), corner(w, row ? 2 * i + 1 : 3 - i) };
        if (!far_enough(w, pair, 2, ask)) return false;
    }
    return true;
}

// ---- terrain

// Returns the tile that mirrors this one under the symmetry of the map.
static int image(const dado_terr *w, int cell)
{
    int x = dado_terr_x(w, cell), y = dado_terr_y(w, cell);
    switch (w->symmetry) {
    case DADO_TERR_ROTATE180: return dado_terr_cell(w, w->width - 1 - x, w->height - 1 - y);
    case DADO_TERR_MIRROR_X: return dado_terr_cell(w, w->width - 1 - x, y);
    case DADO_TERR_UNEVEN: break;
    }
    return cell;
}

static int draw_terrain(const dado_terr *w, uint64_t word)
{
    double total = 0;
    for (int i = 0; i < w->terrains; i++) total += w->terrain[i].weight;
    double at = dado_terr_draw(word) * total;
    int last = 0;
    for (int i = 0; i < w->terrains; i++) {
        if (w->terrain[i].weight <= 0) continue;
        last = i;
        if (at < w->terrain[i].weight) return i;
        at -= w->terrain[i].weight;
    }
    return last;
}

static void make_grass(const dado_terr *w, uint8_t *terrain, int cell)
{
    terrain[cell] = 0;
    terrain[image(w, cell)] = 0;
}

static bool passable(const dado_terr *w, int terrain)
{
    const dado_terr_terrain *t = &w->terrain[terrain];
    return t->admits[DADO_TERR_GROUND] && (w->connect_cost == 0 || t->cost <= w->connect_cost);
}

static void clear_start(const dado_terr *w, uint8_t *terrain, int start)
{
    make_grass(w, terrain, start);
    int free = 0;
    for (int d = 0; d < 6; d++) {
        int next = w->near[start][d];
        if (next >= 0 && passable(w, terrain[next])) free++;
    }
    for (int d = 0; d < 6 && free < w->free_neighbours; d++) {
        int next = w->near[start][d];
        if (next < 0 || passable(w, terrain[next])) continue;
        make_grass(w, terrain, next);
        free++;
    }
}

// Marks the tiles that are linked to `from` by terrain that ground units can pass.
static void flood(const dado_terr *w, const uint8_t *terrain, int from, uint8_t *linked)
{
    uint16_t stack[DADO_TERR_TILES];
    int count = 1;
    memset(linked, 0, (size_t)w->tiles);
    linked[from] = 1;
    stack[0] = (uint16_t)from;
    while (count > 0) {
        int cell = stack[--count];
        for (int d = 0; d < 6; d++) {
            int next = w->near[cell][d];
            if (next < 0 || linked[next] || !passable(w, terrain[next])) continue;
            linked[next] = 1;
            stack[count++] = (uint16_t)next;
        }
    }
}

static bool all_linked(const dado_terr *w, const uint8_t *terrain, const int *starts,
                       uint8_t *linked)
{
    flood(w, terrain, starts[0], linked);
    for (int i = 1; i < w->players; i++) {
        if (!linked[starts[i]]) return false;
    }
    return true;
}

static void dig_passage(const dado_terr *w, uint8_t *terrain, int from, int to)
{
    for (int cell = from; cell != to;) {
        for (int d = 0; d < 6; d++) {
            int next = w->near[cell][d];
            if (next < 0 ||
                dado_terr_cells_apart(w, next, to) >= dado_terr_cells_apart(w, cell, to))
                continue;
            make_grass(w, terrain, next);
            cell = next;
            break;
        }
    }
}

static void draw_map(const dado_terr *w, uint64_t *s, const int *starts, uint8_t *terrain)
{
    uint8_t linked[DADO_TERR_TILES];
    for (int tries = 0; tries < w->max_tries; tries++) {
        for (int cell = 0; cell < w->tiles; cell++) {
            int twin = image(w, cell);
            terrain[cell] =
                twin < cell ? terrain[twin] : (uint8_t)draw_terrain(w, dado_splitmix(s));
        }
        for (int i = 0; i < w->players; i++) clear_start(w, terrain, starts[i]);
        if (w->connect_cost == 0 || all_linked(w, terrain, starts, linked)) return;
    }
    for (int i = 1; i < w->players; i++) {
        flood(w, terrain, starts[0], linked);
        if (!linked[starts[i]]) dig_passage(w, terrain, starts[0], starts[i]);
    }
}

// ---- the whole setup

static void log_element(const dado_terr_board *b, int seat, const char *kind, const char *type,
                        uint32_t id, int cell, dado_text *log)
{
    dado_text_addf(log,
                   "{\"e\":\"place\",\"seat\":%d,\"kind\":\"%s\",\"type\":\"%s\",\"id\":%u,"
                   "\"x\":%d,\"y\":%d}\n",
                   seat, kind, type, (unsigned)id, dado_terr_x(b->world, cell),
                   dado_terr_y(b->world, cell));
}

void dado_terr_log_world(const dado_terr_board *b, dado_text *log)
{
    const dado_terr *w = b->world;
    dado_text_addf(log, "{\"e\":\"map\",\"w\":%d,\"h\":%d,\"rows\":[", w->width, w->height);
    for (int y = 0; y < w->height; y++) {
        char row[DADO_TERR_SIDE + 1];
        for (int x = 0; x < w->width; x++) {
            row[x] = w->terrain[b->terrain[dado_terr_cell(w, x, y)]].letter;
        }
        row[w->width] = '\0';
        if (y) dado_text_char(log, ',');
        dado_text_json(log, row);
    }
    dado_text_add(log, "]}\n");
    for (int seat = 0; seat < w->players; seat++) {
        for (int k = 0; k < b->seats[seat].buildings; k++) {
            const dado_terr_building *building = dado_terr_building_at(b, seat, k);
            log_element(b, seat, "building", w->house[building->type].name, building->id,
                        building->cell, log);
        }
        for (int k = 0; k < b->seats[seat].units; k++) {
            const dado_terr_unit *unit = dado_terr_unit_at(b, seat, k);
            log_element(b, seat, "unit", w->unit[unit->type].name, unit->id, unit->cell, log);
        }
    }
}

void dado_terr_create_world(const dado_terr_board *b, uint64_t word, dado_text *log)
{
    const dado_terr *w = b->world;
    b->state->phase = DADO_TERR_PLAY;
    uint64_t ids = stream(word, "ids");
    b->state->ids_key = dado_splitmix(&ids);
    if (w->scenario) {
        if (log) dado_terr_log_world(b, log);
        return;
    }
    uint64_t maps = stream(word, "map"), places = stream(word, "start");
    int starts[DADO_TERR_SEATS];
    choose_starts(w, &places, starts);
    if (w->fixed_terrain) memcpy(b->terrain, w->fixed_terrain, (size_t)w->tiles);
    else draw_map(w, &maps, starts, b->terrain);
    for (int seat = 0; seat < w->players; seat++) {
        int cell = starts[seat];
        if (w->start_house >= 0) {
            dado_terr_add_building(b, seat, w->start_house, cell, dado_terr_new_id(b));
        }
        for (int i = 0; i < w->start_units; i++) {
            dado_terr_add_unit(b, seat, w->start_unit[i], cell, dado_terr_new_id(b));
        }
    }
    if (log) dado_terr_log_world(b, log);
}
