// score.h - how good a genome of patterns is: neighbours that go well, and not too often the same.
//
// Scores are whole thousandths, so that sums are exact in any order and equal
// genomes are equal to the last bit on every machine.
//
// A table is text: the scores by class, what repetition costs, and exceptions.
//
//     classes  enemy  pit
//     enemy    0.1    1
//     pit      1.9    0.1
//     share    15              # percent of a genome one pattern may fill
//     penalty  2               # for each copy of one that fills more
//     cell     walker pit2 3   # this pattern before that one
//
// Instead of `classes` it may have `matrix` alone on a line, and a line for each pattern with the
// scores of all that may follow it.
#pragma once

#include "worlds/platform/patterns.h"

enum { DADO_SCORE_UNIT = 1000, DADO_GENES_MOST = 400 };

typedef struct dado_score {
    int count;              // of patterns
    int stride;             // of a row of cells, a power of two
    int shift;              // its logarithm
    const int32_t *cells;   // [left * stride + right], in thousandths
    int32_t share;          // percent
    int32_t penalty;        // thousandths
} dado_score;

// The class table of the research.
extern const char dado_table_classic[];

bool dado_score_read(dado_score *score, const dado_patterns *patterns, const char *source,
                     const char *text, dado_arena *arena, dado_error *err);

// In thousandths: the sum over neighbours, what repetition costs, and their difference.
int64_t dado_score_neighbours(const dado_score *score, const uint8_t *genes, int count);
int64_t dado_score_penalty(const dado_score *score, const uint8_t *genes, int count);
int64_t dado_score_fitness(const dado_score *score, const uint8_t *genes, int count);
