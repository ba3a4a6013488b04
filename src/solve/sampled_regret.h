// sampled_regret.h - finds a near equilibrium of a game that is too large to be listed.
//
// It is counterfactual regret minimisation with external sampling. A sample walks a part of
// the game for one of two players: all moves of that player, and one drawn move wherever
// chance or the other player acts. Only the information sets that were met take memory:
// the regret of each move, and how often it was chosen. Later samples count more, in
// proportion to the samples before them.
//
// Samples are drawn in batches. The samples of a batch read the same strategies, each group
// of them has its own random numbers, and what they found is added in their order. So the
// result depends on the seed and on the number of samples, and never on the threads.
//
// What is found is a strategy without a proof. response_by_walk.h says how good it is.
#pragma once

#include "solve/history_key.h"
#include "solve/information_sets.h"
#include "solve/parallel_interface.h"

typedef struct dado_sampled_config {
    dado_payoff payoff;  // not DADO_PAY_AUTO
    uint64_t seed;
    size_t memory;             // limit in bytes; 0 is 1 GiB
    const volatile int *halt;  // sampling ends soon after this becomes nonzero, unless NULL
} dado_sampled_config;

typedef struct dado_sampled_stats {
    uint64_t samples;  // walks made, of both players together
    uint64_t visits;   // choices met on them
    uint64_t sets;     // information sets met
    size_t bytes;      // bytes of their tables
} dado_sampled_stats;

typedef struct dado_sampled dado_sampled;

// Opens a solver for a game of two players. `parallel` may be NULL. Returns NULL, with a
// reason, if the game has another number of players or there is no memory.
dado_sampled *dado_sampled_new(const dado_game *game, const dado_sampled_config *config,
                               const dado_parallel *parallel, dado_error *err);
void dado_sampled_free(dado_sampled *sampled);

// Draws samples until there are `samples` in all. The last batch is finished, so there may
// be some more. Returns false, with a reason, if the sets do not fit into the memory or the
// rules fail. If it is halted it returns true, between two batches.
bool dado_sampled_run(dado_sampled *sampled, uint64_t samples, dado_error *err);

dado_sampled_stats dado_sampled_stats_of(const dado_sampled *sampled);

// Writes the average strategy of all samples in one information set. Returns false if the
// set was never met by the other player's samples; all moves are equally likely then.
bool dado_sampled_odds(const dado_sampled *sampled, const dado_history_key *key, int count,
                       double *odds);
