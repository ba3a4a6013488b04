// svg_painter.c - see svg_painter.h.
#include "report/svg_painter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/svg.h"

typedef dado_svg_style_values style_values;

enum { most_painted = 200000, deepest_use = 16 };

typedef struct colour {
    double red, green, blue;
    bool none;
} colour;

static bool paint(dado_svg_painter *p, const dado_svg_node *root, const dado_svg_node *node,
                  const style_values *inherited, dado_error *err);

// --- values

static double number_of(const dado_svg_node *node, const char *name, double otherwise)
{
    const char *value = dado_svg_value(node, name);
    double number;
    return value && dado_svg_scan(&value, &number) ? number : otherwise;
}

static double style_number(const style_values *style, dado_svg_property which, double otherwise)
{
    const char *value = style->value[which];
    double number;
    return value && dado_svg_scan(&value, &number) ? number : otherwise;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Reads "#rgb" or "#rrggbb".
static bool read_hex(const char *word, colour *out)
{
    size_t length = strlen(word);
    double channel[3];
    if (word[0] != '#' || (length != 4 && length != 7)) return false;
    for (int i = 0; i < 3; i++) {
        int high = hex_digit(word[length == 4 ? 1 + i : 1 + 2 * i]);
        int low = length == 4 ? high : hex_digit(word[2 + 2 * i]);
        if (high < 0 || low < 0) return false;
        channel[i] = (high * 16 + low) / 255.0;
    }
    *out = (colour){ channel[0], channel[1], channel[2], false };
    return true;
}

static bool read_colour(const style_values *style, const char *word, colour *out)
{
    static const char *const names[][2] = { { "black", "#000" },    { "white", "#fff" },
                                            { "red", "#f00" },      { "green", "#008000" },
                                            { "blue", "#00f" },     { "yellow", "#ff0" },
                                            { "grey", "#808080" },  { "gray", "#808080" },
                                            { "orange", "#ffa500" } };
    *out = (colour){ .none = true };
    if (strcmp(word, "none") == 0 || strcmp(word, "transparent") == 0) return true;
    if (strcmp(word, "currentColor") == 0) {
        word = style->value[DADO_SVG_COLOR] ? style->value[DADO_SVG_COLOR] : "#000";
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], word) == 0) word = names[i][1];
    }
    return read_hex(word, out);
}

// --- transforms and boxes

static bool apply_transform(cairo_t *canvas, const char *list)
{
    while (list && *(list += strspn(list, " ,\n\t"))) {
        double n[6] = { 0 };
        int count = 0;
        const char *open = strchr(list, '(');
        if (!open) return false;
        size_t length = (size_t)(open - list);
        const char *at = open + 1;
        while (count < 6 && dado_svg_scan(&at, &n[count])) count++;
        at += strspn(at, " ");
        if (*at != ')' || count == 0) return false;
        if (strncmp(list, "translate", length) == 0) {
            cairo_translate(canvas, n[0], n[1]);
        } else if (strncmp(list, "scale", length) == 0) {
            if (n[0] == 0 || (count > 1 && n[1] == 0)) return false;
            cairo_scale(canvas, n[0], count > 1 ? n[1] : n[0]);
        } else if (strncmp(list, "rotate", length) == 0) {
            cairo_translate(canvas, n[1], n[2]);
            cairo_rotate(canvas, n[0] * 3.141592653589793 / 180);
            cairo_translate(canvas, -n[1], -n[2]);
        } else {
            return false;
        }
        list = at + 1;
    }
    return true;
}

// Fits the view box of an element into a box, as large as it can be, in its middle.
static void fit_view(cairo_t *canvas, const dado_svg_node *node, double w, double h)
{
    const char *view = dado_svg_value(node, "viewBox");
    double x, y, wide, high;
    if (!view || !dado_svg_scan(&view, &x) || !dado_svg_scan(&view, &y) ||
        !dado_svg_scan(&view, &wide) || !dado_svg_scan(&view, &high) || wide <= 0 || high <= 0) {
        return;
    }
    double scale = fmin(w / wide, h / high);
    if (!(scale > 0)) return;
    cairo_translate(canvas, (w - wide * scale) / 2, (h - high * scale) / 2);
    cairo_scale(canvas, scale, scale);
    cairo_translate(canvas, -x, -y);
}

