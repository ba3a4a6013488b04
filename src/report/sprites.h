// sprites.h - a sprite sheet: a PNG of square tiles, and a legend that says what each
// shows.
//
// The legend has lines of `name = value`: the PNG beside it, the pixels per tile, and for
// each thing of a dungeon one or more places on the sheet, column and row from 0. Cells
// and creatures that a map numbers itself may have places of their own.
#pragma once

#include "core/region.h"
#include "report/picture_canvas.h"
#include "worlds/dungeon/map.h"

typedef enum dado_sprite {
    DADO_SPRITE_FLOOR,
    DADO_SPRITE_WALL,
    DADO_SPRITE_EXIT,
    DADO_SPRITE_GOLD,
    DADO_SPRITE_HEALS,
    DADO_SPRITE_STRENGTHENS,
    DADO_SPRITE_ENEMY,
    DADO_SPRITE_STRONG,
    DADO_SPRITE_HERO,
    DADO_SPRITES
} dado_sprite;

enum { DADO_SPRITE_PLACES = 8 };  // limit on the places of one thing

typedef struct dado_sprite_places {
    uint16_t x[DADO_SPRITE_PLACES], y[DADO_SPRITE_PLACES];
    int count;
} dado_sprite_places;

typedef struct dado_sprite_own {  // a sprite for cells, items or enemies that a map numbers itself
    enum { DADO_OWN_TYPE, DADO_OWN_ITEM, DADO_OWN_ENEMY } of;
    int a, b;  // the type of a cell, or the two numbers of a thing
    dado_sprite_places places;
} dado_sprite_own;

typedef struct dado_sprites {
    const char *file;  // file name of the sheet, from the legend
    int tile;          // pixels per side
    dado_sprite_places thing[DADO_SPRITES];
    dado_sprite_own *own;
    int own_count;
    dado_sprite_sheet sheet;
} dado_sprites;

// Reads a legend, then the sheet that it names; its bytes must live as long as `sprites`.
bool dado_sprites_read(dado_sprites *sprites, const char *source, const char *legend,
                       dado_region *region, dado_error *err);
bool dado_sprites_sheet(dado_sprites *sprites, const char *bytes, size_t size, dado_error *err);

// Draws the map with these sprites.
void dado_sprites_map(const dado_sprites *sprites, const dado_map *map, dado_picture *picture);
