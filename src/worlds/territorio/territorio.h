// territorio.h - Território: hexes, fog, domain and nine kinds of units.
//
// Two to sixteen seats hold a hexagonal map tile by tile. Units march, fight
// and influence; buildings make units and items; whoever has neither is out.
// Nobody sees further than their own units and buildings do.
//
// This header is what the files of the world share, and what an agent made for
// it may read. A view has the shape of a state with the hidden parts blank, so
// everything here that takes a board works on both: a board made from a view
// answers as far as the view goes.
#pragma once

#include "core/face.h"
#include "core/game.h"
#include "core/note.h"

enum {
    DADO_TERR_SEATS = 16,      // at most
    DADO_TERR_KINDS = 16,      // of terrains, units, items and buildings each, at most
    DADO_TERR_SIDE = 256,      // of a map, at most
    DADO_TERR_TILES = DADO_TERR_SIDE * DADO_TERR_SIDE,
    DADO_TERR_UNKNOWN = DADO_TERR_KINDS,  // the terrain of a tile out of sight
    DADO_TERR_FAR = 255,       // a cost nobody can pay
    DADO_TERR_RADIUS = 64,     // the furthest anything reaches
    DADO_TERR_CRITERIA = 4,    // of breaking ties
    DADO_TERR_WORN = 255,      // of one item in one stock, at most
};

// ---- what the settings say: immutable, shared by all matches, and public

typedef enum dado_terr_class { DADO_TERR_GROUND, DADO_TERR_WATER, DADO_TERR_AIR } dado_terr_class;
typedef enum dado_terr_luck {
    DADO_TERR_SEEDED, DADO_TERR_SCRIPTED, DADO_TERR_MIN, DADO_TERR_MID, DADO_TERR_MAX
} dado_terr_luck;
typedef enum dado_terr_symmetry {
    DADO_TERR_UNEVEN, DADO_TERR_ROTATE180, DADO_TERR_MIRROR_X
} dado_terr_symmetry;
typedef enum dado_terr_start {
    DADO_TERR_CORNERS, DADO_TERR_SPREAD, DADO_TERR_LIST
} dado_terr_start;
typedef enum dado_terr_criterion {
    DADO_TERR_BY_DOMAIN, DADO_TERR_BY_MATERIAL, DADO_TERR_BY_HEALTH, DADO_TERR_BY_BUILDINGS
} dado_terr_criterion;

typedef enum dado_terr_level {
    DADO_TERR_LOG_FULL, DADO_TERR_LOG_EVENTS, DADO_TERR_LOG_RESULT
} dado_terr_level;

typedef struct dado_terr_terrain {
    const char *name;
    char letter;
    uint8_t cost;
    bool admits[3];  // by class
    bool buildings;
    double weight;   // of being drawn
} dado_terr_terrain;

// The attributes of a kind of unit, or what an item adds to them.
typedef struct dado_terr_kind {
    const char *name;
    double max_health, attack, defence, influence, min_random;
    int moves, range, sight, cost;
    dado_terr_class class;
    bool builds;
} dado_terr_kind;

typedef struct dado_terr_house {
    const char *name;
    double influence;
    int rate, sight, value;
} dado_terr_house;

// A technology: what it adds to units is among the items, behind those that can be made.
typedef struct dado_terr_tech {
    uint16_t needs;  // technologies that come first, a bit each
    uint16_t units;  // kinds of units it helps, a bit each
    int rate;        // what it adds to every building's
} dado_terr_tech;

typedef struct dado_terr_offset {
    int8_t dx, dy;
} dado_terr_offset;

typedef struct dado_terr_ring {  // steps to some of the six neighbours, in the order of cells
    dado_move step[6];  // modulo 2^64, to be added to a move
    int64_t count;
} dado_terr_ring;

