// territorio_kit.h - ready-made thoughts for authors of Território agents in C.
//
// Everything works on a board made from a view, `dado_terr_board_of(world, view)`,
// and looks only at what is there. Views forget what drops out of sight; a
// memory does not: remember each view, then recall into a copy of the next.
// A field says for every cell what it costs to get to the nearest goal, over
// many turns; to walk downhill is to take the cheapest way.
#pragma once

#include "worlds/territorio/territorio.h"

// ---- memory: terrain once seen, and rivals' buildings where they were last seen

size_t dado_kit_memory_size(const dado_terr *w);
void dado_kit_remember(const dado_terr_board *view, int seat, void *memory);
// Writes what is remembered into the tiles out of sight. Their buildings are
// marked on the tile alone; what they make is not known.
void dado_kit_recall(const dado_terr_board *copy, int seat, const void *memory);

// ---- ways

enum { DADO_KIT_NO_WAY = 0xFFFF, DADO_KIT_GUESSED_COST = 2 };  // of unknown ground

// Costs from every cell to the nearest of the goals, for a unit of that class;
// units of others are in the way, except on a goal. `field` has room for all tiles.
void dado_kit_field(const dado_terr_board *b, int seat, dado_terr_class class,
                    const uint16_t *goals, int count, uint16_t *field);
// The cell to move to now so as to be nearest by the field, or -1 if staying is as good.
int dado_kit_step(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                  const uint16_t *field);
// The cheapest way to one cell, unknown ground guessed, by A*: its cost, or -1.
// `path` has room for all tiles; *length of them are filled in.
int dado_kit_route(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int to,
                   uint16_t *path, int *length);
int dado_kit_step_towards(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int to);
int dado_kit_step_to_friend(const dado_terr_board *b, int seat, const dado_terr_unit *unit);
// Where the fewest enemies can strike, of the cells in reach; -1 if that is here.
int dado_kit_flee(const dado_terr_board *b, int seat, const dado_terr_unit *unit);

// ---- judgement

// Strength near each cell, own minus others', fading with distance.
void dado_kit_influence_map(const dado_terr_board *b, int seat, double *map);
// Damage a unit with this defence must expect on a cell from the enemies in sight.
double dado_kit_threat(const dado_terr_board *b, int seat, int cell, double defence);
// Worth of attacking a cell, in cost of units: what it destroys less what it loses.
double dado_kit_opportunity(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                            int cell);

// ---- looking round; cells, or -1

int dado_kit_nearest_enemy(const dado_terr_board *b, int seat, int cell);
int dado_kit_weakest_in_range(const dado_terr_board *b, int seat, const dado_terr_unit *unit);
// The best cell to attack from where the unit stands, by opportunity; *worth is set.
int dado_kit_best_attack(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                         double *worth);
bool dado_kit_may_aim(const dado_terr_board *b, int seat, const dado_terr_unit *unit, int cell);
bool dado_kit_may_found(const dado_terr_board *b, int seat, const dado_terr_unit *unit);
// Whether a building could stand there, so far from others of one's own.
bool dado_kit_is_site(const dado_terr_board *b, int seat, int cell, int spacing);
int dado_kit_best_site(const dado_terr_board *b, int seat, const dado_terr_unit *builder,
                       int spacing);
dado_terr_building *dado_kit_idle_building(const dado_terr_board *b, int seat);  // or NULL

// ---- the list

// Thins the list of legal moves to the lean one, without new orders for buildings that are at
// work already. Writes the places of those that stay and answers how many they are; `places`
// has room for all.
int dado_kit_lean(const dado_terr_board *b, int seat, const dado_move *moves, int count,
                  int *places);
