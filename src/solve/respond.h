// respond.h - what a way of playing is worth, and the best that can be done against it.
//
// A way of playing is a number for each sequence of a player: how much of the
// time he would get there if nothing but himself were in the way. Sequence 0 has
// 1, and the sequences of a set share what the one above it has. An end is then
// reached as often as the product of its sequences says, and what a player can
// get against the others is a sum over ends and a choice in every set.
#pragma once

#include "solve/hands.h"
#include "solve/infosets.h"

// A way of playing for every player, as odds by sequence.
typedef struct dado_strategy {
    double *reach[DADO_SOLVE_SEATS];
    double *memory;  // all of them
} dado_strategy;

// Everyone chooses at random at first. False: no memory.
bool dado_strategy_make(dado_strategy *strategy, const dado_infosets *sets, dado_error *err);
void dado_strategy_free(dado_strategy *strategy);

// How likely each move of a set is; alike where the player himself would never get there.
void dado_strategy_odds(const dado_infosets *sets, const dado_strategy *strategy, int player,
                        uint32_t set, double *odds);

// Makes `reach` of one player follow odds given for each sequence, those of a set summing to 1.
void dado_strategy_set(const dado_infosets *sets, dado_strategy *strategy, int player,
                       const double *odds);

// What each sequence of `player` would bring him at ends it leads to directly: the sums that all
// else is made of. Shared out over `hands`, unless NULL; they never show in the sums.
void dado_strategy_gain(const dado_infosets *sets, const dado_strategy *strategy, int player,
                 double *gain, const dado_hands *hands);

// What each player gets when all play so.
void dado_strategy_value(const dado_infosets *sets, const dado_strategy *strategy, double *value);

// The most `player` could get against the others, and the moves that do it: for each set its best
// move, among equals the first, unless `best` is NULL. `gain` has room for his sequences.
double dado_respond(const dado_infosets *sets, const dado_strategy *strategy, int player,
                    double *gain, uint32_t *best);

// What is proved of a way of playing. For two whose payoffs sum to the same, `low` and `high`
// enclose the value of the game to the first player. `gain` is what each could win by changing
// alone, `gap` their sum: 0 only where nobody has a reason to.
typedef struct dado_proof {
    double value[DADO_SOLVE_SEATS];
    double gain[DADO_SOLVE_SEATS];
    double gap;
    double low, high;
} dado_proof;

bool dado_prove(const dado_infosets *sets, const dado_strategy *strategy, dado_proof *proof,
                dado_error *err);
