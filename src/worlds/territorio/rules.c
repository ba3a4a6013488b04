// rules.c - carries out commands and the end of a round.
//
// A command takes effect at once, except attacks and influence. These wait for random
// draws: they stay pending until the last draw arrives. Removing a unit or building
// closes the gap in its list, so that equal positions are equal bytes. Events are written
// only if there is a log.
#include <inttypes.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

// The data of a turn: the board, the seat to move, and the log, which may be NULL.
typedef struct turn_context {
    const dado_terr_board *b;
    const dado_terr *w;
    dado_terr_state *s;
    int seat;
    dado_text *log;
} turn_context;

static int x_of(const turn_context *p, int cell)
{
    return dado_terr_x(p->w, cell);
}
static int y_of(const turn_context *p, int cell)
{
    return dado_terr_y(p->w, cell);
}

// ---- adding and removing elements

static void count_sight(const dado_terr_board *b, int seat, int cell,
                        const dado_terr_offset *offset, int offsets, int by)
{
    const dado_terr *w = b->world;
    uint16_t *seen = b->seen + seat * w->tiles;
    int x = w->column[cell], y = w->row[cell];
    for (; offsets > 0; offsets--, offset++) {
        int nx = x + offset->dx, ny = y + offset->dy;
        if ((unsigned)nx < (unsigned)w->width && (unsigned)ny < (unsigned)w->height) {
            uint16_t *count = &seen[ny * w->width + nx];
            *count = (uint16_t)(*count + by);
        }
    }
}

void dado_terr_add_sight(const dado_terr_board *b, int seat, int cell, int radius, int by)
{
    const dado_terr *w = b->world;
    if (!w->fog) return;
    count_sight(b, seat, cell, w->disc[w->column[cell] % 2][radius], w->disc_size[radius], by);
}

// Returns the direction from a cell to its neighbour, or -1 if they are not neighbours.
static int direction(const dado_terr *w, int from, int to)
{
    for (int d = 0; d < 6; d++) {
        if (w->near[from][d] == to) return d;
    }
    return -1;
}

// Updates what a seat sees after a unit has moved. After one step most tiles stay
// visible, so only the difference is counted.
static void shift_sight(const dado_terr_board *b, int seat, int from, int to, int radius)
{
    const dado_terr *w = b->world;
    if (!w->fog) return;
    int d = direction(w, from, to);
    if (d < 0) {
        dado_terr_add_sight(b, seat, from, radius, -1);
        dado_terr_add_sight(b, seat, to, radius, 1);
        return;
    }
    int smaller = radius * radius, size = 2 * radius + 1;
    const dado_terr_offset *lost = w->rim[w->column[from] % 2][(d + 3) % 6] + smaller;
    const dado_terr_offset *won = w->rim[w->column[to] % 2][d] + smaller;
    count_sight(b, seat, from, lost, size, -1);
    count_sight(b, seat, to, won, size, 1);
}

void dado_terr_update_unit(const dado_terr *w, dado_terr_unit *unit)
{
    const dado_terr_kind *kind = &w->unit[unit->type];
    int moves = kind->moves, range = kind->range, sight = kind->sight;
    for (int left = unit->items, i = 0; left; left >>= 1, i++) {
        if (!(left & 1)) continue;
        moves += w->item[i].moves;
        range += w->item[i].range;
        sight += w->item[i].sight;
    }
    unit->full_moves = (uint8_t)moves;
    unit->range = (uint8_t)range;
    unit->sight = (uint8_t)sight;
}

// Returns the n-th id: a keyed shuffle of the 31-bit numbers. Each id comes once, and
// none reveals how many were given before. An id can be in use already only in states
// that were dealt from a view or read from a scenario.
static uint32_t shuffled(uint64_t key, uint32_t n)
{
    const uint32_t half = 0xFFFF;
    do {
        uint32_t left = n >> 16, right = n & half;
        for (uint64_t turn = 0; turn < 6; turn++) {
            uint64_t mixed = key + turn * 0x9E3779B97F4A7C15u + right;
            uint32_t mask = turn % 2 == 0 ? half >> 1 : half;
            uint32_t next = (left ^ (uint32_t)(dado_splitmix(&mixed) >> 40)) & mask;
            left = right;
            right = next;
        }
        n = left << 16 | right;
    } while (n == 0);
    return n;
}

