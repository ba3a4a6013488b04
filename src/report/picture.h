// picture.h - boards, maps and levels: one list of shapes, drawn as SVG or as PNG.
//
// A picture remembers what it was asked to draw and does so when it is written,
// so that the page on the screen and the file sent by mail show the same. Sizes
// are in units; a PNG has `scale` pixels a unit. Shapes of one ink that follow
// each other become one path, so a map of thousands of tiles stays small when
// it is drawn ink by ink.
//
// The SVG has the same bytes everywhere.
#pragma once

#include "core/error.h"
#include "core/ground.h"
#include "core/text.h"

typedef uint32_t dado_ink;  // as DADO_INK makes it; an opacity of 00 draws nothing

typedef struct dado_spot {
    double x, y;
} dado_spot;

typedef struct dado_shape dado_shape;

typedef struct dado_sheet {  // of sprites: a PNG, borrowed
    const char *bytes;
    size_t size;
    int width, height;  // in pixels
} dado_sheet;

// False if it is no PNG, or one of more than 4096 pixels a side.
bool dado_sheet_open(dado_sheet *sheet, const char *bytes, size_t size);

// Zeroed and begun, it grows on the heap and wants a free.
typedef struct dado_picture {
    double width, height;
    dado_shape *shapes;
    size_t count, room;
    dado_spot *points;  // of all shapes, one after the other
    size_t point_count, point_room;
    const dado_sheet *sheet;  // that sprites are taken from, as long as the picture lives; or NULL
    bool cut;         // there was no memory for some of it
} dado_picture;

dado_picture dado_picture_begin(double width, double height, dado_ink ground);
void dado_picture_free(dado_picture *picture);

void dado_picture_rect(dado_picture *picture, dado_ink fill, double x, double y, double w,
                       double h);
void dado_picture_line(dado_picture *picture, dado_ink ink, double width, double x1, double y1,
                       double x2, double y2);
void dado_picture_polyline(dado_picture *picture, dado_ink ink, double width,
                           const dado_spot *points, int count);
void dado_picture_polygon(dado_picture *picture, dado_ink fill, const dado_spot *points,
                          int count);
void dado_picture_circle(dado_picture *picture, dado_ink fill, double x, double y, double r);
void dado_picture_ring(dado_picture *picture, dado_ink ink, double width, double x, double y,
                       double r);
// A square of the sheet, from pixel (from_x, from_y) on, as large as it is there.
void dado_picture_sprite(dado_picture *picture, double from_x, double from_y, double size, double x,
                         double y);

// A shape of a ground, put into the square that begins at (x, y), where 1 of its numbers is `unit`.
void dado_picture_stamp(dado_picture *picture, const dado_stamp *stamp, double x, double y,
                        double unit);

dado_ink dado_ink_series(int i);  // any i from 0
dado_ink dado_ink_fade(dado_ink ink, double opacity);

// `alone` makes the SVG a file of its own, not a part of a page.
void dado_picture_svg(const dado_picture *picture, const char *title, const char *about, bool alone,
                      dado_text *out);
// The bytes of a PNG file, zeros among them.
bool dado_picture_png(const dado_picture *picture, double scale, dado_text *out, dado_error *err);
