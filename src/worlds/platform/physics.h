// physics.h - the world of a platform level, tick by tick.
//
// The rules are exact: positions and speeds are single-precision numbers, each
// operation is rounded once, in the order written, so two programs that follow
// the rules agree to the last bit on where everybody is.
//
// A course is what all attempts at a level share. A world is one attempt: a
// head, bits for tiles that changed, and the bodies that are about. All of it
// is plain bytes; a planner copies as many of them as are in use.
#pragma once

#include "worlds/platform/level.h"

enum {
    DADO_LEFT = 1,
    DADO_RIGHT = 2,
    DADO_DOWN = 4,
    DADO_RUN = 8,
    DADO_JUMP = 16,
    DADO_BUTTON_SETS = 32,
};

typedef enum dado_body_kind {  // the first five are the creatures, in their order
    DADO_BODY_CRAWLER,
    DADO_BODY_GREEN,
    DADO_BODY_RED,
    DADO_BODY_SPIKER,
    DADO_BODY_SNAPPER,
    DADO_BODY_SHELL,
    DADO_BODY_CAP,       // makes a small hero large
    DADO_BODY_HEART,     // a life
    DADO_BODY_EMBER,     // lets the hero throw fire
    DADO_BODY_FIREBALL,
    DADO_BODY_BULLET,
    DADO_BODY_HERO,
} dado_body_kind;

enum {
    DADO_BODY_GROUND = 1,  // stands on something
    DADO_BODY_WINGED = 2,
    DADO_BODY_GONE = 4,    // removed in this tick
    DADO_BODY_SLID = 8,    // a shell that was sliding when it moved
};

typedef struct dado_body {
    float x, y, vx, vy;  // of the middle of its feet, in pixels; y grows downward
    int16_t point;       // of the course, where it comes from; or -1
    int16_t count;       // ticks an item has been rising, or a snapper waiting
    uint8_t kind;
    int8_t facing;       // -1, 0, 1
    uint8_t flags;
    uint8_t height;
} dado_body;
_Static_assert(sizeof(dado_body) == 24, "no padding: states are compared as bytes");

typedef enum dado_play { DADO_PLAYING, DADO_WON, DADO_LOST, DADO_TIMED_OUT } dado_play;
typedef enum dado_size { DADO_SMALL, DADO_LARGE, DADO_FIERY } dado_size;

typedef struct dado_world_head {
    dado_body hero;
    int32_t clock;                // milliseconds left
    int32_t tick;
    int16_t seen_from, seen_to;   // points in view in the last tick
    uint16_t coins, lives, jumps, hurts;
    uint16_t stomps, shell_kills, fire_kills, fall_kills;
    uint16_t bodies;
    uint8_t status;               // a dado_play
    uint8_t pause;
    uint8_t size;                 // a dado_size
    uint8_t jump;                 // ticks of push a held jump has left
    uint8_t safe;                 // ticks during which nothing hurts
    uint8_t was_ground, ducks, may_jump, may_shoot, spare;
} dado_world_head;
_Static_assert(sizeof(dado_world_head) == 64, "no padding: states are compared as bytes");

typedef struct dado_course_point {  // a spawn cell, or a cannon's top
    int16_t column;
    uint8_t row;
    uint8_t kind;    // of the creature; DADO_BODY_BULLET is a cannon
    uint8_t winged;
} dado_course_point;

typedef struct dado_course {
    const dado_level *level;
    int width;
    const uint8_t *does;              // bits of each tile, as in the level
    const uint16_t *slot;             // 1 + number of a tile that can change; 0 if it cannot
    int slots;
    int words;                        // of 64 bits for the slots
    const dado_course_point *points;  // by column, then from the top
    int point_count;
    const int16_t *first;             // point of each column on; width + 1 of them
    int cannons;
    int capacity;                     // of bodies
    float goal;                       // the hero wins right of this
} dado_course;

bool dado_course_init(dado_course *course, const dado_level *level, dado_arena *arena,
                      dado_error *err);

// The bytes of a whole world, and of that part of it which is in use.
size_t dado_world_size(const dado_course *course);
size_t dado_world_used(const dado_course *course, const dado_world_head *world);

static inline uint64_t *dado_world_changed(const dado_world_head *world)
{
    return (uint64_t *)(uintptr_t)(const void *)(world + 1);
}

// Bodies lie in the reverse of their order: the last is the first to move.
static inline dado_body *dado_world_bodies(const dado_course *course, const dado_world_head *world)
{
    return (dado_body *)(void *)(dado_world_changed(world) + course->words);
}

// The world before anything happened, and after the idle tick every attempt begins with.
void dado_world_start(const dado_course *course, dado_world_head *world);

// One tick with these buttons held. Nothing happens once it is won, lost or out of time.
void dado_world_tick(const dado_course *course, dado_world_head *world, int buttons);

// What a tile is now.
int dado_world_tile(const dado_course *course, const dado_world_head *world, int column, int row);

// Does a tile stop a body that moves down (1), up (-1) or sideways (0)? Beyond
// the sides the edge goes on; above and below there is air.
bool dado_world_stops(const dado_course *course, const dado_world_head *world, int column,
                      int row, int down);

double dado_world_completion(const dado_course *course, const dado_world_head *world);
