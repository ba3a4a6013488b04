// legal_moves.c - lists the legal commands, from scratch or by updating the previous
// list.
//
// For many units the map is first turned into bits, one word per row. Then the 7 by 7
// tiles around a unit fit into one word, and a step in all directions is a few shifts.
// Callers that ask after every command pass in the previous list and a legal_cache of
// what it was made from. The commands of a unit depend only on the unit and the tiles
// around it, so the update keeps the commands for which neither has changed.
#include <stddef.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

enum { pad = 3, window = 7, widest = 64 - 2 * pad, highest = 64, most_rows = highest + 2 * pad };
// Codes are read eight at a time, so 8 bytes lie behind the last.
enum { most_tiles = widest * highest, beyond = 8 };

// A code holds what the list needs to know about a tile, in one byte; it is 0 for tiles
// out of sight. The cost for ground units to enter the tile and the cost to aim at it are
// two bits each: 1 to 3, or 0 if it costs more or is impossible.
enum { code_enter = 0, code_aim = 2, code_seen = 4, code_enemy = 5, code_stop = 6, code_bits = 7 };

// The map as bits: column x is bit x + 3, row y is index y + 3. All bits off the map are
// 0.
typedef struct bitmap {
    uint64_t enter[3][most_rows];  // tiles that ground units may enter at cost 1, 2, 3
    uint64_t aim[3][most_rows];    // visible tiles that cost 1, 2, 3 to aim at
    uint64_t enemy[most_rows];     // visible tiles with enemy units
    // Tiles with enemy buildings: units may enter them, but not pass through.
    uint64_t stop[most_rows];
    uint64_t rivals[most_rows];  // columns with enemies in the seven rows around this one
} bitmap;

typedef struct lister {
    const dado_terr_board *b;
    const dado_terr *w;
    const uint16_t *seen;  // visibility counts of the seat; NULL without fog
    int seat;
    bool stocked;  // whether some building has items in stock
    // NULL if the seat has too few units to make the bitmap worthwhile.
    const bitmap *map;
} lister;

// ---- tables computed from the settings

// Returns the steps to those of the six neighbours whose bits are set in `index`. Bits 0
// to 2 are the row with three neighbours (above an even column, below an odd one), then
// left, right, and the single neighbour on the other side.
static dado_terr_ring ring_of(const dado_terr *w, bool odd, int index)
{
    static const uint8_t bits[2][6] = { { 0, 1, 2, 3, 4, 5 }, { 5, 3, 4, 0, 1, 2 } };
    int three = odd ? w->width : -w->width;
    int steps[] = { three - 1, three, three + 1, -1, 1, -three };
    dado_terr_ring ring = { 0 };
    for (int i = 0; i < 6; i++) {
        int bit = bits[odd][i];
        if (index >> bit & 1) ring.step[ring.count++] = (dado_move)(int64_t)steps[bit];
    }
    return ring;
}

void dado_terr_prepare_legal(dado_terr *w)
{
    // Windows are not used if tiles can be full, because a full tile may be crossed but
    // not entered. They are not used either if no terrain costs 1: the list may then have
    // no room for the six moves that list_near always writes.
    w->windows = w->width <= widest && w->height <= highest && !w->max_units && w->least_cost == 1;
    for (int i = 0; i < w->terrains; i++) {
        int aim = w->cost[i], enter = w->step[DADO_TERR_GROUND][i];
        if (aim > pad) aim = 0;
        if (enter > pad) enter = 0;
        w->code[i] = (uint8_t)(enter << code_enter | aim << code_aim | 1 << code_seen);
    }
    for (int odd = 0; odd < 2; odd++) {
        for (int index = 0; index < 64; index++) w->ring[odd][index] = ring_of(w, odd, index);
    }
    for (int bit = 0; bit < 56; bit++) {
        w->window_step[bit] = (int16_t)((bit / 8 - pad) * w->width + bit % 8 - pad);
    }
}

// ---- listing the commands of one unit, tile by tile

static bool visible(const lister *l, int cell)
{
    return !l->seen || l->seen[cell];
}

