// exact_measures.h - the measures of a game by walking through every match there is,
// instead of sampling some.
//
// Every line of play is walked once, with its probability, and measured like a match that
// was played. So means and deviations have no sampling error, only the rounding of sums,
// which is far below the digits shown. Players must have odds that are known: random
// ones, those that follow a fixed rule, and those that can tell their odds, such as the
// equilibrium player. They may remember what they saw.
#pragma once

#include "agents/agent.h"
#include "measure/metric.h"

typedef struct dado_exact_measures_config {
    const dado_agent *agents;  // one per seat; NULL: all choose at random
    dado_metric_options options;
    uint64_t lines;  // most lines of play; 0 is 2 million
    // Called every few thousand lines, unless NULL. Returns false to stop.
    bool (*report)(void *to, uint64_t lines, double walked);
    void *to;
} dado_exact_measures_config;

typedef struct dado_exact_measure {
    const dado_metric *metric;
    double share;  // of matches in which it has a value
    double mean;   // over these matches; DADO_NONE if there are none
    double sd;
} dado_exact_measure;

typedef struct dado_exact_measures {
    bool complete;   // every line was walked; else nothing below is known
    double walked;   // probability of the lines walked
    uint64_t lines;  // lines of play
    double *share;   // of each seat: mean share of the win
    double *score;   // of each seat: mean score
    double tie;      // chance that several sides share the first place
    dado_exact_measure *measures;
    int count;
} dado_exact_measures;

// Walks through all lines of play. Sets `complete` to false if there are more of them than
// the limit, or if it is stopped. Fails if the game does not list the outcomes of its luck,
// or if a player cannot tell the odds of its moves. Memory comes from `region`.
bool dado_exact_measures_find(dado_exact_measures *found, const dado_game *game,
                              const dado_exact_measures_config *plan, dado_region *region,
                              dado_error *err);