// --- shapes

static void add_rect(cairo_t *canvas, const dado_svg_node *node)
{
    double x = number_of(node, "x", 0), y = number_of(node, "y", 0);
    double w = number_of(node, "width", 0), h = number_of(node, "height", 0);
    double r = fmin(number_of(node, "rx", 0), fmin(w, h) / 2), quarter = 1.5707963267948966;
    if (w <= 0 || h <= 0) return;
    if (r <= 0) {
        cairo_rectangle(canvas, x, y, w, h);
        return;
    }
    cairo_new_sub_path(canvas);
    cairo_arc(canvas, x + w - r, y + r, r, -quarter, 0);
    cairo_arc(canvas, x + w - r, y + h - r, r, 0, quarter);
    cairo_arc(canvas, x + r, y + h - r, r, quarter, 2 * quarter);
    cairo_arc(canvas, x + r, y + r, r, 2 * quarter, 3 * quarter);
    cairo_close_path(canvas);
}

static void add_ellipse(cairo_t *canvas, const dado_svg_node *node, double rx, double ry)
{
    if (rx <= 0 || ry <= 0) return;
    cairo_save(canvas);
    cairo_translate(canvas, number_of(node, "cx", 0), number_of(node, "cy", 0));
    cairo_scale(canvas, rx, ry);
    cairo_new_sub_path(canvas);
    cairo_arc(canvas, 0, 0, 1, 0, 6.283185307179586);
    cairo_close_path(canvas);
    cairo_restore(canvas);
}

static void add_points(cairo_t *canvas, const dado_svg_node *node, bool closed)
{
    const char *at = dado_svg_value(node, "points");
    double x, y;
    while (at && dado_svg_scan(&at, &x) && dado_svg_scan(&at, &y)) cairo_line_to(canvas, x, y);
    if (closed) cairo_close_path(canvas);
}

// Adds the outline of a shape to the canvas. Returns false if the element is no shape.
static bool add_outline(cairo_t *canvas, const dado_svg_node *node, bool *good)
{
    const char *name = node->name, *d = dado_svg_value(node, "d");
    *good = true;
    if (strcmp(name, "rect") == 0) add_rect(canvas, node);
    else if (strcmp(name, "circle") == 0)
        add_ellipse(canvas, node, number_of(node, "r", 0), number_of(node, "r", 0));
    else if (strcmp(name, "ellipse") == 0)
        add_ellipse(canvas, node, number_of(node, "rx", 0), number_of(node, "ry", 0));
    else if (strcmp(name, "polygon") == 0) add_points(canvas, node, true);
    else if (strcmp(name, "polyline") == 0) add_points(canvas, node, false);
    else if (strcmp(name, "path") == 0) *good = d && dado_svg_path_paint(canvas, d);
    else if (strcmp(name, "line") == 0) {
        cairo_move_to(canvas, number_of(node, "x1", 0), number_of(node, "y1", 0));
        cairo_line_to(canvas, number_of(node, "x2", 0), number_of(node, "y2", 0));
    } else {
        return false;
    }
    return true;
}

// Returns the element that "url(#name)" or "#name" refers to, or NULL.
static const dado_svg_node *referred(const dado_svg_node *root, const char *value)
{
    char id[64];
    const char *from = value ? strchr(value, '#') : NULL;
    size_t length = from ? strcspn(from + 1, ")") : 0;
    if (length == 0 || length >= sizeof id) return NULL;
    memcpy(id, from + 1, length);
    id[length] = '\0';
    return dado_svg_by_id(root, id);
}

static bool paint_children(dado_svg_painter *p, const dado_svg_node *root,
                           const dado_svg_node *node, const style_values *style, dado_error *err)
{
    for (const dado_svg_node *child = node->first; child; child = child->next) {
        if (!paint(p, root, child, style, err)) return false;
    }
    return true;
}