static bool full(const lister *l, int cell)
{
    return l->w->max_units && l->b->pieces[cell].count >= l->w->max_units;
}

// Lists moves to neighbouring tiles, for a unit that cannot afford more than one tile.
static dado_move *list_steps(const lister *l, const dado_terr_unit *unit, dado_move *at)
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
        *at++ = word | (dado_move)cell;
    }
    return at;
}

static dado_move *list_long_moves(const lister *l, const dado_terr_unit *unit, dado_move *at)
{
    const dado_terr *w = l->w;
    if (unit->moves < 2 * w->least_cost) {
        return list_steps(l, unit, at);
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
        *at++ = word | (dado_move)cell;
    }
    return at;
}

static bool can_influence(const dado_terr *w, const dado_terr_unit *unit)
{
    return unit->items ? dado_terr_influence(w, unit) > 0 : w->influencers >> unit->type & 1;
}

// Lists attacks, then influences; both aim at tiles within range.
static dado_move *list_aims(const lister *l, const dado_terr_unit *unit, dado_move *at)
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
        if (enemy) *at++ = attack | (dado_move)cell;
        if (influences && (cell != unit->cell || w->own_tile_target)) {
            aims[count++] = influence | (dado_move)cell;
        }
    }
    memcpy(at, aims, sizeof *aims * (size_t)count);
    return at + count;
}

// ---- the map as codes and as bits

// Computes the codes of all tiles, visible or not. During a turn they change only by
// fights.
static void read_plane(const lister *l, uint8_t *plane)
{
    const dado_terr_board *b = l->b;
    for (int cell = 0; cell < l->w->tiles; cell++) plane[cell] = l->w->code[b->terrain[cell]];
    for (int p = 0; p < l->w->players; p++) {
        if (p == l->seat) continue;
        const dado_terr_unit *unit = dado_terr_unit_at(b, p, 0);
        for (int k = b->seats[p].units; k > 0; k--, unit++) plane[unit->cell] |= 1 << code_enemy;
        for (int k = 0; k < b->seats[p].buildings; k++) {
            plane[dado_terr_building_at(b, p, k)->cell] |= 1 << code_stop;
        }
    }
}

static void read_codes(const lister *l, const uint8_t *restrict plane, uint8_t *restrict code)
{
    const uint16_t *restrict seen = l->seen;
    int tiles = l->w->tiles;
    if (!seen) {
        memcpy(code, plane, (size_t)tiles);
        return;
    }
    for (int cell = 0; cell < tiles; cell++) {
        uint8_t in_sight = (uint8_t)(seen[cell] ? 0xFF : 0);
        code[cell] = plane[cell] & in_sight;
    }
}

// Collects one bit of each of eight codes, the first code in the lowest bit: the product
// adds them up in its highest byte.
static inline uint64_t gather(uint64_t codes, int bit)
{
    return (codes >> bit & 0x0101010101010101u) * 0x0102040810204080u >> 56;
}

static inline uint64_t eight(const uint8_t *c)
{
    uint64_t low =
        (uint64_t)c[0] | (uint64_t)c[1] << 8 | (uint64_t)c[2] << 16 | (uint64_t)c[3] << 24;
    return low | (uint64_t)c[4] << 32 | (uint64_t)c[5] << 40 | (uint64_t)c[6] << 48 |
           (uint64_t)c[7] << 56;
}

static void read_row(const dado_terr *w, const uint8_t *code, int y, bitmap *map)
{
    uint64_t bits[code_bits] = { 0 }, inside = ((uint64_t)1 << w->width) - 1;
    for (int x = 0; x < w->width; x += 8) {
        uint64_t codes = eight(code + y * w->width + x);
        for (int i = 0; i < code_bits; i++) bits[i] |= gather(codes, i) << x;
    }
    for (int i = 0; i < code_bits; i++) bits[i] = (bits[i] & inside) << pad;
    int row = y + pad;
    uint64_t enemy = bits[code_enemy], low = bits[code_enter] & ~enemy;
    uint64_t high = bits[code_enter + 1] & ~enemy;
    map->enter[0][row] = low & ~high;
    map->enter[1][row] = high & ~low;
    map->enter[2][row] = low & high;
    low = bits[code_aim];
    high = bits[code_aim + 1];
    map->aim[0][row] = low & ~high;
    map->aim[1][row] = high & ~low;
    map->aim[2][row] = low & high;
    map->enemy[row] = enemy;
    map->stop[row] = bits[code_stop];
}

