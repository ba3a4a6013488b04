// column_layout.c - see column_layout.h.
#include "report/column_layout.h"

#include <stdlib.h>
#include <string.h>

enum { gap = 2 };

dado_text *dado_column_layout_begin_cell(dado_column_layout *sheet)
{
    if (sheet->used == sheet->room) {
        int room = sheet->room ? sheet->room * 2 : 64;
        dado_text *larger = realloc(sheet->cells, sizeof *larger * (size_t)room);
        if (!larger) return &sheet->lost;
        memset(larger + sheet->room, 0, sizeof *larger * (size_t)(room - sheet->room));
        sheet->cells = larger;
        sheet->room = room;
    }
    return &sheet->cells[sheet->used++];
}

void dado_column_layout_cell(dado_column_layout *sheet, const char *text)
{
    dado_text_add(dado_column_layout_begin_cell(sheet), text);
}

void dado_column_layout_free(dado_column_layout *sheet)
{
    for (int i = 0; i < sheet->used; i++) dado_text_free(&sheet->cells[i]);
    dado_text_free(&sheet->lost);
    free(sheet->cells);
}

static int width_of(const char *text)
{
    return dado_text_width(text, strlen(text));
}

static void pad(dado_text *out, const char *text, int width, bool right)
{
    int spaces = width - width_of(text);
    if (right) dado_text_addf(out, "%*s", spaces > 0 ? spaces : 0, "");
    dado_text_add_escaped(out, text, strlen(text));
    if (!right) dado_text_addf(out, "%*s", spaces > 0 ? spaces : 0, "");
}

// Chooses the columns that fit: starts with all and drops the least important. Of equal columns,
// the intervals of figures that stay are dropped last. Returns the width of those left.
static int choose_columns(const dado_column_layout *sheet, const int *widths, int columns,
                          bool *shown)
{
    for (int c = 0; c < sheet->count; c++) shown[c] = true;
    for (;;) {
        int total = 0, worst = 0;
        bool figures = false;  // of the worst rank
        for (int c = 0; c < sheet->count; c++) {
            if (!shown[c]) continue;
            const dado_layout_column *column = &sheet->columns[c];
            total += widths[c] + gap;
            if (column->rank > worst) figures = false;
            if (column->rank >= worst) figures = figures || !column->rests;
            if (column->rank > worst) worst = column->rank;
        }
        if (total <= columns || worst == 0) return total;
        for (int c = 0; c < sheet->count; c++) {
            if (sheet->columns[c].rests && figures) shown[c] = shown[c] && c > 0 && shown[c - 1];
            else if (sheet->columns[c].rank == worst) shown[c] = false;
        }
    }
}

static void trim_line(dado_text *out)
{
    dado_text_trim(out, ' ');
    dado_text_char(out, '\n');
}

static void print_head(const dado_column_layout *sheet, const int *widths, const bool *shown,
                       bool colour, dado_text *out)
{
    bool any = false;
    for (int c = 0; c < sheet->count; c++) any = any || *sheet->columns[c].title;
    if (!any) return;
    if (colour) dado_text_add(out, "\033[2m");
    for (int c = 0; c < sheet->count; c++) {
        if (!shown[c]) continue;
        dado_text_addf(out, "%*s", gap, "");
        pad(out, sheet->columns[c].title, widths[c], sheet->columns[c].right);
    }
    if (colour) dado_text_add(out, "\033[0m\n");
    else trim_line(out);
}

// Prints each row as several lines: its first cell, and below it the title and value of the
// others.
static void print_records(const dado_column_layout *sheet, int columns, dado_text *out)
{
    enum { indent = 6 };
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int i = 0; i < sheet->used; i += sheet->count) {
        dado_text_addf(out, "%*s", gap, "");
        dado_text_wrap(out, dado_text_string(&sheet->cells[i]), 2 * gap, columns, gap);
        dado_text_char(out, '\n');
        dado_text_clear(&words);
        for (int c = 1; c < sheet->count && i + c < sheet->used; c++) {
            const char *cell = dado_text_string(&sheet->cells[i + c]);
            if (!*cell) continue;
            dado_text_addf(&words, "%s%s%s%s", words.length ? ", " : "", sheet->columns[c].title,
                           *sheet->columns[c].title ? " " : "", cell);
        }
        if (words.length == 0) continue;
        dado_text_addf(out, "%*s", indent, "");
        dado_text_wrap(out, dado_text_string(&words), indent, columns, indent);
        dado_text_char(out, '\n');
    }
}

