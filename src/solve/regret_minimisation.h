// regret_minimisation.h - finds an equilibrium by letting the players learn from repeated
// play.
//
// It is counterfactual regret minimisation on the flat tables of information_sets.h. In
// each iteration every player in turn computes how much better each move would have done
// against the current strategies of the others, and shifts towards the moves with the
// most regret. The average strategy of all iterations converges to an equilibrium for two
// players whose payoffs have a constant sum. For other games the same is computed, and
// `dado_equilibrium_gap_find` says how good it is: what each player could still win by
// changing alone. There may be other equilibria then, with other values.
//
// There are three ways to count regret. `plus` never lets it fall below 0 and weighs
// iteration t by t. `discounted` lets old regret fade. `predictive` counts the last
// regret once more, as a guess of the next, and weighs by t squared. The table shows the
// iterations until the gap is below 0.0001; an iteration costs the same in all three.
// Therefore `predictive` is the default.
//
//                     predictive    plus  discounted
//   Kuhn                      80   2,246       3,508
//   Kuhn, four cards         100   1,151       1,151
//   Leduc                  5,481   2,807       2,246
//   GOPS, four cards       1,151  beyond 20,000 both
//
// The results do not depend on the number of threads. A saved state continues as if it
// had never been stopped.
#pragma once

#include "solve/best_response.h"

typedef enum dado_regret_method {
    DADO_REGRET_PREDICTIVE,
    DADO_REGRET_PLUS,
    DADO_REGRET_DISCOUNTED
} dado_regret_method;

// names of the methods, "predictive" first; a NULL ends the list
extern const char *const dado_regret_names[];

typedef struct dado_regret dado_regret;

// Opens a solver. `sets` and what `parallel` points to must outlive it. Returns NULL if
// there is no memory.
dado_regret *dado_regret_new(const dado_infosets *sets, dado_regret_method method,
                             const dado_parallel *parallel, dado_error *err);
void dado_regret_free(dado_regret *regret);

void dado_regret_iterate(dado_regret *regret, uint64_t times);
uint64_t dado_regret_iterations(const dado_regret *regret);

// Writes the average strategy of all iterations so far.
void dado_regret_average(const dado_regret *regret, dado_strategy *strategy);

// Iterates until the gap is at most `gap`, or until `most` iterations were made in all.
// It computes the gap after 64 iterations and then whenever a quarter more were made.
// `watch`, unless NULL, is called after every iteration, with a proof where the gap was
// computed. If it returns false, the gap is computed once more and `watch` is called
// again. `strategy` and `proof` are those of the last time that the gap was computed.
typedef bool dado_regret_progress(void *to, uint64_t iterations, const dado_equilibrium_gap *proof);
bool dado_regret_run(dado_regret *regret, double gap, uint64_t most, dado_regret_progress *watch,
                     void *to, dado_strategy *strategy, dado_equilibrium_gap *proof,
                     dado_error *err);

// Saves and loads the whole state of the solver as bytes. Loading fails if they belong to
// another game.
size_t dado_regret_size(const dado_regret *regret);
void dado_regret_save(const dado_regret *regret, void *bytes);
bool dado_regret_load(dado_regret *regret, const void *bytes, size_t size, dado_error *err);
