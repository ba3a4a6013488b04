// board.h - boards as constants of a program: names of spaces and what leads from one to another.
//
// A space is a string like any other. What a board adds is relations between
// names, and those never change, so all of it is tables. Spaces are numbered
// over all boards, in the order they are made.
#pragma once

#include "recycle/check.h"

enum {
    rcy_most_spaces = 1024,
    rcy_most_directions = 64,
    rcy_most_lines = 4096,  // of one length
};

typedef struct rcy_board {
    int32_t name;
    rcy_tree *spaces;       // its names as a constant list, in order
} rcy_board;

// What is drawn as one: a shape, or all names that the lines of a board made. A column of a hex
// sheet lies half a space lower than the one before if it is odd.
typedef struct rcy_sheet {
    int32_t board;
    uint8_t shape;          // word_grid, word_hex, word_track, word_ring or word_line
    bool placed;            // names gave the spaces of its lines coordinates
    int16_t columns, rows;
} rcy_sheet;

// Lines of one length: groups of names, and for each space those that pass through it.
typedef struct rcy_line_table {
    int length, count;
    const int32_t *names;          // count * length
    const int32_t *through_from;   // by space, and one more: into `through`
    const int32_t *through;        // numbers of lines
} rcy_line_table;

typedef struct rcy_boards {
    rcy_source *s;
    int count;
    rcy_board *board;
    int spaces;
    int32_t *name;                 // by space
    int32_t *row, *column;         // by space, from 1; 0 where a line made it
    int sheets;
    rcy_sheet *sheet;
    int16_t *sheet_of;             // by space
    int16_t *across, *down;        // by space: where in its sheet it is drawn, from the top left
    int directions;
    int32_t direction[rcy_most_directions];  // their names
    int16_t *step;                 // [direction][space]: a space, or -1
    int32_t *near_from;            // by space, and one more
    int32_t *near;                 // names
    int axes;
    int16_t *axis;                 // [axis][space]: steps of the shapes themselves
    rcy_tree **lines;              // the lists of the line parts
    int line_count;
    int table_count;
    rcy_line_table *table;         // of the lengths asked for
    int16_t *distance;             // [space][space], -1: no way; NULL until asked for
    int name_room;                 // names that were known when the boards were made
    int16_t *space_of;             // by name: the space, or -1
} rcy_boards;

static inline int rcy_space_of(const rcy_boards *b, int64_t name)
{
    return name >= 0 && name < b->name_room ? b->space_of[name] : -1;
}

// The number of a direction, or -1.
int rcy_direction_of(const rcy_boards *b, int32_t name);

// Where every space is drawn: layout.c.
bool rcy_lay_boards(rcy_boards *b);

// Makes the boards of a setup, before anything else is checked.
void rcy_make_boards(checker *c, rcy_tree *setup);
// The table of lines of that length, made the first time it is asked for; NULL: no memory.
const rcy_line_table *rcy_lines_of(rcy_boards *b, int length);
int rcy_longest_line(const rcy_boards *b);
bool rcy_measure_distances(rcy_boards *b);
