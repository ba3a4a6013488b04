// technologies.c - two optional rules: technologies, and benefits of domain.
//
// A building produces a technology like an item, and the technology belongs to the seat.
// Its effect on units is stored as an item that they wear, but that nobody can see or
// take off; so all code that computes a unit's attributes includes it. A technology may
// also unlock kinds of units and speed up production. A seat's share of domain may add to
// production and limit its number of units.
#include "worlds/territorio/territorio.h"

static bool knows(const dado_terr_board *b, int seat, uint16_t techs)
{
    return (b->seats[seat].techs & techs) == techs;
}

bool dado_terr_unlocked(const dado_terr_board *b, int seat, int type)
{
    return knows(b, seat, b->world->unit_needs[type]);
}

dado_terr_result dado_terr_may_research(const dado_terr_board *b, int seat, int tech)
{
    const dado_terr *w = b->world;
    int made = dado_terr_made_item(w->items + tech);
    if (b->seats[seat].techs >> tech & 1) return DADO_TERR_NO_EFFECT;
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        if (dado_terr_building_at(b, seat, k)->production == made) return DADO_TERR_NO_EFFECT;
    }
    return knows(b, seat, w->tech[tech].needs) ? DADO_TERR_OK : DADO_TERR_NEEDS_TECHNOLOGY;
}

uint16_t dado_terr_tech_items(const dado_terr *w, uint16_t techs, int type)
{
    uint16_t worn = 0;
    for (int t = 0; t < w->techs; t++) {
        bool helps = techs >> t & 1 && w->tech[t].units >> type & 1;
        worn = (uint16_t)(worn | helps << (w->items + t));
    }
    return worn;
}

void dado_terr_learn(const dado_terr_board *b, int seat, int tech)
{
    const dado_terr *w = b->world;
    b->seats[seat].techs = (uint16_t)(b->seats[seat].techs | 1u << tech);
    for (int k = 0; k < b->seats[seat].units; k++) {
        dado_terr_unit *unit = dado_terr_unit_at(b, seat, k);
        if (!(w->tech[tech].units >> unit->type & 1)) continue;
        dado_terr_add_sight(b, seat, unit->cell, unit->sight, -1);
        unit->items = (uint16_t)(unit->items | 1u << (w->items + tech));
        dado_terr_update_unit(w, unit);
        dado_terr_add_sight(b, seat, unit->cell, unit->sight, 1);
    }
}

int dado_terr_rate(const dado_terr_board *b, int seat, const dado_terr_building *building)
{
    const dado_terr *w = b->world;
    int rate = w->house[building->type].rate;
    for (int t = 0; t < w->techs; t++) {
        if (b->seats[seat].techs >> t & 1) rate += w->tech[t].rate;
    }
    if (w->domain_feeds > 0) {
        rate += (int)(w->domain_feeds * dado_terr_domain(b, seat) / b->seats[seat].buildings);
    }
    return rate;
}

bool dado_terr_may_grow(const dado_terr_board *b, int seat)
{
    const dado_terr *w = b->world;
    if (w->domain_units <= 0) return true;
    double most = w->domain_units_base + w->domain_units * dado_terr_domain(b, seat);
    return b->seats[seat].units + 1 <= most;
}
