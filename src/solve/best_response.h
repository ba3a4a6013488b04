// best_response.h - the value of a strategy, and the best reply to it.
//
// A strategy is stored as one number for each sequence of a player (see
// information_sets.h): the probability that the player's own choices lead there. Sequence
// 0 has probability 1. The sequences of an information set split the probability of the
// sequence above it. The probability of an end of play is the product over all players'
// sequences there, times the odds of chance. So the payoff of a reply is a sum over ends,
// and the best reply picks the best move in every information set.
#pragma once

#include "solve/parallel_interface.h"
#include "solve/information_sets.h"

// A strategy for every player: the probability of each sequence by the player's own
// choices.
typedef struct dado_strategy {
    double *reach[DADO_SOLVE_PLAYERS_MAX];
    double *memory;  // the one block of memory that all `reach` arrays lie in
} dado_strategy;

// Allocates a strategy in which every player chooses uniformly at random. Returns false
// when there is no memory.
bool dado_strategy_make(dado_strategy *strategy, const dado_infosets *sets, dado_error *err);
void dado_strategy_free(dado_strategy *strategy);

// Writes the probability of each move in an information set. All moves are equally likely
// where the player's own choices never lead to the set.
void dado_strategy_odds(const dado_infosets *sets, const dado_strategy *strategy, int player,
                        uint32_t set, double *odds);

// Sets `reach` of one player from the probability of each sequence within its set. The
// odds of one set must sum to 1.
void dado_strategy_set(const dado_infosets *sets, dado_strategy *strategy, int player,
                       const double *odds);

// Computes, for each sequence of `player`, the expected payoff of the ends that directly
// follow it. All other values are made of these sums. `parallel` splits the work over
// threads, unless it is NULL; the sums do not depend on the number of threads.
void dado_strategy_gain(const dado_infosets *sets, const dado_strategy *strategy, int player,
                        double *gain, const dado_parallel *parallel);

// Computes the expected payoff of each player when all of them follow `strategy`.
void dado_strategy_value(const dado_infosets *sets, const dado_strategy *strategy, double *value);

// Returns the highest payoff that `player` can get against the strategies of the others.
// `best`, unless NULL, receives the index of the best move of each set; of equal moves,
// the first. `gain` is work space with room for all sequences of the player.
double dado_best_response(const dado_infosets *sets, const dado_strategy *strategy, int player,
                          double *gain, uint32_t *best);

// How near a strategy is to an equilibrium. `gain` is what each player could win by
// changing alone, and `gap` is the sum of the gains: 0 means an equilibrium. In a game of
// two players with a constant sum of payoffs, the value of the game to the first player
// lies between `low` and `high`.
typedef struct dado_equilibrium_gap {
    double value[DADO_SOLVE_PLAYERS_MAX];
    double gain[DADO_SOLVE_PLAYERS_MAX];
    double gap;
    double low, high;
} dado_equilibrium_gap;

bool dado_equilibrium_gap_find(const dado_infosets *sets, const dado_strategy *strategy,
                               dado_equilibrium_gap *proof, dado_error *err);
