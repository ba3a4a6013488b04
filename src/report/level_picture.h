// level_picture.h - a platform level as a picture, with ways through it and where they ended.
#ifndef DADO_REPORT_LEVEL_PICTURE_H
#define DADO_REPORT_LEVEL_PICTURE_H

#include "report/picture.h"
#include "worlds/platform/level.h"

typedef struct dado_level_path {
    const float *at;   // x and y in pixels of the level, two numbers a tick
    int count;         // of ticks
    dado_ink ink;
    double width;      // in tiles; 0: as usual
} dado_level_path;

typedef struct dado_level_end {  // where somebody came to an end
    float x, y;                  // pixels; y below 0: on the ground there
    dado_ink ink;
} dado_level_end;

typedef struct dado_level_drawing {
    const dado_level *level;
    const dado_level_path *paths;
    int path_count;
    const dado_level_end *ends;
    int end_count;
    int strip;  // columns before the picture goes on below; 0: all side by side
} dado_level_drawing;

enum { DADO_LEVEL_UNIT = 10 };  // units of a picture a tile is wide

// To be freed by the caller.
dado_picture dado_level_draw(const dado_level_drawing *drawing);

#endif