static bool id_in_use(const dado_terr_board *b, uint32_t id)
{
    for (int seat = 0; seat < b->world->players; seat++) {
        if (dado_terr_find_unit(b, seat, id) || dado_terr_find_building(b, seat, id)) return true;
    }
    return false;
}

uint32_t dado_terr_new_id(const dado_terr_board *b)
{
    uint32_t id;
    do {
        uint32_t n = ++b->state->ids_drawn;
        id = b->world->serial_ids ? n : shuffled(b->state->ids_key, n);
    } while (id_in_use(b, id));
    return id;
}

dado_terr_unit *dado_terr_add_unit(const dado_terr_board *b, int seat, int type, int cell,
                                   uint32_t id)
{
    const dado_terr *w = b->world;
    dado_terr_unit *unit = dado_terr_unit_at(b, seat, b->seats[seat].units++);
    *unit = (dado_terr_unit){
        .health = w->unit[type].max_health,
        .id = id,
        .last_action = -1,
        .cell = (uint16_t)cell,
        .stack = b->pieces[cell].count,
        .type = (uint8_t)type,
    };
    if (w->techs) {
        unit->items = dado_terr_tech_items(w, b->seats[seat].techs, type);
        unit->health = dado_terr_max_health(w, unit);
    }
    dado_terr_update_unit(w, unit);
    unit->moves = unit->full_moves;
    b->pieces[cell].holder = (uint8_t)(seat + 1);
    b->pieces[cell].count++;
    dado_terr_add_sight(b, seat, cell, unit->sight, 1);
    return unit;
}

dado_terr_building *dado_terr_add_building(const dado_terr_board *b, int seat, int type, int cell,
                                           uint32_t id)
{
    dado_terr_building *building = dado_terr_building_at(b, seat, b->seats[seat].buildings++);
    *building = (dado_terr_building){ .id = id, .cell = (uint16_t)cell, .type = (uint8_t)type };
    b->pieces[cell].building = (uint8_t)(seat + 1);
    dado_terr_add_sight(b, seat, cell, b->world->house[type].sight, 1);
    return building;
}

// Decrements the stack position of the units that came to a tile after unit `after`;
// returns how many of `left` are still to be found.
static int move_up(dado_terr_unit *unit, const dado_terr_unit *end, dado_terr_unit after, int left)
{
    for (; unit < end; unit++) {
        if (unit->cell != after.cell || unit->stack <= after.stack) continue;
        unit->stack--;
        if (--left == 0) break;
    }
    return left;
}

// Takes a unit off its tile and moves up the units that came after it. Most of these also
// lie behind it in the list, so that part is searched first.
static void leave_tile(const dado_terr_board *b, int seat, dado_terr_unit *unit)
{
    dado_terr_piece *piece = &b->pieces[unit->cell];
    if (--piece->count == 0) piece->holder = 0;
    int left = piece->count - unit->stack;
    if (left == 0) return;
    dado_terr_unit *first = dado_terr_unit_at(b, seat, 0);
    left = move_up(unit + 1, first + b->seats[seat].units, *unit, left);
    if (left > 0) move_up(first, unit, *unit, left);
}

static void remove_unit(const dado_terr_board *b, int seat, dado_terr_unit *unit)
{
    dado_terr_add_sight(b, seat, unit->cell, unit->sight, -1);
    leave_tile(b, seat, unit);
    dado_terr_unit *last = dado_terr_unit_at(b, seat, --b->seats[seat].units);
    memmove(unit, unit + 1, (size_t)((char *)last - (char *)unit));
    memset(last, 0, sizeof *last);
}

static void remove_building(const dado_terr_board *b, int seat, dado_terr_building *building)
{
    dado_terr_add_sight(b, seat, building->cell, b->world->house[building->type].sight, -1);
    b->pieces[building->cell].building = 0;
    dado_terr_building *last = dado_terr_building_at(b, seat, --b->seats[seat].buildings);
    memmove(last + 1, last, (size_t)((char *)building - (char *)last));
    memset(last, 0, sizeof *last);
}

// ---- domain

