// commands.c - the seven commands: as a list, as words, and why one is refused.
//
// The list and the checks are two readings of one rulebook, written apart on
// purpose: the list is made to be quick, the checks follow the tables line by
// line, and tests hold them against each other. Both look only at what the seat
// on turn sees, so an answer tells nobody more than their view does.
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

static const char *const verbs[] = {
    "end", "move", "attack", "influence", "equip", "produce", "found",
};

// ---- the list

enum { pad = 3, window = 7, most_rows = 64 + 2 * pad };

// The map as bits, a word a row, column x at bit x + 3 and row y at y + 3. With
// many units to list the map is read once into these; then the surroundings of a
// unit, seven rows of seven tiles, fit one word, and a step in all directions is
// a few shifts.
typedef struct bitmap {
    uint64_t enter[4][most_rows];  // tiles ground units may enter at cost 1, 2, 3; and the others
    uint64_t aim[4][most_rows];    // tiles in sight of cost 1, 2, 3; and the others
    uint64_t enemy[most_rows];     // tiles in sight with enemy units
    uint64_t stop[most_rows];      // tiles with enemy buildings: entered, not crossed
    uint64_t rivals[most_rows];    // columns with either in a window's rows around this one
} bitmap;

typedef struct lister {
    const dado_terr_board *b;
    const dado_terr *w;
    const uint16_t *seen;  // NULL without fog
    dado_move *at;
    int seat;
    uint64_t rival[DADO_TERR_SEATS + 1];  // by owner, from 1: all bits of one that is not the seat
    bool stocked;          // some building has items
    const bitmap *map;     // NULL where units are too few to be worth it
} lister;

static bool visible(const lister *l, int cell)
{
    return !l->seen || l->seen[cell];
}

static bool full(const lister *l, int cell)
{
    return l->w->max_units && l->b->pieces[cell].count >= l->w->max_units;
}

// Moves of a unit that can afford no more than one tile, or has but one neighbour's reach.
static void list_steps(lister *l, const dado_terr_unit *unit)
{
    const dado_terr *w = l->w;
    const uint8_t *step = w->step[w->unit[unit->type].class];
    dado_move word = dado_terr_move(DADO_TERR_MOVE, unit->id, 0);
    int x = w->column[unit->cell], y = w->row[unit->cell];
    const dado_terr_offset *offset = w->disc[x % 2][1];
    for (int i = 0; i < 7; i++, offset++) {
        int nx = x + offset->dx, ny = y + offset->dy;
        if ((unsigned)nx >= (unsigned)w->width || (unsigned)ny >= (unsigned)w->height) continue;
        int cell = ny * w->width + nx;
        if (step[l->b->terrain[cell]] > unit->moves || cell == unit->cell) continue;
        int holder = l->b->pieces[cell].holder;
        if ((holder && holder != l->seat + 1) || !visible(l, cell) || full(l, cell)) continue;
        *l->at++ = word | (dado_move)cell;
    }
}

static void list_marches(lister *l, const dado_terr_unit *unit)
{
    const dado_terr *w = l->w;
    if (unit->moves < 2 * w->least_cost) {
        list_steps(l, unit);
        return;
    }
    uint8_t best[DADO_TERR_TILES];
    uint16_t cells[DADO_TERR_TILES];
    dado_terr_reach(l->b, l->seat, unit, unit->moves, best, cells);
    dado_move word = dado_terr_move(DADO_TERR_MOVE, unit->id, 0);
    int radius = unit->moves / w->least_cost;
    if (radius > w->radius) radius = w->radius;
    int x = w->column[unit->cell], y = w->row[unit->cell];
    const dado_terr_offset *offset = w->disc[x % 2][radius];
    for (int i = w->disc_size[radius]; i > 0; i--, offset++) {
        int nx = x + offset->dx, ny = y + offset->dy;
        if ((unsigned)nx >= (unsigned)w->width || (unsigned)ny >= (unsigned)w->height) continue;
        int cell = ny * w->width + nx;
        if (best[cell] == DADO_TERR_FAR || cell == unit->cell || full(l, cell)) continue;
        *l->at++ = word | (dado_move)cell;
    }
}

