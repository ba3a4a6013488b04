// column_layout.h - prints a table in columns at a terminal.
#pragma once

#include "core/scope_cleanup.h"

enum { DADO_LAYOUT_COLUMNS_MAX = 64 };  // at most

// A table that drops its least important columns on a narrow terminal, and names them below.
// If that is not enough,
// words of the last column go on lines of their own. If that is not enough either, or if
// intervals would be dropped, every row is printed as several lines: its name, then its values.
typedef struct dado_layout_column {
    const char *title;
    bool right;      // numbers are right-aligned
    int rank;        // 0 always stays, the highest is dropped first
    bool rests;      // the interval of the figure before it, on which a claim rests
    int field;       // index in the table, for the caller
    char level[16];  // room for the title of an interval
} dado_layout_column;

typedef struct dado_column_layout {  // must be zeroed, except for its columns
    const dado_layout_column *columns;
    int count;
    dado_text *cells;
    int used, room;
    dado_text lost;  // receives cells for which there is no memory
} dado_column_layout;

void dado_column_layout_cell(dado_column_layout *sheet,
                             const char *text);  // adds a cell: row by row, left to right
dado_text *dado_column_layout_begin_cell(
    dado_column_layout *sheet);  // returns the next cell, to write into
// Prints the table. The heads are left out if none has words. With `lines` a row is one line,
// however long.
void dado_column_layout_print(const dado_column_layout *sheet, int columns, bool colour, bool lines,
                              dado_text *out);
void dado_column_layout_free(dado_column_layout *sheet);
