// heatmap.c - draws matrices and word-sized curves, the charts without a frame.
#include <math.h>
#include <string.h>

#include "core/match_record.h"
#include "measure/number_format.h"
#include "report/chart.h"
#include "report/svg.h"

// Evenly spaced colours; brightness rises steadily from one to the next.
static const uint32_t amounts[] = { 0x1d1147, 0x31307a, 0x2a5d8c, 0x1f8a8c,
                                    0x3db378, 0x9ad14f, 0xf7e855 };
static const uint32_t differences[] = { 0x0b4f8a, 0x4b94c9, 0xb5d5ea, 0xf4f3ef,
                                        0xf6c9a0, 0xdc7f36, 0x94440a };

static uint32_t between(uint32_t a, uint32_t b, double share)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        double from = (double)(a >> shift & 255), to = (double)(b >> shift & 255);
        mixed |= (uint32_t)floor(from + (to - from) * share + 0.5) << shift;
    }
    return mixed;
}

// Returns the colour at `share` of a scale with seven stops.
static uint32_t along(const uint32_t *stops, double share)
{
    enum { last = 6 };
    if (!(share > 0)) return stops[0];
    if (share >= 1) return stops[last];
    int stop = (int)(share * last);
    return between(stops[stop], stops[stop + 1], share * last - stop);
}

uint32_t dado_heatmap_colour(double share)
{
    return along(amounts, share);
}

// Returns true if dark text is readable on this colour.
static bool is_light(uint32_t rgb)
{
    uint32_t red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;
    return 299 * red + 587 * green + 114 * blue > 140 * 1000;
}

void dado_heatmap_scale(const dado_heatmap *heat, double *least, double *most)
{
    *least = heat->least;
    *most = heat->most;
    if (*least != 0 || *most != 0) return;
    *least = INFINITY;
    *most = -INFINITY;
    for (int64_t i = 0; i < (int64_t)heat->rows * heat->columns; i++) {
        if (!isfinite(heat->values[i])) continue;
        *least = fmin(*least, heat->values[i]);
        *most = fmax(*most, heat->values[i]);
    }
    if (!(*least <= *most)) *least = *most = 0;
}

// A heat map with its position on the page.
typedef struct plot {
    const dado_heatmap *heat;
    double least, most;      // range of the colours
    double left, top, side;  // of the matrix; `side` of a cell
    dado_text *out;
} plot;

// For differences, colours go two ways from a pale middle.
static uint32_t colour_of(const plot *p, double share)
{
    return along(p->heat->diverging ? differences : amounts, share);
}

static double share_of(const plot *p, double value)
{
    return p->most > p->least ? (value - p->least) / (p->most - p->least) : 0.5;
}

static dado_number_string said(const dado_heatmap *heat, double value)
{
    return heat->percent ? dado_string_percent(value) : dado_string_real(value);
}

static double x_of(const plot *p, int column)
{
    return p->left + column * p->side;
}

static double y_of(const plot *p, int row)
{
    return p->top + (p->heat->upward ? p->heat->rows - 1 - row : row) * p->side;
}

static double widest(const char *const *labels, int count)
{
    double width = 0;
    for (int i = 0; labels && i < count; i++) {
        width = fmax(width, dado_svg_text_width(labels[i], 12));
    }
    return width;
}

// Writes words in the middle of a cell, readable on its colour.
static void write_on(const plot *p, int row, int column, bool light, const char *words)
{
    dado_svg_text(p->out, light ? "small mid onlight" : "small mid ondark",
                  x_of(p, column) + p->side / 2, y_of(p, row) + p->side / 2 + 4, words);
}

