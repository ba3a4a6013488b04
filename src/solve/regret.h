// regret.h - plays a game against itself until nobody has a reason to change.
//
// Counterfactual regret minimisation, on the flat tables of infosets.h: in each
// iteration every player in turn sees how much better each move would have done
// against what the others play now, and leans towards those he regrets. What all
// of them did on average comes as near to an equilibrium as one likes, for two
// players whose payoffs sum to the same. For more, or sums that vary, the same
// is computed and `dado_prove` says what it is worth: what each could still win
// by changing alone. There may be other equilibria then, of other values.
//
// Three ways to count regret. `plus` never lets it fall below nothing and weighs
// iteration t by t. `discounted` lets what is long past fade. `predictive` adds
// the last regret once more, as a guess at the next, and weighs by t squared.
// Iterations until the gap is below a ten-thousandth (an iteration costs the same
// in all three), which is why `predictive` is the usual:
//
//                     predictive    plus  discounted
//   Kuhn                      80   2,246       3,508
//   Kuhn, four cards         100   1,151       1,151
//   Leduc                  5,481   2,807       2,246
//   GOPS, four cards       1,151  beyond 20,000 both
//
// Nothing here depends on the number of threads; saved, it goes on as if it had
// never been stopped.
#pragma once

#include "solve/respond.h"

typedef enum dado_regret_method {
    DADO_REGRET_PREDICTIVE,
    DADO_REGRET_PLUS,
    DADO_REGRET_DISCOUNTED
} dado_regret_method;

extern const char *const dado_regret_names[];  // "predictive" ..., ended by NULL

typedef struct dado_regret dado_regret;

// `sets` outlive it, and so does what `hands` points to. NULL: no memory.
dado_regret *dado_regret_new(const dado_infosets *sets, dado_regret_method method,
                             const dado_hands *hands, dado_error *err);
void dado_regret_free(dado_regret *regret);

void dado_regret_iterate(dado_regret *regret, uint64_t times);
uint64_t dado_regret_iterations(const dado_regret *regret);

// What everyone did on average so far.
void dado_regret_average(const dado_regret *regret, dado_strategy *strategy);

// Iterates until the gap is at most `gap`, or `most` iterations were made in all. It looks after
// 64, and then whenever a quarter more were made. `watch`, unless NULL, hears of every iteration,
// with a proof where it was looked at, and may end it by false: then it looks once more, and is
// asked again. `strategy` and `proof` are of the last look.
typedef bool dado_regret_watch(void *to, uint64_t iterations, const dado_proof *proof);
bool dado_regret_run(dado_regret *regret, double gap, uint64_t most, dado_regret_watch *watch,
                     void *to, dado_strategy *strategy, dado_proof *proof, dado_error *err);

// All of it as bytes, to be kept and taken up again; refused if they are of another game.
size_t dado_regret_size(const dado_regret *regret);
void dado_regret_save(const dado_regret *regret, void *bytes);
bool dado_regret_load(dado_regret *regret, const void *bytes, size_t size, dado_error *err);
