// solve_all_boards.h - solves all boards of a game and sums up the results.
//
// It works for games whose extras list boards. Boards that play alike have the same value
// and as many positions, so only one of each class is solved and stands for the rest.
// Only the objective `draft`, which depends on the order of moves, needs every board.
// Boards are numbered; they are handed out to the threads of this process or of a
// cluster, and the results are put in order.
//
// If there are too many boards, a sample can be drawn, in which each board is equally
// likely; the results are then estimates.
//
// Results can be kept in a store, as a log with one row per board. A run that was killed
// continues after the last row.
#pragma once

#include "lab/experiment.h"
#include "solve/board_solver.h"

typedef struct dado_solve_all_plan {
    dado_game_source source;  // the game, with options that give the size of its boards
    dado_objective by;
    size_t memory;    // limit in bytes for each thread; 0 takes the default of the solver
    uint64_t sample;  // number of boards drawn at random; 0: all of them
    uint64_t seed;    // seed of the sample
} dado_solve_all_plan;

// The boards there are, and which of them are solved.
typedef struct dado_solve_all_boards {
    dado_solve_all_plan plan;
    const dado_board_enumerator *extras;
    dado_board_list list;
    bool alike;      // whether only one of each class is solved
    uint64_t count;  // number of boards to solve
    dado_game game;  // open on the first of them
} dado_solve_all_boards;

// The results: one row of numbers for each solved board, with the score of each player as
// in a dado_value, the positions and the shapes.
typedef struct dado_solve_all {
    dado_solve_all_boards field;
    double *rows;
    int width;
    uint64_t first, end;  // boards to solve: all, or those of the part
    uint64_t solved;      // boards before this one are solved
    uint64_t found;       // how many of them were in the store
    bool interrupted;
    dado_region region;
} dado_solve_all;

enum { DADO_SOLVE_ALL_MARGIN = 128 };  // larger margins count as this one

typedef struct dado_solve_all_summary {
    uint64_t boards;  // number of boards, those that were not solved themselves included
    uint64_t won[DADO_SOLVE_PLAYERS_MAX];  // boards that each player wins alone
    uint64_t shared;                       // boards without a single winner
    double share;                 // sum for the first player: 1 for a win, a part of 1 for a tie
    double margin;                // mean margin of the first player over the best rival
    uint64_t least, most, total;  // positions: least, most, and in all
    uint64_t shapes;
    // number of boards by the first player's margin
    uint64_t by_margin[2 * DADO_SOLVE_ALL_MARGIN + 1];
} dado_solve_all_summary;

extern const dado_remote_task dado_remote_task_boards;

// Finds the boards of a plan; fails if there are too many.
bool dado_solve_all_prepare(dado_solve_all_boards *field, const dado_solve_all_plan *plan,
                            dado_region *region, dado_error *err);

// Solves the boards. It uses all of `how` except what is about matches; progress counts
// boards. If the store has results, it continues from there. `survey` must be freed in
// either case.
bool dado_solve_all_run(const dado_solve_all_plan *plan, const dado_experiment_settings *how,
                        dado_solve_all *survey, dado_error *err);
void dado_solve_all_free(dado_solve_all *survey);

// Solves one board alone, with all threads working on it.
bool dado_solve_all_one_board(const dado_board_solver_config *plan, const char *board, int threads,
                              dado_work_control leave, dado_board_solution *worth, dado_error *err);

// Writes board `number` of those that are solved; the next function returns its row.
void dado_solve_all_write_board(const dado_solve_all_boards *field, uint64_t number,
                                dado_text *out);
static inline const double *dado_solve_all_row(const dado_solve_all *survey, uint64_t number)
{
    return survey->rows + number * (uint64_t)survey->width;
}

// Sums up all boards, including those that were not solved themselves.
void dado_solve_all_summarize(const dado_solve_all *survey, dado_solve_all_summary *sum);

// Passes every board to `read` in ascending order, those of a sample as drawn, until it
// returns false.
typedef bool dado_solve_all_visitor(void *to, const char *board, const double *row);
bool dado_solve_all_foreach(const dado_solve_all *survey, dado_solve_all_visitor *read, void *to);
