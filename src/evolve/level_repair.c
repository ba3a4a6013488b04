// level_repair.c - searches for the smallest change that makes a level winnable; see
// level_repair.h.
//
// The planner is slow and the reachability filter is fast. A change that the filter still
// refuses cannot help, so the planner tries only the others, those nearest to where it
// got stuck first.
#include "evolve/level_repair.h"

#include <stdlib.h>
#include <string.h>

#include "worlds/platform/reachability.h"

enum { behind = 4, beyond = 14, cells_most = (behind + beyond + 1) * DADO_LEVEL_ROWS };

// Changes that the filter looks at, for each one that the planner may try.
enum { looks_a_try = 100 };

typedef struct edit {
    int16_t column;
    uint8_t row, to;
    int16_t nearness;  // distance from where the hero got stuck; small ones come first
} edit;

typedef struct level_repair {
    dado_level *level;
    dado_planner_settings how;
    int most;
    dado_judging_progress judging;
    dado_repair *repair;
    dado_region *region;
    edit edits[cells_most];
    int edit_count;
    int64_t looked;  // number of changes that the filter looked at
} level_repair;

static bool may_go_on(const level_repair *m)
{
    return m->repair->tried < m->most && m->looked < (int64_t)m->most * looks_a_try;
}

static int by_nearness(const void *a, const void *b)
{
    const edit *x = a, *y = b;
    if (x->nearness != y->nearness) return x->nearness - y->nearness;
    if (x->column != y->column) return x->column - y->column;
    return x->row - y->row;
}

// Lists the changes of one tile near a place: solid tiles become air, and air becomes a
// brick to stand on.
static void list_edits(level_repair *m, int stuck)
{
    const dado_level *level = m->level;
    m->edit_count = 0;
    for (int column = stuck - behind; column <= stuck + beyond; column++) {
        if (column < 0 || column >= level->width || column == level->exit_column) continue;
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            int tile = dado_level_tile(level, column, row);
            bool pipe = tile >= DADO_TILE_PIPE_LEFT && tile <= DADO_TILE_MOUTH_RIGHT;
            bool solid = dado_tile_solid(tile);
            if (pipe || (!solid && tile != DADO_TILE_AIR)) continue;
            bool start = column == level->start_column && row == level->start_row;
            if (start) continue;
            int up = row < DADO_LEVEL_GROUND ? DADO_LEVEL_GROUND - row : 0;
            m->edits[m->edit_count++] =
                (edit){ (int16_t)column, (uint8_t)row, solid ? DADO_TILE_AIR : DADO_TILE_ROCK,
                        (int16_t)(2 * abs(column - stuck - 1) + up) };
        }
    }
    qsort(m->edits, (size_t)m->edit_count, sizeof *m->edits, by_nearness);
}

static uint8_t swap(dado_level *level, const edit *e, uint8_t tile)
{
    uint8_t *cell = &level->tiles[e->column * DADO_LEVEL_ROWS + e->row], was = *cell;
    *cell = tile;
    return was;
}

// Returns whether the planner now wins or at least gets past the place; keeps its route
// if so.
static bool passes(level_repair *m, float stuck_at, dado_route *route)
{
    if (m->repair->tried >= m->most) return false;
    if (m->judging.hear) m->judging.hear(m->judging.context, m->repair->tried, m->most);
    m->repair->tried++;
    dado_error err;
    if (!dado_level_prove(m->level, &m->how, route, m->region, &err)) return false;
    return route->won || route->furthest > stuck_at + 16 * 6;
}

static bool try_edits(level_repair *m, int from, int left, int furthest, float stuck_at,
                      const edit **chosen, int count, dado_route *route)
{
    for (int i = from; i < m->edit_count && may_go_on(m); i++) {
        if (dado_stop_signal_raised(&m->how.stop_signal)) return false;
        const edit *e = &m->edits[i];
        uint8_t was = swap(m->level, e, e->to);
        chosen[count] = e;
        bool fine;
        if (left > 1) {
            fine = try_edits(m, i + 1, left - 1, furthest, stuck_at, chosen, count + 1, route);
        } else {
            int reached = 0;
            m->looked++;
            bool open = dado_level_passable(m->level, &reached);
            fine = (open || reached > furthest) && passes(m, stuck_at, route);
        }
        if (fine) return true;
        swap(m->level, e, was);
    }
    return false;
}

// Finds the smallest change that lets the hero past the end of a route; returns false if
// there is none.
static bool repair_place(level_repair *m, const dado_route *stuck, dado_route *route)
{
    const edit *chosen[DADO_REPAIR_MOST];
    uint8_t before[DADO_LEVEL_WIDEST * DADO_LEVEL_ROWS];
    int furthest = 0, reached = (int)(stuck->furthest / 16);
    bool open = dado_level_passable(m->level, &furthest);
    memcpy(before, m->level->tiles, (size_t)m->level->width * DADO_LEVEL_ROWS);
    list_edits(m, open || furthest > reached ? reached : furthest);
    // The filter lets the level pass, so only the planner knows where it is blocked.
    if (open) furthest = -1;
    for (int size = 1; size <= DADO_REPAIR_MOST; size++) {
        if (!try_edits(m, 0, size, furthest, stuck->furthest, chosen, 0, route)) continue;
        for (int i = 0; i < size && m->repair->count < 32; i++) {
            const edit *e = chosen[i];
            m->repair->changes[m->repair->count++] =
                (dado_repair_change){ e->column, e->row,
                                      before[e->column * DADO_LEVEL_ROWS + e->row], e->to };
        }
        return true;
    }
    return false;
}

bool dado_level_repair(dado_level *level, const dado_planner_settings *how, int most,
                       dado_judging_progress judging, dado_repair *repair, dado_region *region,
                       dado_error *err)
{
    enum { places_most = 10 };
    level_repair *m = dado_new(region, level_repair, 1);
    dado_route *next = dado_new(region, dado_route, 1);
    if (!m || !next) return dado_fail(err, DADO_LIMIT, "out of memory while repairing a level");
    *repair = (dado_repair){ 0 };
    *m = (level_repair){ .level = level,
                         .how = *how,
                         .most = most,
                         .judging = judging,
                         .repair = repair,
                         .region = region };
    // If there is a way past the place, the planner finds it with much less than its
    // budget.
    if (m->how.budget > 20000) m->how.budget = 20000;
    if (!dado_level_prove(level, how, &repair->route, region, err)) return false;
    repair->needed = !repair->route.won;
    while (!repair->route.won && repair->places < places_most) {
        if (!repair_place(m, &repair->route, next)) break;
        repair->places++;
        repair->route = *next;
    }
    repair->won = repair->route.won;
    if (!repair->won && dado_stop_signal_raised(&how->stop_signal)) {
        return dado_fail(err, DADO_LIMIT,
                         "the repair was stopped after the planner had tried %d changes",
                         repair->tried);
    }
    return true;
}
