// level_evaluation.h - evaluates a set of levels with several kinds of players.
//
// Levels are instances and kinds of players are line-ups: a grid that the lab plays. A
// level is as hard as the share of it that the players do not get to see. For maps see
// map_evaluation.h.
#pragma once

#include "agents/agent.h"
#include "judge/level_difficulty.h"
#include "worlds/platform/level_measures.h"

enum { DADO_LEVEL_PLAYERS_MAX = 12, DADO_LEVELS_DRAWN_MAX = 40 };

// The columns of a level: its own measures, how the players fared, and each kind of
// player's share of wins.
enum {
    DADO_LEVEL_EVAL_PLAY = DADO_LEVEL_MEASURES,
    DADO_LEVEL_EVAL_DIFFICULTY = DADO_LEVEL_EVAL_PLAY + DADO_LEVEL_PLAY_DIFFICULTY,
    DADO_LEVEL_EVAL_PLAYERS = DADO_LEVEL_EVAL_PLAY + DADO_LEVEL_PLAY,
    DADO_LEVEL_EVAL_COLUMNS = DADO_LEVEL_EVAL_PLAYERS + DADO_LEVEL_PLAYERS_MAX,
};

// Where lost matches ended, and which player lost them.
typedef struct dado_level_losses {
    float *at;
    int *lineup;
    int count;
} dado_level_losses;

typedef struct dado_level_evaluation {
    int level_count;
    const dado_level **levels;
    const char **paths;  // per level
    bool *has_genes;     // per level: its genes are known, and so its fitness
    const dado_player *players;
    int player_count;
    int planner;  // the line-up of the planner; or -1
    dado_measure measures[DADO_LEVEL_EVAL_COLUMNS];
    double (
        *values)[DADO_LEVEL_EVAL_COLUMNS];  // a row per level; DADO_NONE where there is no value
    // share of wins with its interval, per level and player
    dado_estimate (*won)[DADO_LEVEL_PLAYERS_MAX];
    dado_level_losses losses[DADO_LEVELS_DRAWN_MAX];  // for the first levels only
} dado_level_evaluation;

// Makes room for at most `most` levels, which are then added one by one.
bool dado_level_evaluation_init(dado_level_evaluation *eval, int most, dado_region *region,
                                dado_error *err);
// `measures` are the level's own and are copied; everything else is borrowed.
void dado_level_evaluation_add(dado_level_evaluation *eval, const dado_level *level,
                               const char *path, const double *measures, bool has_genes);

// Call this before the matches are played: so many of each player on each level.
bool dado_level_evaluation_begin(dado_level_evaluation *eval, const dado_player *players, int count,
                                 int64_t matches, dado_region *region, dado_error *err);
void dado_level_evaluation_add_block(void *eval, const dado_block *block);
void dado_level_evaluation_finish(dado_level_evaluation *eval, const dado_results *results);
