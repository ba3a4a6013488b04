// fog_of_war.c - makes the view of one seat, and guesses a full state that fits a view.
//
// A view has the layout of a state. Tiles out of sight are blank, including their
// terrain. Of other seats a view keeps only the elements on visible tiles, in the order
// of tiles, so that the order of their creation stays hidden. Counters that would reveal
// hidden actions are blank.
#include <string.h>

#include "worlds/territorio/territorio.h"

// Copies the terrain of visible tiles and blanks the rest. The choice is arithmetic
// instead of a branch, because processors cannot predict where the border of sight runs.
static void show_terrain(const dado_terr_board *s, const dado_terr_board *v, int player)
{
    int tiles = s->world->tiles;
    const uint16_t *restrict seen = s->seen + player * tiles;
    const uint8_t *restrict from = s->terrain;
    uint8_t *restrict to = v->terrain;
    for (int cell = 0; cell < tiles; cell++) {
        uint8_t terrain = from[cell];
        to[cell] = seen[cell] ? terrain : (uint8_t)DADO_TERR_UNKNOWN;
    }
}

static void show_pieces(const dado_terr_board *s, const dado_terr_board *v, int player)
{
    int tiles = s->world->tiles;
    const uint16_t *restrict seen = s->seen + player * tiles;
    const dado_terr_piece *restrict from = s->pieces;
    dado_terr_piece *restrict to = v->pieces;
    for (int cell = 0; cell < tiles; cell++) {
        uint32_t piece;
        memcpy(&piece, &from[cell], sizeof piece);
        piece = seen[cell] ? piece : 0;
        memcpy(&to[cell], &piece, sizeof piece);
    }
}

static inline void show_shares_of(const dado_terr_board *s, const dado_terr_board *v, int player,
                                  int players)
{
    int tiles = s->world->tiles;
    const uint16_t *restrict seen = s->seen + player * tiles;
    const double *restrict from = s->shares;
    double *restrict to = v->shares;
    for (int cell = 0; cell < tiles; cell++) {
        uint64_t mask = seen[cell] ? UINT64_MAX : 0;
        for (int p = 0; p < players; p++) {
            uint64_t share;
            memcpy(&share, &from[cell * players + p], sizeof share);
            share &= mask;
            memcpy(&to[cell * players + p], &share, sizeof share);
        }
    }
}

static void show_shares(const dado_terr_board *s, const dado_terr_board *v, int player)
{
    if (s->world->players == 2) show_shares_of(s, v, player, 2);
    else show_shares_of(s, v, player, s->world->players);
}

// Computes where the units of each visible tile begin in their seat's list, which is
// ordered by tile and then by stack. `shown` gets the number of visible units per seat.
static void number_units(const dado_terr_board *v, uint16_t *first, uint16_t *shown)
{
    memset(shown, 0, sizeof *shown * (size_t)(v->world->players + 1));
    for (int cell = 0; cell < v->world->tiles; cell++) {
        dado_terr_piece piece = v->pieces[cell];
        if (!piece.holder) continue;
        first[cell] = shown[piece.holder];
        shown[piece.holder] = (uint16_t)(shown[piece.holder] + piece.count);
    }
}

