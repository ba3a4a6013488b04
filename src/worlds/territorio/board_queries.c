// board_queries.c - questions about a board: distances, areas, routes, strength, ranking
// values.
//
// Functions in this file read a board and change nothing. So they work both for the
// rules, which have the full state, and for agents, which have only a view.
#include <stdlib.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

// ---- finding units and buildings

dado_terr_unit *dado_terr_find_unit(const dado_terr_board *b, int seat, uint32_t id)
{
    dado_terr_unit *unit = dado_terr_unit_at(b, seat, 0);
    for (int k = b->seats[seat].units; k > 0; k--, unit++) {
        if (unit->id == id) return unit;
    }
    return NULL;
}

dado_terr_building *dado_terr_find_building(const dado_terr_board *b, int seat, uint32_t id)
{
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        dado_terr_building *building = dado_terr_building_at(b, seat, k);
        if (building->id == id) return building;
    }
    return NULL;
}

dado_terr_building *dado_terr_building_on(const dado_terr_board *b, int cell)
{
    int seat = b->pieces[cell].building - 1;
    if (seat < 0) return NULL;
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        dado_terr_building *building = dado_terr_building_at(b, seat, k);
        if (building->cell == cell) return building;
    }
    return NULL;
}

const dado_terr_kind *dado_terr_made_kind(const dado_terr *w, int made)
{
    int type = dado_terr_made_type(made);
    return dado_terr_makes_item(made) ? &w->item[type] : &w->unit[type];
}

// ---- geometry

int dado_terr_distance(int x1, int y1, int x2, int y2)
{
    int dx = abs(x2 - x1);
    int up = x1 % 2 == 0 ? (dx + 1) / 2 : dx / 2;
    int down = dx - up;
    int above = (y1 - up) - y2, below = y2 - (y1 + down);
    int rest = above > below ? above : below;
    return dx + (rest > 0 ? rest : 0);
}

int dado_terr_cells_apart(const dado_terr *w, int a, int b)
{
    return dado_terr_distance(dado_terr_x(w, a), dado_terr_y(w, a), dado_terr_x(w, b),
                              dado_terr_y(w, b));
}

int dado_terr_disc(const dado_terr *w, int cell, int radius, uint16_t *cells)
{
    int x = w->column[cell], y = w->row[cell];
    const dado_terr_offset *offset = w->disc[x % 2][radius];
    int count = 0;
    for (int i = w->disc_size[radius]; i > 0; i--, offset++) {
        int nx = x + offset->dx, ny = y + offset->dy;
        if ((unsigned)nx < (unsigned)w->width && (unsigned)ny < (unsigned)w->height) {
            cells[count++] = (uint16_t)(ny * w->width + nx);
        }
    }
    return count;
}

// ---- strength

// Sums what the worn items add to one attribute; `what` is a field of dado_terr_kind.
#define BONUS(w, unit, what) \
    double bonus = 0; \
    for (int left = (unit)->items, i = 0; left; left >>= 1, i++) { \
        if (left & 1) bonus += (w)->item[i].what; \
    }

double dado_terr_max_health(const dado_terr *w, const dado_terr_unit *unit)
{
    BONUS(w, unit, max_health)
    return w->unit[unit->type].max_health + bonus;
}

double dado_terr_attack(const dado_terr *w, const dado_terr_unit *unit)
{
    BONUS(w, unit, attack)
    return w->unit[unit->type].attack + bonus;
}

double dado_terr_defence(const dado_terr *w, const dado_terr_unit *unit)
{
    BONUS(w, unit, defence)
    return w->unit[unit->type].defence + bonus;
}

double dado_terr_influence(const dado_terr *w, const dado_terr_unit *unit)
{
    BONUS(w, unit, influence)
    return w->unit[unit->type].influence + bonus;
}

double dado_terr_min_random(const dado_terr *w, const dado_terr_unit *unit)
{
    BONUS(w, unit, min_random)
    double least = w->unit[unit->type].min_random + bonus;
    return least < 1 ? least : 1;
}

double dado_terr_value(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                       double attribute, double u)
{
    const dado_terr *w = b->world;
    double t = attribute;
    if (b->pieces[unit->cell].count >= w->group_threshold) t = t * (1 + w->group_bonus);
    t = t * (1 + w->domain_bonus * dado_terr_share(b, seat, unit->cell));
    double m = dado_terr_min_random(w, unit);
    return t * (m + u * (1 - m));
}