// Sets each row of `wide` to the union of the rows at most `radius` away.
static void widen(const dado_terr *w, const uint64_t *rows, int radius, uint64_t *wide)
{
    for (int row = pad; row < w->height + pad; row++) {
        uint64_t bits = rows[row];
        for (int far = 1; far <= radius; far++) bits |= rows[row - far] | rows[row + far];
        wide[row] = bits;
    }
}

static void read_rivals(const dado_terr *w, bitmap *map)
{
    uint64_t either[most_rows];
    for (int row = 0; row < w->height + 2 * pad; row++) {
        either[row] = map->enemy[row] | map->stop[row];
    }
    widen(w, either, pad, map->rivals);
}

// Fills the whole bitmap from scratch.
static void read_map(const lister *l, bitmap *map)
{
    const dado_terr *w = l->w;
    uint8_t plane[most_tiles], code[most_tiles + beyond];
    int end = pad + w->height;
    for (int i = 0; i < pad; i++) {
        map->enemy[i] = map->enemy[end + i] = map->stop[i] = map->stop[end + i] = 0;
        for (int cost = 0; cost < 3; cost++) {
            map->enter[cost][i] = map->enter[cost][end + i] = 0;
            map->aim[cost][i] = map->aim[cost][end + i] = 0;
        }
    }
    read_plane(l, plane);
    read_codes(l, plane, code);
    memset(code + w->tiles, 0, beyond);
    for (int y = 0; y < w->height; y++) read_row(w, code, y, map);
    read_rivals(w, map);
}

// ---- listing the commands of one unit, by windows

// Returns a window of seven rows of seven bits, starting at `rows` and column `x`; the
// unit's tile is in the middle.
static inline uint64_t window_of(const uint64_t *rows, int x)
{
    return (rows[0] >> x & 127) | (rows[1] >> x & 127) << 8 | (rows[2] >> x & 127) << 16 |
           (rows[3] >> x & 127) << 24 | (rows[4] >> x & 127) << 32 | (rows[5] >> x & 127) << 40 |
           (rows[6] >> x & 127) << 48;
}

static const uint64_t middle = (uint64_t)1 << (pad * 8 + pad);

// Returns the neighbours of all tiles in a window; `even` marks its even columns.
static uint64_t around(uint64_t tiles, uint64_t even)
{
    const uint64_t inside = 0x007F7F7F7F7F7F7Fu;
    uint64_t beside = (tiles << 1 | tiles >> 1) & inside;
    // The columns beside an even column are odd, and their tiles reach one row higher.
    uint64_t above = (beside & ~even) >> 8, below = (beside & even) << 8;
    return (tiles << 8 | tiles >> 8 | beside | above | below) & inside;
}

// Lists a move to every tile in `bits`; `word` is the move to the middle of the window.
static inline dado_move *list_bits(const lister *l, dado_move word, uint64_t bits, dado_move *at)
{
    const int16_t *step = l->w->window_step;
    for (; bits; bits &= bits - 1) *at++ = word + (dado_move)step[__builtin_ctzll(bits)];
    return at;
}

// Lists the moves of a unit that can afford one step of cost 1, the most common case. The
// six neighbours become six bits that index a table of steps. All six moves are written,
// and the returned end counts only the legal ones; this avoids branches.
static inline dado_move *list_near(const lister *l, dado_move word, int x, int y,
                                   dado_move *restrict at)
{
    int odd = x & 1, left = x + pad - 1;
    const uint64_t *row = l->map->enter[0] + y + pad, *next = row + 2 * odd - 1;
    uint64_t three = *next >> left, beside = *row >> left, one = row[1 - 2 * odd] >> left;
    uint64_t index = (three & 7) | (beside & 1) << 3 | (beside & 4) << 2 | (one & 2) << 4;
    const dado_terr_ring *ring = &l->w->ring[odd][index];
    for (int i = 0; i < 6; i++) at[i] = word + ring->step[i];
    return at + ring->count;
}

