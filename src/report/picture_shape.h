// picture_shape.h - what a picture is made of, to those who draw it out.
#ifndef DADO_REPORT_PICTURE_SHAPE_H
#define DADO_REPORT_PICTURE_SHAPE_H

#include "report/picture.h"

typedef enum form { polygon, polyline, circle, sprite } form;

struct dado_shape {
    form form;
    dado_ink ink;
    double width;  // of lines; 0: filled
    double size;   // radius, or side of a sprite
    size_t first, count;  // points; for sprites, where they go and where they come from
};

#endif