// Fills the current path with copies of a pattern.
static bool fill_pattern(dado_svg_painter *p, const dado_svg_node *root,
                         const dado_svg_node *pattern, const style_values *style, dado_error *err)
{
    cairo_rectangle_t box = { 0, 0, number_of(pattern, "width", 0),
                              number_of(pattern, "height", 0) };
    if (box.width <= 0 || box.height <= 0 || p->depth >= deepest_use) {
        return dado_fail(err, DADO_INVALID, "a pattern has no size, or is filled with itself");
    }
    cairo_surface_t *tile = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &box);
    dado_svg_painter inner = *p;
    inner.canvas = cairo_create(tile);
    inner.depth++;
    bool fine = paint_children(&inner, root, pattern, style, err);
    p->missing_signs = inner.missing_signs;
    p->painted = inner.painted;
    cairo_destroy(inner.canvas);
    cairo_set_source_surface(p->canvas, tile, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(p->canvas), CAIRO_EXTEND_REPEAT);
    cairo_fill_preserve(p->canvas);
    cairo_surface_destroy(tile);
    return fine;
}

static void set_dashes(cairo_t *canvas, const char *list)
{
    enum { most = 8 };
    double dashes[most];
    int count = 0;
    double sum = 0;
    while (list && count < most && dado_svg_scan(&list, &dashes[count])) sum += dashes[count++];
    if (sum < 0.05) count = 0;  // too fine to be seen: a line
    cairo_set_dash(canvas, dashes, count, 0);
}

static void set_pen(cairo_t *canvas, const style_values *style)
{
    const char *cap = style->value[DADO_SVG_CAP], *join = style->value[DADO_SVG_JOIN];
    cairo_set_line_width(canvas, style_number(style, DADO_SVG_STROKE_WIDTH, 1));
    cairo_set_line_cap(canvas, cap && strcmp(cap, "round") == 0 ? CAIRO_LINE_CAP_ROUND
                                                                : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(canvas, join && strcmp(join, "round") == 0 ? CAIRO_LINE_JOIN_ROUND
                                                                   : CAIRO_LINE_JOIN_MITER);
    set_dashes(canvas, style->value[DADO_SVG_DASHES]);
}

// Sets the ink for filling or stroking. Returns false if nothing is to be painted; an unknown
// colour is an error.
static bool set_ink(cairo_t *canvas, const style_values *style, bool stroke, dado_error *err)
{
    const char *word = style->value[stroke ? DADO_SVG_STROKE : DADO_SVG_FILL];
    double opacity =
        style_number(style, DADO_SVG_OPACITY, 1) *
        style_number(style, stroke ? DADO_SVG_STROKE_OPACITY : DADO_SVG_FILL_OPACITY, 1);
    colour ink;
    if (!word) word = stroke ? "none" : "#000";
    if (!read_colour(style, word, &ink)) {
        dado_fail(err, DADO_INVALID, "\"%s\" is no colour that can be printed; write #rrggbb",
                  word);
        return false;
    }
    cairo_set_source_rgba(canvas, ink.red, ink.green, ink.blue, opacity);
    return !ink.none && opacity > 0.0015;
}

static bool paint_shape(dado_svg_painter *p, const dado_svg_node *root, const style_values *style,
                        dado_error *err)
{
    const char *fill = style->value[DADO_SVG_FILL];
    if (fill && strncmp(fill, "url(", 4) == 0) {
        const dado_svg_node *pattern = referred(root, fill);
        if (!pattern || strcmp(pattern->name, "pattern") != 0) {
            return dado_fail(err, DADO_INVALID,
                             "a shape is filled with %s, which cannot be printed; save the picture "
                             "as .png",
                             fill);
        }
        if (!fill_pattern(p, root, pattern, style, err)) return false;
    } else if (set_ink(p->canvas, style, false, err)) {
        cairo_fill_preserve(p->canvas);
    }
    if (err->status == DADO_OK && set_ink(p->canvas, style, true, err)) {
        set_pen(p->canvas, style);
        cairo_stroke_preserve(p->canvas);
    }
    cairo_new_path(p->canvas);
    return err->status == DADO_OK;
}

// --- text

// Fonts in the order in which they are tried: the usual one, then fonts of signs and pictures.
static const char *const families[] = { "sans-serif",       "DejaVu Sans", "Noto Emoji",
                                        "Noto Color Emoji", "Symbola",     "Segoe UI Symbol" };
enum { family_count = sizeof families / sizeof *families };

static void choose_font(cairo_t *canvas, int family, const style_values *style)
{
    bool heavy = style_number(style, DADO_SVG_FONT_WEIGHT, 400) >= 600;
    cairo_select_font_face(canvas, families[family], CAIRO_FONT_SLANT_NORMAL,
                           heavy ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas, style_number(style, DADO_SVG_FONT_SIZE, 12));
}

// Returns how many bytes from `words` on the font has characters for, of `count`.
static int covered_by_font(cairo_t *canvas, const char *words, int count)
{
    int covered = 0;
    while (covered < count) {
        int length = 1, glyph_count = 0;
        cairo_glyph_t *glyphs = NULL;
        while (covered + length < count && (words[covered + length] & 0xC0) == 0x80) length++;
        cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(canvas), 0, 0, words + covered,
                                         length, &glyphs, &glyph_count, NULL, NULL, NULL);
        bool has = glyph_count > 0 && glyphs[0].index != 0;
        cairo_glyph_free(glyphs);
        if (!has) return covered;
        covered += length;
    }
    return covered;
}

