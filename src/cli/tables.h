// tables.h - numbers in columns, for people at a terminal.
#ifndef DADO_CLI_TABLES_H
#define DADO_CLI_TABLES_H

#include "lab/experiment.h"
#include "lab/export.h"

// A table that gives up its least important columns where the terminal is narrow.
typedef struct dado_sheet dado_sheet;

typedef struct dado_sheet_column {
    const char *title;
    bool right;  // numbers stand at the right
    int rank;    // 0 stays, the highest goes first
} dado_sheet_column;

dado_sheet *dado_sheet_new(const dado_sheet_column *columns, int count);
void dado_sheet_cell(dado_sheet *sheet, const char *text);  // row by row, left to right
void dado_sheet_cellf(dado_sheet *sheet, const char *format, ...) DADO_PRINTF(2, 3);
dado_text *dado_sheet_begin(dado_sheet *sheet);  // the next cell, to be written into
void dado_sheet_print(const dado_sheet *sheet, int columns, bool colour, dado_text *out);
void dado_sheet_free(dado_sheet *sheet);

// What an experiment found: a line on what was played, seats, ends, and every measure.
void dado_results_table(const dado_results *results, int columns, bool colour, dado_text *out);

#endif
