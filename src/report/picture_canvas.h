// picture_canvas.h - a list of shapes that is drawn as SVG or as PNG: boards, maps and
// levels.
//
// A picture stores its shapes and draws them when it is written, so that both formats
// show the same. Sizes are in units; a PNG has `scale` pixels per unit. Consecutive
// shapes of one colour become one path, so a map of thousands of tiles stays small if it
// is drawn colour by colour.
//
// The SVG has the same bytes on every machine.
#pragma once

#include "core/error.h"
#include "core/tile_drawing.h"
#include "core/text.h"

typedef uint32_t dado_ink;  // made by DADO_RGB; an opacity of 00 draws nothing

typedef struct dado_picture_point {
    double x, y;
} dado_picture_point;

typedef struct dado_shape dado_shape;

typedef struct dado_sprite_sheet {  // a PNG with sprites, borrowed
    const char *bytes;
    size_t size;
    int width, height;  // in pixels
} dado_sprite_sheet;

// Returns false if the bytes are no PNG, or one with more than 4096 pixels per side.
bool dado_sprite_sheet_open(dado_sprite_sheet *sheet, const char *bytes, size_t size);

// A picture. Zeroed and begun, it grows on the heap and must be freed.
typedef struct dado_picture {
    double width, height;
    dado_shape *shapes;
    size_t count, room;
    dado_picture_point *points;  // of all shapes, one after the other
    size_t point_count, point_room;
    const dado_sprite_sheet *sheet;  // for sprites; must outlive the picture; or NULL
    bool cut;                        // there was no memory for some of it
} dado_picture;

dado_picture dado_picture_begin(double width, double height, dado_ink ground);
void dado_picture_free(dado_picture *picture);

void dado_picture_rect(dado_picture *picture, dado_ink fill, double x, double y, double w,
                       double h);
void dado_picture_line(dado_picture *picture, dado_ink ink, double width, double x1, double y1,
                       double x2, double y2);
void dado_picture_polyline(dado_picture *picture, dado_ink ink, double width,
                           const dado_picture_point *points, int count);
void dado_picture_polygon(dado_picture *picture, dado_ink fill, const dado_picture_point *points,
                          int count);
void dado_picture_circle(dado_picture *picture, dado_ink fill, double x, double y, double r);
void dado_picture_ring(dado_picture *picture, dado_ink ink, double width, double x, double y,
                       double r);
// Draws a square of the sprite sheet that begins at pixel (from_x, from_y), in its own
// size.
void dado_picture_sprite(dado_picture *picture, double from_x, double from_y, double size, double x,
                         double y);

// Draws a shape of a terrain in the square that begins at (x, y); `unit` is the length of
// 1 in the shape's numbers.
void dado_picture_stamp(dado_picture *picture, const dado_tile_shape *stamp, double x, double y,
                        double unit);

dado_ink dado_ink_series(int i);  // `i` may be any number from 0
dado_ink dado_ink_fade(dado_ink ink, double opacity);

// `alone` makes the SVG a file of its own, not a part of a page.
void dado_picture_svg(const dado_picture *picture, const char *title, const char *about, bool alone,
                      dado_text *out);
// Writes the bytes of a PNG file, which may contain zeros.
bool dado_picture_png(const dado_picture *picture, double scale, dado_text *out, dado_error *err);
