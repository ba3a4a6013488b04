// reachability.c - floods a level to find whether it can be crossed; see reachability.h.
//
// From each cell where the hero can stand, the search floods all free cells within the
// height and the width of a jump, and goes on from each cell there in which the hero can
// stand. Bricks and blocks that can be used up or broken count both as free cells and as
// ground, because play may make them either.
#include "worlds/platform/reachability.h"

#include <stdlib.h>
#include <string.h>

enum { nearby = 20 };  // columns within which the hero may bounce off a creature

static bool is_free(const dado_level *level, int column, int row)
{
    if (row < 0) return true;
    const dado_tile_info *about = &dado_tiles[dado_level_tile(level, column, row)];
    return !(about->does & DADO_TILE_SOLID) || (about->does & DADO_TILE_BREAKS);
}

static bool can_carry(const dado_level *level, int column, int row)
{
    if (row >= DADO_LEVEL_ROWS) return false;
    int does = dado_tiles[dado_level_tile(level, column, row)].does;
    return (does & (DADO_TILE_SOLID | DADO_TILE_FLOOR | DADO_TILE_CEILING)) != 0;
}

static bool can_stand(const dado_level *level, int column, int row)
{
    return is_free(level, column, row) && can_carry(level, column, row + 1);
}

// Returns whether the hero may bounce off a creature near this column, or off a cannon's
// bullets.
static bool has_stepping_creature(const dado_level *level, int column)
{
    for (int i = 0; i < level->spawn_count; i++) {
        if (level->spawns[i].creature == DADO_SNAPPER) continue;
        if (abs(level->spawns[i].column - column) <= nearby) return true;
    }
    for (int i = 0; i < level->width * DADO_LEVEL_ROWS; i++) {
        if (level->tiles[i] == DADO_TILE_CANNON) return true;
    }
    return false;
}

// Rows start at -4: above the level there is air, and the hero may go there.
enum { above = 4, tall = DADO_LEVEL_ROWS + above, across = 2 * DADO_REACH_GAP + 3 };

typedef struct flood {
    const dado_level *level;
    bool (*stood)[tall];
    int *stack;  // cells to stand in that are still to be flooded from
    int pending;
    int furthest;
} flood;

static void reach_cell(flood *f, int column, int row)
{
    if (f->stood[column][row + above] || !can_stand(f->level, column, row)) return;
    f->stood[column][row + above] = true;
    if (column > f->furthest) f->furthest = column;
    f->stack[f->pending++] = column * tall + row + above;
}

static void flood_from(flood *f, int column, int row)
{
    const dado_level *level = f->level;
    bool seen[across][tall] = { 0 };
    short queue[across * tall];
    int head = 0, tail = 0;
    int highest = row - DADO_REACH_RISE < -above ? -above : row - DADO_REACH_RISE;
    int middle = DADO_REACH_GAP + 1;
    seen[middle][row + above] = true;
    queue[tail++] = (short)(middle * tall + row + above);
    while (head < tail) {
        int at = queue[head] / tall, y = queue[head] % tall - above;
        head++;
        int x = column + at - middle;
        if (y >= -1 && y < DADO_LEVEL_ROWS) reach_cell(f, x, y);
        static const int steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
        for (int s = 0; s < 4; s++) {
            int next = at + steps[s][0], ny = y + steps[s][1], nx = x + steps[s][0];
            if (next < 0 || next >= across || nx < 0 || nx >= level->width) continue;
            if (ny < highest || ny >= DADO_LEVEL_ROWS) continue;
            if (seen[next][ny + above] || !is_free(level, nx, ny)) continue;
            seen[next][ny + above] = true;
            queue[tail++] = (short)(next * tall + ny + above);
        }
    }
}

bool dado_level_passable(const dado_level *level, int *furthest)
{
    bool stood[DADO_LEVEL_WIDEST][tall];
    int stack[DADO_LEVEL_WIDEST * tall];
    memset(stood, 0, (size_t)level->width * sizeof stood[0]);
    flood f = { .level = level, .stood = stood, .stack = stack };
    // A hero who starts in the air falls to the first cell in which they can stand.
    for (int row = level->start_row; row < DADO_LEVEL_ROWS && f.pending == 0; row++) {
        if (!is_free(level, level->start_column, row)) break;
        reach_cell(&f, level->start_column, row);
    }
    if (f.pending == 0) {
        flood_from(&f, level->start_column, level->start_row);
    }
    while (f.pending > 0 && f.furthest + DADO_REACH_GAP + 1 < level->exit_column) {
        int cell = f.stack[--f.pending];
        flood_from(&f, cell / tall, cell % tall - above);
    }
    if (furthest) *furthest = f.furthest;
    if (f.furthest + DADO_REACH_GAP + 1 >= level->exit_column) return true;
    return has_stepping_creature(level, f.furthest);
}

// Counts the pit columns at the left edge, at the right edge, and of the longest pit.
static void pits(const dado_pattern *p, int *left, int *right, int *longest)
{
    int run = 0;
    *left = -1;
    *longest = 0;
    for (int x = 0; x < p->width; x++) {
        bool pit = p->tiles[x * DADO_LEVEL_ROWS + DADO_LEVEL_GROUND] != DADO_TILE_GROUND;
        run = pit ? run + 1 : 0;
        if (run > *longest) *longest = run;
        if (!pit && *left < 0) *left = x;
    }
    if (*left < 0) *left = p->width;
    *right = run;
}

bool dado_patterns_safe(const dado_patterns *patterns)
{
    for (int i = 0; i < patterns->count; i++) {
        const dado_pattern *p = &patterns->items[i];
        int left, right, longest;
        pits(p, &left, &right, &longest);
        if (left > 0 || right > 0 || longest > 4) return false;
        for (int x = 0; x < p->width; x++) {
            const uint8_t *column = p->tiles + x * DADO_LEVEL_ROWS;
            int wall = 0;
            while (dado_tile_solid(column[DADO_LEVEL_GROUND - 1 - wall])) wall++;
            if (wall > DADO_REACH_RISE) return false;
            // A low ceiling may shorten jumps, so such patterns are not called safe.
            for (int height = wall + 1; height <= DADO_PATTERN_TALLEST; height++) {
                bool solid = dado_tile_solid(column[DADO_LEVEL_GROUND - height]);
                if (solid && (wall > 0 || longest > 0 || height < 3)) return false;
            }
        }
    }
    return true;
}
