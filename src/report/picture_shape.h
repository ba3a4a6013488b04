// picture_shape.h - what a picture is made of, to those who draw it out.
#ifndef DADO_REPORT_PICTURE_SHAPE_H
#define DADO_REPORT_PICTURE_SHAPE_H

#include "report/picture.h"

typedef enum form { polygon, polyline, circle, words, sprite } form;

struct dado_shape {
    form form;
    dado_ink ink;
    double width;  // of lines; 0: filled
    double size;   // radius, height of letters, or side of a sprite
    dado_anchor anchor;
    size_t first, count;  // points; for words, `text` is where they begin; for sprites, where they
                          // go and where they come from
    size_t text;
};

#endif
