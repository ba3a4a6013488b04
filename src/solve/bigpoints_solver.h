// bigpoints_solver.h - solves boards of Big Points for two players, hundreds of thousands
// of them.
//
// This is the only solver in this folder that is made for one game. It gives the same
// answers as the general solver, much faster, on boards without special discs.
//
// The moves that are possible depend on the path, the pawns and the ladder, and not on
// the players' hands. These three together are called the shape of a position. Hands
// matter only when points are counted. So the solver visits shapes, of which there are
// few, and keeps for each a small dense block: the value for every hand that the first
// player could have. A move adds a disc to the hand, which shifts the block. To choose
// between moves is to take the larger, or the smaller, of two blocks, element by element.
// A second block of bits marks the hands that can occur; its ones are the positions of
// the game, and they are counted.
//
// Every move takes one disc, so shapes lie in layers. The solver finds shapes from the
// first layer to the last, and values them from the last to the first, with two layers of
// blocks in memory.
#pragma once

#include "solve/parallel_interface.h"
#include "solve/position_value.h"
#include "worlds/bigpoints_boards.h"

typedef struct dado_bigpoints_value {
    int first, second;  // points of each player with best play
    uint64_t states;    // distinct positions that are not over
    uint64_t finals;    // distinct positions that are over
    uint64_t shapes;    // distinct shapes of positions: what was really visited
} dado_bigpoints_value;

typedef struct dado_bigpoints_solver
    dado_bigpoints_solver;  // work space for the boards of one size

// Returns whether boards of this size can be solved here; if not, `err` says why.
bool dado_bigpoints_solver_supports(dado_bigpoints_row_size size, dado_error *err);

// Opens a solver. `memory` is a limit in bytes; 0 is 1 GiB. `hands`, unless NULL, are
// threads that share the work within a board.
dado_bigpoints_solver *dado_bigpoints_solver_new(dado_bigpoints_row_size size, dado_objective by,
                                                 size_t memory, const dado_parallel *hands,
                                                 dado_error *err);
void dado_bigpoints_solver_free(dado_bigpoints_solver *boards);
// Sets the callbacks that may stop the solving of a board; dado_bigpoints_solve then
// fails.
void dado_bigpoints_solver_control(dado_bigpoints_solver *boards, dado_work_control leave);
bool dado_bigpoints_solve(dado_bigpoints_solver *boards, const dado_bigpoints_row *row,
                          dado_bigpoints_value *value, dado_error *err);
