// perfect_info_solver.h - computes the value of a game without hidden information under
// best play.
//
// It solves any game that always ends, hides nothing and lists its chance outcomes. It
// visits every position once, stores its value in a table, and lets each player take the
// move that the player likes best. At chance events it takes the mean. This works for any
// number of players, with or without dice, and it knows no game by name.
//
// It refuses games that it cannot solve: with hidden cards, with unlisted chance
// outcomes, or with positions that repeat. Memory has a limit; if a game needs more, the
// error says how far the search got.
#pragma once

#include "solve/position_value.h"

typedef struct dado_solve_stats {
    uint64_t positions;  // distinct positions that are not over, chance events included
    uint64_t looked_up;  // times that a position was met again and not searched again
    uint64_t ends;       // times that a match was over
    size_t deepest;      // moves from the position asked about to the deepest one
    size_t values;       // number of different values
    size_t key_bits, slot_bytes, slots;
    size_t bytes;  // bytes of the table, the values and the path
    size_t limit;  // limit for these bytes
} dado_solve_stats;

typedef struct dado_solve_config {
    dado_objective objective;
    size_t memory;  // limit in bytes; 0 is 1 GiB
    // Called every few hundred positions, unless NULL. Returns false to stop the search.
    bool (*report)(void *to, const dado_solve_stats *stats);
    void *to;
} dado_solve_config;

typedef struct dado_solver dado_solver;

// Opens a solver. Returns NULL, with a reason, for a game that can be seen beforehand not
// to be solvable. `game` must outlive the solver.
dado_solver *dado_solver_new(const dado_game *game, const dado_solve_config *plan, dado_error *err);
void dado_solver_free(dado_solver *solver);

// Computes the value of a position, which need not be the start. The table is kept
// between calls.
bool dado_solve(dado_solver *solver, const void *state, dado_value *value, dado_error *err);

// Returns the index of the best of `moves` for the player to move in `state`; of equal
// moves, the first. `values`, unless NULL, receives the value of each move.
int dado_solve_best(dado_solver *solver, const void *state, const dado_move *moves, int count,
                    dado_value *values, dado_error *err);  // a negative number on failure

const dado_game *dado_solver_game(const dado_solver *solver);
dado_objective dado_solver_objective(const dado_solver *solver);
dado_solve_stats dado_solver_stats(const dado_solver *solver);
