// territorio_policy.c - see territorio_policy.h.
//
// Grow, guard, attack. Priests go to the nearest site and found cities, because a city
// makes the next priest. Where there are technologies, one building at a time researches the
// cheapest. Fighters march on the nearest enemy they know of, or explore
// until they know one, and enter every building they can.
#include "agents/territorio_policy.h"

#include <string.h>

const dado_terr_policy dado_terr_policy_baseline = {
    .spacing = 1,
    .army_from = 4,
    .army_every = 2,
    .guard = 1,
    .barracks_every = 2,
    .patience = 10,
    .courage = 0.8,
};

// Three distance fields follow the state: to sites, to enemies, to tiles that are not
// ours.
static uint16_t *field_of(dado_terr_policy_state *m, const dado_terr *w, int which)
{
    return (uint16_t *)(void *)(m + 1) + (size_t)which * (size_t)w->tiles;
}
enum { to_sites, to_enemies, to_domain, strikers, fields };

// Then the threat map: how many enemies can attack each cell, and the sum of their
// attacks.
static float *blows_of(dado_terr_policy_state *m, const dado_terr *w)
{
    return (float *)(void *)field_of(m, w, fields);
}

size_t dado_terr_policy_state_size(const dado_terr *w)
{
    size_t one = sizeof(uint16_t) * fields + sizeof(float);
    return (sizeof(dado_terr_policy_state) + one * (size_t)w->tiles + 7) & ~(size_t)7;
}

static void map_threats(const dado_terr_board *b, int seat, dado_terr_policy_state *m)
{
    const dado_terr *w = b->world;
    uint16_t *count = field_of(m, w, strikers);
    float *blows = blows_of(m, w);
    memset(count, 0, sizeof *count * (size_t)w->tiles);
    memset(blows, 0, sizeof *blows * (size_t)w->tiles);
    for (int p = 0; p < w->players; p++) {
        for (int k = 0; p != seat && k < b->seats[p].units; k++) {
            const dado_terr_unit *unit = dado_terr_unit_at(b, p, k);
            double a = dado_terr_value(b, p, unit, dado_terr_attack(w, unit), 0.5);
            if (a <= 0) continue;
            uint16_t cells[3 * DADO_TERR_RADIUS * (DADO_TERR_RADIUS + 1) + 1];
            int reach = unit->range + (unit->full_moves > 1 ? unit->full_moves - 1 : 0);
            int found = dado_terr_disc(w, unit->cell, reach < w->radius ? reach : w->radius, cells);
            for (int i = 0; i < found; i++) {
                count[cells[i]]++;
                blows[cells[i]] += (float)a;
            }
        }
    }
}

// As dado_tactics_threat, but from the threat map: all attackers are taken to have mean
// strength.
static double threat_on(const dado_terr_board *b, int seat, dado_terr_policy_state *m, int cell,
                        double defence)
{
    const dado_terr *w = b->world;
    int count = field_of(m, w, strikers)[cell];
    if (count == 0) return 0;
    double a = (double)blows_of(m, w)[cell] / count;
    double d = defence * (1 + w->domain_bonus * dado_terr_share(b, seat, cell));
    return count * a * a / (a + d);
}

void dado_terr_policy_skip(dado_terr_policy_state *m)
{
    m->at++;
    m->id = 0;
}

// ---- the beginning of a turn ----

static bool fights(const dado_terr *w, int type)
{
    return w->unit[type].attack > 0;
}

static void count_own(const dado_terr_board *b, int seat, dado_terr_policy_state *m)
{
    const dado_terr *w = b->world;
    m->priests = m->fighters = 0;
    for (int k = 0; k < b->seats[seat].units; k++) {
        int type = dado_terr_unit_at(b, seat, k)->type;
        m->priests += w->unit[type].builds;
        m->fighters += fights(w, type) && w->unit[type].cost > 5;
    }
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        int made = dado_terr_building_at(b, seat, k)->production;
        if (!made || dado_terr_makes_item(made)) continue;
        m->priests += w->unit[dado_terr_made_type(made)].builds;
        m->fighters += fights(w, dado_terr_made_type(made));
    }
}

static int list_enemies(const dado_terr_board *b, int seat, uint16_t *goals)
{
    const dado_terr *w = b->world;
    int count = 0;
    for (int cell = 0; cell < w->tiles; cell++) {
        int holder = b->pieces[cell].holder, house = b->pieces[cell].building;
        bool hostile = (holder && holder != seat + 1) || (house && house != seat + 1);
        if (hostile) goals[count++] = (uint16_t)cell;
    }
    if (count) return count;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (b->terrain[cell] == DADO_TERR_UNKNOWN) goals[count++] = (uint16_t)cell;
    }
    return count;
}

