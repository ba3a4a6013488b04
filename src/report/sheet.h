// sheet.h - words in columns, for people at a terminal.
#pragma once

#include "core/ends.h"

enum { DADO_SHEET_COLUMNS = 64 };  // at most

// A table that gives up its least important columns where the terminal is narrow. If that is not
// enough, words in the last one go on in lines of their own; and if that is not either, or what a
// figure rests on would go, every row is told in lines instead: its name, then what it has.
typedef struct dado_sheet_column {
    const char *title;
    bool right;  // numbers stand at the right
    int rank;    // 0 stays, the highest goes first
    bool rests;  // a figure rests on it: the interval of the one before
    int field;   // of a table, for who fills it
    char level[16];  // room for a title that is one
} dado_sheet_column;

typedef struct dado_sheet {  // all zero but for its columns at first
    const dado_sheet_column *columns;
    int count;
    dado_text *cells;
    int used, room;
    dado_text lost;  // takes what there was no memory for
} dado_sheet;

void dado_sheet_cell(dado_sheet *sheet, const char *text);  // row by row, left to right
dado_text *dado_sheet_begin(dado_sheet *sheet);  // the next cell, to be written into
// Heads are left out where none has words. With `lines` a row is a line, however long.
void dado_sheet_print(const dado_sheet *sheet, int columns, bool colour, bool lines,
                      dado_text *out);
void dado_sheet_free(dado_sheet *sheet);