typedef struct dado_terr {
    int width, height, tiles, players, elements;

    int terrains, units, items, houses;  // how many kinds there are
    dado_terr_terrain terrain[DADO_TERR_KINDS];
    dado_terr_kind unit[DADO_TERR_KINDS];
    dado_terr_kind item[DADO_TERR_KINDS];
    dado_terr_house house[DADO_TERR_KINDS];
    int techs;  // with the items no more than there are kinds
    dado_terr_tech tech[DADO_TERR_KINDS];
    uint16_t unit_needs[DADO_TERR_KINDS];  // technologies that unlock it, all of them
    double domain_feeds;       // production for each tile of domain, shared by the buildings
    double domain_units;       // units for each tile of domain; 0: as many as there is room for
    double domain_units_base;  // and so many besides

    bool fog, basic, serial_ids;
    int group_threshold;
    double group_bonus, domain_bonus, build_share;
    bool own_tile_target, remove_on_elimination;
    double indirect_scale;
    bool indirect_grouping, indirect_domain, indirect_own_tile;
    int power;
    bool counter_needs_range;
    double recovery;
    bool carry_surplus, repeat, capture;
    int max_units;     // on a tile; 0 is no limit
    int max_commands;  // in a turn
    int rounds, stall;
    int criteria;
    dado_terr_criterion criterion[DADO_TERR_CRITERIA];

    dado_terr_luck luck;
    int script_length;
    const double *script;

    const char *map;  // the text of a map file, or NULL: terrain is drawn
    const uint8_t *fixed_terrain;
    dado_terr_symmetry symmetry;
    int connect_cost, max_tries, free_neighbours, min_distance;
    dado_terr_start start;
    int start_cell[DADO_TERR_SEATS];  // for DADO_TERR_LIST
    int start_house;                  // or -1
    int start_units;
    uint8_t start_unit[64];

    const void *scenario;  // the state a scenario file begins with, or NULL

    // Not the game's own: how matches are refereed and told.
    dado_options referee;
    dado_terr_level log_level;

    // What follows is worked out from the above.
    const int32_t (*near)[6];  // neighbours by direction: N NE SE S SW NW; -1 where the map ends
    const uint8_t *column, *row;  // of each cell, for those who cannot afford to divide
    uint8_t step[3][DADO_TERR_KINDS + 1];  // cost to enter, by class and terrain; FAR: never
    uint8_t cost[DADO_TERR_KINDS + 1];     // to aim at, by terrain
    uint8_t least_cost;
    uint16_t ground_units, influencers, builders;  // kinds of units, a bit each
    // All offsets up to a distance, in the order of cells, for even and odd columns.
    const dado_terr_offset *disc[2][DADO_TERR_RADIUS + 1];
    int disc_size[DADO_TERR_RADIUS + 1];
    int radius;
    // By direction: what a step there adds to a disc, from the tile stepped on, for even and odd
    // columns of it. Of radius 0, then the three of radius 1, the five of radius 2 ...
    const dado_terr_offset *rim[2][6];
    // Windows of 7 by 7 tiles as bits, for listing moves (see list.c).
    bool windows;
    uint64_t window_disc[2][4];
    int16_t window_step[56];
    uint8_t code[DADO_TERR_KINDS + 1];  // which bits, by terrain
    dado_terr_ring ring[2][64];
    dado_move made[2 * DADO_TERR_KINDS];  // what a building can make, units and then items
    size_t at_seats, at_terrain, at_pieces, at_seen, at_shares, at_elements, state_size;
    const dado_measure *tallies;
} dado_terr;

// ---- the state

typedef struct dado_terr_unit {
    double health;
    uint32_t id;
    int32_t last_action;  // the last round it moved, attacked or influenced in; -1: never
    uint16_t cell;
    uint16_t items;       // a bit per kind
    uint16_t stack;       // how many stood on its tile before it
    uint8_t type;
    uint8_t moves;
    // Worked out from type and items whenever they change.
    uint8_t full_moves, range, sight;
    uint8_t spare[5];
} dado_terr_unit;

typedef struct dado_terr_building {
    uint32_t id;
    int32_t progress;
    uint16_t cell;
    uint8_t type;
    uint8_t production;  // see dado_terr_made
    uint8_t stock[DADO_TERR_KINDS];
    uint8_t spare[4];
} dado_terr_building;

typedef union dado_terr_element {
    dado_terr_unit unit;
    dado_terr_building building;
} dado_terr_element;
_Static_assert(sizeof(dado_terr_unit) == 32 && sizeof(dado_terr_building) == 32 &&
                   sizeof(dado_terr_element) == 32,
               "no padding: states are compared as bytes");

// What stands on a tile. Seats count from 1 here, 0 is nobody.
typedef struct dado_terr_piece {
    uint8_t holder;    // whose units
    uint8_t building;  // whose building
    uint16_t count;    // of units
} dado_terr_piece;