dado_terr_unit *dado_terr_defender(const dado_terr_board *b, int cell)
{
    int seat = b->pieces[cell].holder - 1;
    if (seat < 0) return NULL;
    dado_terr_unit *best = NULL;
    double best_defence = 0;
    int left = b->pieces[cell].count;
    for (dado_terr_unit *unit = dado_terr_unit_at(b, seat, 0); left > 0; unit++) {
        if (unit->cell != cell) continue;
        left--;
        double defence = dado_terr_defence(b->world, unit);
        bool better = !best || defence > best_defence ||
                      (defence == best_defence &&
                       (unit->health > best->health ||
                        (unit->health == best->health && unit->stack < best->stack)));
        if (better) {
            best = unit;
            best_defence = defence;
        }
    }
    return best;
}

bool dado_terr_forecast(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int cell,
                        double u_attack, double u_defence, double *hit, double *back)
{
    const dado_terr *w = b->world;
    const dado_terr_unit *defender = dado_terr_defender(b, cell);
    if (!defender || b->pieces[cell].holder == seat + 1) return false;
    double a = dado_terr_value(b, seat, unit, dado_terr_attack(w, unit), u_attack);
    double d = dado_terr_value(b, b->pieces[cell].holder - 1, defender,
                               dado_terr_defence(w, defender), u_defence);
    double sum = a + d;
    *hit = sum == 0 ? 0 : (w->power == 2 ? a * a : a) / sum;
    *back = sum == 0 ? 0 : (w->power == 2 ? d * d : d) / sum;
    if (w->counter_needs_range && dado_terr_cells_apart(w, unit->cell, cell) > defender->range) {
        *back = 0;
    }
    return true;
}

double dado_terr_draw(uint64_t word)
{
    return (double)(word >> 11) / 9007199254740991.0;
}

uint64_t dado_terr_word(double draw)
{
    const uint64_t most = ((uint64_t)1 << 53) - 1;
    if (draw <= 0) return 0;
    if (draw >= 1) return most << 11;
    uint64_t guess = (uint64_t)(draw * 9007199254740991.0);
    uint64_t best = guess > 0 ? guess - 1 : 0;
    for (uint64_t k = best; k <= guess + 2 && k <= most; k++) {
        double new_gap = dado_terr_draw(k << 11) - draw;
        double old_gap = dado_terr_draw(best << 11) - draw;
        if ((new_gap < 0 ? -new_gap : new_gap) < (old_gap < 0 ? -old_gap : old_gap)) best = k;
    }
    return best << 11;
}

double dado_terr_domain(const dado_terr_board *b, int seat)
{
    double sum = 0;
    for (int cell = 0; cell < b->world->tiles; cell++) sum += dado_terr_share(b, seat, cell);
    return sum;
}

double dado_terr_material(const dado_terr_board *b, int seat)
{
    const dado_terr *w = b->world;
    double sum = 0;
    for (int k = 0; k < b->seats[seat].units; k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(b, seat, k);
        sum += w->unit[unit->type].cost;
        for (int i = 0; i < w->items; i++) {
            if (unit->items >> i & 1) sum += w->item[i].cost;
        }
    }
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(b, seat, k);
        sum += w->house[building->type].value;
        for (int i = 0; i < w->items; i++) sum += building->stock[i] * w->item[i].cost;
    }
    return sum;
}

double dado_terr_criterion_of(const dado_terr_board *b, int seat, dado_terr_criterion by)
{
    double sum = 0;
    switch (by) {
    case DADO_TERR_BY_DOMAIN: return dado_terr_domain(b, seat);
    case DADO_TERR_BY_MATERIAL: return dado_terr_material(b, seat);
    case DADO_TERR_BY_BUILDINGS: return b->seats[seat].buildings;
    case DADO_TERR_BY_HEALTH:
        for (int k = 0; k < b->seats[seat].units; k++) sum += dado_terr_unit_at(b, seat, k)->health;
    }
    return sum;
}

// ---- routes

