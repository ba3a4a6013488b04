// tile_drawing.h - draws the squares on which a match is played.
//
// A game that is played on files of squares, such as maps or levels, says for each square
// what is there, one bit each, and how each of these looks, as a list of shapes. So the
// drawing code knows neither walls nor creatures.
#pragma once

#include <stdint.h>

#include "core/region.h"
#include "core/text.h"

#define DADO_RGB(rgb) ((uint32_t)(rgb) << 8 | 0xFFu)  // 0xRRGGBBAA; AA is ff for opaque

// A shape within a square. `x` and `y` are the corner of its box, or the centre of a dot,
// whose radius is `w`.
typedef struct dado_tile_shape {
    uint32_t of;                                            // the bits that it is a part of
    enum { DADO_BOX, DADO_DOT, DADO_PEAK, DADO_GEM } form;  // a gem is a square on its corner
    uint32_t ink;
    double x, y, w, h;
} dado_tile_shape;

typedef struct dado_tileset {
    const char *about;                // "A dungeon map."
    double side, scale;               // size of a square, and of 1 in a shape
    double pixels;                    // pixels per unit, when drawn as pixels
    int strip;                        // squares side by side before the next row; 0: all
    uint32_t under, pale_background;  // colours below all squares; outside a picture is white
    // The shapes in the order of drawing, each list ended by one without bits: what lies
    // on a square, the same in pale colours, and what stands on it. Lists in which equal
    // colours follow each other make smaller drawings.
    const dado_tile_shape *lies, *pale, *stands;
    uint32_t told;  // the bits of what stands and is also shown over what happened there
    // Colours of its letters in a terminal: "33X#" is X and # in colour 33. Or NULL.
    const char *const *inks;

    // Reads the contents of such a file into `region`; NULL if it is invalid.
    const void *(*read)(const char *name, const char *text, dado_region *region);
    void (*size)(const void *ground, int *columns, int *rows);
    // of every square, row by row; all zero before
    void (*look)(const void *ground, uint32_t *bits);
    void (*letters)(const void *ground, dado_text *out);  // the same in characters
} dado_tileset;
