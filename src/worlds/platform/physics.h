// physics.h - simulates a platform level tick by tick.
//
// The rules are exact: positions and speeds are single-precision numbers, and each
// operation is rounded once, in the order written. So two programs that follow the rules
// agree on every position to the last bit.
//
// A course is the data that all attempts at a level share. A world is one attempt: a
// head, one bit per tile that can change, and the active bodies. A world is plain bytes;
// a planner copies only the bytes in use.
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

// The first five are the creatures, in the order of dado_creature.
typedef enum dado_body_kind {
    DADO_BODY_CRAWLER,
    DADO_BODY_GREEN,
    DADO_BODY_RED,
    DADO_BODY_SPIKER,
    DADO_BODY_SNAPPER,
    DADO_BODY_SHELL,
    DADO_BODY_CAP,    // an item that makes a small hero large
    DADO_BODY_HEART,  // an item that gives a life
    DADO_BODY_EMBER,  // an item that lets the hero throw fireballs
    DADO_BODY_FIREBALL,
    DADO_BODY_BULLET,
    DADO_BODY_HERO,
} dado_body_kind;

enum {
    DADO_BODY_GROUND = 1,  // the body stands on the ground
    DADO_BODY_WINGED = 2,
    DADO_BODY_GONE = 4,  // the body was removed in this tick
    DADO_BODY_SLID = 8,  // the body is a shell that was sliding when it moved
};

typedef struct dado_body {
    // Position of the middle of its feet, and speed, in pixels; y grows downward.
    float x, y, vx, vy;
    int16_t point;  // index of the course point that created it, or -1
    int16_t count;  // ticks an item has been rising, or a snapper has waited
    uint8_t kind;
    int8_t facing;  // direction: -1 left, 1 right, or 0
    uint8_t flags;
    uint8_t height;
} dado_body;
_Static_assert(sizeof(dado_body) == 24, "no padding: states are compared as bytes");

typedef enum dado_attempt_status {
    DADO_PLAYING,
    DADO_WON,
    DADO_LOST,
    DADO_TIMED_OUT
} dado_attempt_status;
typedef enum dado_size { DADO_SMALL, DADO_LARGE, DADO_FIERY } dado_size;

typedef struct dado_world_head {
    dado_body hero;
    int32_t clock;  // time left, in milliseconds
    int32_t tick;
    int16_t seen_from, seen_to;  // the range of course points in view in the last tick
    uint16_t coins, lives, jumps, hurts;
    uint16_t stomps, shell_kills, fire_kills, fall_kills;
    uint16_t bodies;
    uint8_t status;  // a dado_attempt_status
    uint8_t pause;
    uint8_t size;  // a dado_size
    uint8_t jump;  // ticks that a held jump button still pushes the hero up
    uint8_t safe;  // ticks during which nothing hurts the hero
    uint8_t was_ground, ducks, may_jump, may_shoot, spare;
} dado_world_head;
_Static_assert(sizeof(dado_world_head) == 64, "no padding: states are compared as bytes");

typedef struct dado_course_point {  // a spawn cell, or the top of a cannon
    int16_t column;
    uint8_t row;
    uint8_t kind;  // kind of the creature; DADO_BODY_BULLET for a cannon
    uint8_t winged;
} dado_course_point;

typedef struct dado_course {
    const dado_level *level;
    int width;
    const uint8_t *does;   // DADO_TILE_... bits of each tile, in the order of the level
    const uint16_t *slot;  // 1 + index of a tile that can change; 0 if it cannot change
    int slots;
    // Number of 64-bit words that hold the bits of the slots.
    int words;
    const dado_course_point *points;  // sorted by column, then from the top
    int point_count;
    const int16_t *first;  // index of the first point of each column; width + 1 entries
    int cannons;
    int capacity;  // most bodies at one time
    float goal;    // the hero wins once x is larger than this
} dado_course;

bool dado_course_init(dado_course *course, const dado_level *level, dado_region *region,
                      dado_error *err);

// Return the size of a whole world, and of the part of it that is in use, in bytes.
size_t dado_world_size(const dado_course *course);
size_t dado_world_used(const dado_course *course, const dado_world_head *world);

static inline uint64_t *dado_world_changed(const dado_world_head *world)
{
    return (uint64_t *)(uintptr_t)(const void *)(world + 1);
}

// Returns the bodies of a world. They are stored in reverse: the last one moves first.
static inline dado_body *dado_world_bodies(const dado_course *course, const dado_world_head *world)
{
    return (dado_body *)(void *)(dado_world_changed(world) + course->words);
}

// Sets up a world at the start of an attempt, after the idle tick that every attempt
// begins with.
void dado_world_start(const dado_course *course, dado_world_head *world);

// Plays one tick with these buttons held. Does nothing once the attempt has ended.
void dado_world_tick(const dado_course *course, dado_world_head *world, int buttons);

// Returns the current tile of a cell.
int dado_world_tile(const dado_course *course, const dado_world_head *world, int column, int row);

// Returns whether a tile stops a body that moves down (1), up (-1) or sideways (0). Left
// and right of the level its outermost columns repeat; above and below there is air.
bool dado_world_stops(const dado_course *course, const dado_world_head *world, int column, int row,
                      int down);

double dado_world_completion(const dado_course *course, const dado_world_head *world);
