// strategy_breeding.h - breeds a player with styles that does best against a mix of others.
//
// A genome has a weight for every style of agents/strategy_agent.c: words of options, own
// points, harm to rivals, high numbers, the end; and how often it chooses at random. Genomes
// are selected by what they win against the mix, in matches of each generation's own luck.
// The winner is measured in fresh matches, so its advantage is not that of the luckiest.
#pragma once

#include "lab/experiment.h"
#include "measure/stats.h"

enum { DADO_BREED_WORDS = 10, DADO_BREED_OPPONENTS = 16 };

typedef struct dado_breeding_config {
    const dado_game_source *game;
    const dado_player *opponents;
    const double *shares;  // of each opponent in the mix; sum to 1
    int opponent_count;    // at most DADO_BREED_OPPONENTS
    const char *const *words;
    int word_count;   // at most DADO_BREED_WORDS
    int64_t matches;  // per genome, opponent and seat; the winner is measured in 16 times as many
    int generations;
    uint64_t seed;
    int limit;
    double level;  // of the interval
} dado_breeding_config;

typedef struct dado_bred_strategy {
    const char *styles;  // as strategy_agent.c reads them
    int noise;
    const char *name;         // its strongest styles in words
    dado_interval advantage;  // what it wins more than each of its opponents, against the mix
    int64_t matches;
    bool interrupted;
} dado_bred_strategy;

bool dado_strategy_breed(const dado_breeding_config *config, const dado_experiment_settings *how,
                         dado_region *region, dado_bred_strategy *bred, dado_error *err);

// Makes the player that has these styles. The two options must outlive it.
dado_player dado_strategy_player(const dado_bred_strategy *bred, dado_option options[2],
                                 dado_region *region);
