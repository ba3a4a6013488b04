// frame.c - the values of many matches side by side in memory; see experiment.h.
#include <stdlib.h>
#include <string.h>

#include "lab/experiment.h"

static bool grow(dado_frame *f, int64_t wanted)
{
    if (wanted <= f->room) return true;
    int64_t room = f->room ? f->room * 2 : 1024;
    while (room < wanted) room *= 2;
    size_t n = (size_t)room;
    for (int m = 0; m < f->measures; m++) {
        if (!f->columns[m].values) continue;
        double *values = realloc(f->columns[m].values, sizeof *values * n);
        if (!values) return false;
        f->columns[m].values = values;
    }
    int32_t *scores = realloc(f->scores, sizeof *scores * n * (size_t)(f->players + 1));
    if (scores) f->scores = scores;
    int32_t *places = realloc(f->places, sizeof *places * n * (size_t)(f->players + 1));
    if (places) f->places = places;
    uint8_t *ends = realloc(f->ends, n);
    if (ends) f->ends = ends;
    if (!scores || !places || !ends) return false;
    f->room = room;
    return true;
}

static bool same_bits(const double *values, size_t count, double wanted)
{
    uint64_t first, other = 0;
    memcpy(&first, &wanted, sizeof first);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        other |= bits ^ first;
    }
    return other == 0;
}

// A column takes memory once it holds two different numbers, which many never do.
static bool add_column(const dado_frame *f, dado_frame_column *column, const double *values,
                       size_t count, bool alike)
{
    if (!column->values) {
        if (f->count == 0) column->same = values[0];
        if (same_bits(values, alike ? 1 : count, column->same)) return true;
        column->values = malloc(sizeof *column->values * (size_t)f->room);
        if (!column->values) return false;
        for (int64_t i = 0; i < f->count; i++) column->values[i] = column->same;
    }
    memcpy(column->values + f->count, values, sizeof *values * count);
    return true;
}

void dado_frame_add(void *frame, const dado_block *block)
{
    dado_frame *f = frame;
    if (block->players == 0) return;
    if (f->players == 0) {
        f->columns = calloc((size_t)block->measures + 1, sizeof *f->columns);
        if (!f->columns) return;
        f->players = block->players;
        f->measures = block->measures;
        if (block->side) f->side = malloc((size_t)f->players);
        if (f->side) memcpy(f->side, block->side, (size_t)f->players);
    }
    int64_t count = f->most - f->count < block->count ? f->most - f->count : block->count;
    if (count <= 0 || f->players != block->players || f->measures != block->measures) return;
    if (!grow(f, f->count + count)) return;
    size_t n = (size_t)count, players = (size_t)f->players;
    for (int m = 0; m < f->measures; m++) {
        bool alike = dado_block_is_alike(block, m);
        if (!add_column(f, &f->columns[m], dado_block_column(block, m), n, alike)) return;
    }
    memcpy(f->scores + f->count * f->players, block->scores, sizeof(int32_t) * n * players);
    memcpy(f->places + f->count * f->players, block->places, sizeof(int32_t) * n * players);
    memcpy(f->ends + f->count, block->ends, n);
    f->count += count;
}

void dado_frame_free(dado_frame *f)
{
    for (int m = 0; f->columns && m < f->measures; m++) free(f->columns[m].values);
    free(f->columns);
    free(f->scores);
    free(f->places);
    free(f->ends);
    free(f->side);
    *f = (dado_frame){ 0 };
}