static bool can_influence(const dado_terr *w, const dado_terr_unit *unit)
{
    return unit->items ? dado_terr_influence(w, unit) > 0 : w->influencers >> unit->type & 1;
}

// Attacks, then influences: both aim at tiles within range.
static void list_aims(lister *l, const dado_terr_unit *unit)
{
    const dado_terr *w = l->w;
    bool influences = can_influence(w, unit);
    dado_move attack = dado_terr_move(DADO_TERR_ATTACK, unit->id, 0);
    dado_move influence = dado_terr_move(DADO_TERR_INFLUENCE, unit->id, 0);
    dado_move aims[3 * DADO_TERR_RADIUS * (DADO_TERR_RADIUS + 1) + 1];
    int count = 0;
    int x = w->column[unit->cell], y = w->row[unit->cell];
    const dado_terr_offset *offset = w->disc[x % 2][unit->range];
    for (int i = w->disc_size[unit->range]; i > 0; i--, offset++) {
        int nx = x + offset->dx, ny = y + offset->dy;
        if ((unsigned)nx >= (unsigned)w->width || (unsigned)ny >= (unsigned)w->height) continue;
        int cell = ny * w->width + nx;
        int holder = l->b->pieces[cell].holder;
        bool enemy = holder && holder != l->seat + 1;
        if ((!enemy && !influences) || !visible(l, cell)) continue;
        if (w->cost[l->b->terrain[cell]] > unit->moves) continue;
        if (enemy) *l->at++ = attack | (dado_move)cell;
        if (influences && (cell != unit->cell || w->own_tile_target)) {
            aims[count++] = influence | (dado_move)cell;
        }
    }
    memcpy(l->at, aims, sizeof *aims * (size_t)count);
    l->at += count;
}

// ---- the same by windows

// One row of the map; `fog` is known where this is called, and settled there. `tiles` has
// room for what is in sight, by terrain; it comes and goes all zero.
static inline void read_row(const lister *l, int y, bool fog, uint64_t *tiles, bitmap *map)
{
    const dado_terr *w = l->w;
    const uint8_t *terrain = l->b->terrain + y * w->width;
    const dado_terr_piece *piece = l->b->pieces + y * w->width;
    const uint16_t *seen = fog ? l->seen + y * w->width : NULL;
    uint64_t bit = (uint64_t)1 << pad, enemy = 0, stop = 0;
    for (int x = 0; x < w->width; x++, bit <<= 1) {
        if (fog && !seen[x]) continue;
        tiles[terrain[x]] |= bit;
        enemy |= bit & l->rival[piece[x].holder];
        stop |= bit & l->rival[piece[x].building];
    }
    int row = y + pad;
    map->enemy[row] = enemy;
    map->stop[row] = stop;
    for (int i = 0; i < 4; i++) map->enter[i][row] = map->aim[i][row] = 0;
    for (int kind = 0; kind < w->terrains; kind++) {
        map->aim[w->aim_map[kind]][row] |= tiles[kind];
        map->enter[w->enter_map[kind]][row] |= tiles[kind] & ~enemy;
        tiles[kind] = 0;
    }
}

static void read_map(lister *l, bitmap *map)
{
    const dado_terr *w = l->w;
    int end = pad + w->height;
    for (int p = 1; p <= w->players; p++) l->rival[p] = p == l->seat + 1 ? 0 : UINT64_MAX;
    for (int i = 0; i < pad; i++) {  // beyond the map
        map->enemy[i] = map->enemy[end + i] = map->stop[i] = map->stop[end + i] = 0;
        for (int cost = 0; cost < 3; cost++) {
            map->enter[cost][i] = map->enter[cost][end + i] = 0;
            map->aim[cost][i] = map->aim[cost][end + i] = 0;
        }
    }
    uint64_t tiles[DADO_TERR_KINDS] = { 0 }, rivals = 0;
    for (int y = 0; y < w->height; y++) {
        if (w->fog) read_row(l, y, true, tiles, map);
        else read_row(l, y, false, tiles, map);
        rivals |= map->enemy[pad + y] | map->stop[pad + y];
        map->rivals[pad + y] = 0;
    }
    for (int y = 0; rivals && y < w->height; y++) {
        for (int row = y; row < y + window; row++) {
            map->rivals[pad + y] |= map->enemy[row] | map->stop[row];
        }
    }
}

