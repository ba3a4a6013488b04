// strategies.h - counts the ways to win by playing strategies against each other.
//
// A strategy of one style takes one option whenever it is offered, and chooses at random
// otherwise (agents/preference_agent.c). Each strategy plays against every other and
// against random players, from every seat, and a mix is found in which none gains by
// changing. Then a player with several styles is bred that does best against this mix
// (judge/strategy_breeding.h). If it wins beyond doubt it joins, and everything is played
// again; else the mix stands, as far as such players can tell.
#pragma once

#include "judge/option_worth_recorder.h"
#include "judge/verdicts_by_topic.h"

enum {
    DADO_STRATEGIES = 10,  // limit on strategies of one style
    DADO_BRED_STRATEGIES = 3,
    DADO_STRATEGY_ITEMS = DADO_STRATEGIES + DADO_BRED_STRATEGIES + 1,  // with random players
};

typedef struct dado_strategy_item {
    const char *name;  // the option it takes, or its styles; "random" for the last one
    bool bred;
    const char *player;  // how it is typed on the command line
    double mix;          // its share in the mix in which no strategy gains by changing
} dado_strategy_item;

typedef struct dado_strategy_cell {
    dado_interval share;      // of the win, for one player of the row among players of the column
    dado_interval advantage;  // that share minus the mean share of the others
    int64_t matches;
} dado_strategy_cell;

typedef struct dado_strategies {
    dado_strategy_item items[DADO_STRATEGY_ITEMS];
    int count;  // including random players, which are last
    int players;
    double level;
    dado_strategy_cell cells[DADO_STRATEGY_ITEMS][DADO_STRATEGY_ITEMS];
    // What the best answer that was bred wins more than those who play the mix; only if
    // `answered`.
    dado_interval best_answer;
    const char *best_answer_name;
    bool answered;
    bool interrupted;
} dado_strategies;

typedef struct dado_strategies_config {
    const dado_recorder_config *recorder;  // used to find the options
    const dado_game_source *game;
    int64_t matches;  // per pair and seat
    int generations;  // of bred strategies; 0: none are bred
    uint64_t seed;
    int limit;
    double level;  // of all intervals together
} dado_strategies_config;

bool dado_strategies_measure(const dado_strategies_config *config,
                             const dado_experiment_settings *how, dado_region *region,
                             dado_strategies *strategies, dado_error *err);

// Writes one verdict.
void dado_strategies_verdict(const dado_strategies *strategies, dado_verdict *verdict);
