// sight.h - what can be seen from a cell: symmetric shadow casting.
//
// If one floor cell sees another, it is seen by it. Slopes are exact fractions,
// so no rounding decides who sees whom.
#pragma once

#include <stdint.h>

// Cells as bits, row by row with a spare row above and below and a spare column
// at the end, all wall: cell (x, y) is bit (y + 1) * stride + x. A step in any
// direction is then one addition and never leaves the board.
typedef struct dado_board {
    int width, height, stride, words;
    const uint64_t *opaque;  // spare cells included
} dado_board;

static inline int dado_board_cell(const dado_board *board, int x, int y)
{
    return (y + 1) * board->stride + x;
}

static inline int dado_bit(const uint64_t *bits, int cell)
{
    return (int)(bits[cell >> 6] >> (cell & 63) & 1);
}

static inline void dado_bit_set(uint64_t *bits, int cell)
{
    bits[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static inline void dado_bit_clear(uint64_t *bits, int cell)
{
    bits[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

// Adds to `visible` what is seen from (x, y). A `radius` of 0 has no limit;
// `deepest`, unless 0, stops the scan at that many rows without making it round.
void dado_sight_cast(const dado_board *board, int x, int y, int radius, int deepest,
                     uint64_t *visible);