// Seven rows of bits from `rows` on, the unit's tile in the middle.
static inline uint64_t window_of(const uint64_t *rows, int x)
{
    return (rows[0] >> x & 127) | (rows[1] >> x & 127) << 8 | (rows[2] >> x & 127) << 16 |
           (rows[3] >> x & 127) << 24 | (rows[4] >> x & 127) << 32 | (rows[5] >> x & 127) << 40 |
           (rows[6] >> x & 127) << 48;
}

static const uint64_t middle = (uint64_t)1 << (pad * 8 + pad);

// All neighbours of the tiles of a window; `even` marks its even columns.
static uint64_t around(uint64_t tiles, uint64_t even)
{
    const uint64_t inside = 0x007F7F7F7F7F7F7Fu;
    uint64_t beside = (tiles << 1 | tiles >> 1) & inside;
    // To the sides of an even column lie odd ones, and they reach one row higher.
    uint64_t above = (beside & ~even) >> 8, below = (beside & even) << 8;
    return (tiles << 8 | tiles >> 8 | beside | above | below) & inside;
}

// A move for every tile of a window; `word` names the window's middle.
static void list_bits(lister *l, dado_move word, uint64_t bits)
{
    const int16_t *step = l->w->window_step;
    dado_move *at = l->at;
    for (; bits; bits &= bits - 1) *at++ = word + (dado_move)step[__builtin_ctzll(bits)];
    l->at = at;
}

// Most units can afford one step at a cost of 1. Their neighbours are six bits: the
// three of the row that has three, the two beside, the one. What they come to is
// kept in a table, of which all six words are written and as many counted as there are.
static void list_near(lister *l, dado_move word, int x, int y)
{
    int odd = x & 1, left = x + pad - 1;
    const uint64_t *row = l->map->enter[0] + y + pad, *next = row + 2 * odd - 1;
    uint64_t three = *next >> left, beside = *row >> left, one = row[1 - 2 * odd] >> left;
    uint64_t index = (three & 7) | (beside & 1) << 3 | (beside & 4) << 2 | (one & 2) << 4;
    const dado_terr_ring *ring = &l->w->ring[odd][index];
    dado_move *restrict at = l->at;
    for (int i = 0; i < 6; i++) at[i] = word + ring->step[i];
    l->at = at + ring->count;
}

// What a unit can reach at a cost of 1, 2 and 3 are three words. `near` are its neighbours.
static uint64_t reach_bits(const bitmap *map, int x, int y, int moves, uint64_t near, bool rivals)
{
    uint64_t even = 0xAAAAAAAAAAAAAAAAu >> (x & 1);
    uint64_t easy = window_of(map->enter[0] + y, x), sand = window_of(map->enter[1] + y, x);
    uint64_t stop = rivals ? window_of(map->stop + y, x) : 0;
    uint64_t one = near & easy;
    uint64_t past_one = around(one & ~stop, even);
    uint64_t two = ((past_one & easy) | (near & sand)) & ~(one | middle);
    if (moves == 2) return one | two;
    uint64_t three = (around(two & ~stop, even) & easy) | (past_one & sand) |
                     (near & window_of(map->enter[2] + y, x));
    return (one | two | three) & ~middle;
}