static void copy_units(const dado_terr_board *s, const dado_terr_board *v, int seat,
                       const uint16_t *first)
{
    const dado_terr_unit *unit = dado_terr_unit_at(s, seat, 0);
    dado_terr_unit *shown = dado_terr_unit_at(v, seat, 0);
    for (int k = s->seats[seat].units; k > 0; k--, unit++) {
        if (!v->pieces[unit->cell].count) continue;
        dado_terr_unit *seen = shown + first[unit->cell] + unit->stack;
        *seen = *unit;
        if (s->world->basic) {
            seen->moves = 0;
            seen->last_action = -1;
        }
    }
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

static void blank_clocks(dado_terr_state *s, int player)
{
    s->ids_key = 0;
    s->ids_drawn = 0;
    s->first_word = 0;
    s->draws = 0;
    s->pending_unit = 0;
    s->pending_cell = 0;
    s->pending = s->awaited = 0;
    s->quiet = 0;
    s->stirred = 0;
    if (s->to_move != player) s->commands = 0;
}

static void blank(const dado_terr_board *v, int seat, int from, int end)
{
    if (from >= end) return;
    memset(v->elements + seat * v->world->elements + from, 0,
           sizeof(dado_terr_element) * (size_t)(end - from));
}

static void copy_own(const dado_terr_board *s, const dado_terr_board *v, int seat)
{
    int units = s->seats[seat].units, buildings = s->seats[seat].buildings;
    memcpy(dado_terr_unit_at(v, seat, 0), dado_terr_unit_at(s, seat, 0),
           sizeof(dado_terr_unit) * (size_t)units);
    memcpy(dado_terr_building_at(v, seat, buildings - 1),
           dado_terr_building_at(s, seat, buildings - 1),
           sizeof(dado_terr_building) * (size_t)buildings);
}

static void copy_others(const dado_terr_board *s, const dado_terr_board *v, int player)
{
    uint16_t first[DADO_TERR_TILES], shown[DADO_TERR_SEATS + 1];
    number_units(v, first, shown);
    for (int seat = 0; seat < s->world->players; seat++) {
        if (seat == player) continue;
        if (shown[seat + 1]) copy_units(s, v, seat, first);
        v->seats[seat] = (dado_terr_seat){
            .units = shown[seat + 1],
            .buildings = (uint16_t)copy_buildings(s, v, seat, player),
            .fell = s->seats[seat].fell,
        };
    }
}

// Clears the gap between a seat's units and its buildings. Only elements that the view
// had before can be there, so only these are cleared.
static void blank_rest(const dado_terr_board *v, int seat, dado_terr_seat was)
{
    int all = v->world->elements, from = v->seats[seat].units;
    int end = all - v->seats[seat].buildings, houses = all - was.buildings;
    blank(v, seat, from, was.units < end ? was.units : end);
    blank(v, seat, houses > from ? houses : from, end);
}

// Which parts of a view have changed since the view was last updated.
typedef struct view_changes {
    bool all;  // everything has changed; then the other fields are true too
    bool pieces, shares, others;
} view_changes;

// Finds what has changed since the last update. During a turn only its seat acts, and the
// counters of that seat show what it did.
static view_changes view_changes_since(const dado_terr_board *s, const dado_terr_board *v,
                                       int player)
{
    const dado_terr_state *was = v->state, *is = s->state;
    bool same_turn = was->phase == is->phase && was->round == is->round && was->to_move == player &&
                     is->to_move == player && was->falls == is->falls;
    if (!same_turn) return (view_changes){ true, true, true, true };
    const dado_terr_seat *had = &v->seats[player], *has = &s->seats[player];
    bool fought = had->attacks != has->attacks || had->razed != has->razed;
    bool stirred =
        had->moved != has->moved || had->units != has->units || had->buildings != has->buildings;
    return (view_changes){
        .pieces = fought || stirred,
        .shares = had->influences != has->influences,
        .others = fought,
    };
}

// Marks the tiles that became visible or invisible; returns whether there are any.
static bool find_changed_sight(const uint16_t *restrict was, const uint16_t *restrict is, int tiles,
                               uint8_t *restrict turned)
{
    uint8_t any = 0;
    for (int cell = 0; cell < tiles; cell++) {
        turned[cell] = (was[cell] == 0) != (is[cell] == 0);
        any |= turned[cell];
    }
    return any;
}

// Shows or hides one tile; returns whether another seat has units or a building on it.
static bool update_tile(const dado_terr_board *s, const dado_terr_board *v, int player, int cell)
{
    int players = s->world->players, own = player + 1;
    bool sees = dado_terr_sees(s, player, cell);
    dado_terr_piece piece = s->pieces[cell];
    v->terrain[cell] = sees ? s->terrain[cell] : (uint8_t)DADO_TERR_UNKNOWN;
    v->pieces[cell] = sees ? piece : (dado_terr_piece){ 0 };
    for (int p = 0; p < players; p++) {
        v->shares[cell * players + p] = sees ? s->shares[cell * players + p] : 0;
    }
    return (piece.holder && piece.holder != own) || (piece.building && piece.building != own);
}

// Updates the tiles whose visibility has changed; returns whether the visible elements of
// other seats have changed.
static bool update_tiles(const dado_terr_board *s, const dado_terr_board *v, int player)
{
    enum { step = 8 };
    int tiles = s->world->tiles;
    uint8_t turned[DADO_TERR_TILES + step];
    bool others = false;
    if (!find_changed_sight(v->seen + player * tiles, s->seen + player * tiles, tiles, turned)) {
        return false;
    }
    memset(turned + tiles, 0, step);
    for (int from = 0; from < tiles; from += step) {
        uint64_t some;
        memcpy(&some, turned + from, sizeof some);
        for (int cell = from; some && cell < from + step; cell++) {
            if (turned[cell]) others |= update_tile(s, v, player, cell);
        }
    }
    return others;
}

static void show(const dado_terr_board *s, const dado_terr_board *v, int player, view_changes n)
{
    const dado_terr *w = s->world;
    dado_terr_seat was[DADO_TERR_SEATS];
    memcpy(was, v->seats, sizeof *was * (size_t)w->players);
    *v->state = *s->state;
    blank_clocks(v->state, player);
    if (w->fog) {
        if (n.all) show_terrain(s, v, player);
        else n.others |= update_tiles(s, v, player);
        if (n.pieces) show_pieces(s, v, player);
        if (n.shares) show_shares(s, v, player);
        memcpy(v->seen + player * w->tiles, s->seen + player * w->tiles,
               sizeof *v->seen * (size_t)w->tiles);
    } else {
        size_t tiles = (size_t)w->tiles, players = (size_t)w->players;
        if (n.all) memcpy(v->terrain, s->terrain, tiles);
        if (n.pieces) memcpy(v->pieces, s->pieces, sizeof *v->pieces * tiles);
        if (n.shares) memcpy(v->shares, s->shares, sizeof *v->shares * tiles * players);
    }
    v->seats[player] = s->seats[player];
    copy_own(s, v, player);
    blank_rest(v, player, was[player]);
    if (!n.others) return;
    copy_others(s, v, player);
    for (int seat = 0; seat < w->players; seat++) {
        if (seat != player) blank_rest(v, seat, was[seat]);
    }
}

void dado_terr_observe(const dado_game *game, const void *state, int player, void *view)
{
    const dado_terr *w = game->data;
    dado_terr_board s = dado_terr_board_of(w, state), v = dado_terr_board_of(w, view);
    memset(view, 0, w->state_size);
    show(&s, &v, player, (view_changes){ true, true, true, true });
}

void dado_terr_update_view(const dado_game *game, const void *state, int player, void *view)
{
    const dado_terr *w = game->data;
    dado_terr_board s = dado_terr_board_of(w, state), v = dado_terr_board_of(w, view);
    view_changes n = view_changes_since(&s, &v, player);
    int was = v.state->to_move;  // the seat that was to move at the last update
    if (w->fog && was != player)
        memset(v.seen + was * w->tiles, 0, sizeof *v.seen * (size_t)w->tiles);
    show(&s, &v, player, n);
}

// ---- guessing the hidden part of a state

static uint8_t some_terrain(const dado_terr *w, double total, dado_fast_rng *luck)
{
    double at = dado_fast_rng_unit(luck) * total;
    uint8_t last = 0;
    for (int i = 0; i < w->terrains; i++) {
        if (w->terrain[i].weight <= 0) continue;
        last = (uint8_t)i;
        if (at < w->terrain[i].weight) break;
        at -= w->terrain[i].weight;
    }
    return last;
}

// Places the starting elements of a living seat, of which nothing is visible, on a random
// hidden tile.
static void place_unseen(const dado_terr_board *b, int player, int seat, dado_fast_rng *luck)
{
    const dado_terr *w = b->world;
    int free = 0;
    for (int cell = 0; cell < w->tiles; cell++) {
        free += !dado_terr_sees(b, player, cell) && !b->pieces[cell].holder &&
                !b->pieces[cell].building;
    }
    if (free == 0) return;
    int chosen = (int)dado_fast_rng_below(luck, (uint32_t)free);
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

// Computes what another seat sees, from its known units and buildings.
static void compute_sight(const dado_terr_board *b, int seat)
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
    dado_fast_rng luck = dado_fast_rng_seed(dado_rng_next(rng));
    b.state->ids_key = dado_fast_rng_next(&luck);
    if (b.state->phase == DADO_TERR_UNBORN) return;
    double total = 0;
    for (int i = 0; i < w->terrains; i++) total += w->terrain[i].weight;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (b.terrain[cell] != DADO_TERR_UNKNOWN) continue;
        b.terrain[cell] = some_terrain(w, total, &luck);
    }
    for (int seat = 0; seat < w->players; seat++) {
        if (seat == player || b.seats[seat].fell) continue;
        compute_sight(&b, seat);
        if (b.seats[seat].units + b.seats[seat].buildings == 0) {
            place_unseen(&b, player, seat, &luck);
        }
    }
}
