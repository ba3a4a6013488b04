// picture_shape.h - what a picture is made of, to those who draw it out.
#pragma once

#include "report/picture.h"

typedef enum form { polygon, polyline, circle, sprite } form;

struct dado_shape {
    form form;
    dado_ink ink;
    double width;  // of lines; 0: filled
    double size;   // radius, or side of a sprite
    size_t first, count;  // points; for sprites, where they go and where they come from
};