void dado_terr_normalise(const dado_terr_board *b, int cell)
{
    int players = b->world->players;
    double *shares = b->shares + cell * players;
    double sum = 0;
    for (int p = 0; p < players; p++) sum += shares[p];
    if (sum == 0) return;
    for (int p = 0; p < players; p++) shares[p] /= sum;
}

static void log_domain(const turn_context *p, int cell)
{
    dado_text_addf(p->log, "{\"e\":\"domain\",\"x\":%d,\"y\":%d,\"domain\":", x_of(p, cell),
                   y_of(p, cell));
    dado_terr_shares_json(p->b, cell, p->log);
    dado_text_add(p->log, "}\n");
}

// ---- the end of a match, of a turn, of a round

void dado_terr_log_result(const dado_terr_board *b, const char *reason, const int32_t *places,
                          int rounds, dado_text *log)
{
    int players = b->world->players, best = 0, firsts = 0;
    for (int seat = 0; seat < players; seat++) {
        if (places[seat] == 0) firsts++, best = seat;
    }
    dado_text_addf(log, "{\"e\":\"result\",\"reason\":\"%s\",\"winner\":", reason);
    if (firsts == 1) dado_text_addf(log, "%d", best);
    else dado_text_add(log, "null");
    dado_text_add(log, ",\"ranks\":[");
    for (int seat = 0; seat < players; seat++) {
        dado_text_addf(log, "%s%d", seat ? "," : "", places[seat] + 1);
    }
    dado_text_addf(log, "],\"rounds\":%d,\"hash\":\"%016" PRIx64 "\"}\n", rounds,
                   dado_terr_hash(b));
}

static void finish(const turn_context *p, dado_terr_reason reason)
{
    static const char *const words[] = { "", "elimination", "mutual", "rounds", "stall" };
    p->s->phase = DADO_TERR_OVER;
    p->s->reason = (uint8_t)reason;
    if (!p->log) return;
    int32_t places[DADO_TERR_SEATS];
    dado_terr_rank(p->b, places);
    dado_terr_log_result(p->b, words[reason], places, dado_terr_rounds(p->s), p->log);
}

static void log_turn(const turn_context *p)
{
    dado_text_addf(p->log, "{\"e\":\"turn\",\"round\":%d,\"seat\":%d}\n", p->s->round,
                   p->s->to_move);
}

static bool has_room(const turn_context *p, int seat)
{
    return p->b->seats[seat].units + p->b->seats[seat].buildings < p->w->elements;
}

// Delivers what a building has finished; returns false if it must wait for room.
static bool deliver(const turn_context *p, int seat, dado_terr_building *building)
{
    int type = dado_terr_made_type(building->production);
    if (dado_terr_makes_item(building->production) && type >= p->w->items) {
        dado_terr_learn(p->b, seat, type - p->w->items);
        if (p->log) {
            dado_text_addf(p->log,
                           "{\"e\":\"researched\",\"building\":%u,\"seat\":%d,\"tech\":\"%s\"}\n",
                           (unsigned)building->id, seat, p->w->item[type].name);
        }
        return true;
    }
    if (dado_terr_makes_item(building->production)) {
        if (building->stock[type] == DADO_TERR_WORN) return false;
        building->stock[type]++;
        p->b->seats[seat].made_items[type]++;
        if (p->log) {
            dado_text_addf(p->log,
                           "{\"e\":\"produced\",\"building\":%u,\"seat\":%d,\"item\":\"%s\"}\n",
                           (unsigned)building->id, seat, p->w->item[type].name);
        }
        return true;
    }
    const dado_terr_piece *piece = &p->b->pieces[building->cell];
    if (!has_room(p, seat) || (p->w->max_units && piece->count >= p->w->max_units)) return false;
    if (!dado_terr_may_grow(p->b, seat)) return false;
    uint32_t id = dado_terr_new_id(p->b);
    dado_terr_add_unit(p->b, seat, type, building->cell, id);
    p->b->seats[seat].made_units[type]++;
    if (p->log) {
        dado_text_addf(p->log,
                       "{\"e\":\"produced\",\"building\":%u,\"seat\":%d,\"unit\":%u,"
                       "\"type\":\"%s\",\"x\":%d,\"y\":%d}\n",
                       (unsigned)building->id, seat, (unsigned)id, p->w->unit[type].name,
                       x_of(p, building->cell), y_of(p, building->cell));
    }
    return true;
}