static void begin_turn(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                       dado_terr_policy_state *m)
{
    const dado_terr *w = b->world;
    uint16_t goals[DADO_TERR_TILES];
    *m = (dado_terr_policy_state){ .round = b->state->round + 1 };
    count_own(b, seat, m);
    map_threats(b, seat, m);
    int count = 0;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (dado_tactics_is_site(b, seat, cell, d->spacing)) goals[count++] = (uint16_t)cell;
    }
    m->sites = count;
    if (m->priests) {
        dado_tactics_distance_field(b, seat, DADO_TERR_GROUND, goals, count,
                                    field_of(m, w, to_sites));
    }
    count = list_enemies(b, seat, goals);
    dado_tactics_distance_field(b, seat, DADO_TERR_GROUND, goals, count,
                                field_of(m, w, to_enemies));
    if (m->sites && count) return;
    count = 0;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (dado_terr_share(b, seat, cell) < 0.5) goals[count++] = (uint16_t)cell;
    }
    dado_tactics_distance_field(b, seat, DADO_TERR_GROUND, goals, count, field_of(m, w, to_domain));
}

// ---- production

// Returns the strongest fighter that can be made within `patience` rounds at that rate.
static int best_fighter(const dado_terr_board *b, int seat, int rate, int patience)
{
    const dado_terr *w = b->world;
    int best = -1;
    double most = 0;
    for (int i = 0; i < w->units; i++) {
        const dado_terr_kind *k = &w->unit[i];
        if (k->attack <= 0 || k->class != DADO_TERR_GROUND) continue;
        if (rate <= 0 || (k->cost + rate - 1) / rate > patience) continue;
        if (w->techs && !dado_terr_unlocked(b, seat, i)) continue;
        double worth = (k->attack + k->defence) * k->max_health;
        if (best >= 0 && worth <= most) continue;
        best = i;
        most = worth;
    }
    return best;
}

// Returns the cheapest technology that can be researched now, or -1: if there is none, or if a
// building is at one already.
static int next_research(const dado_terr_board *b, int seat)
{
    const dado_terr *w = b->world;
    int best = -1;
    if (!w->techs) return -1;
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        int made = dado_terr_building_at(b, seat, k)->production;
        if (dado_terr_makes_item(made) && dado_terr_made_type(made) >= w->items) return -1;
    }
    for (int t = 0; t < w->techs; t++) {
        if (dado_terr_may_research(b, seat, t) != DADO_TERR_OK) continue;
        if (best < 0 || w->item[w->items + t].cost < w->item[w->items + best].cost) best = t;
    }
    return best;
}

static int builder_of(const dado_terr *w)
{
    for (int i = 0; i < w->units; i++) {
        if (w->unit[i].builds) return i;
    }
    return -1;
}

static dado_move set_production(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                                dado_terr_policy_state *m, const dado_terr_building *building,
                                int at)
{
    const dado_terr *w = b->world;
    int rate = w->house[building->type].rate;
    int nearest = dado_tactics_nearest_enemy(b, seat, building->cell);
    bool close = nearest >= 0 && dado_terr_cells_apart(w, nearest, building->cell) <= 4 &&
                 b->pieces[building->cell].count == 0;
    int buildings = b->seats[seat].buildings;
    bool army_turn =
        d->army_every && buildings >= d->army_from && at % d->army_every == d->army_every - 1;
    int builder = builder_of(w);
    bool grows = builder >= 0 && m->sites > 0 && m->priests <= 2 + m->sites / 3;
    int type = -1, tech = close || (grows && buildings < 2) ? -1 : next_research(b, seat);
    if (tech >= 0) {
        int made = dado_terr_made_item(w->items + tech);
        return dado_terr_move(DADO_TERR_PRODUCE, building->id, made);
    }
    if (close) type = best_fighter(b, seat, rate, 3);
    else if (grows && !army_turn) type = builder;
    if (type < 0) type = best_fighter(b, seat, rate, d->patience);
    if (type < 0) type = builder;
    if (type < 0) return dado_terr_move(DADO_TERR_END, 0, 0);
    if (w->unit[type].builds) m->priests++;
    return dado_terr_move(DADO_TERR_PRODUCE, building->id, dado_terr_made_unit(type));
}

// ---- units

enum { nothing = 0 };  // verb 0 ends a turn, which no unit does

static dado_move order(dado_terr_verb verb, const dado_terr_unit *unit, int what)
{
    return dado_terr_move(verb, unit->id, what);
}

// Returns a tile next to the unit that is worth influencing with its remaining moves.
static int worth_influencing(const dado_terr_board *b, int seat, const dado_terr_unit *unit)
{
    int best = -1;
    double least = 0.5;
    for (int i = 0; i < 6; i++) {
        int cell = b->world->near[unit->cell][i];
        if (cell < 0 || !dado_tactics_may_aim(b, seat, unit, cell)) continue;
        if (dado_terr_share(b, seat, cell) >= least) continue;
        least = dado_terr_share(b, seat, cell);
        best = cell;
    }
    return best;
}

