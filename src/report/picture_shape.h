// picture_shape.h - the shapes of a picture, for the code that writes them as SVG or PNG.
#pragma once

#include "report/picture_canvas.h"

typedef enum form { polygon, polyline, circle, sprite } form;

struct dado_shape {
    form form;
    dado_ink ink;
    double width;         // line width; 0: filled
    double size;          // radius, or side of a sprite
    size_t first, count;  // range in `points`; for sprites, target and source
};
