// generator_layout.c - digs cells, finds regions and joins them; see generator_layout.h.
#include "worlds/dungeon/generator_layout.h"

#include <string.h>

bool dado_generator_layout_begin(dado_generator_layout *layout, const dado_parameter_values *values,
                                 uint64_t seed, dado_error *err)
{
    *layout = (dado_generator_layout){ .start = -1, .exit = -1, .rng = seed };
    dado_region_init(&layout->region, (size_t)32 << 20);
    layout->width = (int)values->number[DADO_GEN_WIDTH];
    layout->height = (int)values->number[DADO_GEN_HEIGHT];
    int cells = layout->width * layout->height;
    layout->floor = dado_new(&layout->region, uint8_t, cells);
    layout->tag = dado_new(&layout->region, uint8_t, cells);
    layout->field = dado_new(&layout->region, int32_t, cells);
    layout->queue = dado_new(&layout->region, int32_t, cells);
    if (!layout->floor || !layout->tag || !layout->field || !layout->queue) {
        return dado_fail(err, DADO_LIMIT, "out of memory while generating a map");
    }
    return true;
}

void dado_generator_layout_free(dado_generator_layout *layout)
{
    dado_region_free(&layout->region);
}

void dado_generator_layout_dig(dado_generator_layout *layout, int x, int y)
{
    if (dado_generator_layout_inner(layout, x, y))
        layout->floor[dado_generator_layout_at(layout, x, y)] = 1;
}

void dado_generator_layout_rect(dado_generator_layout *layout, int x, int y, int width, int height)
{
    for (int row = y; row < y + height; row++) {
        for (int column = x; column < x + width; column++)
            dado_generator_layout_dig(layout, column, row);
    }
}

static void dig_line(dado_generator_layout *layout, int x1, int y1, int x2, int y2)
{
    int dx = (x2 > x1) - (x2 < x1), dy = (y2 > y1) - (y2 < y1);
    for (;; x1 += dx, y1 += dy) {
        dado_generator_layout_dig(layout, x1, y1);
        if (x1 == x2 && y1 == y2) return;
    }
}

void dado_generator_layout_corridor(dado_generator_layout *layout, int from, int to)
{
    int x1 = from % layout->width, y1 = from / layout->width;
    int x2 = to % layout->width, y2 = to / layout->width;
    bool across = dado_dungeon_rng_below(&layout->rng, 2) == 0;
    int bend_x = across ? x2 : x1, bend_y = across ? y1 : y2;
    dig_line(layout, x1, y1, bend_x, bend_y);
    dig_line(layout, bend_x, bend_y, x2, y2);
}

int dado_generator_layout_count(const dado_generator_layout *layout)
{
    int count = 0;
    for (int i = 0; i < layout->width * layout->height; i++) count += layout->floor[i];
    return count;
}

static int fill_region(dado_generator_layout *layout, int from, int number)
{
    const int beside[4] = { -layout->width, 1, layout->width, -1 };
    int head = 0, tail = 0;
    layout->queue[tail++] = from;
    layout->field[from] = number;
    while (head < tail) {
        int cell = layout->queue[head++];
        // The outer ring is wall, so no neighbour of a floor cell is off the map.
        for (int d = 0; d < 4; d++) {
            int next = cell + beside[d];
            if (!layout->floor[next] || layout->field[next] >= 0) continue;
            layout->field[next] = number;
            layout->queue[tail++] = next;
        }
    }
    return tail;
}

int dado_generator_layout_regions(dado_generator_layout *layout, int *largest)
{
    int cells = layout->width * layout->height, count = 0, most = 0;
    for (int i = 0; i < cells; i++) layout->field[i] = -1;
    if (largest) *largest = -1;
    for (int i = 0; i < cells; i++) {
        if (!layout->floor[i] || layout->field[i] >= 0) continue;
        int size = fill_region(layout, i, count);
        if (largest && size > most) {
            most = size;
            *largest = count;
        }
        count++;
    }
    return count;
}

static void fill_small(dado_generator_layout *layout, int least)
{
    int cells = layout->width * layout->height;
    dado_generator_layout_regions(layout, NULL);
    // Here `queue` holds the sizes of regions; there are never more regions than cells.
    memset(layout->queue, 0, sizeof(int32_t) * (size_t)cells);
    for (int i = 0; i < cells; i++) {
        if (layout->field[i] >= 0) layout->queue[layout->field[i]]++;
    }
    for (int i = 0; i < cells; i++) {
        if (layout->field[i] >= 0 && layout->queue[layout->field[i]] < least) layout->floor[i] = 0;
    }
}

// Digs a shortest tunnel from the region `from` to the region `goal`.
static void tunnel(dado_generator_layout *layout, int from, int goal, int32_t *came)
{
    const int beside[4] = { -layout->width, 1, layout->width, -1 };
    int cells = layout->width * layout->height, head = 0, tail = 0, found = -1;
    for (int i = 0; i < cells; i++) {
        came[i] = -1;
        if (layout->field[i] != from) continue;
        came[i] = i;
        layout->queue[tail++] = i;
    }
    while (head < tail && found < 0) {
        int cell = layout->queue[head++];
        for (int d = 0; d < 4 && found < 0; d++) {
            int next = cell + beside[d];
            if (!dado_generator_layout_inner(layout, next % layout->width, next / layout->width) ||
                came[next] >= 0) {
                continue;
            }
            came[next] = cell;
            layout->queue[tail++] = next;
            if (layout->field[next] == goal) found = next;
        }
    }
    for (int cell = found; cell >= 0 && came[cell] != cell; cell = came[cell]) {
        layout->floor[cell] = 1;
    }
}

void dado_generator_layout_unite(dado_generator_layout *layout, int least, bool connect)
{
    int cells = layout->width * layout->height, largest;
    if (least > 1) fill_small(layout, least);
    int count = dado_generator_layout_regions(layout, &largest);
    if (count < 2) return;
    if (!connect) {
        for (int i = 0; i < cells; i++) layout->floor[i] = layout->field[i] == largest;
        return;
    }
    size_t mark = dado_region_mark(&layout->region);
    int32_t *came = dado_new(&layout->region, int32_t, cells);
    // A tunnel may pass through another region and join it too; the regions are still
    // numbered only once.
    for (int region = 0; came && region < count; region++) {
        if (region != largest) tunnel(layout, region, largest, came);
    }
    dado_region_rewind(&layout->region, mark);
}