static dado_move lead_priest(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                             dado_terr_policy_state *m, const dado_terr_unit *unit)
{
    const dado_terr *w = b->world;
    bool site = dado_tactics_is_site(b, seat, unit->cell, d->spacing);
    if (site && dado_tactics_may_found(b, seat, unit)) {
        bool barracks = w->houses > 1 && d->barracks_every &&
                        b->seats[seat].buildings % d->barracks_every == d->barracks_every - 1;
        return order(DADO_TERR_FOUND, unit, barracks);
    }
    if (unit->moves == 0) return nothing;
    int to = -1;
    double defence = dado_terr_defence(w, unit);
    if (threat_on(b, seat, m, unit->cell, defence) >= unit->health) {
        to = dado_tactics_flee(b, seat, unit);
    } else if (!site && m->sites) {
        to = dado_tactics_step(b, seat, unit, field_of(m, w, to_sites));
    } else if (!site) {
        to = dado_tactics_step(b, seat, unit, field_of(m, w, to_domain));
    }
    if (to >= 0) return order(DADO_TERR_MOVE, unit, to);
    to = worth_influencing(b, seat, unit);
    return to >= 0 && dado_terr_influence(w, unit) > 0 ? order(DADO_TERR_INFLUENCE, unit, to)
                                                       : nothing;
}

// Chooses among the cells in reach: an enemy building to enter, or the nearest to the
// enemy that is not too dangerous.
static int advance(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                   dado_terr_policy_state *m, const uint16_t *field, const dado_terr_unit *unit,
                   bool stays)
{
    const dado_terr *w = b->world;
    uint8_t best[DADO_TERR_TILES];
    uint16_t cells[DADO_TERR_TILES];
    int count = dado_terr_reach(b, seat, unit, unit->moves, best, cells);
    double defence = dado_terr_defence(w, unit);
    int chosen = -1;
    unsigned least = field[unit->cell];
    for (int i = 1; i < count; i++) {
        int cell = cells[i], house = b->pieces[cell].building;
        if (house && house != seat + 1) return cell;
        if (stays || field[cell] >= least) continue;
        if (w->max_units && b->pieces[cell].count >= w->max_units) continue;
        if (threat_on(b, seat, m, cell, defence) > d->courage * unit->health) continue;
        least = field[cell];
        chosen = cell;
    }
    return chosen;
}

static dado_move lead_fighter(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                              dado_terr_policy_state *m, const dado_terr_unit *unit, int rank)
{
    const dado_terr *w = b->world;
    if (unit->moves == 0) return nothing;
    double worth;
    int target = dado_tactics_best_attack(b, seat, unit, &worth);
    if (target >= 0 && worth > 0) return order(DADO_TERR_ATTACK, unit, target);
    int nearest = dado_tactics_nearest_enemy(b, seat, unit->cell);
    bool alarm = nearest >= 0 && dado_terr_cells_apart(w, nearest, unit->cell) <= 5;
    bool stays = rank < d->guard && !alarm;
    const uint16_t *field = field_of(m, w, to_enemies);
    if (field[unit->cell] == DADO_TACTICS_NO_WAY && m->sites == 0)
        field = field_of(m, w, to_domain);
    int to = advance(b, seat, d, m, field, unit, stays);
    if (to >= 0) return order(DADO_TERR_MOVE, unit, to);
    if (dado_terr_influence(w, unit) > 0 && (to = worth_influencing(b, seat, unit)) >= 0) {
        return order(DADO_TERR_INFLUENCE, unit, to);
    }
    return nothing;
}

static dado_move lead(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                      dado_terr_policy_state *m, const dado_terr_unit *unit)
{
    const dado_terr *w = b->world;
    if (b->pieces[unit->cell].building == seat + 1) {
        const dado_terr_building *building = dado_terr_building_on(b, unit->cell);
        for (int i = 0; building && i < w->items; i++) {
            bool lacks = building->stock[i] && !(unit->items >> i & 1);
            if (lacks) return order(DADO_TERR_EQUIP, unit, i);
        }
    }
    if (w->unit[unit->type].builds) return lead_priest(b, seat, d, m, unit);
    int rank = 0;  // among the fighters that are worth keeping at home
    for (int k = 0; k < m->at; k++) {
        int type = dado_terr_unit_at(b, seat, k)->type;
        rank += fights(w, type) && w->unit[type].cost > 5;
    }
    if (w->unit[unit->type].cost <= 5) rank = d->guard;
    return lead_fighter(b, seat, d, m, unit, rank);
}

dado_move dado_terr_policy_next(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                                dado_terr_policy_state *m)
{
    enum { most_tries = 12 };
    if (m->round != b->state->round + 1) begin_turn(b, seat, d, m);
    if (b->state->commands >= (uint32_t)b->world->max_commands) {
        return dado_terr_move(DADO_TERR_END, 0, 0);
    }
    while (m->at < b->seats[seat].units) {
        const dado_terr_unit *unit = dado_terr_unit_at(b, seat, m->at);
        if (m->id != unit->id) {
            m->id = unit->id;
            m->tries = 0;
        }
        dado_move move = m->tries++ < most_tries ? lead(b, seat, d, m, unit) : nothing;
        if (move) return move;
        dado_terr_policy_skip(m);
    }
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(b, seat, k);
        if (!building->production) return set_production(b, seat, d, m, building, k);
    }
    return dado_terr_move(DADO_TERR_END, 0, 0);
}
