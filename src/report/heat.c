// heat.c - the drawings that are not a frame with marks: matrices, time lines, word-sized curves.
#include <math.h>
#include <stdio.h>

#include "measure/words.h"
#include "report/chart.h"
#include "report/scale.h"
#include "report/svg.h"

// Stops of equal distance; brightness rises steadily from one to the next.
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

static uint32_t along_stops(const uint32_t *stops, int count, double share)
{
    if (!(share > 0)) return stops[0];
    if (share >= 1) return stops[count - 1];
    double at = share * (count - 1);
    int stop = (int)at;
    return between(stops[stop], stops[stop + 1], at - stop);
}

uint32_t dado_heat_colour(double share)
{
    return along_stops(amounts, sizeof amounts / sizeof *amounts, share);
}

// Two ways from a pale middle, for differences.
static uint32_t diverging_colour(double share)
{
    return along_stops(differences, sizeof differences / sizeof *differences, share);
}

// Whether dark words are the ones to read on this colour.
static bool is_light(uint32_t rgb)
{
    uint32_t red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;
    return 299 * red + 587 * green + 114 * blue > 140 * 1000;
}

static void say_value(const dado_heat *heat, double value, dado_text *out)
{
    if (heat->percent) dado_say_percent(out, value);
    else dado_say_real(out, value);
}

static double widest(const char *const *labels, int count)
{
    double width = 0;
    for (int i = 0; labels && i < count; i++) {
        width = fmax(width, dado_svg_text_width(labels[i], 12));
    }
    return width;
}

static void heat_cell(const dado_heat *heat, int row, int column, double share, double x, double y,
                      double side, dado_text *out)
{
    double value = heat->values[row * heat->columns + column];
    uint32_t rgb = heat->diverging ? diverging_colour(share) : dado_heat_colour(share);
    char buffer[260];
    dado_text words = dado_text_over(buffer, sizeof buffer);
    bool tipped = (int64_t)heat->rows * heat->columns <= 1600;
    if (tipped) {
        if (heat->row_labels) dado_text_addf(&words, "%.80s, ", heat->row_labels[row]);
        if (heat->column_labels) dado_text_addf(&words, "%.80s: ", heat->column_labels[column]);
        say_value(heat, value, &words);
        dado_svg_tip_begin(out, buffer);
    }
    double gap = side > 12 ? 1 : 0;
    dado_svg_tile(out, rgb, x, y, side - gap, side - gap);
    if (heat->numbers) {
        dado_text_clear(&words);
        if (heat->percent) dado_say_fixed(&words, value * 100, 0);
        else dado_say_real(&words, value);
        dado_svg_text(out, is_light(rgb) ? "small mid onlight" : "small mid ondark",
                      x + side / 2, y + side / 2 + 4, buffer);
    }
    if (tipped) dado_svg_tip_end(out);
}

// The strip that says which colour is which value.
static void heat_key(const dado_heat *heat, double least, double most, double x, double y,
                     dado_text *out)
{
    enum { steps = 40 };
    for (int i = 0; i < steps; i++) {
        double share = i / (steps - 1.0);
        uint32_t rgb = heat->diverging ? diverging_colour(share) : dado_heat_colour(share);
        dado_svg_tile(out, rgb, x + i * 3.5, y, 3.6, 9);
    }
    char buffer[80];
    dado_text words = dado_text_over(buffer, sizeof buffer);
    say_value(heat, least, &words);
    dado_svg_text(out, "small soft", x, y + 21, buffer);
    dado_text_clear(&words);
    say_value(heat, most, &words);
    dado_svg_text(out, "small soft end", x + steps * 3.5, y + 21, buffer);
    if (heat->value_title)
        dado_svg_text(out, "small soft", x + steps * 3.5 + 10, y + 9, heat->value_title);
}

void dado_heat_scale(const dado_heat *heat, double *least, double *most)
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

static int row_place(const dado_heat *heat, int row)
{
    return heat->upward ? heat->rows - 1 - row : row;
}

// An end of an axis that has numbers.
static void axis_end(const char *look, double x, double y, double value, dado_text *out)
{
    char buffer[40];
    dado_text words = dado_text_over(buffer, sizeof buffer);
    dado_say_real(&words, value);
    dado_svg_text(out, look, x, y, buffer);
}

static void heat_ends(const dado_heat *heat, double left, double top, double side, dado_text *out)
{
    double bottom = top + side * heat->rows, right = left + side * heat->columns;
    if (heat->row_from != heat->row_to) {
        axis_end("soft end", left - 6, heat->upward ? bottom : top + 10, heat->row_from, out);
        axis_end("soft end", left - 6, heat->upward ? top + 10 : bottom, heat->row_to, out);
    }
    if (heat->column_from != heat->column_to) {
        axis_end("soft", left, top - 6, heat->column_from, out);
        axis_end("soft end", right, top - 6, heat->column_to, out);
    }
}

