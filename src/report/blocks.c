// blocks.c - a heat in characters: what a terminal shows of it, the same way up as on a page.
#include <math.h>
#include <string.h>

#include "core/trace.h"
#include "measure/words.h"
#include "report/chart.h"

enum { shades = 4 };
static const char *const shade[shades] = { "\xE2\x96\x91", "\xE2\x96\x92", "\xE2\x96\x93",
                                           "\xE2\x96\x88" };

// What stands for `step` by `step` cells: the highest of their values, and the first of their
// marks, stone only where there is nothing else.
typedef struct block {
    double value;
    char mark;
} block;

static block block_at(const dado_heat *heat, int row, int column, int step)
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

static void say(const dado_heat *heat, double value, dado_text *out)
{
    if (heat->percent) dado_say_percent(out, value);
    else dado_say_real(out, value);
}

static void write_row(const dado_heat *heat, int row, int step, int wide, double least, double most,
                      dado_text *out)
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

// Which shade is which value, and what is counted.
static void write_scale(const dado_heat *heat, double least, double most, dado_text *out)
{
    dado_text_add(out, "  ");
    if (heat->value_title) dado_text_addf(out, "%s: ", heat->value_title);
    bool any = false;
    for (int i = 0; i < heat->rows * heat->columns && !any; i++) any = isfinite(heat->values[i]);
    if (!any) dado_text_add(out, "none");
    for (int i = most > least ? 0 : shades - 1; any && i < shades; i++) {
        dado_text_addf(out, "%s ", shade[i]);
        say(heat, least + (most - least) * i / shades, out);
        if (most > least) {
            dado_text_add(out, " to ");
            say(heat, least + (most - least) * (i + 1) / shades, out);
        }
        dado_text_add(out, i + 1 < shades ? ", " : "");
    }
    dado_text_char(out, '\n');
}

void dado_heat_blocks(const dado_heat *heat, int columns, dado_text *out)
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
    dado_heat_scale(heat, &least, &most);
    if (heat->title) dado_text_addf(out, "%s\n", heat->title);
    if (heat->row_title && heat->column_title) {
        dado_text_addf(out, "%*s%s %s, %s \xE2\x86\x92\n", margin, "", heat->row_title,
                       heat->upward ? "\xE2\x86\x91" : "\xE2\x86\x93", heat->column_title);
    }
    int lines = (heat->rows + step - 1) / step;
    for (int line = 0; line < lines; line++) {
        int which = heat->upward ? lines - 1 - line : line;
        char buffer[40];
        dado_text label = dado_text_over(buffer, sizeof buffer);
        if (row_ends && which == 0) dado_say_real(&label, heat->row_from);
        else if (row_ends && which == lines - 1) dado_say_real(&label, heat->row_to);
        dado_text_addf(out, "%*s ", margin - 1, dado_text_string(&label));
        write_row(heat, which * step, step, wide, least, most, out);
        dado_text_char(out, '\n');
    }
    if (column_ends) {
        char from[40], to[40];
        dado_text first = dado_text_over(from, sizeof from), last = dado_text_over(to, sizeof to);
        dado_say_real(&first, heat->column_from);
        dado_say_real(&last, heat->column_to);
        int gap = across * wide - (int)first.length, least_gap = 1 + (int)last.length;
        dado_text_addf(out, "%*s%s%*s\n", margin, "", from, gap > least_gap ? gap : least_gap, to);
    }
    write_scale(heat, least, most, out);
}
