// bigpoints.h - the rows of Big Points, for those who solve or count them.
//
// A row is the path of discs as it lies at the beginning, start first, ladder
// last. Its text has a character for each disc: 1 to 5 are common colours, W is
// white and K black. A size is what a row is made of: so many colours, so many
// discs of each on the path, so many white and black ones.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"
#include "core/face.h"

enum {
    DADO_BIGPOINTS_COLOURS = 5,   // common colours, at most
    DADO_BIGPOINTS_DISCS = 9,     // of each on the path, at most
    DADO_BIGPOINTS_SPECIALS = 5,  // white discs at most, and black discs at most
    DADO_BIGPOINTS_KINDS = 7,     // of discs: the five colours, white, black
    DADO_BIGPOINTS_WHITE = 5,
    DADO_BIGPOINTS_BLACK = 6,
    DADO_BIGPOINTS_PLAYERS = 5,
    DADO_BIGPOINTS_LONGEST = 55,  // a row
};

typedef struct dado_row_size {
    int colours, discs, white, black;
} dado_row_size;

typedef struct dado_row {
    dado_row_size size;
    int length;
    uint8_t disc[DADO_BIGPOINTS_LONGEST];  // kinds, from 0
} dado_row;

int dado_row_length(dado_row_size size);
char dado_row_letter(int kind);  // '1' to '5', 'W', 'K'

// Reads "112233"; what is wrong with it is said in `err`.
bool dado_row_read(dado_row *row, const char *text, dado_error *err);
// Writes the text; `text` has room for DADO_BIGPOINTS_LONGEST + 1.
void dado_row_write(const dado_row *row, char *text);

// All rows of a size in ascending order, the order of their kinds.
dado_row dado_row_first(dado_row_size size);
bool dado_row_next(dado_row *row);  // false after the last

// A class is what renaming colours makes of a row. The one whose colours first appear in the order
// 1, 2, 3 ... stands for it.
uint64_t dado_row_class_size(dado_row_size size);  // rows in each class

// How many rows a size has; 0 where that is more than 64 bits hold.
uint64_t dado_row_count(dado_row_size size);

// The same by number; if `alike`, those that stand for a class.
dado_row dado_row_numbered(dado_row_size size, bool alike, uint64_t number);
uint64_t dado_row_number(const dado_row *row, bool alike);
void dado_row_rename(dado_row *row);  // to the one that stands for its class

extern const dado_board_face dado_bigpoints_boards;
