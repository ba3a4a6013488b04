// player_resemblance.h - finds out which of dado's players somebody plays like.
//
// Each player has values for the moves of a decision (agents/agent.h). People are taken
// to choose by a softmax of these values: the higher a value, the more often the move is
// taken, and the temperature says how much more often. One move in a hundred counts as
// drawn at random, so that a single slip does not rule a player out. The temperature is
// fitted on half of the matches, and the likelihood is measured on the other half, and
// the other way round. The player with the highest likelihood resembles them most.
#pragma once

#include <signal.h>

#include "lab/game_source.h"
#include "measure/stats.h"

typedef struct dado_observed_match {
    const dado_step *path;
    int steps;
    const bool *watched;  // by seat: its decisions count; NULL: all do
} dado_observed_match;

typedef struct dado_resemblance_row {
    const dado_player *player;
    double temperature;  // fitted on all matches; DADO_NONE: all its values were equal
    // How much more likely it makes a move than a player who draws at random: the mean
    // natural logarithm of the ratio, on matches that were held out.
    dado_interval gain;
    double agrees;  // share of decisions in which a move with its highest value was taken
} dado_resemblance_row;

typedef struct dado_resemblance {
    dado_resemblance_row *rows;  // the most similar player first
    int count;
    int64_t decisions, matches;
    // How much the first row is ahead of the second, per decision; without doubt if the
    // interval is above 0.
    dado_interval lead;
    bool interrupted;
} dado_resemblance;

typedef struct dado_resemblance_config {
    const dado_game *game;
    const dado_observed_match *matches;
    int match_count;
    const dado_player *players;  // those without values are left out
    int player_count;
    int64_t most_decisions;  // limit on the decisions that are examined
    uint64_t seed;
    double level;
    const volatile sig_atomic_t *stop;  // or NULL
} dado_resemblance_config;

bool dado_resemblance_measure(const dado_resemblance_config *config, dado_region *region,
                              dado_resemblance *resemblance, dado_error *err);

// Returns whether the first row fits better beyond doubt than drawing moves does.
static inline bool dado_resemblance_is_known(const dado_resemblance *resemblance)
{
    return resemblance->count > 0 && resemblance->rows[0].gain.low > 0;
}