// Returns true if intervals of important figures have no room; on a narrow terminal, of any
// figure.
static bool loses_intervals(const dado_column_layout *sheet, int columns, const bool *shown)
{
    enum { narrow = 60 };
    bool lost = false;
    for (int c = 1; c < sheet->count; c++) {
        lost = lost || (sheet->columns[c].rests && shown[c - 1] && !shown[c] &&
                        (columns < narrow || sheet->columns[c - 1].rank == 0));
    }
    return lost;
}

// Names the columns that had no room, in a line below the table.
static void name_dropped(const dado_column_layout *sheet, int columns, const bool *shown,
                         dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int c = 0; c < sheet->count; c++) {
        const dado_layout_column *column = &sheet->columns[c];
        if (shown[c] || column->rests || !*column->title) continue;
        dado_text_addf(&words, "%s%s", words.length ? ", " : "No room for: ", column->title);
    }
    if (words.length == 0) return;
    dado_text_add(&words, ". A wider window or --json shows all.");
    dado_text_addf(out, "%*s", gap, "");
    dado_text_wrap(out, dado_text_string(&words), gap, columns, gap);
    dado_text_char(out, '\n');
}

void dado_column_layout_print(const dado_column_layout *sheet, int columns, bool colour, bool lines,
                              dado_text *out)
{
    enum { least_room = 24, indent = 6 };
    int widths[DADO_LAYOUT_COLUMNS_MAX], last = 0, before = 0;
    bool shown[DADO_LAYOUT_COLUMNS_MAX];
    for (int c = 0; c < sheet->count; c++) {
        widths[c] = width_of(sheet->columns[c].title);
        for (int i = c; i < sheet->used; i += sheet->count) {
            int width = width_of(dado_text_string(&sheet->cells[i]));
            if (width > widths[c]) widths[c] = width;
        }
    }
    int total = choose_columns(sheet, widths, columns, shown);
    for (int c = 0; c < sheet->count; c++) {
        if (shown[c]) last = c;
    }
    for (int c = 0; c < last; c++) before += shown[c] ? widths[c] + gap : 0;
    bool wraps = !lines && total > columns && !sheet->columns[last].right && last > 0;
    bool below = wraps && columns - before - gap < least_room;
    bool fits = total <= columns || (wraps && before + gap <= columns);
    if (!lines && (!fits || loses_intervals(sheet, columns, shown))) {
        print_records(sheet, columns, out);
        return;
    }
    if (wraps) widths[last] = 0;
    // A column whose words go on lines of their own needs no head if that has no room.
    shown[last] = !wraps || before + gap + width_of(sheet->columns[last].title) <= columns;
    print_head(sheet, widths, shown, colour, out);
    shown[last] = true;
    for (int i = 0; i < sheet->used; i += sheet->count) {
        for (int c = 0; c < sheet->count && i + c < sheet->used; c++) {
            if (!shown[c]) continue;
            const char *cell = dado_text_string(&sheet->cells[i + c]);
            if (wraps && c == last) {
                int at = below ? indent : before + gap;
                if (below) trim_line(out);
                dado_text_addf(out, "%*s", below ? indent : gap, "");
                dado_text_wrap(out, cell, at, columns, at);
                continue;
            }
            dado_text_addf(out, "%*s", gap, "");
            pad(out, cell, widths[c], sheet->columns[c].right);
        }
        trim_line(out);
    }
    if (!lines) name_dropped(sheet, columns, shown, out);
}
