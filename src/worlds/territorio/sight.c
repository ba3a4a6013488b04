// sight.c - what one seat may know, and a world that fits it.
//
// A view has the layout of a state. Tiles out of sight lose everything, terrain
// too; other seats keep only the elements on tiles in sight, in the order of
// tiles, so that their order of creation does not show; clocks and counters that
// would tell of hidden deeds are blank.
#include <string.h>

#include "worlds/territorio/territorio.h"

static void hide_tiles(const dado_terr_board *v, int player)
{
    const dado_terr *w = v->world;
    const uint16_t *seen = v->seen + player * w->tiles;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (seen[cell]) continue;
        v->terrain[cell] = DADO_TERR_UNKNOWN;
        v->pieces[cell] = (dado_terr_piece){ 0 };
        double *shares = v->shares + cell * w->players;
        shares[0] = shares[1] = 0;  // most games have no more seats than these
        for (int p = 2; p < w->players; p++) shares[p] = 0;
    }
}

static bool unit_before(const dado_terr_unit *a, const dado_terr_unit *b)
{
    return a->cell != b->cell ? a->cell < b->cell : a->stack < b->stack;
}

// Copies the units of `seat` that stand in sight, by tile and stack.
static int copy_units(const dado_terr_board *s, const dado_terr_board *v, int seat, int player)
{
    int count = 0;
    for (int k = 0; k < s->seats[seat].units; k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(s, seat, k);
        if (!dado_terr_sees(s, player, unit->cell)) continue;
        int at = count++;
        for (; at > 0 && unit_before(unit, dado_terr_unit_at(v, seat, at - 1)); at--) {
            *dado_terr_unit_at(v, seat, at) = *dado_terr_unit_at(v, seat, at - 1);
        }
        dado_terr_unit *seen = dado_terr_unit_at(v, seat, at);
        *seen = *unit;
        if (s->world->basic) {
            seen->moves = 0;
            seen->last_action = -1;
        }
    }
    return count;
}

