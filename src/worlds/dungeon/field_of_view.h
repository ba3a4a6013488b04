// field_of_view.h - computes the cells visible from a cell, by symmetric shadow casting.
//
// If one floor cell sees another, the other sees it too. Slopes are exact fractions, so
// no rounding decides what is visible.
#pragma once

#include <stdint.h>

// A map as bits, row by row, with a spare row above and below and a spare column at the
// end, all walls: cell (x, y) is bit (y + 1) * stride + x. So a step in any direction is
// one addition and never leaves the grid.
typedef struct dado_bit_grid {
    int width, height, stride, words;
    const uint64_t *opaque;  // cells that block sight, including the spare ones
} dado_bit_grid;

static inline int dado_bit_grid_cell(const dado_bit_grid *board, int x, int y)
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

// Adds the cells visible from (x, y) to `visible`. A `radius` of 0 means no limit.
// `deepest`, unless 0, stops the scan after that many rows; unlike `radius` it gives no
// round shape.
void dado_fov_cast(const dado_bit_grid *board, int x, int y, int radius, int deepest,
                   uint64_t *visible);
