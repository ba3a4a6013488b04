// exact_equilibrium.h - the value of a small game with hidden information as a fraction.
//
// For two players whose payoffs have a constant sum, an equilibrium is the solution of a
// linear program over sequences (Koller, Megiddo and von Stengel). It is solved by the
// simplex method in whole numbers of any size, so nothing is rounded. Both strategies
// that come out are then checked from the tables alone: what each is sure of, against the
// best response, must be the same fraction.
#pragma once

#include "solve/best_response.h"

typedef struct dado_exact_limits {
    uint64_t cells;            // largest tableau: rows times columns; 0 is 40,000
    uint32_t pivots;           // most steps; 0 is 5,000
    const volatile int *halt;  // the search gives up soon after this becomes nonzero; may be NULL
} dado_exact_limits;

typedef struct dado_exact_equilibrium {
    bool found;
    double value;  // of the first player
    char *text;    // the same as a fraction in lowest terms, such as "-1/18"; malloc'd
    // The strategies as numbers nearest to the fractions. Sets that the player's own
    // choices never reach have odds of 0.
    dado_strategy strategy;
    uint32_t pivots;
} dado_exact_equilibrium;

// Solves the game of these tables, which must be made with `exact`. `near` is a strategy
// to begin at, or NULL. If the game is of another kind, or beyond a limit, `found` stays
// false. Returns false only if memory runs out.
bool dado_exact_equilibrium_find(dado_exact_equilibrium *exact, const dado_infosets *sets,
                                 const dado_strategy *near, const dado_exact_limits *limits,
                                 dado_error *err);
void dado_exact_equilibrium_free(dado_exact_equilibrium *exact);
