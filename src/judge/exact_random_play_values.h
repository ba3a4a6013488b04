// exact_random_play_values.h - computes every seat's exact chance in every position of a small
// game, if everybody chooses at random; or the range of its chance, if everybody plays
// their best.
//
// The game's luck must be listed. All positions are visited once and stored; each has
// every seat's expected share of the win and expected margin. This shows exactly how much
// of the outcome luck decides and how much the players' choices do: the variance of a
// seat's share is the sum of the squared changes of its chance, over the steps of luck
// and over the decisions.
#pragma once

#include <signal.h>

#include "core/game.h"

typedef struct dado_random_values dado_random_values;

typedef struct dado_random_values_config {
    uint64_t positions;                 // limit on the positions
    size_t memory;                      // limit on the bytes
    const volatile sig_atomic_t *stop;  // when it is not 0, nothing is found; or NULL
    bool best_play;                     // else players choose at random
} dado_random_values_config;

// Sets `*values` to NULL if the game is too large, its luck is not listed, a position can
// occur again, or a match can break off. Returns false only if memory runs out.
//
// Best play means that each player takes an option that is best for their own share of
// the win. If several are, the choice among them may still matter to others. So a
// position has the lowest and the highest share of each seat over all best plays. The
// range contains all of them and may be wider than necessary. Positions are canonical
// ones in this case.
bool dado_random_values_find(const dado_game *game, const dado_random_values_config *config,
                             dado_random_values **values, dado_error *err);
void dado_random_values_free(dado_random_values *values);                   // `values` may be NULL
static inline void dado_random_values_cleanup(dado_random_values **values)  // for DADO_CLEANUP
{
    dado_random_values_free(*values);
}

uint64_t dado_random_values_positions(const dado_random_values *values);

// Returns the shares of all seats in a position, and then their margins: 2 * players
// numbers. For best play these are the lowest shares of all seats, and then the highest.
// NULL if the position cannot occur.
const double *dado_random_values_get(const dado_random_values *values, const void *state);

// What decides a seat's share: parts of its variance, per match.
typedef struct dado_variance_parts {
    double first_luck;  // luck before the first decision of the match
    double later_luck;
    double own_choices;     // decisions of this seat
    double others_choices;  // decisions of other seats
} dado_variance_parts;

// Called once for each position in which a player has two options or more, in order from
// the start of the game. `reached` is the expected number of times that it occurs per
// match. `after` has the numbers of `dado_random_values_get` after each move.
typedef void dado_random_values_visit(void *context, const void *state, int seat,
                                      const dado_move *moves, int count, double reached,
                                      const double *const *after);

// Visits all positions of random play from the start on. `parts` has one entry per seat,
// or is NULL; `visit` may be NULL too.
bool dado_random_values_walk(const dado_random_values *values, dado_variance_parts *parts,
                             dado_random_values_visit *visit, void *context, dado_error *err);
