// data_frame.c - keeps the values of many matches in memory, column by column; see
// experiment.h.
#include <string.h>

#include "lab/experiment.h"

// Makes room for more numbers, and copies those there are.
static bool enlarge(dado_data_frame *f, void **memory, size_t size, int64_t room)
{
    void *larger = dado_region_alloc(&f->region, (size_t)room, size);
    if (!larger) return false;
    if (*memory) memcpy(larger, *memory, size * (size_t)f->count);
    *memory = larger;
    return true;
}

// Grows in large steps, since outgrown arrays stay in the region; these are never more
// than half of all.
static bool grow(dado_data_frame *f, int64_t wanted)
{
    enum { at_first = 1024, step = 8 };
    if (wanted <= f->room) return true;
    int64_t room = f->room ? f->room : at_first;
    while (room < wanted) room *= step;
    if (room > f->most / 2) room = f->most;
    size_t seats = sizeof(int32_t) * (size_t)f->players;
    void *scores = f->scores, *places = f->places, *ends = f->ends;
    bool fine = enlarge(f, &scores, seats, room) && enlarge(f, &places, seats, room) &&
                enlarge(f, &ends, sizeof *f->ends, room);
    for (int m = 0; fine && m < f->measures; m++) {
        void *values = f->columns[m].values;
        fine = !values || enlarge(f, &values, sizeof(double), room);
        f->columns[m].values = values;
    }
    if (!fine) return false;
    f->scores = scores;
    f->places = places;
    f->ends = ends;
    f->room = room;
    return true;
}

// Adds values to a column. A column takes memory only once it holds two different
// numbers, which many never do.
static bool add_column(dado_data_frame *f, dado_data_frame_column *column, const double *values,
                       size_t count, bool empty)
{
    if (!column->values) {
        if (f->count == 0) column->same = values[0];
        if (dado_all_equal(column->same, values, empty ? 1 : (int64_t)count)) return true;
        column->values = dado_new(&f->region, double, f->room);
        if (!column->values) return false;
        for (int64_t i = 0; i < f->count; i++) column->values[i] = column->same;
    }
    memcpy(column->values + f->count, values, sizeof *values * count);
    return true;
}

static bool begin(dado_data_frame *f, const dado_block *block)
{
    // for arrays that are outgrown, and for gaps between arrays
    enum { rooms = 2, besides = 256 };
    size_t row =
        sizeof(double) * (size_t)block->measures + 2 * sizeof(int32_t) * (size_t)block->players + 1;
    dado_region_init(&f->region, row * (rooms * (size_t)f->most + besides));
    if (!f->region.base) dado_region_init_large(&f->region);
    dado_region_use_huge_pages(&f->region);
    f->columns = dado_new(&f->region, dado_data_frame_column, block->measures + 1);
    if (block->side) f->side = dado_new(&f->region, uint8_t, block->players);
    if (!f->columns || (block->side && !f->side)) return false;
    if (block->side) memcpy(f->side, block->side, (size_t)block->players);
    f->players = block->players;
    f->measures = block->measures;
    return true;
}

void dado_data_frame_add(void *frame, const dado_block *block)
{
    dado_data_frame *f = frame;
    int64_t left = f->most - f->count, count = left < block->count ? left : block->count;
    if (count <= 0 || block->players == 0) return;
    if (f->players == 0 && (f->region.base || !begin(f, block))) return;
    if (f->players != block->players || f->measures != block->measures) return;
    if (!grow(f, f->count + count)) return;
    size_t n = (size_t)count, players = (size_t)f->players;
    for (int m = 0; m < f->measures; m++) {
        if (!add_column(f, &f->columns[m], dado_block_column(block, m), n, block->empty[m])) return;
    }
    memcpy(f->scores + f->count * f->players, block->scores, sizeof(int32_t) * n * players);
    memcpy(f->places + f->count * f->players, block->places, sizeof(int32_t) * n * players);
    memcpy(f->ends + f->count, block->ends, n);
    f->count += count;
}

void dado_data_frame_free(dado_data_frame *f)
{
    dado_region_free(&f->region);
    *f = (dado_data_frame){ 0 };
}
