// levels_compare.h - how alike levels are: their little windows, and how well one helps to spell
// the other.
#ifndef DADO_EVOLVE_LEVELS_COMPARE_H
#define DADO_EVOLVE_LEVELS_COMPARE_H

#include "core/arena.h"
#include "worlds/platform/level.h"

typedef struct dado_divergence {
    double there, back;  // Kullback and Leibler's, in nats: of the first from the second, and back
    double both;         // half of each
} dado_divergence;

// Compares all k x k windows of tiles of two sets of levels. False if memory is short.
bool dado_levels_divergence(const dado_level *const *a, int a_count, const dado_level *const *b,
                            int b_count, int k, dado_divergence *divergence, dado_arena *arena);

// Bytes a text takes when squeezed by a small LZ77 coder that is fixed for ever.
int dado_squeezed(const char *text, int length, dado_arena *arena);

// 0 for the same, about 1 for those that have nothing in common; DADO_NONE without memory.
double dado_level_distance(const dado_level *a, const dado_level *b, dado_arena *arena);

#endif