typedef struct dado_terr_seat {
    double dealt, taken;  // damage
    uint16_t units, buildings;
    uint32_t kills, losses, razed, lost_buildings;
    uint32_t moved, attacks, influences, equips;
    uint16_t made_units[DADO_TERR_KINDS], made_items[DADO_TERR_KINDS];
    uint16_t founded[DADO_TERR_KINDS];
    uint8_t fell;  // 0 while in the game, else the how-manieth fall it was
    uint8_t spare;
    uint16_t techs;  // a bit each
} dado_terr_seat;
_Static_assert(sizeof(dado_terr_seat) == 152, "no padding: states are compared as bytes");

typedef enum dado_terr_phase { DADO_TERR_UNBORN, DADO_TERR_PLAY, DADO_TERR_OVER } dado_terr_phase;
typedef enum dado_terr_reason {
    DADO_TERR_RUNNING, DADO_TERR_ELIMINATION, DADO_TERR_MUTUAL, DADO_TERR_ROUNDS, DADO_TERR_STALL
} dado_terr_reason;
typedef enum dado_terr_verb {
    DADO_TERR_END, DADO_TERR_MOVE, DADO_TERR_ATTACK, DADO_TERR_INFLUENCE, DADO_TERR_EQUIP,
    DADO_TERR_PRODUCE, DADO_TERR_FOUND
} dado_terr_verb;

typedef struct dado_terr_state {
    uint64_t ids_key;      // hidden
    uint64_t first_word;   // the attacker's draw, while the defender's is awaited
    uint32_t ids_drawn;    // hidden
    uint32_t draws;        // used of the script
    uint32_t pending_unit;
    int32_t round;
    int32_t quiet;         // rounds in a row in which nothing happened: hidden
    uint32_t commands;     // accepted this turn
    uint16_t pending_cell;
    uint8_t pending;       // DADO_TERR_ATTACK, DADO_TERR_INFLUENCE or 0
    uint8_t awaited;       // draws still to come
    uint8_t to_move;
    uint8_t phase, reason;
    uint8_t stirred;       // something happened this round: hidden
    uint8_t falls;         // how often seats have fallen
    uint8_t living;
    uint8_t out_of_script;
    uint8_t spare[5];
} dado_terr_state;
_Static_assert(sizeof(dado_terr_state) == 56, "no padding: states are compared as bytes");

// Where the parts of a state, or of a view, lie. Made on the spot, kept nowhere.
typedef struct dado_terr_board {
    const dado_terr *world;
    dado_terr_state *state;
    dado_terr_seat *seats;
    uint8_t *terrain;
    dado_terr_piece *pieces;
    uint16_t *seen;    // by seat and tile: how many of the seat's elements see it
    double *shares;    // by tile and seat
    dado_terr_element *elements;
} dado_terr_board;

// One who only reads may say so with a pointer to a const board.
static inline dado_terr_board dado_terr_board_of(const dado_terr *w, const void *state)
{
    unsigned char *base = (unsigned char *)(uintptr_t)state;
    return (dado_terr_board){
        .world = w,
        .state = (dado_terr_state *)(void *)base,
        .seats = (dado_terr_seat *)(void *)(base + w->at_seats),
        .terrain = base + w->at_terrain,
        .pieces = (dado_terr_piece *)(void *)(base + w->at_pieces),
        .seen = (uint16_t *)(void *)(base + w->at_seen),
        .shares = (double *)(void *)(base + w->at_shares),
        .elements = (dado_terr_element *)(void *)(base + w->at_elements),
    };
}

// Units fill a seat's elements from the front, buildings from the back, both in
// the order they came to be; so the two share one limit.
static inline dado_terr_unit *dado_terr_unit_at(const dado_terr_board *b, int seat, int k)
{
    return &b->elements[seat * b->world->elements + k].unit;
}

static inline dado_terr_building *dado_terr_building_at(const dado_terr_board *b, int seat, int k)
{
    return &b->elements[(seat + 1) * b->world->elements - 1 - k].building;
}

static inline bool dado_terr_sees(const dado_terr_board *b, int seat, int cell)
{
    return !b->world->fog || b->seen[seat * b->world->tiles + cell] > 0;
}

static inline double dado_terr_share(const dado_terr_board *b, int seat, int cell)
{
    return b->shares[cell * b->world->players + seat];
}