static void produce(const turn_context *p, int seat)
{
    for (int k = 0; k < p->b->seats[seat].buildings; k++) {
        dado_terr_building *building = dado_terr_building_at(p->b, seat, k);
        if (!building->production) continue;
        int cost = dado_terr_made_kind(p->w, building->production)->cost;
        building->progress += dado_terr_rate(p->b, seat, building);
        if (building->progress < cost) continue;
        int surplus = building->progress - cost;
        if (!deliver(p, seat, building)) {
            building->progress = cost;
            continue;
        }
        p->s->stirred = 1;
        bool learned = dado_terr_makes_item(building->production) &&
                       dado_terr_made_type(building->production) >= p->w->items;
        if (!p->w->repeat || learned) building->production = 0;
        building->progress = p->w->carry_surplus ? surplus : 0;
    }
}

static void recover_and_refill(const turn_context *p, int seat)
{
    for (int k = 0; k < p->b->seats[seat].units; k++) {
        dado_terr_unit *unit = dado_terr_unit_at(p->b, seat, k);
        unit->moves = unit->full_moves;
        if (unit->last_action == p->s->round) continue;
        double most = dado_terr_max_health(p->w, unit);
        if (unit->health >= most) continue;
        double from = unit->health;
        double to = from + p->w->recovery * most;
        unit->health = to < most ? to : most;
        if (p->log) {
            dado_text_addf(p->log, "{\"e\":\"recover\",\"unit\":%u,\"from\":", (unsigned)unit->id);
            dado_text_real(p->log, from);
            dado_text_add(p->log, ",\"to\":");
            dado_text_real(p->log, unit->health);
            dado_text_add(p->log, "}\n");
        }
    }
}

// The tiles influenced so far at this end of a round, each listed once.
typedef struct reached {
    uint8_t mark[DADO_TERR_TILES];
    uint16_t cells[DADO_TERR_TILES];
    int count;
} reached;

static void spread(const turn_context *p, int seat, int cell, double v, reached *r)
{
    if (v <= 0) return;
    int players = p->w->players;
    for (int d = p->w->indirect_own_tile ? -1 : 0; d < 6; d++) {
        int at = d < 0 ? cell : p->w->near[cell][d];
        if (at < 0) continue;
        p->b->shares[at * players + seat] += v;
        if (!r->mark[at]) r->cells[r->count++] = (uint16_t)at;
        r->mark[at] = 1;
    }
}

