// tree.h - what the solver knows, for people: the line of best play, and the whole graph.
#pragma once

#include "solve/solve.h"

// A value as the players of this game would say it: "2-1", or with luck left
// "3.20-2.75, wins 61.3 %".
void dado_value_say(const dado_game *game, const dado_value *value, dado_text *out);

// Sums of chances that are off by what a double cannot hold are set right: no 2.11e-15 for 0.
double dado_value_tidy(double number);

// The points of a player as they are counted at the table: where few are good, values are turned.
double dado_value_points(const dado_game *game, const dado_value *value, int player);

// A place on the line of best play: who is to act, and what each move leads to.
typedef struct dado_tree_step {
    const dado_game *game;
    const void *state;
    int number;  // from 1
    int actor;   // DADO_NOBODY: the end, where there are no moves
    int count;
    const dado_move *moves;
    const dado_value *values;  // of each move; at the end, one
    const double *chances;     // of each, where luck acts; else NULL
    const bool *as_good;       // as the one followed, for whoever is to move; luck has no liking
    int followed;
} dado_tree_step;

// Walks the line of best play from `state` on. Where luck acts it goes on with the likeliest.
// Stops after `most` moves.
typedef void dado_tree_reader(void *to, const dado_tree_step *step);
bool dado_tree_walk(dado_solver *solver, const void *state, int most, dado_tree_reader *read,
                    void *to, dado_error *err);

// Such a place in words: the table, and every alternative with its value.
void dado_tree_say(const dado_tree_step *step, dado_text *out);

// The graph of all positions that can come up, in the language of Graphviz: one
// node a position, drawn by who is to move, best moves bold. Refuses a game of
// more than `most` positions, which no picture could show.
bool dado_tree_dot(dado_solver *solver, const void *state, size_t most, dado_text *out,
                   dado_error *err);
