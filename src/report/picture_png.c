// picture_png.c - draws a picture as PNG, with Cairo. SVG is drawn with Cairo in svg_painter.c.
#include "report/picture_shape.h"

#include <math.h>
#include <string.h>

#include <cairo.h>

static void set_ink(cairo_t *canvas, dado_ink ink)
{
    cairo_set_source_rgba(canvas, (ink >> 24) / 255.0, (ink >> 16 & 255) / 255.0,
                          (ink >> 8 & 255) / 255.0, (ink & 255) / 255.0);
}

typedef struct stream {  // a PNG that is being read
    const dado_sprite_sheet *sheet;
    size_t at;
} stream;

static cairo_status_t give_bytes(void *context, unsigned char *bytes, unsigned count)
{
    stream *s = context;
    if (count > s->sheet->size - s->at) return CAIRO_STATUS_READ_ERROR;
    memcpy(bytes, s->sheet->bytes + s->at, count);
    s->at += count;
    return CAIRO_STATUS_SUCCESS;
}

// Sprites are enlarged without smoothing.
static void paint_sprite(const dado_shape *shape, const dado_picture_point *to,
                         cairo_surface_t *sheet, cairo_t *canvas)
{
    const dado_picture_point *from = to + 1;
    cairo_set_source_surface(canvas, sheet, to->x - from->x, to->y - from->y);
    cairo_pattern_set_filter(cairo_get_source(canvas), CAIRO_FILTER_NEAREST);
    cairo_rectangle(canvas, to->x, to->y, shape->size, shape->size);
    cairo_fill(canvas);
}

static void paint_shape(const dado_picture *picture, const dado_shape *shape,
                        cairo_surface_t *sheet, cairo_t *canvas)
{
    const dado_picture_point *p = picture->points + shape->first;
    if (shape->form == sprite) {
        if (sheet) paint_sprite(shape, p, sheet, canvas);
        return;
    }
    set_ink(canvas, shape->ink);
    cairo_new_path(canvas);
    if (shape->form == circle) {
        cairo_arc(canvas, p->x, p->y, fmax(shape->size, 0), 0, 6.283185307179586);
    } else {
        for (size_t i = 0; i < shape->count; i++) cairo_line_to(canvas, p[i].x, p[i].y);
        if (shape->form == polygon) cairo_close_path(canvas);
    }
    if (shape->width > 0) {
        cairo_set_line_width(canvas, shape->width);
        cairo_set_line_cap(canvas, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_join(canvas, CAIRO_LINE_JOIN_ROUND);
        cairo_stroke(canvas);
    } else {
        cairo_fill(canvas);
    }
}

static cairo_status_t take_bytes(void *out, const unsigned char *bytes, unsigned count)
{
    dado_text *text = out;
    dado_text_add_bytes(text, (const char *)bytes, count);
    return text->cut ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

bool dado_picture_png(const dado_picture *picture, double scale, dado_text *out, dado_error *err)
{
    double wide = ceil(picture->width * scale), high = ceil(picture->height * scale);
    if (!(wide >= 1 && high >= 1 && wide <= 30000 && high <= 30000)) {
        return dado_fail(err, DADO_LIMIT,
                         "a picture of %.0f by %.0f pixels cannot be drawn; "
                         "choose a scale that leaves 1 to 30000 a side",
                         wide, high);
    }
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)wide, (int)high);
    cairo_t *canvas = cairo_create(surface);
    cairo_scale(canvas, scale, scale);
    stream read = { picture->sheet, 0 };
    cairo_surface_t *sheet =
        picture->sheet ? cairo_image_surface_create_from_png_stream(give_bytes, &read) : NULL;
    for (size_t i = 0; i < picture->count; i++) {
        paint_shape(picture, &picture->shapes[i], sheet, canvas);
    }
    cairo_status_t status = sheet ? cairo_surface_status(sheet) : CAIRO_STATUS_SUCCESS;
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_status(canvas);
    cairo_destroy(canvas);
    if (sheet) cairo_surface_destroy(sheet);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_write_to_png_stream(surface, take_bytes, out);
    }
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS && !picture->cut) return true;
    return dado_fail(err, DADO_LIMIT, "the picture could not be drawn: %s",
                     picture->cut ? "out of memory" : cairo_status_to_string(status));
}