static void draw_cell(const plot *p, int row, int column)
{
    const dado_heatmap *heat = p->heat;
    double value = heat->values[row * heat->columns + column], gap = p->side > 12 ? 1 : 0;
    if (!isfinite(value)) return;
    uint32_t rgb = colour_of(p, share_of(p, value));
    bool tipped = (int64_t)heat->rows * heat->columns <= 1600;
    if (tipped) {
        DADO_CLEANUP(dado_text_free) dado_text tip = { 0 };
        if (heat->row_labels) dado_text_addf(&tip, "%.80s, ", heat->row_labels[row]);
        if (heat->column_labels) dado_text_addf(&tip, "%.80s: ", heat->column_labels[column]);
        dado_text_add(&tip, said(heat, value).s);
        dado_svg_tip_begin(p->out, dado_text_string(&tip));
    }
    dado_svg_tile(p->out, rgb, x_of(p, column), y_of(p, row), p->side - gap, p->side - gap);
    if (heat->numbers) {
        write_on(p, row, column, is_light(rgb),
                 heat->percent ? dado_string_fixed(value * 100, 0).s : dado_string_real(value).s);
    }
    if (tipped) dado_svg_tip_end(p->out);
}

// Draws the strip that shows which colour stands for which value.
static void draw_key(const plot *p, double x, double y)
{
    enum { steps = 40 };
    for (int i = 0; i < steps; i++) {
        dado_svg_tile(p->out, colour_of(p, i / (steps - 1.0)), x + i * 3.5, y, 3.6, 9);
    }
    dado_svg_text(p->out, "small soft", x, y + 21, said(p->heat, p->least).s);
    dado_svg_text(p->out, "small soft end", x + steps * 3.5, y + 21, said(p->heat, p->most).s);
    if (p->heat->value_title) {
        dado_svg_text(p->out, "small soft", x + steps * 3.5 + 10, y + 9, p->heat->value_title);
    }
}

// Writes the ends of axes that have numbers, and the names along axes that have names.
static void draw_axes(const plot *p)
{
    const dado_heatmap *h = p->heat;
    int stride = 1 + (int)(14 / p->side);
    for (int r = 0; h->row_labels && r < h->rows; r += stride) {
        dado_svg_text(p->out, "soft end", p->left - 6, y_of(p, r) + p->side / 2 + 4,
                      h->row_labels[r]);
    }
    stride = 1 + (int)((widest(h->column_labels, h->columns) + 6) / p->side);
    for (int c = 0; h->column_labels && c < h->columns; c += stride) {
        dado_svg_text(p->out, "soft mid", x_of(p, c) + p->side / 2, p->top - 6,
                      h->column_labels[c]);
    }
    if (h->row_from != h->row_to) {
        double high = p->top + 10, low = p->top + p->side * h->rows;
        dado_svg_text(p->out, "soft end", p->left - 6, h->upward ? low : high,
                      dado_string_real(h->row_from).s);
        dado_svg_text(p->out, "soft end", p->left - 6, h->upward ? high : low,
                      dado_string_real(h->row_to).s);
    }
    if (h->column_from != h->column_to) {
        dado_svg_text(p->out, "soft", p->left, p->top - 6, dado_string_real(h->column_from).s);
        dado_svg_text(p->out, "soft end", x_of(p, h->columns), p->top - 6,
                      dado_string_real(h->column_to).s);
    }
}

// Adjacent walls in a row are drawn as one tile; other marks are written over their
// cells.
static void draw_marks(const plot *p)
{
    const dado_heatmap *heat = p->heat;
    for (int i = 0; heat->marks && i < heat->rows * heat->columns; i++) {
        int row = i / heat->columns, column = i % heat->columns, run = 1;
        if (heat->marks[i] == '#') {
            while (column + run < heat->columns && heat->marks[i + run] == '#') run++;
            dado_svg_tile(p->out, 0x8c919c, x_of(p, column), y_of(p, row), p->side * run, p->side);
            i += run - 1;
        } else if (heat->marks[i] != ' ') {
            uint32_t under = colour_of(p, share_of(p, heat->values[i]));
            write_on(p, row, column, !isfinite(heat->values[i]) || is_light(under),
                     (char[]){ heat->marks[i], '\0' });
        }
    }
}