static int copy_buildings(const dado_terr_board *s, const dado_terr_board *v, int seat, int player)
{
    int count = 0;
    for (int k = 0; k < s->seats[seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(s, seat, k);
        if (!dado_terr_sees(s, player, building->cell)) continue;
        int at = count++;
        for (; at > 0 && building->cell < dado_terr_building_at(v, seat, at - 1)->cell; at--) {
            *dado_terr_building_at(v, seat, at) = *dado_terr_building_at(v, seat, at - 1);
        }
        dado_terr_building *seen = dado_terr_building_at(v, seat, at);
        *seen = *building;
        if (s->world->basic) {
            seen->production = 0;
            seen->progress = 0;
            memset(seen->stock, 0, sizeof seen->stock);
        }
    }
    return count;
}

void dado_terr_observe(const dado_game *game, const void *state, int player, void *view)
{
    const dado_terr *w = game->data;
    size_t before = w->at_seen, one = sizeof(uint16_t) * (size_t)w->tiles;
    unsigned char *bytes = view;
    memcpy(bytes, state, before);
    dado_terr_board s = dado_terr_board_of(w, state), v = dado_terr_board_of(w, view);
    memset(v.seen, 0, w->at_shares - w->at_seen);
    if (w->fog) memcpy(v.seen + player * w->tiles, s.seen + player * w->tiles, one);
    memcpy(v.shares, s.shares, w->at_elements - w->at_shares);
    v.state->ids_key = 0;
    v.state->ids_drawn = 0;
    v.state->first_word = 0;
    v.state->draws = 0;
    v.state->pending_unit = 0;
    v.state->pending_cell = 0;
    v.state->pending = v.state->awaited = 0;
    v.state->quiet = 0;
    v.state->stirred = 0;
    if (s.state->to_move != player) v.state->commands = 0;
    if (w->fog) hide_tiles(&v, player);
    size_t slots = sizeof(dado_terr_element) * (size_t)w->elements;
    for (int seat = 0; seat < w->players; seat++) {
        dado_terr_element *own = v.elements + seat * w->elements;
        if (seat == player) {
            memcpy(own, s.elements + seat * w->elements, slots);
            continue;
        }
        memset(own, 0, slots);
        v.seats[seat] = (dado_terr_seat){ .fell = s.seats[seat].fell };
        v.seats[seat].units = (uint16_t)copy_units(&s, &v, seat, player);
        v.seats[seat].buildings = (uint16_t)copy_buildings(&s, &v, seat, player);
    }
}

// ---- guessing the rest

static uint8_t some_terrain(const dado_terr *w, double total, dado_quick *luck)
{
    double at = dado_quick_unit(luck) * total;
    uint8_t last = 0;
    for (int i = 0; i < w->terrains; i++) {
        if (w->terrain[i].weight <= 0) continue;
        last = (uint8_t)i;
        if (at < w->terrain[i].weight) break;
        at -= w->terrain[i].weight;
    }
    return last;
}

// Gives a living seat of which nothing is seen what it started with, out of sight.
static void place_unseen(const dado_terr_board *b, int player, int seat, dado_quick *luck)
{
    const dado_terr *w = b->world;
    int free = 0;
    for (int cell = 0; cell < w->tiles; cell++) {
        free += !dado_terr_sees(b, player, cell) && !b->pieces[cell].holder &&
                !b->pieces[cell].building;
    }
    if (free == 0) return;
    int chosen = (int)dado_quick_below(luck, (uint32_t)free);
    int cell = 0;
    for (;; cell++) {
        bool fits = !dado_terr_sees(b, player, cell) && !b->pieces[cell].holder &&
                    !b->pieces[cell].building;
        if (fits && chosen-- == 0) break;
    }
    b->terrain[cell] = 0;
    if (w->start_house >= 0) {
        dado_terr_add_building(b, seat, w->start_house, cell, dado_terr_new_id(b));
    }
    for (int i = 0; i < w->start_units; i++) {
        dado_terr_add_unit(b, seat, w->start_unit[i], cell, dado_terr_new_id(b));
    }
}

// Other seats see by what they are seen to have.
static void open_eyes(const dado_terr_board *b, int seat)
{
    const dado_terr *w = b->world;
    for (int k = 0; k < b->seats[seat].units; k++) {
        dado_terr_unit *unit = dado_terr_unit_at(b, seat, k);
        if (w->basic) unit->moves = unit->full_moves;
        dado_terr_add_sight(b, seat, unit->cell, unit->sight, 1);
    }
    for (int k = 0; k < b->seats[seat].buildings; k++) {
        const dado_terr_building *building = dado_terr_building_at(b, seat, k);
        dado_terr_add_sight(b, seat, building->cell, w->house[building->type].sight, 1);
    }
}

void dado_terr_redeal(const dado_game *game, const void *view, int player, dado_rng *rng,
                      void *state)
{
    const dado_terr *w = game->data;
    memcpy(state, view, w->state_size);
    dado_terr_board b = dado_terr_board_of(w, state);
    dado_quick luck = dado_quick_seed(dado_rng_next(rng));
    b.state->ids_key = dado_quick_next(&luck);
    if (b.state->phase == DADO_TERR_UNBORN) return;
    double total = 0;
    for (int i = 0; i < w->terrains; i++) total += w->terrain[i].weight;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (b.terrain[cell] != DADO_TERR_UNKNOWN) continue;
        b.terrain[cell] = some_terrain(w, total, &luck);
    }
    for (int seat = 0; seat < w->players; seat++) {
        if (seat == player || b.seats[seat].fell) continue;
        open_eyes(&b, seat);
        if (b.seats[seat].units + b.seats[seat].buildings == 0) {
            place_unseen(&b, player, seat, &luck);
        }
    }
}
