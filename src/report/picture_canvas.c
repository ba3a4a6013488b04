// picture_canvas.c - see picture_canvas.h.
#include "report/picture_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_grow.h"
#include "report/chart.h"
#include "report/svg.h"

static const uint32_t series_inks[DADO_COLOURS] = { 0x0b6fb0, 0xd1590b, 0x04875f, 0xb5528f,
                                                    0xe0a100, 0x56b4e9, 0x7a5cc4, 0x5f6b78 };

dado_picture dado_picture_begin(double width, double height, dado_ink ground)
{
    dado_picture picture = { .width = fmax(width, 1), .height = fmax(height, 1) };
    dado_picture_rect(&picture, ground, 0, 0, picture.width, picture.height);
    return picture;
}

void dado_picture_free(dado_picture *picture)
{
    free(picture->shapes);
    free(picture->points);
    *picture = (dado_picture){ 0 };
}

static void add(dado_picture *picture, dado_shape shape, const dado_picture_point *points,
                size_t count)
{
    if ((shape.ink & 255) == 0 || count == 0 || picture->cut) return;
    const dado_growing_array shapes = { &picture->shapes, sizeof shape };
    const dado_growing_array held = { &picture->points, sizeof *points };
    int64_t room =
        dado_arrays_grow((int64_t)picture->room, (int64_t)picture->count + 1, &shapes, 1);
    int64_t point_room = dado_arrays_grow((int64_t)picture->point_room,
                                          (int64_t)(picture->point_count + count), &held, 1);
    if (room) picture->room = (size_t)room;
    if (point_room) picture->point_room = (size_t)point_room;
    picture->cut = !room || !point_room;
    if (picture->cut) return;
    shape.first = picture->point_count;
    shape.count = count;
    memcpy(picture->points + picture->point_count, points, count * sizeof *points);
    picture->point_count += count;
    picture->shapes[picture->count++] = shape;
}

void dado_picture_rect(dado_picture *picture, dado_ink fill, double x, double y, double w, double h)
{
    dado_picture_point corners[] = { { x, y }, { x + w, y }, { x + w, y + h }, { x, y + h } };
    add(picture, (dado_shape){ .form = polygon, .ink = fill }, corners, 4);
}

void dado_picture_line(dado_picture *picture, dado_ink ink, double width, double x1, double y1,
                       double x2, double y2)
{
    dado_picture_polyline(picture, ink, width, (dado_picture_point[]){ { x1, y1 }, { x2, y2 } }, 2);
}

void dado_picture_polyline(dado_picture *picture, dado_ink ink, double width,
                           const dado_picture_point *points, int count)
{
    if (count < 2) return;
    add(picture, (dado_shape){ .form = polyline, .ink = ink, .width = width }, points,
        (size_t)count);
}

void dado_picture_polygon(dado_picture *picture, dado_ink fill, const dado_picture_point *points,
                          int count)
{
    if (count < 3) return;
    add(picture, (dado_shape){ .form = polygon, .ink = fill }, points, (size_t)count);
}

void dado_picture_circle(dado_picture *picture, dado_ink fill, double x, double y, double r)
{
    dado_picture_ring(picture, fill, 0, x, y, r);
}

void dado_picture_ring(dado_picture *picture, dado_ink ink, double width, double x, double y,
                       double r)
{
    add(picture, (dado_shape){ .form = circle, .ink = ink, .width = width, .size = r },
        &(dado_picture_point){ x, y }, 1);
}

void dado_picture_stamp(dado_picture *picture, const dado_tile_shape *s, double x, double y,
                        double unit)
{
    double w = s->w * unit, h = s->h * unit;
    x += s->x * unit;
    y += s->y * unit;
    dado_picture_point gem[] = {
        { x + w / 2, y }, { x + w, y + h / 2 }, { x + w / 2, y + h }, { x, y + h / 2 }
    };
    dado_picture_point peak[] = { gem[0], { x + w, y + h }, { x, y + h } };
    switch (s->form) {
    case DADO_BOX: dado_picture_rect(picture, s->ink, x, y, w, h); break;
    case DADO_DOT: dado_picture_circle(picture, s->ink, x, y, w); break;
    case DADO_PEAK: dado_picture_polygon(picture, s->ink, peak, 3); break;
    case DADO_GEM: dado_picture_polygon(picture, s->ink, gem, 4); break;
    }
}

void dado_picture_sprite(dado_picture *picture, double from_x, double from_y, double size, double x,
                         double y)
{
    dado_picture_point to_and_from[] = { { x, y }, { from_x, from_y } };
    add(picture, (dado_shape){ .form = sprite, .ink = DADO_RGB(0), .size = size }, to_and_from, 2);
}

bool dado_sprite_sheet_open(dado_sprite_sheet *sheet, const char *bytes, size_t size)
{
    enum { head = 24, most = 4096 };
    static const unsigned char sign[16] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n',
                                            0,    0,   0,   13,  'I',  'H',  'D',  'R' };
    const unsigned char *b = (const unsigned char *)bytes;
    if (size < head || memcmp(b, sign, sizeof sign) != 0) return false;
    uint32_t side[2];
    for (int i = 0; i < 2; i++) {
        const unsigned char *at = b + 16 + i * 4;
        side[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
        if (side[i] < 1 || side[i] > most) return false;
    }
    *sheet = (dado_sprite_sheet){ bytes, size, (int)side[0], (int)side[1] };
    return true;
}

