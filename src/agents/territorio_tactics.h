// territorio_tactics.h - helper functions for authors of Território agents in C.
//
// Everything works on a board made from a view, `dado_terr_board_of(world, view)`, and
// uses only what is in it. A view lacks what is out of sight; a memory keeps it: remember
// each view, then recall into a copy of the next. A distance field holds for every cell
// the cost of reaching the nearest goal, over many turns; going from high to low values
// is the cheapest route.
#pragma once

#include "worlds/territorio/territorio.h"

// ---- memory: terrain seen before, and rivals' buildings where they were last seen ----

size_t dado_tactics_memory_size(const dado_terr *w);
void dado_tactics_remember(const dado_terr_board *view, int seat, void *memory);
// Writes what is remembered into the tiles that are out of sight. Remembered buildings
// are marked on the tile only; what they produce is unknown.
void dado_tactics_recall(const dado_terr_board *copy, int seat, const void *memory);

// ---- routes ----

// DADO_TACTICS_GUESSED_COST is for unknown terrain
enum { DADO_TACTICS_NO_WAY = 0xFFFF, DADO_TACTICS_GUESSED_COST = 2 };

// Computes the costs from every cell to the nearest of the goals, for a unit of that
// class. Units of others block the way, except on a goal. `field` has room for all tiles.
void dado_tactics_distance_field(const dado_terr_board *b, int seat, dado_terr_class class,
                                 const uint16_t *goals, int count, uint16_t *field);
// Returns the cell to move to now to get nearest by the field, or -1 if staying is as
// good.
int dado_tactics_step(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                      const uint16_t *field);
// Finds the cheapest route to one cell by A*, with a guessed cost for unknown terrain.
// Returns its cost, or -1. `path` has room for all tiles; *length is set.
int dado_tactics_route(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int to,
                       uint16_t *path, int *length);
int dado_tactics_step_towards(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                              int to);
int dado_tactics_step_to_friend(const dado_terr_board *b, int seat, const dado_terr_unit *unit);
// Returns the cell in reach where the unit must expect the least damage; -1 if no cell is
// better than its own.
int dado_tactics_flee(const dado_terr_board *b, int seat, const dado_terr_unit *unit);

// ---- evaluation ----

// Computes the strength near each cell, own minus others', decreasing with distance.
void dado_tactics_influence_map(const dado_terr_board *b, int seat, double *map);
// Returns the damage that a unit with this defence must expect on a cell from the enemies
// in sight.
double dado_tactics_threat(const dado_terr_board *b, int seat, int cell, double defence);
// Returns the worth of attacking a cell, in unit costs: what it destroys minus what it
// loses.
double dado_tactics_opportunity(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                int cell);

// ---- searching the surroundings; these return cells, or -1 ----

int dado_tactics_nearest_enemy(const dado_terr_board *b, int seat, int cell);
int dado_tactics_weakest_in_range(const dado_terr_board *b, int seat, const dado_terr_unit *unit);
// Returns the best cell to attack from the unit's position, by opportunity; sets *worth.
int dado_tactics_best_attack(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                             double *worth);
bool dado_tactics_may_aim(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int cell);
bool dado_tactics_may_found(const dado_terr_board *b, int seat, const dado_terr_unit *unit);
// Tells whether a building could stand there, at least `spacing` from others of one's
// own.
bool dado_tactics_is_site(const dado_terr_board *b, int seat, int cell, int spacing);
int dado_tactics_best_site(const dado_terr_board *b, int seat, const dado_terr_unit *builder,
                           int spacing);
dado_terr_building *dado_tactics_idle_building(const dado_terr_board *b, int seat);  // or NULL

// ---- the list of moves ----

// Shortens the list of legal moves: leaves out new orders for buildings that are already at
// work. Writes the indexes of the moves that stay and returns how many; `places` has room
// for all.
int dado_tactics_prune_moves(const dado_terr_board *b, int seat, const dado_move *moves, int count,
                             int *places);
