// board_solver.h - solves many boards of one game, each by the fastest solver there is.
//
// Any game whose extras list boards can be solved by the general solver. Where the
// special solver for Big Points (bigpoints_solver.h) can do a board, it is used; the
// answers are the same.
#pragma once

#include "core/game_extras.h"
#include "solve/parallel_interface.h"
#include "solve/perfect_info_solver.h"

typedef struct dado_board_solver_config {
    const dado_rules *rules;  // of a game whose extras list boards
    dado_options options;     // the game's options without the board; they must outlive the solver
    dado_objective by;
    size_t memory;               // limit in bytes; 0 takes the default of the solver
    const dado_parallel *hands;  // threads that share the work within a board; or NULL
} dado_board_solver_config;

typedef struct dado_board_solution {
    // the value of the start position, as in dado_value: more is better
    double score[DADO_SOLVE_PLAYERS_MAX];
    uint64_t states;  // distinct positions that are not over
    uint64_t finals;  // distinct positions that are over; 0 where they were not counted
    uint64_t shapes;  // distinct shapes of positions, where the Big Points solver was used; else 0
} dado_board_solution;

typedef struct dado_board_solver dado_board_solver;

dado_board_solver *dado_board_solver_open(const dado_board_solver_config *plan, dado_error *err);
void dado_board_solver_close(dado_board_solver *solver);  // NULL is fine
// Solves one board. It also returns false, with a reason, when `leave` stops it.
bool dado_board_solve(dado_board_solver *solver, const char *board, dado_work_control leave,
                      dado_board_solution *worth, dado_error *err);

// Returns whether a board belongs to the Big Points solver and is so large that its first
// moves are shown only on request.
bool dado_board_is_large(const dado_rules *rules, const dado_options *options, const char *board);
