// strategies.h - counts the ways to win by playing players of one style each against each
// other.
//
// A strategy takes one option whenever it is offered, and chooses at random otherwise
// (agents/preference_agent.c). Each strategy plays against every other and against random
// players, from every seat. Strategies that combine styles are not examined.
#pragma once

#include "judge/option_worth_recorder.h"
#include "judge/verdicts_by_topic.h"

enum { DADO_STRATEGIES = 10 };  // limit, without the random players

typedef struct dado_strategy_item {
    const char *name;    // the option it takes; "random" for the last one
    const char *player;  // how it is typed on the command line
    double mix;          // its share in the mix in which no strategy gains by changing
} dado_strategy_item;

typedef struct dado_strategy_cell {
    dado_interval share;      // of the win, for one player of the row among players of the column
    dado_interval advantage;  // that share minus the mean share of the others
    int64_t matches;
} dado_strategy_cell;

typedef struct dado_strategies {
    dado_strategy_item items[DADO_STRATEGIES + 1];
    int count;  // including random players, which are last
    int players;
    double level;
    dado_strategy_cell cells[DADO_STRATEGIES + 1][DADO_STRATEGIES + 1];
    bool interrupted;
} dado_strategies;

typedef struct dado_strategies_config {
    const dado_recorder_config *recorder;  // used to find the options
    const dado_game_source *game;
    int64_t matches;  // per pair and seat
    uint64_t seed;
    int limit;
    double level;  // of all intervals together
} dado_strategies_config;

bool dado_strategies_measure(const dado_strategies_config *config,
                             const dado_experiment_settings *how, dado_region *region,
                             dado_strategies *strategies, dado_error *err);

// Writes one verdict.
void dado_strategies_verdict(const dado_strategies *strategies, dado_verdict *verdict);
