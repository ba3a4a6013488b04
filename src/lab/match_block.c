// match_block.c - blocks of match results; see match_block.h. match_block_serialize.c
// stores them as bytes.
#include "lab/match_block.h"

// Returns the distance between columns. It is not a power of two, so that columns begin
// in different parts of a cache.
int dado_block_stride(int count)
{
    enum { line = 8 };  // numbers in one cache line
    return (count / line + 2) * line;
}

bool dado_block_init(dado_block *block, int count, int players, int measures, dado_region *region)
{
    size_t n = (size_t)count, seats = n * (size_t)players;
    *block = (dado_block){
        .count = count, .players = players, .measures = measures, .broken = -1, .notes = ""
    };
    block->ends = dado_new(region, uint8_t, n);
    block->scores = dado_new(region, int32_t, seats);
    block->places = dado_new(region, int32_t, seats);
    block->effort = dado_new(region, uint64_t, seats);
    block->stride = dado_block_stride(count);
    block->values = dado_new(region, double, (size_t)block->stride *(size_t)measures);
    block->empty = dado_new(region, bool, measures + 1);
    return block->ends && block->scores && block->places && block->effort && block->values &&
           block->empty;
}

void dado_block_set_empty(dado_block *block, int measure, bool empty)
{
    double *column = dado_block_column(block, measure);
    for (int i = 0; empty && !block->empty[measure] && i < block->stride; i++) {
        column[i] = DADO_NONE;
    }
    block->empty[measure] = empty;
}

bool dado_block_select_columns(dado_block *block, const int *from, int measures,
                               dado_region *region)
{
    if (block->players == 0) return true;
    double *values = dado_new(region, double, (size_t)block->stride *(size_t)measures);
    bool *empty = dado_new(region, bool, measures + 1);
    if (!values || !empty) return false;
    for (int m = 0; m < measures; m++) {
        double *to = values + (int64_t)m * block->stride;
        const double *column = from[m] >= 0 ? dado_block_column(block, from[m]) : NULL;
        for (int i = 0; i < block->count; i++) to[i] = column ? column[i] : DADO_NONE;
    }
    block->values = values;
    block->empty = empty;
    block->measures = measures;
    return true;
}
