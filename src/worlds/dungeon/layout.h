// layout.h - the stone a generator carves, and what is common to all that carve it.
//
// A generator makes a layout of wall and floor, perhaps with tags where
// something belongs; `dado_layout_finish` sees to it that there is one
// connected piece, puts start, exit and things on it, and writes the map.
#pragma once

#include "core/arena.h"
#include "worlds/dungeon/luck.h"
#include "worlds/dungeon/template.h"
#include "worlds/generator.h"

// Cells that ask for something; furnishing serves them first.
enum { DADO_TAG_NONE, DADO_TAG_BOSS, DADO_TAG_ENEMY, DADO_TAG_HEAL, DADO_TAG_ITEM, DADO_TAG_GOLD };

typedef struct dado_layout {
    int width, height;
    uint8_t *floor;  // by cell, y * width + x: 1 where it is dug
    uint8_t *tag;
    int32_t *field, *queue;  // work space, a number a cell
    int start, exit;         // cells, or -1 for any
    bool besides;            // the numbers asked for are besides what tags bring, not with it
    dado_luck luck;
    dado_arena arena;
} dado_layout;

// Parameters that every generator of dungeons has, first in its table.
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

#define DADO_GEN_COMMON(enemies, items, piles) \
    { "width", "Columns.", DADO_WHOLE, 42, 8, 200, NULL }, \
        { "height", "Rows.", DADO_WHOLE, 27, 8, 200, NULL }, \
        { "enemies", "Enemies.", DADO_WHOLE, enemies, 0, 500, NULL }, \
        { "items", "Items.", DADO_WHOLE, items, 0, 500, NULL }, \
        { "gold_piles", "Piles of gold.", DADO_WHOLE, piles, 0, 500, NULL }, \
        { "gold_min", "Least gold in a pile.", DADO_WHOLE, 1, 1, 999999, NULL }, \
        { "gold_max", "Most gold in a pile.", DADO_WHOLE, 40, 1, 999999, NULL }, \
        { "enemy_weights", "How often each enemy: rat:3,ogre:1.", DADO_WORDS, 0, 0, 0, "" }, \
        { "item_weights", "How often each item: potion:2,sword:1.", DADO_WORDS, 0, 0, 0, "" }, \
        { "templates", "Lua text that defines enemies and items.", DADO_WORDS, 0, 0, 0, "" }, \
        { "start_safe", "No enemy within so many steps of the start.", DADO_WHOLE, 4, 0, 400, \
          NULL }, \
        { "exit_far", "How far the exit is, of the farthest cell.", DADO_NUMBER, 0.9, 0, 1, NULL }

// A layout of solid rock; false if memory runs out. Free it in either case.
bool dado_layout_begin(dado_layout *layout, const dado_values *values, uint64_t seed,
                       dado_error *err);
void dado_layout_free(dado_layout *layout);

static inline int dado_layout_at(const dado_layout *layout, int x, int y)
{
    return y * layout->width + x;
}

// True inside the outer ring, which stays wall.
static inline bool dado_layout_inner(const dado_layout *layout, int x, int y)
{
    return x > 0 && y > 0 && x < layout->width - 1 && y < layout->height - 1;
}

void dado_layout_dig(dado_layout *layout, int x, int y);  // nothing outside the inner part
void dado_layout_rect(dado_layout *layout, int x, int y, int width, int height);
// A corridor with one bend, which way it turns drawn by lot.
void dado_layout_corridor(dado_layout *layout, int from, int to);

// Numbers the connected parts of the floor in `field` from 0, in reading order; -1 is wall.
// Answers how many, and in `largest`, unless NULL, the one with most cells (the first of equals).
int dado_layout_regions(dado_layout *layout, int *largest);

// Leaves one region: fills parts smaller than `least`, then fills the others or,
// with `connect`, digs a shortest tunnel from each to the largest.
void dado_layout_unite(dado_layout *layout, int least, bool connect);

int dado_layout_count(const dado_layout *layout);  // floor cells

// Unites if need be, furnishes, and writes the map and the notes.
bool dado_layout_finish(dado_layout *layout, const dado_values *values, dado_made *made,
                        dado_error *err);

// Templates as the values ask: shipped ones or a script's, with their weights.
bool dado_layout_templates(const dado_values *values, dado_templates *templates, dado_error *err);
