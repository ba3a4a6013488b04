// skill_ladder.h - measures whether thinking pays, and up to which strength.
//
// Players that think longer and longer meet their neighbours on a ladder. A rung is
// climbed if the player above beats the one below beyond doubt. The level is divided
// among the rungs, and a duel may be evaluated after every batch. A duel above the lowest
// rung is given up when a clear result is no longer to be expected.
#pragma once

#include "arena/tournament.h"

typedef struct dado_skill_rung {
    const char *below, *above;  // the agents that meet
    int64_t matches;
    // Share of the points that the player above won, ties half. By points: points per
    // match. Together: how much more often the team above wins.
    dado_interval share;
    dado_duel_decision sure;  // DADO_SECOND_BETTER: the player above is better
} dado_skill_rung;

typedef struct dado_skill_ladder_config {
    const dado_game_source *game;
    const char *const *players;  // weakest first
    int count;
    int64_t batch, most;  // matches of a duel: per batch, and at most
    double level;         // probability that any rung is decided by mistake
    bool points;          // compare the points that the game pays, not places; for two players
    bool together;        // all win or lose together: teams of one kind are compared
    uint64_t seed;
    int move_limit;
} dado_skill_ladder_config;

typedef struct dado_skill_ladder {
    dado_skill_rung *rungs;  // count - 1 entries
    int count;
    int climbed;            // consecutive rungs from the bottom on which the player above is better
    int better;             // all rungs on which the player above is better
    int fallen;             // rungs on which the player above is worse
    bool points, together;  // as in the configuration
    double level;           // of each rung's interval
    bool interrupted;
} dado_skill_ladder;

bool dado_skill_ladder_play(const dado_skill_ladder_config *plan,
                            const dado_experiment_settings *how, dado_region *region,
                            dado_skill_ladder *ladder, dado_error *err);