static void list_by_window(lister *l, const dado_terr_unit *unit)
{
    const dado_terr *w = l->w;
    const bitmap *map = l->map;
    int cell = unit->cell, x = w->column[cell], y = w->row[cell];
    const uint64_t *discs = w->window_disc[x & 1];
    bool rivals = map->rivals[y + pad] >> x & 127;
    dado_move march = dado_terr_move(DADO_TERR_MOVE, unit->id, cell);
    if (unit->moves == 1) list_near(l, march, x, y);
    else list_bits(l, march, reach_bits(map, x, y, unit->moves, discs[1] & ~middle, rivals));
    uint64_t disc = discs[unit->range];
    uint64_t enemy = rivals ? window_of(map->enemy + y, x) & disc : 0;
    bool influences = can_influence(w, unit);
    if (!enemy && !influences) return;
    uint64_t aim = window_of(map->aim[0] + y, x);
    if (unit->moves > 1) aim |= window_of(map->aim[1] + y, x);
    if (unit->moves > 2) aim |= window_of(map->aim[2] + y, x);
    list_bits(l, dado_terr_move(DADO_TERR_ATTACK, unit->id, cell), enemy & aim);
    if (!influences) return;
    if (!w->own_tile_target) disc &= ~middle;
    list_bits(l, dado_terr_move(DADO_TERR_INFLUENCE, unit->id, cell), disc & aim);
}

// A window shows three tiles each way, and what ground units may enter.
static bool fits_window(const dado_terr *w, const dado_terr_unit *unit)
{
    // No bit beyond the two of 3: neither is more.
    return (unit->moves | unit->range) <= pad && w->ground_units >> unit->type & 1;
}

static void list_works(lister *l, const dado_terr_unit *unit)
{
    const dado_terr *w = l->w;
    int owner = l->b->pieces[unit->cell].building;
    if (owner == l->seat + 1 && l->stocked) {
        const dado_terr_building *building = dado_terr_building_on(l->b, unit->cell);
        for (int i = 0; i < w->items; i++) {
            if (!building->stock[i] || unit->items >> i & 1) continue;
            *l->at++ = dado_terr_move(DADO_TERR_EQUIP, unit->id, i);
        }
    }
    if (owner || !w->unit[unit->type].builds) return;
    if (!w->terrain[l->b->terrain[unit->cell]].buildings) return;
    if (!(dado_terr_share(l->b, l->seat, unit->cell) > w->build_share)) return;
    for (int i = 0; i < w->houses; i++) {
        *l->at++ = dado_terr_move(DADO_TERR_FOUND, unit->id, i);
    }
}

// The same where there are technologies: what is unlocked, and what can be learned.
static void list_unlocked(lister *l, const dado_terr_building *building)
{
    const dado_terr *w = l->w;
    dado_move word = dado_terr_move(DADO_TERR_PRODUCE, building->id, 0);
    for (int i = 0; i < w->units + w->items; i++) {
        bool locked = i < w->units && !dado_terr_unlocked(l->b, l->seat, i);
        if (!locked && w->made[i] != building->production) *l->at++ = word + w->made[i];
    }
    for (int t = 0; t < w->techs; t++) {
        if (dado_terr_may_research(l->b, l->seat, t) != DADO_TERR_OK) continue;
        *l->at++ = word + (dado_move)dado_terr_made_item(w->items + t);
    }
}

// All there is to make but what is made already.
static void list_production(lister *l, const dado_terr_building *building)
{
    const dado_terr *w = l->w;
    if (w->techs) {
        list_unlocked(l, building);
        return;
    }
    dado_move word = dado_terr_move(DADO_TERR_PRODUCE, building->id, 0);
    dado_move *restrict at = l->at;
    int kinds = w->units + w->items, already = kinds;
    if (building->production) {
        already = dado_terr_made_type(building->production);
        if (dado_terr_makes_item(building->production)) already += w->units;
    }
    for (int i = 0; i < already; i++) at[i] = word + w->made[i];
    for (int i = already; i < kinds - 1; i++) at[i] = word + w->made[i + 1];
    l->at = at + kinds - (already < kinds);
}

static bool has_stock(const dado_terr_board *b, int seat)
{
    static const uint8_t none[DADO_TERR_KINDS] = { 0 };
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        if (memcmp(dado_terr_building_at(b, seat, k)->stock, none, sizeof none) != 0) return true;
    }
    return false;
}

