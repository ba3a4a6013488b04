// luck.h - the random numbers of dungeons, whose values the specification fixes.
#pragma once

#include "core/rng.h"

typedef uint64_t dado_luck;  // the state of a SplitMix64

// Uniform on 0 ... count - 1; count is at least 1.
static inline uint64_t dado_luck_below(dado_luck *luck, uint64_t count)
{
    uint64_t least = -count % count, drawn;
    do drawn = dado_splitmix(luck);
    while (drawn < least);
    return drawn % count;
}

static inline double dado_luck_unit(dado_luck *luck)
{
    return (double)(dado_splitmix(luck) >> 11) * 0x1p-53;
}

static inline int dado_luck_between(dado_luck *luck, int least, int most)  // both included
{
    return least + (int)dado_luck_below(luck, (uint64_t)(most - least + 1));
}
