// territorio_tactics.c - see territorio_tactics.h.
#include "agents/territorio_tactics.h"

#include <string.h>

// ---- memory

size_t dado_tactics_memory_size(const dado_terr *w)
{
    return 2 * (size_t)w->tiles;
}

void dado_tactics_remember(const dado_terr_board *view, int seat, void *kept)
{
    const dado_terr *w = view->world;
    uint8_t *terrain = kept, *house = terrain + w->tiles;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (!dado_terr_sees(view, seat, cell)) continue;
        int owner = view->pieces[cell].building;
        terrain[cell] = (uint8_t)(view->terrain[cell] + 1);
        house[cell] = (uint8_t)(owner == seat + 1 ? 0 : owner);
    }
}

void dado_tactics_recall(const dado_terr_board *copy, int seat, const void *kept)
{
    const dado_terr *w = copy->world;
    const uint8_t *terrain = kept, *house = terrain + w->tiles;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (dado_terr_sees(copy, seat, cell) || !terrain[cell]) continue;
        copy->terrain[cell] = (uint8_t)(terrain[cell] - 1);
        int owner = house[cell];
        if (owner && !copy->seats[owner - 1].fell) copy->pieces[cell].building = (uint8_t)owner;
    }
}

// ---- routes ----

static int entry(const dado_terr_board *b, int seat, const uint8_t *step, int cell)
{
    int terrain = b->terrain[cell];
    if (terrain == DADO_TERR_UNKNOWN) return DADO_TACTICS_GUESSED_COST;
    int holder = b->pieces[cell].holder;
    return holder && holder != seat + 1 ? DADO_TERR_FAR : step[terrain];
}

void dado_tactics_distance_field(const dado_terr_board *b, int seat, dado_terr_class class,
                                 const uint16_t *goals, int count, uint16_t *field)
{
    const dado_terr *w = b->world;
    const uint8_t *step = w->step[class];
    uint16_t queue[DADO_TERR_TILES];
    bool waiting[DADO_TERR_TILES];
    memset(field, 0xFF, sizeof *field * (size_t)w->tiles);
    memset(waiting, 0, (size_t)w->tiles);
    size_t head = 0, length = 0;
    for (int i = 0; i < count; i++) {
        if (field[goals[i]] == 0) continue;
        field[goals[i]] = 0;
        queue[length++] = goals[i];
    }
    while (length > 0) {
        int cell = queue[head++ % DADO_TERR_TILES];
        length--;
        waiting[cell] = false;
        int price = entry(b, seat, step, cell);
        if (price == DADO_TERR_FAR && field[cell] == 0) price = 1;  // an enemy must be fought there
        if (price == DADO_TERR_FAR) continue;
        unsigned cost = field[cell] + (unsigned)price;
        for (int d = 0; d < 6; d++) {
            int from = w->near[cell][d];
            if (from < 0 || cost >= field[from]) continue;
            field[from] = (uint16_t)cost;
            if (waiting[from]) continue;
            waiting[from] = true;
            queue[(head + length++) % DADO_TERR_TILES] = (uint16_t)from;
        }
    }
}

int dado_tactics_step(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                      const uint16_t *field)
{
    uint8_t best[DADO_TERR_TILES];
    uint16_t cells[DADO_TERR_TILES];
    int count = dado_terr_reach(b, seat, unit, unit->moves, best, cells);
    int chosen = -1;
    unsigned least = field[unit->cell];
    for (int i = 1; i < count; i++) {
        if (field[cells[i]] >= least) continue;
        if (b->world->max_units && b->pieces[cells[i]].count >= b->world->max_units) continue;
        least = field[cells[i]];
        chosen = cells[i];
    }
    return chosen;
}

typedef struct heap {
    uint32_t key[DADO_TERR_TILES * 6];
    uint16_t cell[DADO_TERR_TILES * 6];
    int count;
} heap;

