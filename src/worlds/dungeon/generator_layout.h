// generator_layout.h - the grid of walls that a generator digs, and functions that all
// generators share.
//
// A generator digs floor into walls, and may tag cells where a certain thing belongs.
// `dado_generator_layout_finish` then joins the floor into one region, places the start,
// the exit and all things, and writes the map.
#pragma once

#include "core/region.h"
#include "worlds/dungeon/rng.h"
#include "worlds/dungeon/enemy_item_templates.h"
#include "worlds/generator.h"

// Tags of cells that must get a certain thing; placing serves these cells first.
enum { DADO_TAG_NONE, DADO_TAG_BOSS, DADO_TAG_ENEMY, DADO_TAG_HEAL, DADO_TAG_ITEM, DADO_TAG_GOLD };

typedef struct dado_generator_layout {
    int width, height;
    uint8_t *floor;  // by cell y * width + x: 1 if it is dug
    uint8_t *tag;
    int32_t *field, *queue;  // work space, one number per cell
    int start, exit;         // cells, or -1 to let dado_generator_layout_finish choose
    // True if tagged things come in addition to the numbers asked for.
    bool besides;
    dado_dungeon_rng rng;
    dado_region region;
} dado_generator_layout;

// Indices of the parameters that every generator of dungeons has, first in its table.
enum {
    DADO_GEN_WIDTH,
    DADO_GEN_HEIGHT,
    DADO_GEN_ENEMIES,
    DADO_GEN_ITEMS,
    DADO_GEN_GOLD_PILES,
    DADO_GEN_GOLD_MIN,
    DADO_GEN_GOLD_MAX,
    DADO_GEN_ENEMY_WEIGHTS,
    DADO_GEN_ITEM_WEIGHTS,
    DADO_GEN_TEMPLATES,
    DADO_GEN_START_SAFE,
    DADO_GEN_EXIT_FAR,
    DADO_GEN_OWN
};

// clang-format off
#define DADO_GEN_COMMON(enemies, items, piles) \
    { "width", "Columns.", DADO_PARAMETER_INTEGER, 42, 8, 200, NULL }, \
    { "height", "Rows.", DADO_PARAMETER_INTEGER, 27, 8, 200, NULL }, \
    { "enemies", "Enemies.", DADO_PARAMETER_INTEGER, enemies, 0, 500, NULL }, \
    { "items", "Items.", DADO_PARAMETER_INTEGER, items, 0, 500, NULL }, \
    { "gold_piles", "Piles of gold.", DADO_PARAMETER_INTEGER, piles, 0, 500, NULL }, \
    { "gold_min", "Least gold in a pile.", DADO_PARAMETER_INTEGER, 1, 1, 999999, NULL }, \
    { "gold_max", "Most gold in a pile.", DADO_PARAMETER_INTEGER, 40, 1, 999999, NULL }, \
    { "enemy_weights", "How often each enemy: rat:3,ogre:1.", \
      DADO_PARAMETER_TEXT, 0, 0, 0, "" }, \
    { "item_weights", "How often each item: potion:2,sword:1.", \
      DADO_PARAMETER_TEXT, 0, 0, 0, "" }, \
    { "templates", "Lua text that defines enemies and items.", \
      DADO_PARAMETER_TEXT, 0, 0, 0, "" }, \
    { "start_safe", \
          "No enemy within so many steps of the start.", \
          DADO_PARAMETER_INTEGER, \
          4, \
          0, \
          400, \
          NULL }, \
    { \
        "exit_far", "How far the exit is, of the farthest cell.", DADO_PARAMETER_REAL, 0.9, 0, 1, \
            NULL \
    }
// clang-format on

// Sets up a layout of solid walls; returns false if memory runs out. Free it in either
// case.
bool dado_generator_layout_begin(dado_generator_layout *layout, const dado_parameter_values *values,
                                 uint64_t seed, dado_error *err);
void dado_generator_layout_free(dado_generator_layout *layout);

static inline int dado_generator_layout_at(const dado_generator_layout *layout, int x, int y)
{
    return y * layout->width + x;
}

// Returns true for cells inside the outer ring, which stays wall.
static inline bool dado_generator_layout_inner(const dado_generator_layout *layout, int x, int y)
{
    return x > 0 && y > 0 && x < layout->width - 1 && y < layout->height - 1;
}

// Digs one cell; ignores cells of the outer ring and off the map.
void dado_generator_layout_dig(dado_generator_layout *layout, int x, int y);
void dado_generator_layout_rect(dado_generator_layout *layout, int x, int y, int width, int height);
// Digs a corridor with one bend; which way it turns is random.
void dado_generator_layout_corridor(dado_generator_layout *layout, int from, int to);

// Numbers the connected regions of the floor in `field` from 0, in reading order; -1 is
// wall. Returns how many there are. `largest`, unless NULL, gets the number of the
// largest region (the first of equals).
int dado_generator_layout_regions(dado_generator_layout *layout, int *largest);

// Leaves one region: fills regions smaller than `least`, then fills all but the largest
// or, with `connect`, digs a shortest tunnel from each to the largest.
void dado_generator_layout_unite(dado_generator_layout *layout, int least, bool connect);

// Number of floor cells.
int dado_generator_layout_count(const dado_generator_layout *layout);

// Joins the regions if necessary, places everything, and writes the map and the notes.
bool dado_generator_layout_finish(dado_generator_layout *layout,
                                  const dado_parameter_values *values, dado_generated *made,
                                  dado_error *err);

// Gets the templates that the parameters name: the shipped ones or those of a script,
// with weights.
bool dado_generator_layout_templates(const dado_parameter_values *values, dado_templates *templates,
                                     dado_error *err);
