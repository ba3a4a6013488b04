// solve.h - proves what a game is worth when nobody errs.
//
// Any game on the contract can be solved that ends, hides nothing and lists
// its luck: the solver walks every position once, remembers what it is worth,
// and lets each mover take what he likes best. Two players or twelve, with dice
// or without, it is the same walk: luck averages, players choose. It knows no
// game by name.
//
// It refuses what it cannot prove: hidden cards, luck without a list, positions
// that come round again. Memory is limited beforehand; a game too large for it
// ends with an error that says how far the table got.
#pragma once

#include "solve/value.h"

typedef struct dado_solve_stats {
    uint64_t positions;  // distinct, not over; those where luck acts are among them
    uint64_t looked_up;  // met again, and not walked again
    uint64_t ends;       // times a match was over
    size_t deepest;      // moves from the first position asked about
    size_t values;       // different ones
    size_t key_bits, slot_bytes, slots;
    size_t bytes;  // of the table, the values and the way down
    size_t limit;  // they may have
} dado_solve_stats;

typedef struct dado_solve_plan {
    dado_objective objective;
    size_t memory;  // bytes at most; 0 takes a gibibyte
    // Called every few thousand positions unless NULL; false stops the walk.
    bool (*report)(void *to, const dado_solve_stats *stats);
    void *to;
} dado_solve_plan;

typedef struct dado_solver dado_solver;

// Refuses a game it could not finish, as far as that can be told beforehand.
// `game` stays the caller's, and outlives the solver. NULL, and why, if refused.
dado_solver *dado_solver_new(const dado_game *game, const dado_solve_plan *plan, dado_error *err);
void dado_solver_free(dado_solver *solver);

// What a position is worth; it need not be the start, and all that was found
// out before is remembered.
bool dado_solve(dado_solver *solver, const void *state, dado_value *value, dado_error *err);

// The place of the best of `moves` for the actor in `state`, a player; among
// equals the first. `values`, unless NULL, gets what each of them leads to.
int dado_solve_best(dado_solver *solver, const void *state, const dado_move *moves, int count,
                    dado_value *values, dado_error *err);  // below 0: failed

const dado_game *dado_solver_game(const dado_solver *solver);
dado_objective dado_solver_objective(const dado_solver *solver);
dado_solve_stats dado_solver_stats(const dado_solver *solver);