static void push(heap *h, uint32_t key, int cell)
{
    int at = h->count++;
    for (; at > 0 && h->key[(at - 1) / 2] > key; at = (at - 1) / 2) {
        h->key[at] = h->key[(at - 1) / 2];
        h->cell[at] = h->cell[(at - 1) / 2];
    }
    h->key[at] = key;
    h->cell[at] = (uint16_t)cell;
}

static int pop(heap *h)
{
    int first = h->cell[0];
    uint32_t key = h->key[--h->count];
    uint16_t cell = h->cell[h->count];
    int at = 0;
    for (int next; (next = 2 * at + 1) < h->count; at = next) {
        if (next + 1 < h->count && h->key[next + 1] < h->key[next]) next++;
        if (h->key[next] >= key) break;
        h->key[at] = h->key[next];
        h->cell[at] = h->cell[next];
    }
    h->key[at] = key;
    h->cell[at] = cell;
    return first;
}

int dado_tactics_route(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int to,
                       uint16_t *path, int *length)
{
    const dado_terr *w = b->world;
    const uint8_t *step = w->step[w->unit[unit->type].class];
    uint32_t cost[DADO_TERR_TILES];
    uint16_t from[DADO_TERR_TILES];
    heap open = { .count = 0 };
    for (int i = 0; i < w->tiles; i++) cost[i] = UINT32_MAX;
    *length = 0;
    cost[unit->cell] = 0;
    push(&open, 0, unit->cell);
    while (open.count > 0) {
        int cell = pop(&open);
        if (cell == to) break;
        for (int d = 0; d < 6; d++) {
            int next = w->near[cell][d];
            if (next < 0) continue;
            int price = entry(b, seat, step, next);
            if (price == DADO_TERR_FAR) continue;
            uint32_t sum = cost[cell] + (uint32_t)price;
            if (sum >= cost[next]) continue;
            cost[next] = sum;
            from[next] = (uint16_t)cell;
            uint32_t left = (uint32_t)(dado_terr_cells_apart(w, next, to) * w->least_cost);
            push(&open, sum + left, next);
        }
    }
    if (cost[to] == UINT32_MAX) return -1;
    int count = 0;
    for (int cell = to; cell != unit->cell; cell = from[cell]) path[count++] = (uint16_t)cell;
    for (int i = 0; i < count / 2; i++) {
        uint16_t kept = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = kept;
    }
    *length = count;
    return (int)cost[to];
}

int dado_tactics_step_towards(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                              int to)
{
    uint16_t path[DADO_TERR_TILES], cells[DADO_TERR_TILES];
    uint8_t best[DADO_TERR_TILES];
    int length;
    if (dado_tactics_route(b, seat, unit, to, path, &length) < 0) return -1;
    dado_terr_reach(b, seat, unit, unit->moves, best, cells);
    int chosen = -1;
    for (int i = 0; i < length && best[path[i]] != DADO_TERR_FAR; i++) chosen = path[i];
    return chosen;
}

int dado_tactics_step_to_friend(const dado_terr_board *b, int seat, const dado_terr_unit *unit)
{
    uint16_t goals[DADO_TERR_TILES], field[DADO_TERR_TILES];
    int count = 0;
    for (int k = 0; k < b->seats[seat].units && count < DADO_TERR_TILES; k++) {
        const dado_terr_unit *other = dado_terr_unit_at(b, seat, k);
        if (other->id != unit->id) goals[count++] = other->cell;
    }
    dado_tactics_distance_field(b, seat, b->world->unit[unit->type].class, goals, count, field);
    return dado_tactics_step(b, seat, unit, field);
}

int dado_tactics_flee(const dado_terr_board *b, int seat, const dado_terr_unit *unit)
{
    uint8_t best[DADO_TERR_TILES];
    uint16_t cells[DADO_TERR_TILES];
    int count = dado_terr_reach(b, seat, unit, unit->moves, best, cells);
    double defence = dado_terr_defence(b->world, unit);
    double least = dado_tactics_threat(b, seat, unit->cell, defence);
    int chosen = -1;
    for (int i = 1; i < count; i++) {
        double threat = dado_tactics_threat(b, seat, cells[i], defence);
        if (threat >= least) continue;
        least = threat;
        chosen = cells[i];
    }
    return chosen;
}