static bool many_can_act(const dado_terr_board *b, int seat)
{
    enum { worth_it = 4 };
    int active = 0;
    const dado_terr_unit *unit = dado_terr_unit_at(b, seat, 0);
    for (int k = b->seats[seat].units; k > 0 && active < worth_it; k--, unit++) {
        active += unit->moves > 0;
    }
    return active == worth_it;
}

int dado_terr_legal(const dado_terr_board *b, dado_move *moves)
{
    const dado_terr *w = b->world;
    int seat = b->state->to_move;
    lister l = { .b = b, .w = w, .at = moves, .seat = seat, .stocked = has_stock(b, seat) };
    if (w->fog) l.seen = b->seen + seat * w->tiles;
    bitmap map;
    if (w->windows && many_can_act(b, seat)) {
        read_map(&l, &map);
        l.map = &map;
    }
    if (b->state->commands < (uint32_t)w->max_commands) {
        const dado_terr_unit *unit = dado_terr_unit_at(b, seat, 0);
        for (int k = b->seats[seat].units; k > 0; k--, unit++) {
            if (unit->moves > 0 && l.map && fits_window(w, unit)) {
                list_by_window(&l, unit);
            } else if (unit->moves > 0) {
                list_marches(&l, unit);
                list_aims(&l, unit);
            }
            bool may_dress = l.stocked && b->pieces[unit->cell].building;
            if (may_dress || w->builders >> unit->type & 1) list_works(&l, unit);
        }
        for (int k = 0; k < b->seats[seat].buildings; k++) {
            list_production(&l, dado_terr_building_at(b, seat, k));
        }
    }
    *l.at++ = dado_terr_move(DADO_TERR_END, 0, 0);
    return (int)(l.at - moves);
}

// ---- the checks

const char *dado_terr_code_name(dado_terr_code code)
{
    static const char *const names[DADO_TERR_CODES] = {
        "OK", "MALFORMED", "GAME_OVER", "NOT_YOUR_TURN", "COMMAND_LIMIT", "UNKNOWN_UNIT",
        "UNKNOWN_BUILDING", "NOT_OWNER", "NO_MOVES", "OUT_OF_MAP", "SAME_TILE", "NOT_VISIBLE",
        "TERRAIN_FORBIDDEN", "OCCUPIED_BY_ENEMY", "TILE_FULL", "NO_ROUTE", "TOO_FAR",
        "OUT_OF_RANGE", "NO_ENEMY", "NOT_ENOUGH_MOVES", "NO_EFFECT", "UNKNOWN_TYPE",
        "NO_BUILDING", "ALREADY_EQUIPPED", "ITEM_NOT_IN_STOCK", "NOT_A_BUILDER", "DOMAIN_TOO_LOW",
        "TILE_HAS_BUILDING", "TERRAIN_NO_BUILDING", "NEEDS_TECHNOLOGY",
    };
    return names[code];
}

static int item_named(const dado_terr *w, const char *name)
{
    for (int i = 0; i < w->items; i++) {
        if (strcmp(w->item[i].name, name) == 0) return i;
    }
    return -1;
}

static int unit_named(const dado_terr *w, const char *name)
{
    for (int i = 0; i < w->units; i++) {
        if (strcmp(w->unit[i].name, name) == 0) return i;
    }
    return -1;
}

static int house_named(const dado_terr *w, const char *name)
{
    for (int i = 0; i < w->houses; i++) {
        if (strcmp(w->house[i].name, name) == 0) return i;
    }
    return -1;
}

// What a building would make under that name, or 0.
static int made_named(const dado_terr *w, const char *name)
{
    int unit = unit_named(w, name);
    if (unit >= 0) return dado_terr_made_unit(unit);
    int item = item_named(w, name);
    for (int t = 0; item < 0 && t < w->techs; t++) {
        if (strcmp(w->item[w->items + t].name, name) == 0) item = w->items + t;
    }
    return item >= 0 ? dado_terr_made_item(item) : 0;
}