static void spread_seat(const turn_context *p, int seat, reached *r)
{
    const dado_terr *w = p->w;
    // The influence of each unit, computed before any of it is added.
    double before[4096];
    int units = p->b->seats[seat].units;
    for (int k = 0; k < units; k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(p->b, seat, k);
        bool plain = unit->items == 0;
        double v = plain ? w->unit[unit->type].influence : dado_terr_influence(w, unit);
        before[k] = v;
        if (v == 0) continue;
        v *= w->indirect_scale;
        if (w->indirect_grouping && p->b->pieces[unit->cell].count >= w->group_threshold) {
            v = v * (1 + w->group_bonus);
        }
        if (w->indirect_domain) {
            v = v * (1 + w->domain_bonus * dado_terr_share(p->b, seat, unit->cell));
        }
        before[k] = v;
    }
    for (int k = 0; k < units; k++) {
        if (before[k] > 0) spread(p, seat, dado_terr_unit_at(p->b, seat, k)->cell, before[k], r);
    }
    for (int k = 0; k < p->b->seats[seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(p->b, seat, k);
        spread(p, seat, building->cell, w->house[building->type].influence * w->indirect_scale, r);
    }
}

static bool shares_differ(const double *a, const double *b, int players)
{
    return memcmp(a, b, sizeof(double) * (size_t)players) != 0;
}

// Adds the influence of every element to the tiles around it, then normalises each tile
// once.
static void influence_all(const turn_context *p)
{
    int players = p->w->players;
    reached r;
    memset(r.mark, 0, (size_t)p->w->tiles);
    r.count = 0;
    double *old = NULL;
    dado_text kept = { 0 };
    if (p->log) {
        dado_text_add_bytes(&kept, (const char *)p->b->shares,
                            sizeof(double) * (size_t)(p->w->tiles * players));
        if (!kept.cut) old = (double *)(void *)kept.data;
    }
    for (int seat = 0; seat < players; seat++) spread_seat(p, seat, &r);
    for (int i = 0; i < r.count; i++) dado_terr_normalise(p->b, r.cells[i]);
    for (int cell = 0; old && cell < p->w->tiles; cell++) {
        if (shares_differ(old + cell * players, p->b->shares + cell * players, players)) {
            log_domain(p, cell);
        }
    }
    dado_text_free(&kept);
}

static void end_round(const turn_context *p)
{
    for (int seat = 0; seat < p->w->players; seat++) produce(p, seat);
    for (int seat = 0; seat < p->w->players; seat++) recover_and_refill(p, seat);
    influence_all(p);
    if (p->log) {
        dado_text_addf(p->log, "{\"e\":\"round_end\",\"round\":%d,\"hash\":\"%016" PRIx64 "\"}\n",
                       p->s->round, dado_terr_hash(p->b));
    }
    p->s->quiet = p->s->stirred ? 0 : p->s->quiet + 1;
    p->s->stirred = 0;
    p->s->round++;
    if (p->w->rounds && p->s->round >= p->w->rounds) finish(p, DADO_TERR_ROUNDS);
    else if (p->w->stall && p->s->quiet >= p->w->stall) finish(p, DADO_TERR_STALL);
}

static void end_turn(const turn_context *p, const char *reason)
{
    int players = p->w->players;
    if (p->log) {
        dado_text_addf(p->log, "{\"e\":\"end_turn\",\"seat\":%d,\"reason\":\"%s\"}\n", p->seat,
                       reason);
    }
    int next = p->s->to_move + 1;
    while (next < players && p->b->seats[next].fell) next++;
    bool round_over = next == players;
    if (round_over) next = 0;
    while (p->b->seats[next].fell) next++;
    p->s->to_move = (uint8_t)next;
    p->s->commands = 0;
    if (round_over) end_round(p);
    if (p->log && p->s->phase == DADO_TERR_PLAY) log_turn(p);
}

static void eliminate(const turn_context *p, int seat)
{
    p->b->seats[seat].fell = p->s->falls;
    p->s->living--;
    if (p->w->remove_on_elimination) {
        for (int cell = 0; cell < p->w->tiles; cell++) {
            double *share = &p->b->shares[cell * p->w->players + seat];
            if (*share == 0) continue;
            *share = 0;
            dado_terr_normalise(p->b, cell);
        }
    }
    if (p->log) {
        dado_text_addf(p->log, "{\"e\":\"eliminated\",\"seat\":%d,\"round\":%d}\n", seat,
                       p->s->round);
    }
}

static bool has_nothing(const turn_context *p, int seat)
{
    const dado_terr_seat *s = &p->b->seats[seat];
    return s->units + s->buildings == 0 && !s->fell;
}

// Eliminates seats that have nothing left. A command can ruin only the seat that moves
// and the seat it met.
static void check_elimination(const turn_context *p, int met)
{
    bool own = has_nothing(p, p->seat), other = met >= 0 && has_nothing(p, met);
    if (!own && !other) return;
    p->s->falls++;
    if (own) eliminate(p, p->seat);
    if (other) eliminate(p, met);
    if (p->s->living <= 1) {
        finish(p, p->s->living == 1 ? DADO_TERR_ELIMINATION : DADO_TERR_MUTUAL);
    } else if (own) {
        end_turn(p, "eliminated");
    }
}

// ---- commands

static void log_stock(const turn_context *p, const dado_terr_building *building)
{
    const char *comma = "";
    for (int i = 0; i < p->w->items; i++) {
        for (int n = 0; n < building->stock[i]; n++) {
            dado_text_addf(p->log, "%s\"%s\"", comma, p->w->item[i].name);
            comma = ",";
        }
    }
}

// Destroys or captures an enemy building when a unit enters its tile.
static void enter_building(const turn_context *p, uint32_t unit, int cell)
{
    int owner = p->b->pieces[cell].building - 1;
    dado_terr_building *building = dado_terr_building_on(p->b, cell);
    dado_terr_building old = *building;
    p->s->stirred = 1;
    p->b->seats[p->seat].razed++;
    p->b->seats[owner].lost_buildings++;
    remove_building(p->b, owner, building);
    bool captured = p->w->capture && has_room(p, p->seat);
    if (captured) {
        building = dado_terr_add_building(p->b, p->seat, old.type, cell, old.id);
        memcpy(building->stock, old.stock, sizeof old.stock);
    }
    if (!p->log) return;
    dado_text_addf(p->log, "{\"e\":\"%s\",\"seat\":%d,\"unit\":%u,\"building\":%u,",
                   captured ? "captured" : "destroyed", p->seat, (unsigned)unit, (unsigned)old.id);
    if (!captured) dado_text_addf(p->log, "\"type\":\"%s\",", p->w->house[old.type].name);
    dado_text_addf(p->log, "\"x\":%d,\"y\":%d", x_of(p, cell), y_of(p, cell));
    if (!captured) {
        dado_text_add(p->log, ",\"lost\":[");
        log_stock(p, &old);
        dado_text_char(p->log, ']');
    }
    dado_text_add(p->log, "}\n");
}

// Returns the cost of a march. Every route ends by entering `to`, so for a neighbour the
// direct step is the cheapest.
static int march_cost(const turn_context *p, const dado_terr_unit *unit, int to)
{
    if (direction(p->w, unit->cell, to) >= 0) {
        return p->w->step[p->w->unit[unit->type].class][p->b->terrain[to]];
    }
    uint8_t best[DADO_TERR_TILES];
    uint16_t cells[DADO_TERR_TILES];
    dado_terr_reach(p->b, p->seat, unit, unit->moves, best, cells);
    return best[to];
}

static void log_march(const turn_context *p, const dado_terr_unit *unit, int to, int cost)
{
    uint16_t path[DADO_TERR_TILES];
    int length;
    dado_terr_route(p->b, p->seat, unit, to, path, &length);
    dado_text_addf(p->log,
                   "{\"e\":\"move\",\"seat\":%d,\"unit\":%u,\"from\":[%d,%d],\"to\":[%d,%d],"
                   "\"cost\":%d,\"path\":",
                   p->seat, (unsigned)unit->id, x_of(p, unit->cell), y_of(p, unit->cell),
                   x_of(p, to), y_of(p, to), cost);
    dado_terr_path_json(p->w, path, length, p->log);
    dado_text_add(p->log, "}\n");
}

static void march(const turn_context *p, dado_terr_unit *unit, int to)
{
    int cost = march_cost(p, unit, to);
    if (cost > unit->moves) return;  // cannot happen for a listed move
    if (p->log) log_march(p, unit, to, cost);
    shift_sight(p->b, p->seat, unit->cell, to, unit->sight);
    leave_tile(p->b, p->seat, unit);
    dado_terr_piece *piece = &p->b->pieces[to];
    unit->cell = (uint16_t)to;
    unit->stack = piece->count++;
    piece->holder = (uint8_t)(p->seat + 1);
    unit->moves = (uint8_t)(unit->moves - cost);
    unit->last_action = p->s->round;
    p->b->seats[p->seat].moved++;
    int owner = piece->building - 1;
    if (owner < 0 || owner == p->seat) return;
    enter_building(p, unit->id, to);
    check_elimination(p, owner);
}

static void log_real(const turn_context *p, const char *name, double value)
{
    dado_text_addf(p->log, ",\"%s\":", name);
    dado_text_real(p->log, value);
}

static void die(const turn_context *p, int seat, int killer, dado_terr_unit *unit)
{
    p->b->seats[killer].kills++;
    p->b->seats[seat].losses++;
    if (p->log) {
        dado_text_addf(p->log, "{\"e\":\"died\",\"unit\":%u,\"seat\":%d,\"x\":%d,\"y\":%d}\n",
                       (unsigned)unit->id, seat, x_of(p, unit->cell), y_of(p, unit->cell));
    }
    remove_unit(p->b, seat, unit);
}

static void fight(const turn_context *p, dado_terr_unit *unit, int cell, double u1, double u2)
{
    dado_terr_unit *defender = dado_terr_defender(p->b, cell);
    if (!defender) return;
    int met = p->b->pieces[cell].holder - 1;
    int cost = p->w->cost[p->b->terrain[cell]];
    double hit, back;
    dado_terr_forecast(p->b, p->seat, unit, cell, u1, u2, &hit, &back);
    if (p->log) {
        dado_text_addf(p->log,
                       "{\"e\":\"attack\",\"seat\":%d,\"unit\":%u,\"target\":[%d,%d],"
                       "\"defender\":%u,\"u\":[",
                       p->seat, (unsigned)unit->id, x_of(p, cell), y_of(p, cell),
                       (unsigned)defender->id);
        dado_text_real(p->log, u1);
        dado_text_char(p->log, ',');
        dado_text_real(p->log, u2);
        dado_text_char(p->log, ']');
        double a = dado_terr_attack(p->w, unit), d = dado_terr_defence(p->w, defender);
        log_real(p, "a", dado_terr_value(p->b, p->seat, unit, a, u1));
        log_real(p, "d", dado_terr_value(p->b, met, defender, d, u2));
        log_real(p, "hit", hit);
        log_real(p, "back", back);
        dado_text_addf(p->log, ",\"cost\":%d}\n", cost);
    }
    dado_terr_seat *own = &p->b->seats[p->seat], *other = &p->b->seats[met];
    own->dealt += hit;
    own->taken += back;
    other->dealt += back;
    other->taken += hit;
    own->attacks++;
    if (hit > 0 || back > 0) p->s->stirred = 1;
    defender->health -= hit;
    unit->health -= back;
    unit->moves = (uint8_t)(unit->moves - cost);
    unit->last_action = p->s->round;
    if (defender->health <= 0) die(p, met, p->seat, defender);
    if (unit->health <= 0) die(p, p->seat, met, unit);
    check_elimination(p, met);
}

static void influence_tile(const turn_context *p, dado_terr_unit *unit, int cell, double u)
{
    int cost = p->w->cost[p->b->terrain[cell]];
    double v = dado_terr_value(p->b, p->seat, unit, dado_terr_influence(p->w, unit), u);
    p->b->shares[cell * p->w->players + p->seat] += v;
    dado_terr_normalise(p->b, cell);
    unit->moves = (uint8_t)(unit->moves - cost);
    unit->last_action = p->s->round;
    p->b->seats[p->seat].influences++;
    if (!p->log) return;
    dado_text_addf(p->log,
                   "{\"e\":\"influence\",\"seat\":%d,\"unit\":%u,\"target\":[%d,%d],\"u\":[",
                   p->seat, (unsigned)unit->id, x_of(p, cell), y_of(p, cell));
    dado_text_real(p->log, u);
    dado_text_char(p->log, ']');
    log_real(p, "v", v);
    dado_text_addf(p->log, ",\"cost\":%d,\"domain\":", cost);
    dado_terr_shares_json(p->b, cell, p->log);
    dado_text_add(p->log, "}\n");
}

static void equip(const turn_context *p, dado_terr_unit *unit, int item)
{
    dado_terr_building *building = dado_terr_building_on(p->b, unit->cell);
    if (!building || building->stock[item] == 0) return;
    building->stock[item]--;
    dado_terr_add_sight(p->b, p->seat, unit->cell, unit->sight, -1);
    unit->items = (uint16_t)(unit->items | 1u << item);
    dado_terr_update_unit(p->w, unit);
    dado_terr_add_sight(p->b, p->seat, unit->cell, unit->sight, 1);
    p->b->seats[p->seat].equips++;
    if (!p->log) return;
    dado_text_addf(p->log,
                   "{\"e\":\"equip\",\"seat\":%d,\"unit\":%u,\"building\":%u,\"item\":\"%s\"}\n",
                   p->seat, (unsigned)unit->id, (unsigned)building->id, p->w->item[item].name);
}

static void found(const turn_context *p, dado_terr_unit *unit, int type)
{
    int cell = unit->cell;
    uint32_t builder = unit->id;
    remove_unit(p->b, p->seat, unit);
    uint32_t id = dado_terr_new_id(p->b);
    dado_terr_add_building(p->b, p->seat, type, cell, id);
    p->b->seats[p->seat].founded[type]++;
    p->s->stirred = 1;
    if (!p->log) return;
    dado_text_addf(p->log,
                   "{\"e\":\"create_building\",\"seat\":%d,\"unit\":%u,\"building\":%u,"
                   "\"type\":\"%s\",\"x\":%d,\"y\":%d}\n",
                   p->seat, (unsigned)builder, (unsigned)id, p->w->house[type].name, x_of(p, cell),
                   y_of(p, cell));
}

static void order(const turn_context *p, dado_terr_building *building, int made)
{
    int lost = building->progress;
    if (building->production || !p->w->carry_surplus) building->progress = 0;
    building->production = (uint8_t)made;
    if (!p->log) return;
    dado_text_addf(p->log,
                   "{\"e\":\"set_production\",\"seat\":%d,\"building\":%u,\"type\":\"%s\","
                   "\"lost\":%d}\n",
                   p->seat, (unsigned)building->id, dado_terr_made_kind(p->w, made)->name,
                   lost - building->progress);
}

// ---- random draws

static void resolve(const turn_context *p, double u1, double u2)
{
    dado_terr_unit *unit = dado_terr_find_unit(p->b, p->seat, p->s->pending_unit);
    int cell = p->s->pending_cell;
    bool battle = p->s->pending == DADO_TERR_ATTACK;
    p->s->pending = p->s->awaited = 0;
    p->s->pending_unit = 0;
    p->s->pending_cell = 0;
    p->s->first_word = 0;
    if (battle) fight(p, unit, cell, u1, u2);
    else influence_tile(p, unit, cell, u1);
}

static void take_draw(const turn_context *p, uint64_t word)
{
    p->s->awaited--;
    if (p->w->luck == DADO_TERR_SCRIPTED) p->s->draws++;
    if (p->s->awaited > 0) p->s->first_word = word;
    else if (p->s->pending == DADO_TERR_INFLUENCE) resolve(p, dado_terr_draw(word), 0);
    else resolve(p, dado_terr_draw(p->s->first_word), dado_terr_draw(word));
    bool dry = p->s->awaited > 0 && p->w->luck == DADO_TERR_SCRIPTED &&
               (int)p->s->draws >= p->w->script_length;
    if (dry) p->s->out_of_script = 1;
}

static void wait_for_draw(const turn_context *p, dado_terr_verb verb, const dado_terr_unit *unit,
                          int cell)
{
    static const double fixed[] = {
        [DADO_TERR_MIN] = 0, [DADO_TERR_MID] = 0.5, [DADO_TERR_MAX] = 1
    };
    p->s->pending = (uint8_t)verb;
    p->s->pending_unit = unit->id;
    p->s->pending_cell = (uint16_t)cell;
    p->s->awaited = verb == DADO_TERR_ATTACK ? 2 : 1;
    if (p->w->luck == DADO_TERR_SEEDED) return;
    if (p->w->luck != DADO_TERR_SCRIPTED) resolve(p, fixed[p->w->luck], fixed[p->w->luck]);
    else if ((int)p->s->draws >= p->w->script_length) p->s->out_of_script = 1;
}

void dado_terr_play(const dado_terr_board *b, dado_move move, dado_text *log)
{
    turn_context p = { b, b->world, b->state, b->state->to_move, log };
    if (p.s->phase == DADO_TERR_UNBORN) {
        dado_terr_create_world(b, move, log);
        if (log) log_turn(&p);
        return;
    }
    if (p.s->awaited) {
        take_draw(&p, move);
        return;
    }
    dado_terr_verb verb = dado_terr_verb_of(move);
    int what = dado_terr_what_of(move);
    if (verb == DADO_TERR_END) {
        end_turn(&p, "command");
        return;
    }
    p.s->commands++;
    if (verb == DADO_TERR_PRODUCE) {
        dado_terr_building *building = dado_terr_find_building(b, p.seat, dado_terr_id_of(move));
        if (building) order(&p, building, what);
        return;
    }
    dado_terr_unit *unit = dado_terr_find_unit(b, p.seat, dado_terr_id_of(move));
    if (!unit) return;
    switch (verb) {
    case DADO_TERR_MOVE: march(&p, unit, what); break;
    case DADO_TERR_EQUIP: equip(&p, unit, what); break;
    case DADO_TERR_FOUND: found(&p, unit, what); break;
    case DADO_TERR_ATTACK:
    case DADO_TERR_INFLUENCE: wait_for_draw(&p, verb, unit, what); break;
    case DADO_TERR_END:
    case DADO_TERR_PRODUCE: break;
    }
}