// ---- evaluation ----

static double strength(const dado_terr *w, const dado_terr_unit *unit)
{
    return (dado_terr_attack(w, unit) + dado_terr_defence(w, unit)) * unit->health;
}

void dado_tactics_influence_map(const dado_terr_board *b, int seat, double *map)
{
    const dado_terr *w = b->world;
    enum { reach = 4 };
    for (int i = 0; i < w->tiles; i++) map[i] = 0;
    for (int p = 0; p < w->players; p++) {
        for (int k = 0; k < b->seats[p].units; k++) {
            const dado_terr_unit *unit = dado_terr_unit_at(b, p, k);
            double force = (p == seat ? 1 : -1) * strength(w, unit);
            uint16_t cells[3 * reach * (reach + 1) + 1];
            int radius = reach < w->radius ? reach : w->radius;
            int count = dado_terr_disc(w, unit->cell, radius, cells);
            for (int i = 0; i < count; i++) {
                map[cells[i]] += force / (1 + dado_terr_cells_apart(w, unit->cell, cells[i]));
            }
        }
    }
}

double dado_tactics_threat(const dado_terr_board *b, int seat, int cell, double defence)
{
    const dado_terr *w = b->world;
    double sum = 0;
    for (int p = 0; p < w->players; p++) {
        if (p == seat) continue;
        for (int k = 0; k < b->seats[p].units; k++) {
            const dado_terr_unit *unit = dado_terr_unit_at(b, p, k);
            // It needs one of its moves to attack.
            int reach = unit->range + (unit->full_moves > 1 ? unit->full_moves - 1 : 0);
            if (dado_terr_cells_apart(w, unit->cell, cell) > reach) continue;
            double a = dado_terr_value(b, p, unit, dado_terr_attack(w, unit), 0.5);
            double d = defence * (1 + w->domain_bonus * dado_terr_share(b, seat, cell));
            if (a > 0) sum += a * a / (a + d);
        }
    }
    return sum;
}

double dado_tactics_opportunity(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                int cell)
{
    const dado_terr *w = b->world;
    double hit, back;
    if (!dado_terr_forecast(b, seat, unit, cell, 0.5, 0.5, &hit, &back)) return 0;
    const dado_terr_unit *defender = dado_terr_defender(b, cell);
    double worth = w->unit[defender->type].cost, price = w->unit[unit->type].cost;
    double dealt = hit >= defender->health ? 1 : hit / dado_terr_max_health(w, defender) * 0.6;
    double lost = back >= unit->health ? 1.2 : back / dado_terr_max_health(w, unit) * 0.6;
    return dealt * worth - lost * price;
}

// ---- searching the surroundings ----

int dado_tactics_nearest_enemy(const dado_terr_board *b, int seat, int cell)
{
    const dado_terr *w = b->world;
    int nearest = -1, least = 1 << 20;
    for (int p = 0; p < w->players; p++) {
        for (int k = 0; p != seat && k < b->seats[p].units; k++) {
            const dado_terr_unit *unit = dado_terr_unit_at(b, p, k);
            int apart = dado_terr_cells_apart(w, unit->cell, cell);
            if (apart >= least) continue;
            least = apart;
            nearest = unit->cell;
        }
    }
    return nearest;
}

bool dado_tactics_may_aim(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int cell)
{
    return cell != unit->cell && dado_terr_sees(b, seat, cell) &&
           b->world->cost[b->terrain[cell]] <= unit->moves &&
           dado_terr_cells_apart(b->world, unit->cell, cell) <= unit->range;
}

static bool may_attack(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int cell)
{
    int holder = b->pieces[cell].holder;
    return holder && holder != seat + 1 && dado_tactics_may_aim(b, seat, unit, cell);
}