dado_terr_unit *dado_terr_find_unit(const dado_terr_board *b, int seat, uint32_t id);
dado_terr_building *dado_terr_find_building(const dado_terr_board *b, int seat, uint32_t id);
dado_terr_building *dado_terr_building_on(const dado_terr_board *b, int cell);  // or NULL

// ---- what a building makes: 0 nothing, then units, then items

static inline int dado_terr_made_unit(int type) { return 1 + type; }
static inline int dado_terr_made_item(int item) { return 1 + DADO_TERR_KINDS + item; }
static inline bool dado_terr_makes_item(int made) { return made > DADO_TERR_KINDS; }
static inline int dado_terr_made_type(int made)
{
    return dado_terr_makes_item(made) ? made - 1 - DADO_TERR_KINDS : made - 1;
}
const dado_terr_kind *dado_terr_made_kind(const dado_terr *w, int made);  // made is not 0

// ---- geometry

static inline int dado_terr_x(const dado_terr *w, int cell) { return cell % w->width; }
static inline int dado_terr_y(const dado_terr *w, int cell) { return cell / w->width; }
static inline int dado_terr_cell(const dado_terr *w, int x, int y) { return y * w->width + x; }
static inline bool dado_terr_on_map(const dado_terr *w, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < w->width && y < w->height;
}
int dado_terr_distance(int x1, int y1, int x2, int y2);
int dado_terr_cells_apart(const dado_terr *w, int a, int b);
// Cells at distance 0 ... radius, in ascending order; returns how many. `cells`
// has room for w->disc_size[radius], and radius is at most w->radius.
int dado_terr_disc(const dado_terr *w, int cell, int radius, uint16_t *cells);

// ---- strength

double dado_terr_max_health(const dado_terr *w, const dado_terr_unit *unit);
double dado_terr_attack(const dado_terr *w, const dado_terr_unit *unit);     // before bonuses
double dado_terr_defence(const dado_terr *w, const dado_terr_unit *unit);
double dado_terr_influence(const dado_terr *w, const dado_terr_unit *unit);
double dado_terr_min_random(const dado_terr *w, const dado_terr_unit *unit); // at most 1
// An attribute on the field: grouping, domain and luck applied.
double dado_terr_value(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                       double attribute, double u);
// Who answers for a tile with units on it.
dado_terr_unit *dado_terr_defender(const dado_terr_board *b, int cell);
// Damage to the defender and back, for the two draws. False: nobody to attack there.
bool dado_terr_forecast(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int cell,
                        double u_attack, double u_defence, double *hit, double *back);
double dado_terr_draw(uint64_t word);      // on [0, 1]
uint64_t dado_terr_word(double draw);      // the word that gives the nearest draw
double dado_terr_domain(const dado_terr_board *b, int seat);
double dado_terr_material(const dado_terr_board *b, int seat);
double dado_terr_criterion_of(const dado_terr_board *b, int seat, dado_terr_criterion by);

// ---- routes, over what a seat sees

// Costs of the cells a unit of `seat` can enter from where it stands, at most
// `moves`; FAR elsewhere. `best` has room for every tile, `cells` too: it gets
// the cells reached, the unit's own first; returns how many.
int dado_terr_reach(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int moves,
                    uint8_t *best, uint16_t *cells);
// The cheapest route to a cell: its cost, or -1 where there is none. `path`,
// unless NULL, has room for every tile and gets the cells entered, *length of
// them; of equally cheap routes the first in the order of directions.
int dado_terr_route(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int to,
                    uint16_t *path, int *length);

// ---- commands

static inline dado_move dado_terr_move(dado_terr_verb verb, uint32_t id, int what)
{
    return (dado_move)verb << 56 | (dado_move)id << 16 | (dado_move)(uint16_t)what;
}
static inline dado_terr_verb dado_terr_verb_of(dado_move move)
{
    return (dado_terr_verb)(move >> 56);
}
static inline uint32_t dado_terr_id_of(dado_move move) { return (uint32_t)(move >> 16); }
static inline int dado_terr_what_of(dado_move move) { return (int)(move & 0xFFFF); }