// Returns the tiles that a unit can reach with `moves` points, up to 3. `near` are its
// neighbours.
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

static inline dado_move *list_by_window(const lister *l, const dado_terr_unit *unit, dado_move *at)
{
    const dado_terr *w = l->w;
    const bitmap *map = l->map;
    int cell = unit->cell, x = w->column[cell], y = w->row[cell];
    const uint64_t *discs = w->window_disc[x & 1];
    bool rivals = map->rivals[y + pad] >> x & 127;
    dado_move march = dado_terr_move(DADO_TERR_MOVE, unit->id, cell);
    if (unit->moves == 1) {
        at = list_near(l, march, x, y, at);
    } else {
        uint64_t reach = reach_bits(map, x, y, unit->moves, discs[1] & ~middle, rivals);
        at = list_bits(l, march, reach, at);
    }
    uint64_t disc = discs[unit->range];
    uint64_t enemy = rivals ? window_of(map->enemy + y, x) & disc : 0;
    bool influences = can_influence(w, unit);
    if (!enemy && !influences) return at;
    uint64_t aim = window_of(map->aim[0] + y, x);
    if (unit->moves > 1) aim |= window_of(map->aim[1] + y, x);
    if (unit->moves > 2) aim |= window_of(map->aim[2] + y, x);
    at = list_bits(l, dado_terr_move(DADO_TERR_ATTACK, unit->id, cell), enemy & aim, at);
    if (!influences) return at;
    if (!w->own_tile_target) disc &= ~middle;
    return list_bits(l, dado_terr_move(DADO_TERR_INFLUENCE, unit->id, cell), disc & aim, at);
}

// Returns whether a window suffices for a unit: it shows three tiles each way, and the
// costs of ground units.
static bool fits_window(const dado_terr *w, const dado_terr_unit *unit)
{
    // Tests both at once: neither number has a bit above the lowest two.
    return (unit->moves | unit->range) <= pad && w->ground_units >> unit->type & 1;
}

// ---- commands that act on the unit's own tile

enum { may_found = 1 << DADO_TERR_KINDS };

// Returns the items that a unit may put on, one bit each, and whether it may found a
// building.
static uint32_t find_extra_actions(const lister *l, const dado_terr_unit *unit)
{
    const dado_terr *w = l->w;
    int owner = l->b->pieces[unit->cell].building;
    uint32_t extra_actions = 0;
    if (l->stocked && owner == l->seat + 1) {
        const dado_terr_building *building = dado_terr_building_on(l->b, unit->cell);
        for (int i = 0; i < w->items; i++) {
            if (building->stock[i] && !(unit->items >> i & 1)) extra_actions |= (uint32_t)1 << i;
        }
    }
    bool founds = w->builders >> unit->type & 1 && !owner &&
                  w->terrain[l->b->terrain[unit->cell]].buildings &&
                  dado_terr_share(l->b, l->seat, unit->cell) > w->build_share;
    return founds ? extra_actions | may_found : extra_actions;
}

// Skips the search for the many units that can neither put on an item nor found a
// building.
static inline uint32_t extra_actions_of(const lister *l, const dado_terr_unit *unit)
{
    bool may =
        (l->stocked && l->b->pieces[unit->cell].building) || l->w->builders >> unit->type & 1;
    return may ? find_extra_actions(l, unit) : 0;
}

static dado_move *list_extra_actions(const lister *l, const dado_terr_unit *unit,
                                     uint32_t extra_actions, dado_move *at)
{
    for (int i = 0; i < l->w->items; i++) {
        if (extra_actions >> i & 1) *at++ = dado_terr_move(DADO_TERR_EQUIP, unit->id, i);
    }
    for (int i = 0; extra_actions & may_found && i < l->w->houses; i++) {
        *at++ = dado_terr_move(DADO_TERR_FOUND, unit->id, i);
    }
    return at;
}