void dado_heatmap_draw(const dado_heatmap *heat, dado_text *out)
{
    plot p = { .heat = heat, .out = out };
    dado_heatmap_scale(heat, &p.least, &p.most);
    p.left = 4 + (heat->row_labels                 ? widest(heat->row_labels, heat->rows) + 6
                  : heat->row_from != heat->row_to ? 44
                                                   : 0);
    p.side = heat->cell > 0 ? heat->cell : fmin(40, fmax(4, (460 - p.left) / heat->columns));
    p.top = (heat->title ? 30 : 8) + (heat->column_title || heat->row_title ? 16 : 0) +
            (heat->column_labels || heat->column_from != heat->column_to ? 18 : 0);
    double key =
        12 + 140 + (heat->value_title ? 10 + dado_svg_text_width(heat->value_title, 11) : 0);
    double head = heat->title ? 24 + dado_svg_text_width(heat->title, 14.5) : 0;
    double width = fmax(fmax(x_of(&p, heat->columns) + 12, key + 12), head);
    double height = p.top + p.side * heat->rows + 38;
    dado_svg_begin(out, width, height, heat->title, heat->about, heat->alone);
    if (heat->title) dado_svg_text(out, "head", 4, 20, heat->title);
    DADO_CLEANUP(dado_text_free) dado_text axes = { 0 };
    if (heat->row_title)
        dado_text_addf(&axes, "%.90s %s", heat->row_title,
                       heat->upward ? "\xE2\x86\x91" : "\xE2\x86\x93");
    if (heat->row_title && heat->column_title) dado_text_add(&axes, "   ");
    if (heat->column_title) dado_text_addf(&axes, "%.90s \xE2\x86\x92", heat->column_title);
    if (axes.length) dado_svg_text(out, "small soft", 4, heat->title ? 38 : 16, axes.data);
    draw_axes(&p);
    for (int i = 0; i < heat->rows * heat->columns; i++) {
        draw_cell(&p, i / heat->columns, i % heat->columns);
    }
    draw_marks(&p);
    draw_key(&p, 4, height - 28);
    dado_svg_end(out);
}

// --- in characters: what a terminal shows, the same way up as on a page ---

enum { shades = 4 };
static const char *const shade[shades] = { "\xE2\x96\x91", "\xE2\x96\x92", "\xE2\x96\x93",
                                           "\xE2\x96\x88" };

// A block of `step` by `step` cells: the highest of their values and the first mark that is no
// wall. It is a wall if it has a wall, but neither a value nor another mark.
typedef struct block {
    double value;
    char mark;
} block;

static block block_at(const dado_heatmap *heat, int row, int column, int step)
{
    block b = { DADO_NONE, ' ' };
    for (int r = row; r < row + step && r < heat->rows; r++) {
        for (int c = column; c < column + step && c < heat->columns; c++) {
            double value = heat->values[r * heat->columns + c];
            char mark = heat->marks ? heat->marks[r * heat->columns + c] : ' ';
            if (isfinite(value) && !(b.value >= value)) b.value = value;
            if (mark != ' ' && (b.mark == ' ' || b.mark == '#')) b.mark = mark;
        }
    }
    if (b.mark == '#' && isfinite(b.value)) b.mark = ' ';
    return b;
}

static int shade_of(double value, double least, double most)
{
    double share = most > least ? (value - least) / (most - least) : 1;
    int which = (int)(share * shades);
    return which < 0 ? 0 : which < shades ? which : shades - 1;
}

static void write_row(const dado_heatmap *heat, int row, int step, int wide, double least,
                      double most, dado_text *out)
{
    for (int column = 0; column < heat->columns; column += step) {
        block b = block_at(heat, row, column, step);
        for (int i = 0; i < wide; i++) {
            if (b.mark != ' ') dado_text_char(out, b.mark);
            else if (isfinite(b.value)) dado_text_add(out, shade[shade_of(b.value, least, most)]);
            else dado_text_add(out, heat->marks ? " " : "\xC2\xB7");
        }
    }
}