// A piece of a text that one font has. A `family` of -1: no font has it.
typedef struct text_run {
    char words[256];
    int family;
} text_run;

// Cuts the next run off a text. Returns how many bytes it has.
static int next_run(cairo_t *canvas, const style_values *style, const char *words, text_run *out)
{
    int count = (int)strlen(words), most = (int)sizeof out->words - 1, length = 0;
    if (count > most) count = most;
    while (count > 0 && (words[count] & 0xC0) == 0x80) count--;
    out->family = -1;
    for (int i = 0; i < family_count && length == 0; i++) {
        choose_font(canvas, i, style);
        length = covered_by_font(canvas, words, count);
        if (length) out->family = i;
    }
    if (length == 0) {
        for (length = 1; length < count && (words[length] & 0xC0) == 0x80;) length++;
    }
    memcpy(out->words, words, (size_t)length);
    out->words[length] = '\0';
    return length;
}

// Draws a text from the current point on, or only measures it. Returns how wide it is.
static double run_text(dado_svg_painter *p, const style_values *style, const char *words,
                       void (*draw)(cairo_t *, const char *))
{
    double wide = 0;
    while (*words) {
        text_run run;
        cairo_text_extents_t size;
        words += next_run(p->canvas, style, words, &run);
        if (run.family < 0) {
            p->missing_signs += draw == cairo_show_text;
            continue;
        }
        choose_font(p->canvas, run.family, style);
        cairo_text_extents(p->canvas, run.words, &size);
        if (draw) {
            cairo_move_to(p->canvas, wide, 0);
            draw(p->canvas, run.words);
        }
        wide += size.x_advance;
    }
    return wide;
}

// Paints a line of text. It is never wider than the layout reckoned with: a font that runs wider
// is squeezed.
static bool paint_text(dado_svg_painter *p, const dado_svg_node *node, const style_values *style,
                       dado_error *err)
{
    const char *anchor = style->value[DADO_SVG_ANCHOR], *order = style->value[DADO_SVG_PAINT_ORDER];
    double size = style_number(style, DADO_SVG_FONT_SIZE, 12);
    double room = number_of(node, "textLength", dado_svg_text_width(node->text, size));
    double wide = run_text(p, style, node->text, NULL);
    double squeeze = wide > room && wide > 0 ? room / wide : 1;
    double shift = !anchor || strcmp(anchor, "start") == 0 ? 0
                   : strcmp(anchor, "middle") == 0         ? wide * squeeze / 2
                                                           : wide * squeeze;
    cairo_save(p->canvas);
    cairo_translate(p->canvas, number_of(node, "x", 0) - shift, number_of(node, "y", 0));
    cairo_scale(p->canvas, squeeze, 1);
    if (order && strcmp(order, "stroke") == 0 && set_ink(p->canvas, style, true, err)) {
        set_pen(p->canvas, style);
        run_text(p, style, node->text, cairo_text_path);
        cairo_stroke(p->canvas);
    }
    if (err->status == DADO_OK && set_ink(p->canvas, style, false, err)) {
        run_text(p, style, node->text, cairo_show_text);
    }
    cairo_new_path(p->canvas);
    cairo_restore(p->canvas);
    return err->status == DADO_OK;
}