static inline dado_move *list_unit(const lister *l, const dado_terr_unit *unit,
                                   uint32_t extra_actions, dado_move *at)
{
    if (unit->moves > 0 && l->map && fits_window(l->w, unit)) {
        at = list_by_window(l, unit, at);
    } else if (unit->moves > 0) {
        at = list_long_moves(l, unit, at);
        at = list_aims(l, unit, at);
    }
    return extra_actions ? list_extra_actions(l, unit, extra_actions, at) : at;
}

// Lists production where there are technologies: unlocked units, items, and technologies
// that can be researched.
static dado_move *list_unlocked(const lister *l, const dado_terr_building *building, dado_move *at)
{
    const dado_terr *w = l->w;
    dado_move word = dado_terr_move(DADO_TERR_PRODUCE, building->id, 0);
    for (int i = 0; i < w->units + w->items; i++) {
        bool locked = i < w->units && !dado_terr_unlocked(l->b, l->seat, i);
        if (!locked && w->made[i] != building->production) *at++ = word + w->made[i];
    }
    for (int t = 0; t < w->techs; t++) {
        if (dado_terr_may_research(l->b, l->seat, t) != DADO_TERR_OK) continue;
        *at++ = word + (dado_move)dado_terr_made_item(w->items + t);
    }
    return at;
}

// Lists everything that a building can make, except what it is making already.
static dado_move *list_production(const lister *l, const dado_terr_building *building,
                                  dado_move *restrict at)
{
    const dado_terr *w = l->w;
    if (w->techs) return list_unlocked(l, building, at);
    dado_move word = dado_terr_move(DADO_TERR_PRODUCE, building->id, 0);
    int kinds = w->units + w->items, already = kinds;
    if (building->production) {
        already = dado_terr_made_type(building->production);
        if (dado_terr_makes_item(building->production)) already += w->units;
    }
    for (int i = 0; i < already; i++) at[i] = word + w->made[i];
    for (int i = already; i < kinds - 1; i++) at[i] = word + w->made[i + 1];
    return at + kinds - (already < kinds);
}

static bool has_stock(const dado_terr_board *b, int seat)
{
    uint64_t all = 0, half[DADO_TERR_KINDS / sizeof all];
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        memcpy(half, dado_terr_building_at(b, seat, k)->stock, sizeof half);
        for (size_t i = 0; i < sizeof half / sizeof *half; i++) all |= half[i];
    }
    return all != 0;
}

// ---- listing all commands from scratch

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

static lister lister_of(const dado_terr_board *b)
{
    const dado_terr *w = b->world;
    int seat = b->state->to_move;
    return (lister){
        .b = b,
        .w = w,
        .seen = w->fog ? b->seen + seat * w->tiles : NULL,
        .seat = seat,
        .stocked = has_stock(b, seat),
    };
}

static bool may_command(const dado_terr_board *b)
{
    return b->state->commands < (uint32_t)b->world->max_commands;
}

// `flatten` inlines the calls for each unit, which would take a tenth of the time.
__attribute__((flatten)) int dado_terr_legal(const dado_terr_board *b, dado_move *moves)
{
    const dado_terr *w = b->world;
    lister l = lister_of(b);
    dado_move *at = moves;
    bitmap map;
    if (w->windows && many_can_act(b, l.seat)) {
        read_map(&l, &map);
        l.map = &map;
    }
    if (may_command(b)) {
        const dado_terr_unit *unit = dado_terr_unit_at(b, l.seat, 0);
        for (int k = b->seats[l.seat].units; k > 0; k--, unit++) {
            at = list_unit(&l, unit, extra_actions_of(&l, unit), at);
        }
        for (int k = 0; k < b->seats[l.seat].buildings; k++) {
            at = list_production(&l, dado_terr_building_at(b, l.seat, k), at);
        }
    }
    *at++ = dado_terr_move(DADO_TERR_END, 0, 0);
    return (int)(at - moves);
}

