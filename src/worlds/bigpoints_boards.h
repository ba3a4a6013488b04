// bigpoints_boards.h - rows of discs in Big Points, for code that solves or counts them.
//
// A row is the path of discs at the beginning of the game, from the start to the ladder.
// Its text has one character per disc: 1 to 5 are the common colours, W is white and K is
// black. A size says how many colours a row has, how many discs of each colour, and how
// many white and black discs.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"
#include "core/game_extras.h"

enum {
    DADO_BIGPOINTS_COLOURS = 5,   // the largest number of common colours
    DADO_BIGPOINTS_DISCS = 9,     // the largest number of discs of one colour on the path
    DADO_BIGPOINTS_SPECIALS = 5,  // the largest number of white discs, and of black discs
    DADO_BIGPOINTS_KINDS = 7,     // kinds of discs: five colours, white, black
    DADO_BIGPOINTS_WHITE = 5,
    DADO_BIGPOINTS_BLACK = 6,
    DADO_BIGPOINTS_PLAYERS = 5,
    DADO_BIGPOINTS_LONGEST = 55,  // the largest number of discs in a row
};

typedef struct dado_bigpoints_row_size {
    int colours, discs, white, black;
} dado_bigpoints_row_size;

typedef struct dado_bigpoints_row {
    dado_bigpoints_row_size size;
    int length;
    uint8_t disc[DADO_BIGPOINTS_LONGEST];  // the kind of each disc, from 0
} dado_bigpoints_row;

int dado_bigpoints_row_length(dado_bigpoints_row_size size);
char dado_bigpoints_row_letter(int kind);  // returns '1' to '5', 'W' or 'K'

// Reads a text such as "112233". On failure `err` says what is wrong with it.
bool dado_bigpoints_row_read(dado_bigpoints_row *row, const char *text, dado_error *err);
// Writes the row as text; `text` has room for DADO_BIGPOINTS_LONGEST + 1 bytes.
void dado_bigpoints_row_write(const dado_bigpoints_row *row, char *text);

// These two functions walk over all rows of a size, in ascending order of their kinds.
dado_bigpoints_row dado_bigpoints_row_first(dado_bigpoints_row_size size);
// Returns false after the last row.
bool dado_bigpoints_row_next(dado_bigpoints_row *row);

// Rows that differ only in the names of their colours form a class. Its canonical row is
// the one whose colours first appear in the order 1, 2, 3 ...
// number of rows in each class
uint64_t dado_bigpoints_row_class_size(dado_bigpoints_row_size size);

// Returns the number of rows of a size, or 0 if it does not fit into 64 bits.
uint64_t dado_bigpoints_row_count(dado_bigpoints_row_size size);

// Converts between a row and its number in ascending order. If `canonical`, only
// canonical rows are counted.
dado_bigpoints_row dado_bigpoints_row_numbered(dado_bigpoints_row_size size, bool canonical,
                                               uint64_t number);
uint64_t dado_bigpoints_row_number(const dado_bigpoints_row *row, bool canonical);
// Turns the row into the canonical row of its class.
void dado_bigpoints_row_rename(dado_bigpoints_row *row);

extern const dado_board_enumerator dado_bigpoints_boards;
