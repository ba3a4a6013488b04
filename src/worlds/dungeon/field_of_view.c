// field_of_view.c - computes the field of view; see field_of_view.h.
//
// Each quarter of the view is scanned row by row, away from the viewer. The visible part
// of a row lies between two slopes. Where walls interrupt it, each free part continues
// into the next row by itself. The recursion is at most as deep as the view.
#include "worlds/dungeon/field_of_view.h"

#include <stdbool.h>

typedef struct slope {
    int over, under;  // the fraction over / under; under is positive
} slope;

typedef struct caster {
    const dado_bit_grid *board;
    uint64_t *visible;
    int eye;            // bit of the viewer's cell
    int forward, side;  // what one step of depth, and of column, adds to a bit index
    int depth_room;     // rows until the edge of the map
    int left_room, right_room;
    // Cells with a squared distance up to limit = r(r + 1) are visible.
    int radius, limit;
} caster;

static int floor_divide(int a, int b)
{
    int q = a / b;
    return q * b > a ? q - 1 : q;
}

static int ceil_divide(int a, int b)
{
    return -floor_divide(-a, b);
}

static void scan(const caster *c, int depth, slope from, slope to)
{
    if (c->radius > 0 && depth > c->radius) return;
    if (depth > c->depth_room + 1) return;
    int first = floor_divide(2 * depth * from.over + from.under, 2 * from.under);
    int last = ceil_divide(2 * depth * to.over - to.under, 2 * to.under);
    enum { none, open, wall } before = none;
    for (int col = first; col <= last; col++) {
        bool outside = depth > c->depth_room || -col > c->left_room || col > c->right_room;
        int cell = c->eye + depth * c->forward + col * c->side;
        bool blocked = outside || dado_bit(c->board->opaque, cell);
        bool within = depth * from.over <= col * from.under && col * to.under <= depth * to.over;
        if (!outside && (blocked || within) &&
            (c->radius == 0 || depth * depth + col * col <= c->limit)) {
            dado_bit_set(c->visible, cell);
        }
        slope edge = { 2 * col - 1, 2 * depth };
        if (before == wall && !blocked) from = edge;
        if (before == open && blocked) scan(c, depth + 1, from, edge);
        before = blocked ? wall : open;
    }
    if (before == open) scan(c, depth + 1, from, to);
}

void dado_fov_cast(const dado_bit_grid *board, int x, int y, int radius, int deepest,
                   uint64_t *visible)
{
    int stride = board->stride, eye = dado_bit_grid_cell(board, x, y);
    int north = y, south = board->height - 1 - y, west = x, east = board->width - 1 - x;
    dado_bit_set(visible, eye);
    caster quarters[4] = {
        { board, visible, eye, -stride, 1, north, west, east, radius, radius * (radius + 1) },
        { board, visible, eye, 1, stride, east, north, south, radius, radius * (radius + 1) },
        { board, visible, eye, stride, 1, south, west, east, radius, radius * (radius + 1) },
        { board, visible, eye, -1, stride, west, north, south, radius, radius * (radius + 1) },
    };
    for (int q = 0; q < 4; q++) {
        if (deepest > 0 && deepest < quarters[q].depth_room) quarters[q].depth_room = deepest;
        scan(&quarters[q], 1, (slope){ -1, 1 }, (slope){ 1, 1 });
    }
}