// ---- updating the previous list

// What the cached commands of one unit (or one building) were made from, except the map.
typedef struct cached_moves {
    uint64_t self;  // the unit's cell, items, type and moves, as they lie in memory
    uint32_t id;
    uint32_t extra_actions;  // for a building: its production
    uint32_t length;
    uint32_t spare;
} cached_moves;

// Everything is 0 if nothing is cached. Behind this struct follow the cached_moves, of
// units from the front and of buildings from the back; then the codes of all tiles, and
// the codes of the visible tiles.
typedef struct legal_cache {
    int seat;  // the seat that the list belongs to, from 1; 0 for none
    int round;
    uint32_t attacks, razed;  // counters of that seat when the list was made
    int units, buildings;
    int made;     // number of commands for buildings
    int count;    // number of all commands
    int stocked;  // whether some building had items in stock
    bitmap map;
} legal_cache;

size_t dado_terr_legal_cache_size(const dado_terr *w)
{
    if (!w->windows) return 0;
    return sizeof(legal_cache) + sizeof(cached_moves) * (size_t)w->elements + 2 * (size_t)w->tiles +
           beyond;
}

static cached_moves *cached_moves_of(legal_cache *m)
{
    return (cached_moves *)(void *)(m + 1);
}

// Returns the eight bytes from a unit's cell to its moves, without its position in the
// stack, which does not matter here.
static inline uint64_t self_of(const dado_terr_unit *unit)
{
    static const uint8_t all_but_stack[] = { 255, 255, 255, 255, 0, 0, 255, 255 };
    uint64_t self, mask;
    memcpy(&self, &unit->cell, sizeof self);
    memcpy(&mask, all_but_stack, sizeof mask);
    return self & mask;
}
_Static_assert(offsetof(dado_terr_unit, moves) - offsetof(dado_terr_unit, cell) == 7 &&
                   offsetof(dado_terr_unit, stack) - offsetof(dado_terr_unit, cell) == 4,
               "cell, items, stack, type and moves are eight bytes");

// Caches what a unit's commands were made from. For units that may found a building the
// stack bytes hold a mark, so they never equal self_of() of any unit and are always
// listed anew, because founding depends on more than the unit itself.
static inline cached_moves cached_moves_of_unit(const dado_terr *w, const dado_terr_unit *unit,
                                                uint32_t extra_actions)
{
    static const uint8_t founder[] = { 0, 0, 0, 0, 1, 0, 0, 0 };
    uint64_t mark = 0;
    if (w->builders >> unit->type & 1) memcpy(&mark, founder, sizeof mark);
    return (cached_moves){ .self = self_of(unit) | mark,
                           .id = unit->id,
                           .extra_actions = extra_actions };
}

// Where the map has changed: for each row, the columns with a change within one, two and
// three rows.
typedef struct map_changes {
    bool any;
    uint64_t near[pad][most_rows];
} map_changes;

// Returns whether terrain and other seats' elements are unchanged since the last list was
// made.
static bool same_plane(const lister *l, const legal_cache *m)
{
    const dado_terr_seat *own = &l->b->seats[l->seat];
    return m->seat == l->seat + 1 && m->round == l->b->state->round && m->attacks == own->attacks &&
           m->razed == own->razed;
}

// Updates the cached codes and the bitmap, and collects what changed in `n`.
static void update_map(const lister *l, legal_cache *m, map_changes *n)
{
    const dado_terr *w = l->w;
    size_t tiles = (size_t)w->tiles, width = (size_t)w->width;
    uint8_t *plane = (uint8_t *)(cached_moves_of(m) + w->elements), *known = plane + tiles;
    uint8_t code[most_tiles];
    if (!same_plane(l, m)) read_plane(l, plane);
    read_codes(l, plane, code);
    n->any = memcmp(known, code, tiles) != 0;
    if (!n->any) return;
    uint64_t fresh[most_rows] = { 0 };
    for (int y = 0; y < w->height; y++) {
        const uint8_t *now = code + (size_t)y * width, *was = known + (size_t)y * width;
        if (memcmp(was, now, width) == 0) continue;
        for (int x = 0; x < w->width; x++) {
            fresh[y + pad] |= (uint64_t)(was[x] != now[x]) << (x + pad);
        }
    }
    memcpy(known, code, tiles);
    for (int y = 0; y < w->height; y++) {
        if (fresh[y + pad]) read_row(w, known, y, &m->map);
    }
    read_rivals(w, &m->map);
    for (int radius = 1; radius <= pad; radius++) widen(w, fresh, radius, n->near[radius - 1]);
}