// The technology that is meant, or -1.
static int tech_of(const dado_terr *w, int made)
{
    int type = made && dado_terr_makes_item(made) ? dado_terr_made_type(made) : -1;
    return type >= w->items ? type - w->items : -1;
}

// Any unit of that id on a tile the seat sees; its owner goes to *owner.
static const dado_terr_unit *known_unit(const dado_terr_board *b, int seat, int64_t id, int *owner)
{
    if (id < 0 || id > UINT32_MAX) return NULL;
    for (*owner = 0; *owner < b->world->players; (*owner)++) {
        const dado_terr_unit *unit = dado_terr_find_unit(b, *owner, (uint32_t)id);
        if (unit) return dado_terr_sees(b, seat, unit->cell) ? unit : NULL;
    }
    return NULL;
}

static const dado_terr_building *known_building(const dado_terr_board *b, int seat, int64_t id,
                                                int *owner)
{
    if (id < 0 || id > UINT32_MAX) return NULL;
    for (*owner = 0; *owner < b->world->players; (*owner)++) {
        const dado_terr_building *building = dado_terr_find_building(b, *owner, (uint32_t)id);
        if (building) return dado_terr_sees(b, seat, building->cell) ? building : NULL;
    }
    return NULL;
}

static dado_terr_code check_move(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                 const dado_terr_command *c)
{
    const dado_terr *w = b->world;
    if (unit->moves == 0) return DADO_TERR_NO_MOVES;
    if (!dado_terr_on_map(w, c->x, c->y)) return DADO_TERR_OUT_OF_MAP;
    int to = dado_terr_cell(w, (int)c->x, (int)c->y);
    if (to == unit->cell) return DADO_TERR_SAME_TILE;
    if (!dado_terr_sees(b, seat, to)) return DADO_TERR_NOT_VISIBLE;
    dado_terr_class class = w->unit[unit->type].class;
    if (!w->terrain[b->terrain[to]].admits[class]) return DADO_TERR_TERRAIN_FORBIDDEN;
    int holder = b->pieces[to].holder;
    if (holder && holder != seat + 1) return DADO_TERR_OCCUPIED_BY_ENEMY;
    if (w->max_units && b->pieces[to].count >= w->max_units) return DADO_TERR_TILE_FULL;
    int cost = dado_terr_route(b, seat, unit, to, NULL, NULL);
    if (cost < 0) return DADO_TERR_NO_ROUTE;
    return cost > unit->moves ? DADO_TERR_TOO_FAR : DADO_TERR_OK;
}

static dado_terr_code check_aim(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                const dado_terr_command *c)
{
    const dado_terr *w = b->world;
    bool attack = c->verb == DADO_TERR_ATTACK;
    if (unit->moves == 0) return DADO_TERR_NO_MOVES;
    if (!dado_terr_on_map(w, c->x, c->y)) return DADO_TERR_OUT_OF_MAP;
    int to = dado_terr_cell(w, (int)c->x, (int)c->y);
    bool may_be_own = !attack && w->own_tile_target;
    if (to == unit->cell && !may_be_own) return DADO_TERR_SAME_TILE;
    if (dado_terr_cells_apart(w, unit->cell, to) > unit->range) return DADO_TERR_OUT_OF_RANGE;
    if (!dado_terr_sees(b, seat, to)) return DADO_TERR_NOT_VISIBLE;
    int holder = b->pieces[to].holder;
    if (attack && (!holder || holder == seat + 1)) return DADO_TERR_NO_ENEMY;
    if (unit->moves < w->terrain[b->terrain[to]].cost) return DADO_TERR_NOT_ENOUGH_MOVES;
    if (!attack && dado_terr_influence(w, unit) == 0) return DADO_TERR_NO_EFFECT;
    return DADO_TERR_OK;
}

