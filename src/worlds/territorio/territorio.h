// territorio.h - Território: a war game on hexes with fog, domain and nine kinds of
// units.
//
// Two to sixteen seats compete for the tiles of a hexagonal map. Units march, fight and
// influence tiles; buildings make units and items. A seat with neither is out. Each seat
// sees only what its own units and buildings see.
//
// This header is shared by the files of this game and by agents made for it. A view has
// the layout of a state with the hidden parts blank, so every function here that takes a
// board works on both; on a view it knows only what the view shows.
#pragma once

#include "core/game_extras.h"
#include "core/game.h"
#include "core/referee_notes.h"

enum {
    DADO_TERR_SEATS = 16,  // the largest number of seats
    DADO_TERR_KINDS = 16,  // most kinds of terrains, of units, of items and of buildings
    DADO_TERR_SIDE = 256,  // most columns and most rows of a map
    DADO_TERR_TILES = DADO_TERR_SIDE * DADO_TERR_SIDE,
    DADO_TERR_UNKNOWN = DADO_TERR_KINDS,  // the terrain of a tile out of sight
    DADO_TERR_FAR = 255,                  // a cost that no unit can pay
    DADO_TERR_RADIUS = 64,                // the largest sight, range or movement
    DADO_TERR_CRITERIA = 4,               // most criteria for breaking ties
    DADO_TERR_WORN = 255,                 // most copies of one item in a building's stock
};

// ---- the settings: immutable, shared by all matches, and known to all players

typedef enum dado_terr_class { DADO_TERR_GROUND, DADO_TERR_WATER, DADO_TERR_AIR } dado_terr_class;
typedef enum dado_terr_random_mode {
    DADO_TERR_SEEDED,
    DADO_TERR_SCRIPTED,
    DADO_TERR_MIN,
    DADO_TERR_MID,
    DADO_TERR_MAX
} dado_terr_random_mode;
typedef enum dado_terr_symmetry {
    DADO_TERR_UNEVEN,
    DADO_TERR_ROTATE180,
    DADO_TERR_MIRROR_X
} dado_terr_symmetry;
typedef enum dado_terr_start {
    DADO_TERR_CORNERS,
    DADO_TERR_SPREAD,
    DADO_TERR_LIST
} dado_terr_start;
typedef enum dado_terr_criterion {
    DADO_TERR_BY_DOMAIN,
    DADO_TERR_BY_MATERIAL,
    DADO_TERR_BY_HEALTH,
    DADO_TERR_BY_BUILDINGS
} dado_terr_criterion;

typedef enum dado_terr_log_level {
    DADO_TERR_LOG_FULL,
    DADO_TERR_LOG_EVENTS,
    DADO_TERR_LOG_RESULT
} dado_terr_log_level;

typedef struct dado_terr_terrain {
    const char *name;
    char letter;
    uint8_t cost;
    bool admits[3];  // whether each class of units may enter
    bool buildings;
    double weight;  // relative probability that a tile gets this terrain
} dado_terr_terrain;

// The attributes of a kind of unit, or what an item adds to them.
typedef struct dado_terr_kind {
    const char *name;
    double max_health, attack, defence, influence, min_random;
    int moves, range, sight, cost;
    dado_terr_class class;
    bool builds;
} dado_terr_kind;

typedef struct dado_terr_building_kind {
    const char *name;
    double influence;
    int rate, sight, value;
} dado_terr_building_kind;

// A technology. What it adds to units is stored in the item table, behind the items.
typedef struct dado_terr_tech {
    uint16_t needs;  // technologies required before it, one bit each
    uint16_t units;  // kinds of units that it improves, one bit each
    int rate;        // what it adds to the production rate of every building
} dado_terr_tech;

typedef struct dado_terr_offset {
    int8_t dx, dy;
} dado_terr_offset;

typedef struct dado_terr_ring {  // steps to some of the six neighbours, in the order of cells
    dado_move step[6];           // to be added to a move, modulo 2^64
    int64_t count;
} dado_terr_ring;