static void heat_labels(const dado_heat *heat, double left, double top, double side, dado_text *out)
{
    int row_stride = 1 + (int)(14 / side);
    for (int r = 0; heat->row_labels && r < heat->rows; r += row_stride) {
        dado_svg_text(out, "soft end", left - 6, top + row_place(heat, r) * side + side / 2 + 4,
                      heat->row_labels[r]);
    }
    double wide = widest(heat->column_labels, heat->columns) + 6;
    int stride = 1 + (int)(wide / side);
    for (int c = 0; heat->column_labels && c < heat->columns; c += stride) {
        dado_svg_text(out, "soft mid", left + c * side + side / 2, top - 6, heat->column_labels[c]);
    }
}

// Stones in a row are one tile; what else is marked is written over its cell.
static void heat_marks(const dado_heat *heat, double left, double top, double side, dado_text *out)
{
    for (int i = 0; i < heat->rows * heat->columns; i++) {
        int row = i / heat->columns, column = i % heat->columns, run = 1;
        double x = left + column * side, y = top + row_place(heat, row) * side;
        if (heat->marks[i] == ' ') continue;
        if (heat->marks[i] == '#') {
            while (column + run < heat->columns && heat->marks[i + run] == '#') run++;
            dado_svg_tile(out, 0x8c919c, x, y, side * run, side);
            i += run - 1;
            continue;
        }
        char sign[2] = { heat->marks[i] };
        double value = heat->values[i], least, most;
        dado_heat_scale(heat, &least, &most);
        double share = most > least ? (value - least) / (most - least) : 0.5;
        bool dark = isfinite(value) && !is_light(dado_heat_colour(share));
        dado_svg_text(out, dark ? "small mid ondark" : "small mid onlight", x + side / 2,
                      y + side / 2 + 4, sign);
    }
}

void dado_heat_draw(const dado_heat *heat, dado_text *out)
{
    double least, most;
    dado_heat_scale(heat, &least, &most);
    bool row_ends = heat->row_from != heat->row_to;
    bool column_ends = heat->column_from != heat->column_to;
    double left = 4 + (heat->row_labels ? widest(heat->row_labels, heat->rows) + 6
                       : row_ends       ? 44
                                        : 0);
    double side = heat->cell > 0 ? heat->cell : fmin(40, fmax(4, (460 - left) / heat->columns));
    double top = (heat->title ? 30 : 8) + (heat->column_title || heat->row_title ? 16 : 0) +
                 (heat->column_labels || column_ends ? 18 : 0);
    double key =
        12 + 140 + (heat->value_title ? 10 + dado_svg_text_width(heat->value_title, 11) : 0);
    double head = heat->title ? 24 + dado_svg_text_width(heat->title, 14.5) : 0;
    double width = fmax(fmax(left + side * heat->columns + 12, key + 12), head);
    double height = top + side * heat->rows + 38;
    dado_svg_begin(out, width, height, heat->title, heat->about, heat->alone);
    if (heat->title) dado_svg_text(out, "head", 4, 20, heat->title);
    char axes[200];
    dado_text words = dado_text_over(axes, sizeof axes);
    if (heat->row_title) dado_text_addf(&words, "%.90s %s", heat->row_title,
                                         heat->upward ? "\xE2\x86\x91" : "\xE2\x86\x93");
    if (heat->row_title && heat->column_title) dado_text_add(&words, "   ");
    if (heat->column_title) dado_text_addf(&words, "%.90s \xE2\x86\x92", heat->column_title);
    if (words.length) dado_svg_text(out, "small soft", 4, heat->title ? 38 : 16, axes);
    heat_labels(heat, left, top, side, out);
    heat_ends(heat, left, top, side, out);
    for (int r = 0; r < heat->rows; r++) {
        for (int c = 0; c < heat->columns; c++) {
            double value = heat->values[r * heat->columns + c];
            double x = left + c * side, y = top + row_place(heat, r) * side;
            if (!isfinite(value)) continue;
            double share = most > least ? (value - least) / (most - least) : 0.5;
            heat_cell(heat, r, c, share, x, y, side, out);
        }
    }
    if (heat->marks) heat_marks(heat, left, top, side, out);
    heat_key(heat, least, most, 4, height - 28, out);
    dado_svg_end(out);
}

// --- curves the size of a word ---

void dado_spark_draw(const double *values, int count, const char *about, dado_text *out)
{
    const double width = 110, height = 26, edge = 3;
    double least = INFINITY, most = -INFINITY;
    int last = -1;
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
        last = i;
    }
    dado_svg_begin(out, width, height, about, NULL, false);
    double across = count > 1 ? (width - 2 * edge) / (count - 1) : 0;
    double up = most > least ? (height - 2 * edge) / (most - least) : 0;
    double middle = most > least ? 0 : (height - 2 * edge) / 2;
    if (last >= 0) {
        bool down = false;
        dado_svg_path_begin(out, "line thin c0");
        for (int i = 0; i < count; i++) {
            bool there = isfinite(values[i]);
            if (there) {
                double y = height - edge - middle - (values[i] - least) * up;
                dado_svg_path_to(out, down, edge + i * across, y);
            }
            down = there;
        }
        dado_svg_path_end(out, false);
        dado_svg_circle(out, "fill c1", edge + last * across,
                        height - edge - middle - (values[last] - least) * up, 2.5);
    }
    dado_svg_end(out);
}
