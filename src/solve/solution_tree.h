// solution_tree.h - prints what the solver found: the line of best play, and the graph of
// all positions.
#pragma once

#include "solve/perfect_info_solver.h"

// Writes a value for people, as points of each player: "2-1", or in a game with luck
// "3.20-2.75, wins 61.3 %, ...".
void dado_value_print(const dado_game *game, const dado_value *value, dado_text *out);

// Rounds away the errors of floating-point sums, so that 2.11e-15 becomes 0.
double dado_value_round_off(double number);

// Returns the points of a player as people count them. In a game where the lowest score
// wins, values have the opposite sign.
double dado_value_points(const dado_game *game, const dado_value *value, int player);

// A position on the line of best play: who is to act, and what each move leads to.
typedef struct dado_solution_tree_step {
    const dado_game *game;
    const void *state;
    int number;  // number of the move, from 1
    int actor;   // DADO_NOBODY at the end, where there are no moves
    int count;
    const dado_move *moves;
    const dado_value *values;  // the value of each move; at the end, the value of the match
    const double *chances;     // the probability of each outcome at a chance event; else NULL
    // whether each move is as good as the one followed; false at chance events
    const bool *as_good;
    int followed;
} dado_solution_tree_step;

// Calls `read` for each position on the line of best play from `state` on, for at most
// `most` moves. At a chance event it follows the likeliest outcome.
typedef void dado_solution_tree_reader(void *to, const dado_solution_tree_step *step);
bool dado_solution_tree_walk(dado_solver *solver, const void *state, int most,
                             dado_solution_tree_reader *read, void *to, dado_error *err);

// Writes a position in words: the table, and every move with its value.
void dado_solution_tree_print(const dado_solution_tree_step *step, dado_text *out);

// Writes the graph of all positions that can occur, in the language of Graphviz: one node
// per position, with best moves in bold. Fails if there are more than `most` positions,
// too many for a picture.
bool dado_solution_tree_dot(dado_solver *solver, const void *state, size_t most, dado_text *out,
                            dado_error *err);
