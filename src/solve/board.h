// board.h - boards of one game solved one after another, each by the quickest way there is.
//
// Games whose face lists boards are solved as any game is. Where this room knows
// a shorter way (bigpoints.h) it is taken, and the answers are the same.
#pragma once

#include "core/face.h"
#include "solve/hands.h"
#include "solve/solve.h"

typedef struct dado_board_plan {
    const dado_rules *rules;  // whose face has boards
    dado_options options;     // of the game, all but the board's; they live as long as the solver
    dado_objective by;
    size_t memory;            // bytes at most; 0 takes what solvers take
    const dado_hands *hands;  // share the work within a board; or NULL
} dado_board_plan;

typedef struct dado_board_worth {
    double score[DADO_SOLVE_SEATS];  // as in a dado_value: more is better
    uint64_t states;                 // distinct positions that are not over
    uint64_t finals;                 // and that are; 0 where nobody counted
    uint64_t shapes;                 // of positions, where those were walked instead; else 0
} dado_board_worth;

typedef struct dado_board_solver dado_board_solver;

dado_board_solver *dado_board_solver_open(const dado_board_plan *plan, dado_error *err);
void dado_board_solver_close(dado_board_solver *solver);  // NULL is fine
// False, and why, where it was told to leave off, too.
bool dado_board_solve(dado_board_solver *solver, const char *board, dado_leave leave,
                      dado_board_worth *worth, dado_error *err);

// True of a board that the shorter way is for, and too large to keep all positions of it for fun.
bool dado_board_is_large(const dado_rules *rules, const dado_options *options, const char *board);