// --- pictures

typedef struct stream {
    const dado_svg_picture *picture;
    size_t at;
} stream;

static cairo_status_t give_bytes(void *context, unsigned char *bytes, unsigned count)
{
    stream *s = context;
    if (count > s->picture->size - s->at) return CAIRO_STATUS_READ_ERROR;
    memcpy(bytes, s->picture->bytes + s->at, count);
    s->at += count;
    return CAIRO_STATUS_SUCCESS;
}

// Paints a PNG into a box, as large as it can be, in its middle.
static bool paint_png(dado_svg_painter *p, const dado_svg_picture *picture, double w, double h,
                      dado_error *err)
{
    stream read = { picture, 0 };
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(give_bytes, &read);
    cairo_status_t status = cairo_surface_status(surface);
    double wide = cairo_image_surface_get_width(surface);
    double high = cairo_image_surface_get_height(surface);
    if (status == CAIRO_STATUS_SUCCESS && wide > 0 && high > 0) {
        double scale = fmin(w / wide, h / high);
        cairo_translate(p->canvas, (w - wide * scale) / 2, (h - high * scale) / 2);
        cairo_scale(p->canvas, scale, scale);
        cairo_set_source_surface(p->canvas, surface, 0, 0);
        cairo_paint(p->canvas);
    }
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           dado_fail(err, DADO_INVALID, "%s cannot be drawn as a PNG: %s", picture->name,
                     cairo_status_to_string(status));
}

static bool paint_picture(dado_svg_painter *p, const dado_svg_node *node, dado_error *err)
{
    const char *name = dado_svg_value(node, "href");
    double w = number_of(node, "width", 0), h = number_of(node, "height", 0);
    const dado_svg_picture *found = NULL;
    for (int i = 0; name && i < p->picture_count; i++) {
        if (strcmp(p->pictures[i].name, name) == 0) found = &p->pictures[i];
    }
    if (!found) return dado_fail(err, DADO_MISSING, "there is no picture %s", name ? name : "");
    cairo_translate(p->canvas, number_of(node, "x", 0), number_of(node, "y", 0));
    if (!dado_ends_with(found->name, ".svg")) return paint_png(p, found, w, h, err);
    dado_svg_node *tree;
    dado_svg_painter inner = *p;
    inner.sheet = NULL;
    inner.picture_count = 0;
    if (!dado_svg_read(found->name, found->bytes, p->region, &tree, err)) return false;
    bool fine = dado_svg_paint(&inner, tree, w, h, err);
    p->missing_signs = inner.missing_signs;
    p->painted = inner.painted;
    return fine;
}

// --- elements

static bool paint_use(dado_svg_painter *p, const dado_svg_node *root, const dado_svg_node *node,
                      const style_values *style, dado_error *err)
{
    const dado_svg_node *target = referred(root, dado_svg_value(node, "href"));
    if (!target || p->depth >= deepest_use) {
        return dado_fail(err, DADO_INVALID, "a drawing uses a part that it does not have");
    }
    p->depth++;
    cairo_translate(p->canvas, number_of(node, "x", 0), number_of(node, "y", 0));
    bool fine, symbol = strcmp(target->name, "symbol") == 0;
    if (symbol) {
        fit_view(p->canvas, target, number_of(node, "width", 0), number_of(node, "height", 0));
        style_values inner;
        dado_svg_style_of(p->sheet, target, style, p->region, &inner);
        fine = paint_children(p, root, target, &inner, err);
    } else {
        fine = paint(p, root, target, style, err);
    }
    p->depth--;
    return fine;
}

static bool clip(dado_svg_painter *p, const dado_svg_node *root, const dado_svg_node *node,
                 dado_error *err)
{
    const char *name = dado_svg_value(node, "clip-path");
    if (!name) return true;
    const dado_svg_node *path = referred(root, name);
    bool good = true;
    for (const dado_svg_node *child = path ? path->first : NULL; child; child = child->next) {
        if (!add_outline(p->canvas, child, &good) || !good) path = NULL;
    }
    if (!path) return dado_fail(err, DADO_INVALID, "a drawing is clipped by an unknown shape");
    cairo_clip(p->canvas);
    return true;
}

