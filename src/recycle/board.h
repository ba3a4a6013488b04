// board.h - boards as constant tables: the names of spaces and the connections between
// them.
//
// A space is a string like any other. A board adds relations between such names. These
// never change, so they are stored as tables. Spaces are numbered over all boards, in the
// order in which they are created.
#pragma once

#include "recycle/checker.h"

enum {
    rcy_most_spaces = 1024,
    rcy_most_directions = 64,
    rcy_most_lines = 4096,  // most lines of one length
};

typedef struct rcy_board {
    int32_t name;
    rcy_tree *spaces;  // the names of its spaces as a constant list, in order
} rcy_board;

// A part of a board that is drawn together: one shape, or all spaces that the lines of a
// board created. In a hex panel every odd column is drawn half a space lower.
typedef struct rcy_board_panel {
    int32_t board;
    uint8_t shape;  // keyword_grid, keyword_hex, keyword_track, keyword_ring or keyword_line
    bool placed;    // whether the names of its spaces give their coordinates
    int16_t columns, rows;
} rcy_board_panel;

// All lines of one length: the names of their spaces and, for each space, the lines
// through it.
typedef struct rcy_line_table {
    int length, count;
    const int32_t *names;  // count * length names
    // by space: where its lines begin in `through`; one more entry ends the last
    const int32_t *through_from;
    const int32_t *through;  // numbers of lines
} rcy_line_table;

typedef struct rcy_boards {
    rcy_source *s;
    int count;
    rcy_board *board;
    int spaces;
    int32_t *name;          // name of each space
    int32_t *row, *column;  // row and column of each space, from 1; 0 if a line created it
    int panels;
    rcy_board_panel *panel;
    int16_t *panel_of;       // panel of each space
    int16_t *across, *down;  // where each space is drawn in its panel, from the top left
    int directions;
    int32_t direction[rcy_most_directions];  // names of the directions
    int16_t *step;                           // [direction][space]: the neighbouring space, or -1
    // by space: where its neighbours begin in `near`; one more entry ends the last
    int32_t *near_from;
    int32_t *near;  // names of neighbours
    int axes;
    int16_t *axis;     // [axis][space]: the next space along an axis of a shape, or -1
    rcy_tree **lines;  // the lists of names in the line parts
    int line_count;
    int table_count;
    rcy_line_table *table;  // one table for each length that is used
    // [space][space]: number of steps, -1 if there is no way; NULL until needed
    int16_t *distance;
    int name_room;      // number of names that existed when the boards were made
    int16_t *space_of;  // space of each name, or -1
} rcy_boards;

static inline int rcy_space_of(const rcy_boards *b, int64_t name)
{
    return name >= 0 && name < b->name_room ? b->space_of[name] : -1;
}

// Returns the number of a direction, or -1.
int rcy_direction_of(const rcy_boards *b, int32_t name);

// Computes where every space is drawn; see board_drawing_positions.c.
bool rcy_layout_boards(rcy_boards *b);

// Makes the boards of a setup. This comes before all other checks.
void rcy_make_boards(checker *c, rcy_tree *setup);
// Returns the table of lines of this length, and makes it at the first call. NULL means
// that there is no memory.
const rcy_line_table *rcy_lines_of(rcy_boards *b, int length);
int rcy_longest_line(const rcy_boards *b);
bool rcy_measure_distances(rcy_boards *b);
