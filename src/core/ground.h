// ground.h - where a match is played, as squares that can be drawn.
//
// A world whose matches are played on files of squares, maps or levels, says of each square what is
// to be seen there, a bit each, and how each of these looks: a list of stamps. Whoever draws knows
// neither walls nor creatures.
#pragma once

#include <stdint.h>

#include "core/arena.h"
#include "core/text.h"

#define DADO_INK(rgb) ((uint32_t)(rgb) << 8 | 0xFFu)  // 0xRRGGBBAA; AA is ff for opaque

// A shape within a square, for what is drawn over and over: `x` and `y` are where its box begins,
// or the middle of a dot, whose radius is `w`.
typedef struct dado_stamp {
    uint32_t of;  // what it is a part of, a bit each
    enum { DADO_BOX, DADO_DOT, DADO_PEAK, DADO_GEM } form;  // a gem stands on its corner
    uint32_t ink;
    double x, y, w, h;
} dado_stamp;

typedef struct dado_ground_kind {
    const char *about;      // "A dungeon map."
    double side, scale;     // units of a square, and of 1 in a stamp
    double pixels;          // of a unit, where it is drawn as pixels
    int strip;              // squares side by side before it goes on below; 0: all
    uint32_t under, pale_under;  // inks below all squares; beyond them a picture is white
    // In the order they are drawn, each ended by one of nothing: what lies, the same pale, what
    // stands. Lists in which one ink follows itself make small drawings.
    const dado_stamp *lies, *pale, *stands;
    uint32_t told;          // of what stands: it is seen over what happened there, too
    // Of its letters at a terminal: "33X#" is X and # in colour 33. Or NULL.
    const char *const *inks;

    // What such a file holds, from `arena`; NULL where it is wrong.
    const void *(*read)(const char *name, const char *text, dado_arena *arena);
    void (*size)(const void *ground, int *columns, int *rows);
    void (*look)(const void *ground, uint32_t *bits);     // of every square, row by row; all zero
    void (*letters)(const void *ground, dado_text *out);  // the same in characters
} dado_ground_kind;