typedef struct dado_terr {
    int width, height, tiles, players, elements;

    int terrains, units, items, houses;  // number of kinds of each
    dado_terr_terrain terrain[DADO_TERR_KINDS];
    dado_terr_kind unit[DADO_TERR_KINDS];
    dado_terr_kind item[DADO_TERR_KINDS];
    dado_terr_building_kind house[DADO_TERR_KINDS];
    int techs;  // number of technologies; items + techs is at most DADO_TERR_KINDS
    dado_terr_tech tech[DADO_TERR_KINDS];
    // Technologies that a kind of unit needs, one bit each.
    uint16_t unit_needs[DADO_TERR_KINDS];
    // Production per tile of domain, shared by the seat's buildings.
    double domain_feeds;
    double domain_units;       // units allowed per tile of domain; 0: no such limit
    double domain_units_base;  // units allowed in addition to domain_units

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
    int max_units;     // most units on a tile; 0 for no limit
    int max_commands;  // most commands in a turn
    int rounds, stall;
    int criteria;
    dado_terr_criterion criterion[DADO_TERR_CRITERIA];

    dado_terr_random_mode luck;
    int script_length;
    const double *script;

    const char *map;  // the text of a map file, or NULL if terrain is drawn at random
    const uint8_t *fixed_terrain;
    dado_terr_symmetry symmetry;
    int connect_cost, max_tries, free_neighbours, min_distance;
    dado_terr_start start;
    int start_cell[DADO_TERR_SEATS];  // start tiles of the seats, for DADO_TERR_LIST
    int start_house;                  // kind of the building at the start, or -1
    int start_units;
    uint8_t start_unit[64];

    const void *scenario;  // the state that a scenario begins with, or NULL

    // These settings are for the referee and the log, not for the rules.
    dado_options referee;
    dado_terr_log_level log_level;

    // The rest is computed from the settings above.
    // Neighbours N NE SE S SW NW of each cell; -1 off the map.
    const int32_t (*near)[6];
    const uint8_t *column, *row;  // column and row of each cell, to avoid divisions
    // Cost to enter, by class and terrain; DADO_TERR_FAR: never.
    uint8_t step[3][DADO_TERR_KINDS + 1];
    uint8_t cost[DADO_TERR_KINDS + 1];  // cost to aim at a tile, by terrain
    uint8_t least_cost;
    uint16_t ground_units, influencers, builders;  // sets of kinds of units, one bit each
    // Offsets of all cells up to each distance, in the order of cells, for even and odd
    // columns.
    const dado_terr_offset *disc[2][DADO_TERR_RADIUS + 1];
    int disc_size[DADO_TERR_RADIUS + 1];
    int radius;
    // The cells that one step in each direction adds to a disc, as offsets from the new
    // tile, for even and odd columns: first for radius 0, then three for radius 1, five
    // for radius 2 ...
    const dado_terr_offset *rim[2][6];
    // Windows of 7 by 7 tiles as bits, for listing moves; see legal_moves.c.
    bool windows;
    uint64_t window_disc[2][4];
    int16_t window_step[56];
    uint8_t code[DADO_TERR_KINDS + 1];  // the code of each terrain; see legal_moves.c
    dado_terr_ring ring[2][64];
    // Codes of everything a building can make: units, then items.
    dado_move made[2 * DADO_TERR_KINDS];
    size_t at_seats, at_terrain, at_pieces, at_seen, at_shares, at_elements, state_size;
    const dado_measure *tallies;
} dado_terr;

// ---- the state

typedef struct dado_terr_unit {
    double health;
    uint32_t id;
    // The last round in which it moved, attacked or influenced; -1: never.
    int32_t last_action;
    uint16_t cell;
    uint16_t items;  // items worn, one bit per kind
    uint16_t stack;  // number of units that were on its tile before it
    uint8_t type;
    uint8_t moves;
    // Computed from type and items whenever these change.
    uint8_t full_moves, range, sight;
    uint8_t spare[5];
} dado_terr_unit;