static dado_terr_code check_equip(const dado_terr_board *b, const dado_terr_unit *unit,
                                  const dado_terr_command *c)
{
    int item = item_named(b->world, c->type);
    if (item < 0) return DADO_TERR_UNKNOWN_TYPE;
    const dado_terr_building *building = dado_terr_building_on(b, unit->cell);
    if (!building) return DADO_TERR_NO_BUILDING;
    if (unit->items >> item & 1) return DADO_TERR_ALREADY_EQUIPPED;
    return building->stock[item] ? DADO_TERR_OK : DADO_TERR_ITEM_NOT_IN_STOCK;
}

static dado_terr_code check_found(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                  const dado_terr_command *c)
{
    const dado_terr *w = b->world;
    if (house_named(w, c->type) < 0) return DADO_TERR_UNKNOWN_TYPE;
    if (!w->unit[unit->type].builds) return DADO_TERR_NOT_A_BUILDER;
    if (!(dado_terr_share(b, seat, unit->cell) > w->build_share)) return DADO_TERR_DOMAIN_TOO_LOW;
    if (b->pieces[unit->cell].building) return DADO_TERR_TILE_HAS_BUILDING;
    return w->terrain[b->terrain[unit->cell]].buildings ? DADO_TERR_OK
                                                        : DADO_TERR_TERRAIN_NO_BUILDING;
}

static dado_terr_code check_production(const dado_terr_board *b, int seat,
                                       const dado_terr_command *c)
{
    int owner;
    const dado_terr_building *building = known_building(b, seat, c->id, &owner);
    if (!building) return DADO_TERR_UNKNOWN_BUILDING;
    if (owner != seat) return DADO_TERR_NOT_OWNER;
    int made = made_named(b->world, c->type);
    if (!made) return DADO_TERR_UNKNOWN_TYPE;
    int tech = tech_of(b->world, made);
    if (tech >= 0) return dado_terr_may_research(b, seat, tech);
    if (!dado_terr_makes_item(made) &&
        !dado_terr_unlocked(b, seat, dado_terr_made_type(made))) {
        return DADO_TERR_NEEDS_TECHNOLOGY;
    }
    return building->production == made ? DADO_TERR_NO_EFFECT : DADO_TERR_OK;
}

dado_terr_code dado_terr_check(const dado_terr_board *b, int seat, const dado_terr_command *c)
{
    const dado_terr_state *s = b->state;
    if (s->phase == DADO_TERR_OVER || s->out_of_script) return DADO_TERR_GAME_OVER;
    if (s->phase != DADO_TERR_PLAY || s->awaited || s->to_move != seat) {
        return DADO_TERR_NOT_YOUR_TURN;
    }
    if (c->verb == DADO_TERR_END) return DADO_TERR_OK;
    if (s->commands >= (uint32_t)b->world->max_commands) return DADO_TERR_COMMAND_LIMIT;
    if (c->verb == DADO_TERR_PRODUCE) return check_production(b, seat, c);
    int owner;
    const dado_terr_unit *unit = known_unit(b, seat, c->id, &owner);
    if (!unit) return DADO_TERR_UNKNOWN_UNIT;
    if (owner != seat) return DADO_TERR_NOT_OWNER;
    switch (c->verb) {
    case DADO_TERR_MOVE: return check_move(b, seat, unit, c);
    case DADO_TERR_ATTACK:
    case DADO_TERR_INFLUENCE: return check_aim(b, seat, unit, c);
    case DADO_TERR_EQUIP: return check_equip(b, unit, c);
    case DADO_TERR_FOUND: return check_found(b, seat, unit, c);
    case DADO_TERR_END:
    case DADO_TERR_PRODUCE: break;
    }
    return DADO_TERR_MALFORMED;
}

dado_move dado_terr_encode(const dado_terr *w, const dado_terr_command *c)
{
    int what = 0;
    switch (c->verb) {
    case DADO_TERR_MOVE:
    case DADO_TERR_ATTACK:
    case DADO_TERR_INFLUENCE: what = dado_terr_cell(w, (int)c->x, (int)c->y); break;
    case DADO_TERR_EQUIP: what = item_named(w, c->type); break;
    case DADO_TERR_PRODUCE: what = made_named(w, c->type); break;
    case DADO_TERR_FOUND: what = house_named(w, c->type); break;
    case DADO_TERR_END: return dado_terr_move(DADO_TERR_END, 0, 0);
    }
    return dado_terr_move(c->verb, (uint32_t)c->id, what);
}

