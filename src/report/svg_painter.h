// svg_painter.h - paints SVG on a Cairo canvas, so that paper shows what the page shows.
//
// It paints the shapes, symbols, patterns, clips, text and pictures that dado's own drawings are
// made of. An element that it does not know is an error that names it.
#pragma once

#include <cairo.h>

#include "report/svg_style.h"

typedef struct dado_svg_picture {  // a file that <image href="..."> names
    const char *name, *bytes;
    size_t size;
} dado_svg_picture;

typedef struct dado_svg_painter {
    cairo_t *canvas;
    const dado_svg_sheet *sheet;
    const dado_svg_picture *pictures;
    int picture_count;
    dado_region *region;
    int missing_signs;  // counts characters that no font at hand has
    int depth;          // of uses inside each other
    int painted;        // counts elements: parts that use parts could be endless work
} dado_svg_painter;

// Paints a tree into the box (0, 0, width, height) of the canvas.
bool dado_svg_paint(dado_svg_painter *painter, const dado_svg_node *root, double width,
                    double height, dado_error *err);

// Adds the path that the attribute `d` describes to the canvas. Returns false if it has a command
// that is not known.
bool dado_svg_path_paint(cairo_t *canvas, const char *d);
