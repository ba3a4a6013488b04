// board_drawing_positions.c - computes where the spaces of a board are drawn.
//
// Grids and hexes are drawn by row and column, with row 1 at the bottom. A track winds
// back and forth, and a ring runs round a rectangle. Names created by lines give their
// own coordinates if they consist of letters and a number, like those of a mill board.
// Other names are drawn in rows, in the order in which they were created.
#include <string.h>

#include "recycle/board.h"

enum { most_across = 60, in_a_row = 10 };

// Reads a name like A1 as column 0 and row 1, or AA1 as column 26. Returns false if the
// name has another form.
static bool read_place(const char *name, int *column, int *row)
{
    int letters = 0, digits = 0;
    *column = *row = 0;
    for (; *name >= 'A' && *name <= 'Z' && letters < 3; name++, letters++) {
        *column = *column * 26 + (*name - 'A' + 1);
    }
    for (; *name >= '0' && *name <= '9' && digits < 3; name++, digits++) {
        *row = *row * 10 + (*name - '0');
    }
    --*column;
    return letters > 0 && digits > 0 && *name == '\0' && *column < most_across &&
           *row < most_across;
}

static bool by_names(rcy_boards *b, int panel)
{
    for (int i = 0; i < b->spaces; i++) {
        int column, row;
        if (b->panel_of[i] != panel) continue;
        if (!read_place(rcy_text(b->s, b->name[i]), &column, &row)) return false;
        b->across[i] = (int16_t)column;
        b->down[i] = (int16_t)-row;
    }
    return true;
}

// Computes the position of the n-th of `count` spaces along the edge of a rectangle,
// clockwise from the top left.
static void along_the_edge(int n, int count, int16_t *across, int16_t *down)
{
    int high = (count + 4) / 4, wide = (count + 1) / 2 + 2 - high;
    if (high < 2) high = wide = 2;
    if (n < wide) *across = (int16_t)n, *down = 0;
    else if (n < wide + high - 1) *across = (int16_t)(wide - 1), *down = (int16_t)(n - wide + 1);
    else if (n < 2 * wide + high - 2) {
        *across = (int16_t)(2 * wide + high - 3 - n);
        *down = (int16_t)(high - 1);
    } else {
        *across = 0;
        *down = (int16_t)(2 * wide + 2 * high - 4 - n);
    }
}

static void lay_space(rcy_boards *b, int space, int n, int count)
{
    const rcy_board_panel *s = &b->panel[b->panel_of[space]];
    int16_t *across = &b->across[space], *down = &b->down[space];
    int column = b->column[space] - 1, row = b->row[space] - 1;
    switch (s->shape) {
    case keyword_grid:
        *across = (int16_t)column;
        *down = (int16_t)-row;
        break;
    case keyword_hex:  // the direction NE is up; E and SE are to the right, half up and half down
        *across = (int16_t)column;
        *down = (int16_t)(-row - (column + 1) / 2);
        break;
    case keyword_ring: along_the_edge(n, count, across, down); break;
    case keyword_track:
        *down = (int16_t)(n / in_a_row);
        *across = (int16_t)(*down % 2 ? in_a_row - 1 - n % in_a_row : n % in_a_row);
        break;
    default:
        *across = (int16_t)(n % 6);
        *down = (int16_t)(n / 6);
        break;
    }
}

bool rcy_layout_boards(rcy_boards *b)
{
    b->across = dado_new(b->s->region, int16_t, b->spaces + 1);
    b->down = dado_new(b->s->region, int16_t, b->spaces + 1);
    if (!b->across || !b->down) return false;
    for (int panel = 0; panel < b->panels; panel++) {
        rcy_board_panel *s = &b->panel[panel];
        int count = 0, n = 0;
        for (int i = 0; i < b->spaces; i++) count += b->panel_of[i] == panel;
        s->placed = s->shape == keyword_line && by_names(b, panel);
        int left = INT16_MAX, top = INT16_MAX, right = 0, bottom = INT16_MIN;
        for (int i = 0; i < b->spaces; i++) {
            if (b->panel_of[i] != panel) continue;
            if (!s->placed) lay_space(b, i, n++, count);
            if (b->across[i] < left) left = b->across[i];
            if (b->down[i] < top) top = b->down[i];
        }
        // An odd column must stay odd, or the hexes would not fit together.
        if (s->shape == keyword_hex && left % 2) left--;
        for (int i = 0; i < b->spaces; i++) {
            if (b->panel_of[i] != panel) continue;
            b->across[i] = (int16_t)(b->across[i] - left);
            b->down[i] = (int16_t)(b->down[i] - top);
            if (b->across[i] > right) right = b->across[i];
            if (b->down[i] > bottom) bottom = b->down[i];
        }
        s->columns = (int16_t)(count ? right + 1 : 0);
        s->rows = (int16_t)(count ? bottom + 1 : 0);
    }
    return true;
}
