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
    double *values = realloc(f->values, sizeof *values * n * (size_t)(f->measures + 1));
    if (values) f->values = values;
    int32_t *scores = realloc(f->scores, sizeof *scores * n * (size_t)(f->players + 1));
    if (scores) f->scores = scores;
    int32_t *places = realloc(f->places, sizeof *places * n * (size_t)(f->players + 1));
    if (places) f->places = places;
    uint8_t *ends = realloc(f->ends, n);
    if (ends) f->ends = ends;
    if (!values || !scores || !places || !ends) return false;
    f->room = room;
    return true;
}

void dado_frame_add(dado_frame *f, const dado_block *block)
{
    if (block->players == 0) return;
    if (f->players == 0) {
        f->players = block->players;
        f->measures = block->measures;
        if (block->side) f->side = malloc((size_t)f->players);
        if (f->side) memcpy(f->side, block->side, (size_t)f->players);
    }
    int64_t count = f->most - f->count < block->count ? f->most - f->count : block->count;
    if (count <= 0 || f->players != block->players || f->measures != block->measures) return;
    if (!grow(f, f->count + count)) return;
    size_t n = (size_t)count, players = (size_t)f->players, measures = (size_t)f->measures;
    memcpy(f->values + f->count * f->measures, block->values, sizeof(double) * n * measures);
    memcpy(f->scores + f->count * f->players, block->scores, sizeof(int32_t) * n * players);
    memcpy(f->places + f->count * f->players, block->places, sizeof(int32_t) * n * players);
    memcpy(f->ends + f->count, block->ends, n);
    f->count += count;
}

void dado_frame_free(dado_frame *f)
{
    free(f->values);
    free(f->scores);
    free(f->places);
    free(f->ends);
    free(f->side);
    *f = (dado_frame){ 0 };
}