// Writes which shade stands for which value, and what is counted.
static void write_scale(const dado_heatmap *heat, double least, double most, dado_text *out)
{
    dado_text_add(out, "  ");
    if (heat->value_title) dado_text_addf(out, "%s: ", heat->value_title);
    bool any = false;
    for (int i = 0; i < heat->rows * heat->columns && !any; i++) any = isfinite(heat->values[i]);
    if (!any) dado_text_add(out, "none");
    for (int i = most > least ? 0 : shades - 1; any && i < shades; i++) {
        dado_text_addf(out, "%s %s", shade[i], said(heat, least + (most - least) * i / shades).s);
        if (most > least) {
            dado_text_addf(out, " to %s", said(heat, least + (most - least) * (i + 1) / shades).s);
        }
        dado_text_add(out, i + 1 < shades ? ", " : "");
    }
    dado_text_char(out, '\n');
}

void dado_heatmap_text(const dado_heatmap *heat, int columns, dado_text *out)
{
    enum { margin = 10 };
    bool row_ends = heat->row_from != heat->row_to;
    bool column_ends = heat->column_from != heat->column_to;
    bool drawn = row_ends || column_ends || heat->marks;
    if (!drawn || heat->rows <= 0 || heat->columns <= 0) return;
    int room = columns - margin > 8 ? columns - margin : 8;
    int step = (heat->columns + room - 1) / room;
    int across = (heat->columns + step - 1) / step, wide = across * 2 <= room ? 2 : 1;
    double least, most;
    dado_heatmap_scale(heat, &least, &most);
    if (heat->title) dado_text_addf(out, "%s\n", heat->title);
    if (heat->row_title && heat->column_title) {
        dado_text_addf(out, "%*s%s %s, %s \xE2\x86\x92\n", margin, "", heat->row_title,
                       heat->upward ? "\xE2\x86\x91" : "\xE2\x86\x93", heat->column_title);
    }
    int lines = (heat->rows + step - 1) / step;
    for (int line = 0; line < lines; line++) {
        int which = heat->upward ? lines - 1 - line : line;
        dado_number_string label = { "" };
        if (row_ends && which == 0) label = dado_string_real(heat->row_from);
        else if (row_ends && which == lines - 1) label = dado_string_real(heat->row_to);
        dado_text_addf(out, "%*s ", margin - 1, label.s);
        write_row(heat, which * step, step, wide, least, most, out);
        dado_text_char(out, '\n');
    }
    if (column_ends) {
        dado_number_string from = dado_string_real(heat->column_from),
                           to = dado_string_real(heat->column_to);
        int gap = across * wide - (int)strlen(from.s), least_gap = 1 + (int)strlen(to.s);
        dado_text_addf(out, "%*s%s%*s\n", margin, "", from.s, gap > least_gap ? gap : least_gap,
                       to.s);
    }
    write_scale(heat, least, most, out);
}

// --- curves the size of a word ---

void dado_sparkline_draw(const double *values, int count, const char *about, dado_text *out)
{
    const double width = 110, height = 26, edge = 3;
    double least, most;
    int last = count - 1;
    while (last >= 0 && !isfinite(values[last])) last--;
    dado_heatmap_scale(&(dado_heatmap){ .rows = 1, .columns = count, .values = values }, &least,
                       &most);
    dado_svg_begin(out, width, height, about, NULL, false);
    double across = count > 1 ? (width - 2 * edge) / (count - 1) : 0;
    double up = most > least ? (height - 2 * edge) / (most - least) : 0;
    double foot = height - edge - (most > least ? 0 : (height - 2 * edge) / 2);
    if (last >= 0) {
        dado_svg_path_begin(out, "line thin c0");
        for (int i = 0; i < count; i++) {
            if (!isfinite(values[i])) continue;
            dado_svg_path_to(out, i > 0 && isfinite(values[i - 1]), edge + i * across,
                             foot - (values[i] - least) * up);
        }
        dado_svg_path_end(out, false);
        dado_svg_circle(out, "fill c1", edge + last * across, foot - (values[last] - least) * up,
                        2.5);
    }
    dado_svg_end(out);
}
