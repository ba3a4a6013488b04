// block.c - see block.h. How blocks are packed is in block_pack.c.
#include "lab/block.h"

// Columns begin in different parts of a cache, which a round number of matches would not give them.
int dado_block_stride(int count)
{
    enum { line = 8 };  // numbers that a processor fetches together
    return (count / line + 2) * line;
}

bool dado_block_init(dado_block *block, int count, int players, int measures, dado_arena *arena)
{
    size_t n = (size_t)count, seats = n * (size_t)players;
    *block = (dado_block){ .count = count, .players = players, .measures = measures,
                           .broken = -1, .notes = "" };
    block->ends = dado_new(arena, uint8_t, n);
    block->scores = dado_new(arena, int32_t, seats);
    block->places = dado_new(arena, int32_t, seats);
    block->effort = dado_new(arena, uint64_t, seats);
    block->stride = dado_block_stride(count);
    block->values = dado_new(arena, double, (size_t)block->stride *(size_t)measures);
    block->alike = dado_new(arena, int, measures + 1);
    block->kind = dado_new(arena, uint8_t, n);
    return block->ends && block->scores && block->places && block->effort && block->values &&
           block->alike && block->kind;
}

void dado_block_fill(dado_block *block, int measure, double value, int count)
{
    double *column = dado_block_column(block, measure);
    bool there = block->alike[measure] >= count && memcmp(column, &value, sizeof value) == 0;
    for (int i = 0; !there && i < count; i++) column[i] = value;
    if (!there) block->alike[measure] = count;
}

bool dado_block_arrange(dado_block *block, const int *from, int measures, dado_arena *arena)
{
    if (block->players == 0) return true;
    double *values = dado_new(arena, double, (size_t)block->stride *(size_t)measures);
    int *alike = dado_new(arena, int, measures + 1);
    if (!values || !alike) return false;
    for (int m = 0; m < measures; m++) {
        double *to = values + (int64_t)m * block->stride;
        const double *column = from[m] >= 0 ? dado_block_column(block, from[m]) : NULL;
        for (int i = 0; i < block->count; i++) to[i] = column ? column[i] : DADO_NONE;
    }
    block->values = values;
    block->alike = alike;
    block->measures = measures;
    return true;
}
