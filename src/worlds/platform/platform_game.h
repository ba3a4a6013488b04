// platform_game.h - a platform level as a game, for agents and pictures made for it.
//
// The game's data is a dado_platform. A state is a world (physics.h), followed by one bit
// per cell that the hero has visited.
#pragma once

#include "core/game.h"
#include "worlds/platform/level_measures.h"
#include "worlds/platform/physics.h"

typedef struct dado_platform {
    dado_level level;
    dado_course course;
    dado_patterns patterns;
    dado_pattern_score score;
    int gene_count;  // number of patterns; 0 if the level was given as tiles
    uint8_t genes[DADO_GENES_MOST];
    int hold;           // ticks that a move lasts
    int lives;          // attempts per match
    size_t world_size;  // bytes of the world in the state; the visited cells follow
    int visited_words;
    double fixed[DADO_LEVEL_TALLIES];
} dado_platform;

// Indices of the tallies of a match; the fixed measures of the level follow them.
enum {
    DADO_PLATFORM_COMPLETION,
    DADO_PLATFORM_TICKS,
    DADO_PLATFORM_CLOCK,
    DADO_PLATFORM_COINS,
    DADO_PLATFORM_KILLS,
    DADO_PLATFORM_STOMPS,
    DADO_PLATFORM_SHELL_KILLS,
    DADO_PLATFORM_FIRE_KILLS,
    DADO_PLATFORM_FALL_KILLS,
    DADO_PLATFORM_JUMPS,
    DADO_PLATFORM_HURTS,
    DADO_PLATFORM_LIVES,
    DADO_PLATFORM_SIZE,
    DADO_PLATFORM_CELLS,
    DADO_PLATFORM_LOST,
    DADO_PLATFORM_TIMEOUT,
    DADO_PLATFORM_OWN,
};

// The part of the state that a match of several lives adds, behind the visited cells.
typedef struct dado_lives_state {
    int32_t lost;    // failed attempts so far
    float furthest;  // the largest x of the failed attempts
} dado_lives_state;

static inline const dado_platform *dado_platform_of(const dado_game *game)
{
    return game->data;
}

// The functions that show the game and feed learning agents; see core/game_extras.h.
struct dado_scene;
void dado_platform_scene(const dado_game *game, const void *state, int eyes,
                         struct dado_scene *out);
void dado_platform_look(const dado_game *game, int look, dado_text *out);
struct dado_feature;
bool dado_platform_feature(const dado_game *game, int which, struct dado_feature *out);
void dado_platform_feature_entry(const dado_game *game, int which, int entry, dado_text *out);
void dado_platform_features(const dado_game *game, const void *view, int seat, float *values);
int dado_platform_actions(const dado_game *game);

// A recorded play has one digit per tick, 0 to 9 and a to v. The second function returns
// -1 for any other character.
char dado_buttons_digit(int buttons);
int dado_buttons_of_digit(char digit);
