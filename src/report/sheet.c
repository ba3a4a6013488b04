// sheet.c - see sheet.h.
#include "report/sheet.h"

#include <stdlib.h>
#include <string.h>

enum { gap = 2 };

dado_text *dado_sheet_begin(dado_sheet *sheet)
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

void dado_sheet_cell(dado_sheet *sheet, const char *text)
{
    dado_text_add(dado_sheet_begin(sheet), text);
}

void dado_sheet_free(dado_sheet *sheet)
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
    dado_text_shown(out, text, strlen(text));
    if (!right) dado_text_addf(out, "%*s", spaces > 0 ? spaces : 0, "");
}

// Which columns fit, beginning with all and letting go of the least important; of one rank, what a
// figure that stays rests on goes last. Answers how wide those are that are left.
static int choose_columns(const dado_sheet *sheet, const int *widths, int columns, bool *shown)
{
    for (int c = 0; c < sheet->count; c++) shown[c] = true;
    for (;;) {
        int total = 0, worst = 0;
        bool figures = false;  // of the worst rank
        for (int c = 0; c < sheet->count; c++) {
            if (!shown[c]) continue;
            const dado_sheet_column *column = &sheet->columns[c];
            total += widths[c] + gap;
            if (column->rank > worst) figures = false;
            if (column->rank >= worst) figures = figures || !column->rests;
            if (column->rank > worst) worst = column->rank;
        }
        if (total <= columns || worst == 0) return total;
        for (int c = 0; c < sheet->count; c++) {
            if (sheet->columns[c].rests && figures) shown[c] = shown[c] && shown[c - 1];
            else if (sheet->columns[c].rank == worst) shown[c] = false;
        }
    }
}

static void trim_line(dado_text *out)
{
    dado_text_trim(out, ' ');
    dado_text_char(out, '\n');
}

static void print_head(const dado_sheet *sheet, const int *widths, const bool *shown, bool colour,
                       dado_text *out)
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

// A row in lines: its first cell, and below it what the others are called and say.
static void print_records(const dado_sheet *sheet, int columns, dado_text *out)
{
    enum { indent = 6 };
    dado_draft words = { 0 };
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

// What figures that matter rest on has no room; on a narrow terminal, what any figure rests on.
static bool loses_ground(const dado_sheet *sheet, int columns, const bool *shown)
{
    enum { narrow = 60 };
    bool lost = false;
    for (int c = 1; c < sheet->count; c++) {
        lost = lost || (sheet->columns[c].rests && shown[c - 1] && !shown[c] &&
                        (columns < narrow || sheet->columns[c - 1].rank == 0));
    }
    return lost;
}

void dado_sheet_print(const dado_sheet *sheet, int columns, bool colour, bool lines,
                      dado_text *out)
{
    enum { least_room = 24, indent = 6 };
    int widths[DADO_SHEET_COLUMNS], last = 0, before = 0;
    bool shown[DADO_SHEET_COLUMNS];
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
    if (!lines && (!fits || loses_ground(sheet, columns, shown))) {
        print_records(sheet, columns, out);
        return;
    }
    if (wraps) widths[last] = 0;
    // What is told in lines of its own needs no head where that has no room.
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
}