int dado_tactics_weakest_in_range(const dado_terr_board *b, int seat, const dado_terr_unit *unit)
{
    uint16_t cells[3 * DADO_TERR_RADIUS * (DADO_TERR_RADIUS + 1) + 1];
    int count = dado_terr_disc(b->world, unit->cell, unit->range, cells);
    int weakest = -1;
    double least = 0;
    for (int i = 0; i < count; i++) {
        if (!may_attack(b, seat, unit, cells[i])) continue;
        double health = dado_terr_defender(b, cells[i])->health;
        if (weakest >= 0 && health >= least) continue;
        weakest = cells[i];
        least = health;
    }
    return weakest;
}

int dado_tactics_best_attack(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                             double *worth)
{
    uint16_t cells[3 * DADO_TERR_RADIUS * (DADO_TERR_RADIUS + 1) + 1];
    int count = dado_terr_disc(b->world, unit->cell, unit->range, cells);
    int best = -1;
    *worth = 0;
    for (int i = 0; i < count; i++) {
        if (!may_attack(b, seat, unit, cells[i])) continue;
        double value = dado_tactics_opportunity(b, seat, unit, cells[i]);
        if (best >= 0 && value <= *worth) continue;
        best = cells[i];
        *worth = value;
    }
    return best;
}

bool dado_tactics_may_found(const dado_terr_board *b, int seat, const dado_terr_unit *unit)
{
    const dado_terr *w = b->world;
    return w->unit[unit->type].builds && !b->pieces[unit->cell].building &&
           w->terrain[b->terrain[unit->cell]].buildings &&
           dado_terr_share(b, seat, unit->cell) > w->build_share;
}

bool dado_tactics_is_site(const dado_terr_board *b, int seat, int cell, int spacing)
{
    const dado_terr *w = b->world;
    int terrain = b->terrain[cell];
    if (terrain == DADO_TERR_UNKNOWN || !w->terrain[terrain].buildings) return false;
    if (b->pieces[cell].building) return false;
    if (b->pieces[cell].holder && b->pieces[cell].holder != seat + 1) return false;
    for (int d = 0; d < 6; d++) {
        int next = w->near[cell][d];
        if (next < 0) continue;
        int holder = b->pieces[next].holder, house = b->pieces[next].building;
        if ((holder && holder != seat + 1) || (house && house != seat + 1)) return false;
    }
    if (spacing <= 1) return true;
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        int own = dado_terr_building_at(b, seat, k)->cell;
        if (dado_terr_cells_apart(w, own, cell) < spacing) return false;
    }
    return true;
}

int dado_tactics_best_site(const dado_terr_board *b, int seat, const dado_terr_unit *builder,
                           int spacing)
{
    uint16_t field[DADO_TERR_TILES];
    uint16_t here = builder->cell;
    dado_tactics_distance_field(b, seat, b->world->unit[builder->type].class, &here, 1, field);
    int best = -1;
    for (int cell = 0; cell < b->world->tiles; cell++) {
        if (!dado_tactics_is_site(b, seat, cell, spacing) || field[cell] == DADO_TACTICS_NO_WAY)
            continue;
        if (best < 0 || field[cell] < field[best]) best = cell;
    }
    return best;
}

dado_terr_building *dado_tactics_idle_building(const dado_terr_board *b, int seat)
{
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        dado_terr_building *building = dado_terr_building_at(b, seat, k);
        if (!building->production) return building;
    }
    return NULL;
}

int dado_tactics_prune_moves(const dado_terr_board *b, int seat, const dado_move *moves, int count,
                             int *places)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (dado_terr_verb_of(moves[i]) == DADO_TERR_PRODUCE) {
            const dado_terr_building *building =
                dado_terr_find_building(b, seat, dado_terr_id_of(moves[i]));
            if (building && building->production) continue;
        }
        places[kept++] = i;
    }
    return kept;
}