typedef enum dado_terr_code {
    DADO_TERR_OK, DADO_TERR_MALFORMED, DADO_TERR_GAME_OVER, DADO_TERR_NOT_YOUR_TURN,
    DADO_TERR_COMMAND_LIMIT, DADO_TERR_UNKNOWN_UNIT, DADO_TERR_UNKNOWN_BUILDING,
    DADO_TERR_NOT_OWNER, DADO_TERR_NO_MOVES, DADO_TERR_OUT_OF_MAP, DADO_TERR_SAME_TILE,
    DADO_TERR_NOT_VISIBLE, DADO_TERR_TERRAIN_FORBIDDEN, DADO_TERR_OCCUPIED_BY_ENEMY,
    DADO_TERR_TILE_FULL, DADO_TERR_NO_ROUTE, DADO_TERR_TOO_FAR, DADO_TERR_OUT_OF_RANGE,
    DADO_TERR_NO_ENEMY, DADO_TERR_NOT_ENOUGH_MOVES, DADO_TERR_NO_EFFECT, DADO_TERR_UNKNOWN_TYPE,
    DADO_TERR_NO_BUILDING, DADO_TERR_ALREADY_EQUIPPED, DADO_TERR_ITEM_NOT_IN_STOCK,
    DADO_TERR_NOT_A_BUILDER, DADO_TERR_DOMAIN_TOO_LOW, DADO_TERR_TILE_HAS_BUILDING,
    DADO_TERR_TERRAIN_NO_BUILDING, DADO_TERR_NEEDS_TECHNOLOGY, DADO_TERR_CODES
} dado_terr_code;

// A command as somebody typed it: the id may be nobody's, the cell off the map.
typedef struct dado_terr_command {
    dado_terr_verb verb;
    int64_t id, x, y;
    char type[32];
} dado_terr_command;

const char *dado_terr_code_name(dado_terr_code code);
bool dado_terr_parse(const char *words, dado_terr_command *command);
// What the referee answers, by the rulebook's checks in the rulebook's order.
dado_terr_code dado_terr_check(const dado_terr_board *b, int seat, const dado_terr_command *c);
dado_move dado_terr_encode(const dado_terr *w, const dado_terr_command *c);  // of an accepted one
int dado_terr_legal(const dado_terr_board *b, dado_move *moves);
// The same list from the one before: `memo`, at first all zero, and `moves`, with room for `most`,
// are as the last call left them.
int dado_terr_relist(const dado_terr_board *b, void *memo, dado_move *moves, int most);
size_t dado_terr_memo_size(const dado_terr *w);
void dado_terr_print_move(const dado_terr *w, dado_move move, dado_text *out);
// A command as logs and scenarios spell it: {"c":"move","unit":49,"x":9,"y":9}.
void dado_terr_tell_command(const dado_terr_command *c, dado_text *out);
extern const char *const dado_terr_command_names[];  // by verb: "end_turn", "move", ...

// ---- technologies, and domain that matters

bool dado_terr_unlocked(const dado_terr_board *b, int seat, int type);  // may it be made?
dado_terr_code dado_terr_may_research(const dado_terr_board *b, int seat, int tech);
uint16_t dado_terr_tech_items(const dado_terr *w, uint16_t techs, int type);
void dado_terr_learn(const dado_terr_board *b, int seat, int tech);
// What a building adds to its work in a round.
int dado_terr_rate(const dado_terr_board *b, int seat, const dado_terr_building *building);
bool dado_terr_may_grow(const dado_terr_board *b, int seat);  // by one unit

// ---- inside the world

// Plays a move; `log`, unless NULL, gets what it brought about, an event a line.
void dado_terr_play(const dado_terr_board *b, dado_move move, dado_text *log);
void dado_terr_add_sight(const dado_terr_board *b, int seat, int cell, int radius, int by);
void dado_terr_normalise(const dado_terr_board *b, int cell);
dado_terr_unit *dado_terr_add_unit(const dado_terr_board *b, int seat, int type, int cell,
                                   uint32_t id);
dado_terr_building *dado_terr_add_building(const dado_terr_board *b, int seat, int type, int cell,
                                           uint32_t id);
// Works out what follows from a unit's type and items.
void dado_terr_dress(const dado_terr *w, dado_terr_unit *unit);
uint32_t dado_terr_new_id(const dado_terr_board *b);
void dado_terr_found_world(const dado_terr_board *b, uint64_t word, dado_text *log);
void dado_terr_log_world(const dado_terr_board *b, dado_text *log);
void dado_terr_log_result(const dado_terr_board *b, const char *reason, const int32_t *places,
                          int rounds, dado_text *log);