dado_ink dado_ink_series(int i)
{
    return DADO_RGB(series_inks[(i % DADO_COLOURS + DADO_COLOURS) % DADO_COLOURS]);
}

dado_ink dado_ink_fade(dado_ink ink, double opacity)
{
    opacity = opacity > 0 ? opacity < 1 ? opacity : 1 : 0;
    return (ink & ~(dado_ink)255) | (dado_ink)floor((double)(ink & 255) * opacity + 0.5);
}

// --- SVG ---

static void paint(const dado_shape *shape, dado_text *out)
{
    const char *use = shape->width > 0 ? "stroke" : "fill";
    dado_text_addf(out, " %s=\"#%06x\"", use, (unsigned)(shape->ink >> 8));
    if ((shape->ink & 255) != 255) {
        dado_svg_attributes(out, shape->width > 0 ? "stroke-opacity" : "fill-opacity",
                            (double[]){ (shape->ink & 255) / 255.0 });
    }
    if (shape->width > 0) {
        dado_text_add(out, " fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        dado_svg_attributes(out, "stroke-width", &shape->width);
    }
}

static bool one_path(const dado_shape *a, const dado_shape *b)
{
    // Transparent shapes are not joined: where joined shapes overlap they would be painted only
    // once.
    return a->form <= polyline && b->form <= polyline && a->ink == b->ink && a->width == b->width &&
           (a->ink & 255) == 255;
}

// Writes the outline of one shape; steps from corner to corner
// are shortest as differences.
static void outline(const dado_picture *picture, const dado_shape *shape, dado_text *out)
{
    const dado_picture_point *p = picture->points + shape->first;
    bool upright = shape->form == polygon && shape->count == 4 && p[0].y == p[1].y &&
                   p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x;
    dado_svg_path_to(out, false, p[0].x, p[0].y);
    if (upright) {
        dado_text_char(out, 'H');
        dado_svg_number(out, p[1].x);
        dado_text_char(out, 'V');
        dado_svg_number(out, p[2].y);
        dado_text_char(out, 'H');
        dado_svg_number(out, p[0].x);
    } else {
        for (size_t i = 1; i < shape->count; i++) dado_svg_path_to(out, true, p[i].x, p[i].y);
    }
    if (shape->form == polygon) dado_text_char(out, 'Z');
}

// Returns a name for the sprite sheet that no other on the page has.
static unsigned sheet_name(const dado_sprite_sheet *sheet)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sheet->size; i++) {
        hash = (hash ^ (unsigned char)sheet->bytes[i]) * 16777619u;
    }
    return hash;
}

static void svg_sheet(const dado_sprite_sheet *sheet, dado_text *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    dado_text_addf(out,
                   "<defs><image id=\"sheet-%08x\" width=\"%d\" height=\"%d\" "
                   "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,",
                   sheet_name(sheet), sheet->width, sheet->height);
    for (size_t i = 0; i < sheet->size; i += 3) {
        unsigned bits = 0;
        size_t left = sheet->size - i < 3 ? sheet->size - i : 3;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (k < left ? (unsigned char)sheet->bytes[i + k] : 0u);
        }
        for (size_t k = 0; k < 4; k++) {
            dado_text_char(out, k <= left ? digits[bits >> (18 - 6 * k) & 63] : '=');
        }
    }
    dado_text_add(out, "\"/></defs>\n");
}

static void svg_sprite(const dado_picture *picture, const dado_shape *shape, unsigned name,
                       dado_text *out)
{
    const dado_picture_point *to = picture->points + shape->first, *from = to + 1;
    dado_text_addf(out,
                   "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">"
                   "<use href=\"#sheet-%08x\"/></svg>\n",
                   (int)to->x, (int)to->y, (int)shape->size, (int)shape->size, (int)from->x,
                   (int)from->y, (int)shape->size, (int)shape->size, name);
}

void dado_picture_svg(const dado_picture *picture, const char *title, const char *about, bool alone,
                      dado_text *out)
{
    dado_svg_begin(out, picture->width, picture->height, title, about, alone);
    unsigned sheet = picture->sheet ? sheet_name(picture->sheet) : 0;
    if (picture->sheet) svg_sheet(picture->sheet, out);
    for (size_t i = 0; i < picture->count;) {
        const dado_shape *shape = &picture->shapes[i];
        if (shape->form == sprite) {
            svg_sprite(picture, shape, sheet, out);
            i++;
        } else if (shape->form == circle) {
            dado_picture_point at = picture->points[shape->first];
            dado_text_add(out, "<circle");
            paint(shape, out);
            dado_svg_attributes(out, "cx cy r", (double[]){ at.x, at.y, shape->size });
            dado_text_add(out, "/>\n");
            i++;
        } else {
            dado_text_add(out, "<path");
            paint(shape, out);
            dado_text_add(out, " d=\"");
            do {
                outline(picture, &picture->shapes[i++], out);
            } while (i < picture->count && one_path(shape, &picture->shapes[i]));
            dado_text_add(out, "\"/>\n");
        }
    }
    dado_svg_end(out);
}