static int end_list(const lister *l, legal_cache *m, const dado_move *moves, dado_move *at)
{
    *at++ = dado_terr_move(DADO_TERR_END, 0, 0);
    m->seat = l->seat + 1;
    m->round = l->b->state->round;
    m->attacks = l->b->seats[l->seat].attacks;
    m->razed = l->b->seats[l->seat].razed;
    m->stocked = l->stocked;
    m->units = l->b->seats[l->seat].units;
    m->buildings = l->b->seats[l->seat].buildings;
    return m->count = (int)(at - moves);
}

static dado_move *list_houses(const lister *l, legal_cache *m, dado_move *at)
{
    const dado_move *from = at;
    cached_moves *r = cached_moves_of(m) + l->w->elements;
    for (int k = 0; k < l->b->seats[l->seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(l->b, l->seat, k);
        at = list_production(l, building, at);
        *--r = (cached_moves){ .id = building->id, .extra_actions = building->production };
    }
    m->made = (int)(at - from);
    return at;
}

static int list_all(const lister *l, legal_cache *m, dado_move *moves)
{
    cached_moves *r = cached_moves_of(m);
    const dado_terr_unit *unit = dado_terr_unit_at(l->b, l->seat, 0);
    dado_move *at = moves;
    for (int k = l->b->seats[l->seat].units; k > 0; k--, unit++, r++) {
        const dado_move *from = at;
        *r = cached_moves_of_unit(l->w, unit, extra_actions_of(l, unit));
        at = list_unit(l, unit, r->extra_actions, at);
        r->length = (uint32_t)(at - from);
    }
    return end_list(l, m, moves, list_houses(l, m, at));
}

static bool same_houses(const lister *l, legal_cache *m)
{
    int buildings = l->b->seats[l->seat].buildings;
    const cached_moves *r = cached_moves_of(m) + l->w->elements;
    if (l->w->techs || buildings != m->buildings) return false;
    for (int k = 0; k < buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(l->b, l->seat, k);
        r--;
        if (r->id != building->id || r->extra_actions != building->production) return false;
    }
    return true;
}

// A list in the middle of an update. The new part ends at `at`. Old commands from `kept`
// to `from` are to be copied next; those from `from` to `end` have not been looked at
// yet.
typedef struct list_update {
    dado_move *at, *kept, *from, *end;
    const dado_move *limit;  // the end of the array
} list_update;

// Copies the commands that are kept to their new place.
static void settle(list_update *r)
{
    size_t count = (size_t)(r->from - r->kept);
    if (r->at != r->kept) memmove(r->at, r->kept, sizeof *r->at * count);
    r->at += count;
    r->kept = r->from;
}

// Drops the next `count` commands of the old list.
static void drop(list_update *r, uint32_t count)
{
    if (count == 0) return;
    settle(r);
    r->kept = r->from += count;
}

// Inserts new commands; returns false if the array has no room to shift the rest.
static bool put(list_update *r, const dado_move *moves, int64_t count)
{
    enum { more = 64 };  // extra room, so that the next insertion need not shift again
    settle(r);
    int64_t missing = count - (r->from - r->at);
    if (missing > 0) {
        if (r->limit - r->end < missing + more) return false;
        memmove(r->from + missing + more, r->from, sizeof *r->at * (size_t)(r->end - r->from));
        r->kept = r->from += missing + more;
        r->end += missing + more;
    }
    memcpy(r->at, moves, sizeof *moves * (size_t)count);
    r->at += count;
    return true;
}

// Returns whether the tiles that a unit's commands depend on have changed.
static inline bool is_affected(const lister *l, const dado_terr_unit *unit, const map_changes *n)
{
    if (unit->moves == 0) return false;
    if (!fits_window(l->w, unit)) return true;
    int x = l->w->column[unit->cell], y = l->w->row[unit->cell];
    int radius = unit->moves > unit->range ? unit->moves : unit->range;
    uint64_t around_it = ((uint64_t)2 << 2 * radius) - 1;
    return n->near[radius - 1][y + pad] >> (x + pad - radius) & around_it;
}

// Returns how many units in a row, from this one on, have unchanged commands. Adds up
// their commands in *commands.
static int unchanged(const lister *l, const cached_moves *r, const dado_terr_unit *unit,
                     const map_changes *n, int most, size_t *commands)
{
    size_t sum = 0;
    int count = 0;
    for (; count < most; count++) {
        if (unit[count].id != r[count].id || self_of(&unit[count]) != r[count].self) break;
        sum += r[count].length;
    }
    for (int k = 0; n->any && k < count; k++) {
        if (!is_affected(l, &unit[k], n)) continue;
        while (count > k) sum -= r[--count].length;
    }
    *commands = sum;
    return count;
}

// Updates the commands of all units. Units keep their order, so units of the old list
// that are gone are skipped.
static int list_changes(const lister *l, legal_cache *m, const map_changes *n, dado_move *moves,
                        int most)
{
    enum { longest = 1024 };  // most commands of one unit
    dado_move fresh[longest];
    const dado_terr *w = l->w;
    cached_moves *r = cached_moves_of(m);
    list_update list = { moves, moves, moves, moves + m->count, moves + most };
    const dado_terr_unit *unit = dado_terr_unit_at(l->b, l->seat, 0);
    int units = l->b->seats[l->seat].units, next = 0;
    bool quick = !l->stocked && !m->stocked;
    for (int k = 0; k < units; k++, unit++) {
        if (quick && k == next) {
            size_t commands;
            int both = units < m->units ? units : m->units;
            int same = unchanged(l, r + k, unit, n, both - k, &commands);
            list.from += commands;
            next = k += same;
            unit += same;
            if (k == units) break;
        }
        for (; next < m->units && r[next].id != unit->id; next++) drop(&list, r[next].length);
        cached_moves now = cached_moves_of_unit(l->w, unit, extra_actions_of(l, unit));
        bool known = next < m->units;
        if (known && now.self == r[next].self && now.extra_actions == r[next].extra_actions &&
            !(n->any && is_affected(l, unit, n))) {
            list.from += r[next].length;
            if (k != next) r[k] = r[next];
            next++;
            continue;
        }
        if (known) drop(&list, r[next++].length);
        if (!fits_window(w, unit) && 3 * w->tiles > longest - 64) return list_all(l, m, moves);
        now.length = (uint32_t)(list_unit(l, unit, now.extra_actions, fresh) - fresh);
        if (!put(&list, fresh, now.length)) return list_all(l, m, moves);
        r[k] = now;
    }
    for (; next < m->units; next++) drop(&list, r[next].length);
    if (!same_houses(l, m)) {
        settle(&list);
        return end_list(l, m, moves, list_houses(l, m, list.at));
    }
    list.from += m->made;
    settle(&list);
    return end_list(l, m, moves, list.at);
}

int dado_terr_update_legal(const dado_terr_board *b, void *memory, dado_move *moves, int most)
{
    legal_cache *m = memory;
    if (!b->world->windows) return dado_terr_legal(b, moves);
    if (!may_command(b)) {
        m->seat = 0;
        return dado_terr_legal(b, moves);
    }
    lister l = lister_of(b);
    map_changes n;
    update_map(&l, m, &n);
    l.map = &m->map;
    if (m->seat != l.seat + 1) return list_all(&l, m, moves);
    return list_changes(&l, m, &n, moves, most);
}