bool dado_terr_starts_fit(const dado_terr *w, dado_ask *ask);
uint64_t dado_terr_hash(const dado_terr_board *b);  // of all bytes of the state
int dado_terr_rounds(const dado_terr_state *s);     // finished, the one in hand once it is over
void dado_terr_rank(const dado_terr_board *b, int32_t *places);

bool dado_terr_read_settings(dado_terr *w, const dado_options *options, dado_arena *arena,
                             const char **known, dado_error *err);
void dado_terr_prepare_lists(dado_terr *w);
bool dado_terr_prepare(dado_terr *w, dado_arena *arena, dado_error *err);
void dado_terr_observe(const dado_game *game, const void *state, int player, void *view);
void dado_terr_follow(const dado_game *game, const void *state, int player, void *view);
void dado_terr_redeal(const dado_game *game, const void *view, int player, dado_rng *rng,
                      void *state);
void dado_terr_print(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_terr_tell(const dado_game *game, const void *state, int eyes, dado_text *out);

// ---- events, for logs

void dado_terr_tell_shares(const dado_terr_board *b, int cell, dado_text *out);
void dado_terr_tell_path(const dado_terr *w, const uint16_t *path, int length, dado_text *out);

typedef struct dado_terr_about {  // what a log says and a game does not know
    uint64_t seed;
    int agents;
    const char *const *agent;
    dado_terr_level level;
    dado_notes notes;            // of referees, in the order of decisions
    const int32_t *places;       // everybody's in the end, those who gave up last; or NULL
    bool forfeit;                // giving up ended the match
} dado_terr_about;

// Writes the log of a match by playing its moves, chance's among them, again.
// `state` is scratch of the game's size.
void dado_terr_log(const dado_game *game, const dado_move *moves, int count,
                   const dado_terr_about *about, void *state, dado_text *out);
// One event of a log as people read it: "[r3 p1] unit 47 moved to (4,1), cost 1".
// Keeps the round in *round between calls.
bool dado_terr_log_say(const char *event, int *round, dado_text *out);

// ---- for learners

enum { DADO_TERR_VECTOR = 5 };  // round, players, living seats, own and visible enemy material

int dado_terr_planes(const dado_terr *w);  // how many a view has
void dado_terr_plane_name(const dado_terr *w, int plane, dado_text *out);
// What a seat's view shows, plane by plane, each of all tiles in the order of cells.
void dado_terr_write_planes(const dado_terr_board *view, int seat, float *planes);
void dado_terr_write_vector(const dado_terr_board *view, int seat, float *vector);

// A command of the list without ids: what is done, from which cell, and the cell it is aimed at
// or the place of what is put on, made or founded in its table. -1 where there is none.
typedef struct dado_terr_action {
    int32_t verb, from, what;
} dado_terr_action;

dado_terr_action dado_terr_action_of(const dado_terr_board *view, int seat, dado_move move);

// ---- its face

extern const dado_face dado_terr_face;
extern const dado_recorder dado_terr_record;
void dado_terr_scene(const dado_game *game, const void *state, int eyes, dado_scene *out);
void dado_terr_look(const dado_game *game, int look, dado_text *out);
int dado_terr_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                    int most);
void dado_terr_caption(const dado_game *game, const void *state, dado_move move, dado_text *out);
bool dado_terr_paint(const dado_game *game, const void *state, int eyes, dado_text *out);

// ---- scenarios

// Reads the text of a scenario file: the settings in it become options, and
// once the world is open from those the rest becomes a state.
bool dado_terr_scenario_options(const char *source, const char *text, dado_options *options,
                                dado_arena *arena, dado_error *err);
bool dado_terr_scenario_state(dado_terr *w, const char *source, const char *text,
                              dado_arena *arena, dado_error *err);
// Plays the script of a scenario on its state: a line for each command, OK or
// the code, and `log`, unless NULL, gets the events. Draws come from `luck`.
bool dado_terr_scenario_run(const dado_game *game, const char *source, const char *text,
                            dado_rng *luck, void *state, dado_arena *arena, dado_text *answers,
                            dado_text *log, dado_error *err);

extern const dado_rules dado_world_territorio;