// Returns what a unit of `seat` pays to enter a cell, or DADO_TERR_FAR if it may not.
static int entry(const dado_terr_board *b, int seat, const uint8_t *step, int cell)
{
    if (!dado_terr_sees(b, seat, cell)) return DADO_TERR_FAR;
    int holder = b->pieces[cell].holder;
    return holder && holder != seat + 1 ? DADO_TERR_FAR : step[b->terrain[cell]];
}

// Returns whether a march may go on from a cell; entering an enemy building ends it.
static bool goes_on(const dado_terr_board *b, int seat, int cell)
{
    int building = b->pieces[cell].building;
    return !building || building == seat + 1;
}

int dado_terr_reach(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int moves,
                    uint8_t *best, uint16_t *cells)
{
    const dado_terr *w = b->world;
    const uint8_t *step = w->step[w->unit[unit->type].class];
    memset(best, DADO_TERR_FAR, (size_t)w->tiles);
    best[unit->cell] = 0;
    cells[0] = unit->cell;
    int count = 1;
    // Cells are settled in the order of their costs; each is listed once.
    for (int cost = 0; cost < moves; cost++) {
        for (int i = 0; i < count; i++) {
            int cell = cells[i];
            if (best[cell] != cost || (i > 0 && !goes_on(b, seat, cell))) continue;
            for (int d = 0; d < 6; d++) {
                int next = w->near[cell][d];
                if (next < 0) continue;
                int price = entry(b, seat, step, next);
                if (price == DADO_TERR_FAR || cost + price > moves) continue;
                if (best[next] == DADO_TERR_FAR) cells[count++] = (uint16_t)next;
                if (cost + price < best[next]) best[next] = (uint8_t)(cost + price);
            }
        }
    }
    return count;
}

// Computes the cost from every cell to `to` by a backward search; the cost of entering
// the first cell does not count. A heap would be quicker on large maps, but single far
// routes are rarely asked for. Returns the cost from the unit's cell, or -1.
static int costs_to(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int to,
                    int32_t *rest)
{
    const dado_terr *w = b->world;
    const uint8_t *step = w->step[w->unit[unit->type].class];
    for (int i = 0; i < w->tiles; i++) rest[i] = -1;
    if (to == unit->cell || entry(b, seat, step, to) == DADO_TERR_FAR) return -1;
    uint16_t queue[DADO_TERR_TILES];
    bool waiting[DADO_TERR_TILES];
    memset(waiting, 0, (size_t)w->tiles);
    size_t head = 0, length = 1;
    queue[0] = (uint16_t)to;
    rest[to] = 0;
    while (length > 0) {
        int cell = queue[head];
        head = (head + 1) % DADO_TERR_TILES;
        length--;
        waiting[cell] = false;
        // The route begins here, so the search need not go further back.
        if (cell == unit->cell) continue;
        int price = entry(b, seat, step, cell);
        for (int d = 0; d < 6; d++) {
            int from = w->near[cell][d];
            if (from < 0) continue;
            bool usable = from == unit->cell ||
                          (entry(b, seat, step, from) != DADO_TERR_FAR && goes_on(b, seat, from));
            if (!usable) continue;
            int cost = rest[cell] + price;
            if (rest[from] >= 0 && rest[from] <= cost) continue;
            rest[from] = cost;
            if (waiting[from]) continue;
            waiting[from] = true;
            queue[(head + length++) % DADO_TERR_TILES] = (uint16_t)from;
        }
    }
    return rest[unit->cell];
}

int dado_terr_route(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int to,
                    uint16_t *path, int *length)
{
    const dado_terr *w = b->world;
    const uint8_t *step = w->step[w->unit[unit->type].class];
    int32_t rest[DADO_TERR_TILES];
    int cost = costs_to(b, seat, unit, to, rest);
    if (length) *length = 0;
    if (cost < 0 || !path) return cost;
    int count = 0;
    for (int cell = unit->cell; cell != to;) {
        for (int d = 0; d < 6; d++) {
            int next = w->near[cell][d];
            if (next < 0 || rest[next] < 0) continue;
            if (next == unit->cell || (next != to && !goes_on(b, seat, next))) continue;
            int price = entry(b, seat, step, next);
            if (price == DADO_TERR_FAR || rest[next] + price != rest[cell]) continue;
            path[count++] = (uint16_t)next;
            cell = next;
            break;
        }
    }
    if (length) *length = count;
    return cost;
}