typedef struct dado_terr_building {
    uint32_t id;
    int32_t progress;
    uint16_t cell;
    uint8_t type;
    // Code of what it makes: see dado_terr_made_unit and dado_terr_made_item.
    uint8_t production;
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

// What stands on a tile. Here seats count from 1, and 0 is nobody.
typedef struct dado_terr_piece {
    uint8_t holder;    // the seat whose units are on the tile
    uint8_t building;  // the seat whose building is on the tile
    uint16_t count;    // number of units
} dado_terr_piece;

typedef struct dado_terr_seat {
    double dealt, taken;  // damage dealt and taken
    uint16_t units, buildings;
    uint32_t kills, losses, razed, lost_buildings;
    uint32_t moved, attacks, influences, equips;
    uint16_t made_units[DADO_TERR_KINDS], made_items[DADO_TERR_KINDS];
    uint16_t founded[DADO_TERR_KINDS];
    uint8_t fell;  // 0 while in the game, else the number of its elimination, from 1
    uint8_t spare;
    uint16_t techs;  // technologies it has, one bit each
} dado_terr_seat;
_Static_assert(sizeof(dado_terr_seat) == 152, "no padding: states are compared as bytes");

typedef enum dado_terr_phase { DADO_TERR_UNBORN, DADO_TERR_PLAY, DADO_TERR_OVER } dado_terr_phase;
typedef enum dado_terr_reason {
    DADO_TERR_RUNNING,
    DADO_TERR_ELIMINATION,
    DADO_TERR_MUTUAL,
    DADO_TERR_ROUNDS,
    DADO_TERR_STALL
} dado_terr_reason;
typedef enum dado_terr_verb {
    DADO_TERR_END,
    DADO_TERR_MOVE,
    DADO_TERR_ATTACK,
    DADO_TERR_INFLUENCE,
    DADO_TERR_EQUIP,
    DADO_TERR_PRODUCE,
    DADO_TERR_FOUND
} dado_terr_verb;

typedef struct dado_terr_state {
    uint64_t ids_key;     // key of the shuffled ids; not shown in views
    uint64_t first_word;  // the attacker's draw, while the defender's draw is awaited
    uint32_t ids_drawn;   // number of ids given so far; not shown in views
    uint32_t draws;       // draws of random.script used so far
    uint32_t pending_unit;
    int32_t round;
    int32_t quiet;      // consecutive rounds without an event; not shown in views
    uint32_t commands;  // commands accepted in this turn
    uint16_t pending_cell;
    uint8_t pending;  // DADO_TERR_ATTACK, DADO_TERR_INFLUENCE or 0
    uint8_t awaited;  // random draws still to come
    uint8_t to_move;
    uint8_t phase, reason;
    uint8_t stirred;  // whether something happened in this round; not shown in views
    uint8_t falls;    // number of eliminations so far
    uint8_t living;
    uint8_t out_of_script;
    uint8_t spare[5];
} dado_terr_state;
_Static_assert(sizeof(dado_terr_state) == 56, "no padding: states are compared as bytes");

// Pointers to the parts of a state or a view. A board is made when needed and never
// stored.
typedef struct dado_terr_board {
    const dado_terr *world;
    dado_terr_state *state;
    dado_terr_seat *seats;
    uint8_t *terrain;
    dado_terr_piece *pieces;
    uint16_t *seen;  // by seat and tile: how many of the seat's elements see the tile
    double *shares;  // by tile and seat: the seat's share of the tile
    dado_terr_element *elements;
} dado_terr_board;

// Returns the parts of a state. Code that only reads can take a pointer to a const board.
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

// Returns the k-th unit of a seat. Units fill a seat's elements from the front and
// buildings from the back, both in order of creation, so both share one limit.
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
// Returns the building on a cell, or NULL if there is none.
dado_terr_building *dado_terr_building_on(const dado_terr_board *b, int cell);

// ---- codes of what a building makes: 0 nothing, then units, then items

static inline int dado_terr_made_unit(int type)
{
    return 1 + type;
}
static inline int dado_terr_made_item(int item)
{
    return 1 + DADO_TERR_KINDS + item;
}
static inline bool dado_terr_makes_item(int made)
{
    return made > DADO_TERR_KINDS;
}
static inline int dado_terr_made_type(int made)
{
    return dado_terr_makes_item(made) ? made - 1 - DADO_TERR_KINDS : made - 1;
}
// `made` must not be 0
const dado_terr_kind *dado_terr_made_kind(const dado_terr *w, int made);

// ---- geometry

static inline int dado_terr_x(const dado_terr *w, int cell)
{
    return cell % w->width;
}
static inline int dado_terr_y(const dado_terr *w, int cell)
{
    return cell / w->width;
}
static inline int dado_terr_cell(const dado_terr *w, int x, int y)
{
    return y * w->width + x;
}
static inline bool dado_terr_on_map(const dado_terr *w, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < w->width && y < w->height;
}
int dado_terr_distance(int x1, int y1, int x2, int y2);
int dado_terr_cells_apart(const dado_terr *w, int a, int b);
// Lists the cells at distance 0 to `radius` in ascending order and returns how many there
// are. `cells` has room for w->disc_size[radius]; `radius` is at most w->radius.
int dado_terr_disc(const dado_terr *w, int cell, int radius, uint16_t *cells);

// ---- strength

double dado_terr_max_health(const dado_terr *w, const dado_terr_unit *unit);
// Returns the base attack with items, before bonuses.
double dado_terr_attack(const dado_terr *w, const dado_terr_unit *unit);
double dado_terr_defence(const dado_terr *w, const dado_terr_unit *unit);
double dado_terr_influence(const dado_terr *w, const dado_terr_unit *unit);
double dado_terr_min_random(const dado_terr *w, const dado_terr_unit *unit);  // at most 1
// Returns an attribute in play: with the bonuses of grouping and domain, and the draw
// `u`.
double dado_terr_value(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                       double attribute, double u);
// Returns the unit that defends a tile with units on it.
dado_terr_unit *dado_terr_defender(const dado_terr_board *b, int cell);
// Computes the damage to the defender and to the attacker for two given draws. Returns
// false if there is nobody to attack.
bool dado_terr_forecast(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int cell,
                        double u_attack, double u_defence, double *hit, double *back);
double dado_terr_draw(uint64_t word);  // turns a random word into a draw from 0 to 1
// Returns the random word that gives the nearest draw.
uint64_t dado_terr_word(double draw);
double dado_terr_domain(const dado_terr_board *b, int seat);
double dado_terr_material(const dado_terr_board *b, int seat);
double dado_terr_criterion_of(const dado_terr_board *b, int seat, dado_terr_criterion by);

// ---- routes, over what a seat sees

// Computes the costs of all cells that a unit of `seat` can enter with at most `moves`
// points; DADO_TERR_FAR elsewhere. `cells` gets the cells reached, the unit's own first.
// Returns how many there are. `best` and `cells` have room for every tile.
int dado_terr_reach(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int moves,
                    uint8_t *best, uint16_t *cells);
// Returns the cost of the cheapest route to a cell, or -1 if there is none. `path`,
// unless NULL, has room for every tile and gets the *length cells entered. Among equally
// cheap routes it takes the first in the order of directions.
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
static inline uint32_t dado_terr_id_of(dado_move move)
{
    return (uint32_t)(move >> 16);
}
static inline int dado_terr_what_of(dado_move move)
{
    return (int)(move & 0xFFFF);
}

typedef enum dado_terr_result {
    DADO_TERR_OK,
    DADO_TERR_MALFORMED,
    DADO_TERR_GAME_OVER,
    DADO_TERR_NOT_YOUR_TURN,
    DADO_TERR_COMMAND_LIMIT,
    DADO_TERR_UNKNOWN_UNIT,
    DADO_TERR_UNKNOWN_BUILDING,
    DADO_TERR_NOT_OWNER,
    DADO_TERR_NO_MOVES,
    DADO_TERR_OUT_OF_MAP,
    DADO_TERR_SAME_TILE,
    DADO_TERR_NOT_VISIBLE,
    DADO_TERR_TERRAIN_FORBIDDEN,
    DADO_TERR_OCCUPIED_BY_ENEMY,
    DADO_TERR_TILE_FULL,
    DADO_TERR_NO_ROUTE,
    DADO_TERR_TOO_FAR,
    DADO_TERR_OUT_OF_RANGE,
    DADO_TERR_NO_ENEMY,
    DADO_TERR_NOT_ENOUGH_MOVES,
    DADO_TERR_NO_EFFECT,
    DADO_TERR_UNKNOWN_TYPE,
    DADO_TERR_NO_BUILDING,
    DADO_TERR_ALREADY_EQUIPPED,
    DADO_TERR_ITEM_NOT_IN_STOCK,
    DADO_TERR_NOT_A_BUILDER,
    DADO_TERR_DOMAIN_TOO_LOW,
    DADO_TERR_TILE_HAS_BUILDING,
    DADO_TERR_TERRAIN_NO_BUILDING,
    DADO_TERR_NEEDS_TECHNOLOGY,
    DADO_TERR_CODES
} dado_terr_result;

// A command as somebody typed it: its id may not exist, its cell may be off the map.
typedef struct dado_terr_command {
    dado_terr_verb verb;
    int64_t id, x, y;
    char type[32];
} dado_terr_command;

const char *dado_terr_result_name(dado_terr_result code);
bool dado_terr_parse(const char *words, dado_terr_command *command);
// Checks a command by the rulebook, in the order of the rulebook, and returns the result
// code.
dado_terr_result dado_terr_check(const dado_terr_board *b, int seat, const dado_terr_command *c);
// Returns the move of a command that dado_terr_check has accepted.
dado_move dado_terr_encode(const dado_terr *w, const dado_terr_command *c);
int dado_terr_legal(const dado_terr_board *b, dado_move *moves);
// Updates the list of legal commands. `memo`, all zero at first, and `moves`, with room
// for `most`, must be as the last call left them.
int dado_terr_update_legal(const dado_terr_board *b, void *memo, dado_move *moves, int most);
size_t dado_terr_legal_cache_size(const dado_terr *w);
void dado_terr_print_move(const dado_terr *w, dado_move move, dado_text *out);
// Writes a command as logs and scenarios spell it: {"c":"move","unit":49,"x":9,"y":9}.
void dado_terr_command_json(const dado_terr_command *c, dado_text *out);
extern const char *const dado_terr_command_names[];  // by verb: "end_turn", "move", ...

// ---- optional rules: technologies and benefits of domain

// Returns whether the seat may make this kind of unit.
bool dado_terr_unlocked(const dado_terr_board *b, int seat, int type);
dado_terr_result dado_terr_may_research(const dado_terr_board *b, int seat, int tech);
uint16_t dado_terr_tech_items(const dado_terr *w, uint16_t techs, int type);
void dado_terr_learn(const dado_terr_board *b, int seat, int tech);
// Returns what a building adds to its work in a round.
int dado_terr_rate(const dado_terr_board *b, int seat, const dado_terr_building *building);
// Returns whether the seat may have one more unit.
bool dado_terr_may_grow(const dado_terr_board *b, int seat);

// ---- functions for the files of this game

// Plays a move. `log`, unless NULL, gets the events it caused, one per line.
void dado_terr_play(const dado_terr_board *b, dado_move move, dado_text *log);
void dado_terr_add_sight(const dado_terr_board *b, int seat, int cell, int radius, int by);
void dado_terr_normalise(const dado_terr_board *b, int cell);
dado_terr_unit *dado_terr_add_unit(const dado_terr_board *b, int seat, int type, int cell,
                                   uint32_t id);
dado_terr_building *dado_terr_add_building(const dado_terr_board *b, int seat, int type, int cell,
                                           uint32_t id);
// Recomputes the fields of a unit that depend on its type and items.
void dado_terr_update_unit(const dado_terr *w, dado_terr_unit *unit);
uint32_t dado_terr_new_id(const dado_terr_board *b);
void dado_terr_create_world(const dado_terr_board *b, uint64_t word, dado_text *log);
void dado_terr_log_world(const dado_terr_board *b, dado_text *log);
void dado_terr_log_result(const dado_terr_board *b, const char *reason, const int32_t *places,
                          int rounds, dado_text *log);
bool dado_terr_starts_fit(const dado_terr *w, dado_option_reader *ask);
uint64_t dado_terr_hash(const dado_terr_board *b);  // hashes all bytes of the state
// Returns the number of finished rounds; the last round counts once the match is over.
int dado_terr_rounds(const dado_terr_state *s);
void dado_terr_rank(const dado_terr_board *b, int32_t *places);

bool dado_terr_read_settings(dado_terr *w, const dado_options *options, dado_region *region,
                             const char **known, dado_error *err);
void dado_terr_prepare_legal(dado_terr *w);
bool dado_terr_prepare(dado_terr *w, dado_region *region, dado_error *err);
void dado_terr_observe(const dado_game *game, const void *state, int player, void *view);
void dado_terr_update_view(const dado_game *game, const void *state, int player, void *view);
void dado_terr_redeal(const dado_game *game, const void *view, int player, dado_rng *rng,
                      void *state);
void dado_terr_print(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_terr_view_json(const dado_game *game, const void *state, int eyes, dado_text *out);

// ---- events, for logs

void dado_terr_shares_json(const dado_terr_board *b, int cell, dado_text *out);
void dado_terr_path_json(const dado_terr *w, const uint16_t *path, int length, dado_text *out);

typedef struct dado_terr_log_header {  // facts that a log reports but the game does not know
    uint64_t seed;
    int agents;
    const char *const *agent;
    dado_terr_log_level level;
    dado_notes notes;       // notes of the referee, in the order of decisions
    const int32_t *places;  // final places of all seats, those that gave up last; or NULL
    bool forfeit;           // whether giving up ended the match
} dado_terr_log_header;

// Writes the log of a match by replaying its moves, including those of chance. `state` is
// scratch memory of the game's state size.
void dado_terr_log(const dado_game *game, const dado_move *moves, int count,
                   const dado_terr_log_header *about, void *state, dado_text *out);
// Writes one event of a log as a sentence, such as "[r3 P2] a unit moved from (4,0) to (4,1),
// cost 1".
// Keeps the round in *round between calls.
bool dado_terr_log_sentence(const char *event, int *round, dado_text *out);

// ---- features for learning agents

// Length of the vector: round, players, living seats, own and visible enemy material.
enum { DADO_TERR_VECTOR = 5 };

int dado_terr_planes(const dado_terr *w);  // number of feature planes of a view
void dado_terr_plane_name(const dado_terr *w, int plane, dado_text *out);
// Writes what a seat's view shows, plane by plane; a plane has all tiles in the order of
// cells.
void dado_terr_write_planes(const dado_terr_board *view, int seat, float *planes);
void dado_terr_write_vector(const dado_terr_board *view, int seat, float *vector);

// A command without ids: what is done, from which cell, and its target cell or the index
// of the item, product or building it names. -1 where there is none.
typedef struct dado_terr_action {
    int32_t verb, from, what;
} dado_terr_action;

dado_terr_action dado_terr_action_of(const dado_terr_board *view, int seat, dado_move move);

// ---- pictures and captions

extern const dado_game_extras dado_terr_extras;
extern const dado_recorder dado_terr_replay_recorder;
void dado_terr_scene(const dado_game *game, const void *state, int eyes, dado_scene *out);
void dado_terr_look(const dado_game *game, int look, dado_text *out);
int dado_terr_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                    int most);
void dado_terr_caption(const dado_game *game, const void *state, dado_move move, dado_text *out);
bool dado_terr_draw_terminal(const dado_game *game, const void *state, int eyes, dado_text *out);

// ---- scenarios

// These two read a scenario file. The first turns its settings into options; once the
// game is open with these, the second turns the rest into a state.
bool dado_terr_scenario_options(const char *source, const char *text, dado_options *options,
                                dado_region *region, dado_error *err);
bool dado_terr_scenario_state(dado_terr *w, const char *source, const char *text,
                              dado_region *region, dado_error *err);
// Plays the script of a scenario on its state. `answers` gets one line per command, OK or
// the error code; `log`, unless NULL, gets the events. Random draws come from `luck`.
bool dado_terr_scenario_run(const dado_game *game, const char *source, const char *text,
                            dado_rng *luck, void *state, dado_region *region, dado_text *answers,
                            dado_text *log, dado_error *err);

extern const dado_rules dado_world_territorio;