// ---- words

// Copies the next word, in small letters, and answers what follows it; NULL if it is too long.
static const char *take_word(const char *s, char *word, size_t room)
{
    while (isspace((unsigned char)*s)) s++;
    size_t length = 0;
    for (; *s && !isspace((unsigned char)*s); s++) {
        if (length + 1 == room) return NULL;
        word[length++] = (char)tolower((unsigned char)*s);
    }
    word[length] = '\0';
    return s;
}

static bool parse_place(char *word, dado_terr_command *c)
{
    char *comma = strchr(word, ',');
    if (!comma) return false;
    *comma = '\0';
    return dado_read_int(word, &c->x) && dado_read_int(comma + 1, &c->y);
}

bool dado_terr_parse(const char *words, dado_terr_command *c)
{
    char part[4][32];
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 4; i++) {
        words = take_word(words, part[i], sizeof part[i]);
        if (!words) return false;
    }
    int verb = 0, count = (int)(sizeof verbs / sizeof *verbs);
    // To research is to have a building make it.
    if (strcmp(part[0], "research") == 0) strcpy(part[0], verbs[DADO_TERR_PRODUCE]);
    while (verb < count && strcmp(part[0], verbs[verb]) != 0) verb++;
    if (verb == count || part[3][0]) return false;
    c->verb = (dado_terr_verb)verb;
    if (c->verb == DADO_TERR_END) return !part[1][0];
    if (!dado_read_int(part[1], &c->id) || !part[2][0]) return false;
    bool aims = c->verb == DADO_TERR_MOVE || c->verb == DADO_TERR_ATTACK ||
                c->verb == DADO_TERR_INFLUENCE;
    if (aims) return parse_place(part[2], c);
    memcpy(c->type, part[2], sizeof c->type);
    return true;
}

const char *const dado_terr_command_names[] = {
    "end_turn", "move", "attack", "influence", "equip", "set_production", "create_building",
};

void dado_terr_tell_command(const dado_terr_command *c, dado_text *out)
{
    dado_text_addf(out, "{\"c\":\"%s\"", dado_terr_command_names[c->verb]);
    if (c->verb != DADO_TERR_END) {
        const char *who = c->verb == DADO_TERR_PRODUCE ? "building" : "unit";
        dado_text_addf(out, ",\"%s\":%" PRId64, who, c->id);
        if (c->verb <= DADO_TERR_INFLUENCE) {
            dado_text_addf(out, ",\"x\":%" PRId64 ",\"y\":%" PRId64, c->x, c->y);
        } else {
            dado_text_addf(out, ",\"%s\":", c->verb == DADO_TERR_EQUIP ? "item" : "type");
            dado_text_json(out, c->type);
        }
    }
    dado_text_char(out, '}');
}

void dado_terr_print_move(const dado_terr *w, dado_move move, dado_text *out)
{
    dado_terr_verb verb = dado_terr_verb_of(move);
    int what = dado_terr_what_of(move);
    bool learns = verb == DADO_TERR_PRODUCE && tech_of(w, what) >= 0;
    dado_text_add(out, learns ? "research" : verbs[verb]);
    if (verb == DADO_TERR_END) return;
    dado_text_addf(out, " %u ", (unsigned)dado_terr_id_of(move));
    switch (verb) {
    case DADO_TERR_EQUIP: dado_text_add(out, w->item[what].name); break;
    case DADO_TERR_PRODUCE: dado_text_add(out, dado_terr_made_kind(w, what)->name); break;
    case DADO_TERR_FOUND: dado_text_add(out, w->house[what].name); break;
    default: dado_text_addf(out, "%d,%d", dado_terr_x(w, what), dado_terr_y(w, what));
    }
}
