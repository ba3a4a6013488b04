// tree.h - what the solver knows, for people: the line of best play, and the whole graph.
#ifndef DADO_SOLVE_TREE_H
#define DADO_SOLVE_TREE_H

#include "solve/solve.h"

// A value as the players of this game would say it: "2-1", or with luck left
// "3.20-2.75, wins 61.3 %".
void dado_value_say(const dado_game *game, const dado_value *value, dado_text *out);

// Walks the line of best play from `state` on: before each move the table, and
// every alternative with its value. Where luck acts it lists the outcomes and
// goes on with the likeliest. Stops after `most` moves.
bool dado_tree_say(dado_solver *solver, const void *state, int most, dado_text *out,
                   dado_error *err);

// The same as a list of JSON objects, one a move.
bool dado_tree_tell(dado_solver *solver, const void *state, int most, dado_text *out,
                    dado_error *err);

// The graph of all positions that can come up, in the language of Graphviz: one
// node a position, drawn by who is to move, best moves bold. Refuses a game of
// more than `most` positions, which no picture could show.
bool dado_tree_dot(dado_solver *solver, const void *state, size_t most, dado_text *out,
                   dado_error *err);

#endif
