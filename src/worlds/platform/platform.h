// platform.h - a platform level as a game, for those made to play it or draw it.
//
// The game's data is a dado_platform. A state is a world (physics.h), and
// behind it one bit for each cell the hero has been in.
#pragma once

#include "core/game.h"
#include "worlds/platform/measures.h"
#include "worlds/platform/physics.h"

typedef struct dado_platform {
    dado_level level;
    dado_course course;
    dado_patterns patterns;
    dado_score score;
    int gene_count;            // 0 where the level came as tiles
    uint8_t genes[DADO_GENES_MOST];
    int hold;                  // ticks a move lasts
    int lives;                 // attempts of a sitting; a match is one sitting
    size_t world_size;         // of the state: what lies behind are cells visited
    int visited_words;
    double fixed[DADO_LEVEL_MEASURES];
} dado_platform;

// Places of the tallies of a match; the fixed measures of the level follow.
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

// What a sitting of several lives keeps beside the world, behind the cells visited.
typedef struct dado_sitting_part {
    int32_t lost;    // attempts so far that failed
    float furthest;  // the largest x of those
} dado_sitting_part;

static inline const dado_platform *dado_platform_of(const dado_game *game)
{
    return game->data;
}

// What it shows: see core/face.h.
struct dado_scene;
void dado_platform_scene(const dado_game *game, const void *state, int eyes,
                         struct dado_scene *out);
void dado_platform_look(const dado_game *game, int look, dado_text *out);
struct dado_feature;
bool dado_platform_feature(const dado_game *game, int which, struct dado_feature *out);
void dado_platform_feature_entry(const dado_game *game, int which, int entry, dado_text *out);
void dado_platform_features(const dado_game *game, const void *view, int seat, float *values);
int dado_platform_actions(const dado_game *game);

// A play record is a digit a tick, 0 to 9 and a to v; -1 for any other letter.
char dado_buttons_digit(int buttons);
int dado_buttons_of_digit(char digit);
