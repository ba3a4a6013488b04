// rng.h - the random numbers of dungeons; the specification fixes their values.
#pragma once

#include "core/rng.h"

typedef uint64_t dado_dungeon_rng;  // the state of a SplitMix64 generator

// Returns a uniform number from 0 to count - 1; count is at least 1.
static inline uint64_t dado_dungeon_rng_below(dado_dungeon_rng *rng, uint64_t count)
{
    uint64_t least = -count % count, drawn;
    do drawn = dado_splitmix(rng);
    while (drawn < least);
    return drawn % count;
}

static inline double dado_dungeon_rng_unit(dado_dungeon_rng *rng)
{
    return (double)(dado_splitmix(rng) >> 11) * 0x1p-53;
}

// Returns a uniform number from `least` to `most`, both included.
static inline int dado_dungeon_rng_between(dado_dungeon_rng *rng, int least, int most)
{
    return least + (int)dado_dungeon_rng_below(rng, (uint64_t)(most - least + 1));
}
