// feature_planes.c - turns a view into planes of numbers for learning agents.
//
// A plane has one number per tile, row by row. The rulebook fixes the order of the
// planes: visibility and terrain, shares of domain, unit counts, the strongest own and
// enemy units, buildings and their production. Each kind of terrain and of building in
// the settings has a plane of its own, in the order of its table. Tiles out of sight are
// zero in all planes.
#include <string.h>

#include "worlds/territorio/territorio.h"

enum { shares = 3, counts = 2, attributes = 8, works = 2 };

static const char *const share_names[shares] = { "own share", "largest other share",
                                                 "sum of other shares" };
static const char *const attribute_names[attributes] = { "health", "max health", "moves",
                                                         "attack", "defence",    "range",
                                                         "sight",  "influence" };
static const char *const sides[2] = { "own", "enemy" };

int dado_terr_planes(const dado_terr *w)
{
    return 1 + w->terrains + shares + counts + 2 * attributes + 2 * w->houses + works;
}

void dado_terr_plane_name(const dado_terr *w, int plane, dado_text *out)
{
    if (plane == 0) {
        dado_text_add(out, "visible");
        return;
    }
    if ((plane -= 1) < w->terrains) {
        dado_text_add(out, w->terrain[plane].name);
        return;
    }
    if ((plane -= w->terrains) < shares) {
        dado_text_add(out, share_names[plane]);
        return;
    }
    if ((plane -= shares) < counts) {
        dado_text_addf(out, "%s units", sides[plane]);
        return;
    }
    if ((plane -= counts) < 2 * attributes) {
        dado_text_addf(out, "strongest %s unit: %s", sides[plane / attributes],
                       attribute_names[plane % attributes]);
        return;
    }
    if ((plane -= 2 * attributes) < 2 * w->houses) {
        dado_text_addf(out, "%s %s", sides[plane / w->houses], w->house[plane % w->houses].name);
        return;
    }
    dado_text_add(out, plane == 2 * w->houses ? "progress" : "stock");
}

static void write_ground(const dado_terr_board *b, int seat, int cell, float *at, size_t tiles)
{
    const dado_terr *w = b->world;
    *at = 1;
    at += tiles;
    if (b->terrain[cell] < w->terrains) at[tiles * b->terrain[cell]] = 1;
    at += tiles * (size_t)w->terrains;
    double largest = 0, sum = 0;
    for (int p = 0; p < w->players; p++) {
        double share = dado_terr_share(b, p, cell);
        if (p == seat) continue;
        if (share > largest) largest = share;
        sum += share;
    }
    at[0] = (float)dado_terr_share(b, seat, cell);
    at[tiles] = (float)largest;
    at[2 * tiles] = (float)sum;
}

static void write_units(const dado_terr_board *b, int seat, int cell, float *at, size_t tiles)
{
    const dado_terr *w = b->world;
    const dado_terr_piece *piece = &b->pieces[cell];
    const dado_terr_unit *best = dado_terr_defender(b, cell);
    if (!best) return;
    size_t side = piece->holder != seat + 1;
    at[tiles * side] = piece->count;
    const double values[attributes] = { best->health,
                                        dado_terr_max_health(w, best),
                                        best->moves,
                                        dado_terr_attack(w, best),
                                        dado_terr_defence(w, best),
                                        best->range,
                                        best->sight,
                                        dado_terr_influence(w, best) };
    at += tiles * (counts + side * attributes);
    for (size_t i = 0; i < attributes; i++) at[tiles * i] = (float)values[i];
}

static void write_building(const dado_terr_board *b, int seat, int cell, float *at, size_t tiles)
{
    const dado_terr *w = b->world;
    const dado_terr_building *building = dado_terr_building_on(b, cell);
    if (!building) return;
    size_t houses = (size_t)w->houses, side = b->pieces[cell].building != seat + 1;
    at[tiles * (side * houses + building->type)] = 1;
    at += tiles * 2 * houses;
    if (building->production) {
        int cost = dado_terr_made_kind(w, building->production)->cost;
        at[0] = (float)building->progress / (float)cost;
    }
    int stock = 0;
    for (int i = 0; i < w->items; i++) stock += building->stock[i];
    at[tiles] = (float)stock;
}

void dado_terr_write_planes(const dado_terr_board *view, int seat, float *planes)
{
    const dado_terr *w = view->world;
    size_t tiles = (size_t)w->tiles;
    memset(planes, 0, sizeof *planes * tiles * (size_t)dado_terr_planes(w));
    float *units = planes + tiles * (size_t)(1 + w->terrains + shares);
    float *buildings = units + tiles * (counts + 2 * attributes);
    for (int cell = 0; cell < w->tiles; cell++) {
        if (!dado_terr_sees(view, seat, cell)) continue;
        write_ground(view, seat, cell, planes + cell, tiles);
        write_units(view, seat, cell, units + cell, tiles);
        write_building(view, seat, cell, buildings + cell, tiles);
    }
}

void dado_terr_write_vector(const dado_terr_board *view, int seat, float *vector)
{
    const dado_terr *w = view->world;
    int living = 0;
    double others = 0;
    for (int p = 0; p < w->players; p++) {
        living += !view->seats[p].fell;
        if (p != seat) others += dado_terr_material(view, p);
    }
    const double values[DADO_TERR_VECTOR] = { view->state->round, w->players, living,
                                              dado_terr_material(view, seat), others };
    for (int i = 0; i < DADO_TERR_VECTOR; i++) vector[i] = (float)values[i];
}

dado_terr_action dado_terr_action_of(const dado_terr_board *view, int seat, dado_move move)
{
    dado_terr_verb verb = dado_terr_verb_of(move);
    dado_terr_action action = { (int32_t)verb, -1, dado_terr_what_of(move) };
    if (verb == DADO_TERR_END) return (dado_terr_action){ DADO_TERR_END, -1, -1 };
    uint32_t id = dado_terr_id_of(move);
    if (verb == DADO_TERR_PRODUCE) {
        const dado_terr_building *building = dado_terr_find_building(view, seat, id);
        if (building) action.from = building->cell;
        // Units come first, then items, without a gap between them.
        int type = dado_terr_made_type(action.what);
        action.what = dado_terr_makes_item(action.what) ? view->world->units + type : type;
    } else {
        const dado_terr_unit *unit = dado_terr_find_unit(view, seat, id);
        if (unit) action.from = unit->cell;
    }
    return action;
}
