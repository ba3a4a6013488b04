// people_decisions.h - looks at the decisions that people made: how long they took, and
// what they cost.
//
// Time to decide is compared with the number of options: its logarithm grows with the
// logarithm of their number. A decision is slow if it took much longer than decisions
// with as many options do. What a decision cost is measured as the recorder does
// (option_worth_recorder.h): each option is played on many times on the same luck, with
// everything hidden dealt anew; the best one is chosen by one half of the rollouts and
// measured by the other.
#pragma once

#include "judge/player_resemblance.h"
#include "judge/rollouts.h"

enum { DADO_PEOPLE_EXAMPLES = 5 };

typedef struct dado_slow_decision {
    int match, step, seat, options;
    double seconds, usual;  // what it took, and what decisions with as many options take
    const char *words;      // what was chosen in the end
} dado_slow_decision;

typedef struct dado_hesitation {
    int64_t decisions;      // decisions whose time is known
    double median;          // seconds
    dado_interval doubled;  // how many times as long it takes with twice as many options
    dado_slow_decision slow[DADO_PEOPLE_EXAMPLES];  // the slowest first
    int slow_count;
} dado_hesitation;

// `seconds` has an array per match, with a time per step. The words come from `region`.
bool dado_hesitation_measure(const dado_game *game, const dado_observed_match *matches, int count,
                             const double *const *seconds, double level, dado_region *region,
                             dado_hesitation *hesitation, dado_error *err);

typedef struct dado_mistake {
    int match, step, seat;
    dado_interval cost;  // share of the win that was given away
    const char *taken, *better;
} dado_mistake;

typedef struct dado_mistakes {
    int64_t decisions;   // decisions examined
    dado_interval cost;  // mean cost of a decision, in shares of the win
    int64_t clear;       // decisions that cost something beyond doubt
    dado_mistake worst[DADO_PEOPLE_EXAMPLES];
    int worst_count;
    bool interrupted;
} dado_mistakes;

typedef struct dado_mistakes_config {
    const dado_plan *players;  // its first cell plays on
    const dado_observed_match *matches;
    int match_count;
    int64_t most_decisions;
    int times;     // rollouts per option; an even number
    double level;  // for the mean; a single decision is beyond doubt at 99.9 %
    const volatile sig_atomic_t *stop;
} dado_mistakes_config;

// The game must be one that can be won.
bool dado_mistakes_measure(const dado_mistakes_config *config, dado_region *region,
                           dado_mistakes *mistakes, dado_error *err);