// Paints an element of this style. The canvas is saved before and restored afterwards.
// Whether what is drawn now would be enlarged beyond anything that fits on paper.
static bool is_enlarged_too_much(cairo_t *canvas)
{
    cairo_matrix_t m;
    cairo_get_matrix(canvas, &m);
    double most = fmax(fmax(fabs(m.xx), fabs(m.xy)), fmax(fabs(m.yx), fabs(m.yy)));
    return !(most <= 1e4);
}

static bool paint_styled(dado_svg_painter *p, const dado_svg_node *root, const dado_svg_node *node,
                         const style_values *style, dado_error *err)
{
    bool good;
    if (is_enlarged_too_much(p->canvas)) {
        return dado_fail(err, DADO_INVALID,
                         "a drawing enlarges a part of itself more than 10,000 times");
    }
    if (strcmp(node->name, "text") == 0) return paint_text(p, node, style, err);
    if (strcmp(node->name, "image") == 0) return paint_picture(p, node, err);
    if (strcmp(node->name, "use") == 0) return paint_use(p, root, node, style, err);
    if (strcmp(node->name, "g") == 0) return paint_children(p, root, node, style, err);
    if (strcmp(node->name, "svg") == 0) {
        cairo_translate(p->canvas, number_of(node, "x", 0), number_of(node, "y", 0));
        fit_view(p->canvas, node, number_of(node, "width", 0), number_of(node, "height", 0));
        return paint_children(p, root, node, style, err);
    }
    if (!add_outline(p->canvas, node, &good)) {
        return dado_fail(err, DADO_INVALID,
                         "a picture has <%s>, which cannot be printed; save it as .png",
                         node->name);
    }
    return good ? paint_shape(p, root, style, err)
                : dado_fail(err, DADO_INVALID, "a drawing has a path that cannot be read");
}

static bool paint(dado_svg_painter *p, const dado_svg_node *root, const dado_svg_node *node,
                  const style_values *inherited, dado_error *err)
{
    static const char *const kept[] = { "defs",  "symbol", "clipPath", "pattern",
                                        "title", "desc",   "metadata" };
    style_values style;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (strcmp(kept[i], node->name) == 0) return true;
    }
    if (++p->painted > most_painted) {
        return dado_fail(err, DADO_LIMIT, "a drawing has more than %d elements", most_painted);
    }
    if (cairo_status(p->canvas) != CAIRO_STATUS_SUCCESS) {
        return dado_fail(err, DADO_INVALID, "a drawing cannot be painted: %s",
                         cairo_status_to_string(cairo_status(p->canvas)));
    }
    size_t mark = dado_region_mark(p->region);
    dado_svg_style_of(p->sheet, node, inherited, p->region, &style);
    const char *display = style.value[DADO_SVG_DISPLAY];
    if (display && strcmp(display, "none") == 0) return true;
    double opacity = style_number(&style, DADO_SVG_OPACITY, 1);
    bool group = node->first && opacity < 1;
    cairo_save(p->canvas);
    if (group) cairo_push_group(p->canvas);
    bool fine = apply_transform(p->canvas, dado_svg_value(node, "transform")) ||
                dado_fail(err, DADO_INVALID, "a drawing has a transform that cannot be read");
    fine = fine && clip(p, root, node, err) && paint_styled(p, root, node, &style, err);
    if (group) {
        cairo_pop_group_to_source(p->canvas);
        cairo_paint_with_alpha(p->canvas, opacity);
    }
    cairo_restore(p->canvas);
    dado_region_rewind(p->region, mark);
    return fine;
}

bool dado_svg_paint(dado_svg_painter *painter, const dado_svg_node *root, double width,
                    double height, dado_error *err)
{
    style_values plain = { 0 }, style;
    dado_error own = { 0 };
    dado_svg_style_of(painter->sheet, root, &plain, painter->region, &style);
    cairo_save(painter->canvas);
    fit_view(painter->canvas, root, width, height);
    bool fine = paint_children(painter, root, root, &style, &own);
    cairo_restore(painter->canvas);
    if (!fine && err) *err = own;
    return fine;
}
