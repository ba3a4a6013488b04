// pattern_score.h - the fitness of a genome: good neighbours, few repetitions.
//
// Scores are integers in thousandths, so sums are exact in any order, and equal genomes
// have equal scores on every machine.
//
// A table is text: scores by class, the cost of repetition, and exceptions.
//
//     classes  enemy  pit
//     enemy    0.1    1
//     pit      1.9    0.1
//     share    15              # percent of a genome one pattern may fill
//     penalty  2               # for each copy of one that fills more
//     cell     walker pit2 3   # this pattern before that one
//
// Instead of `classes` it may have `matrix` alone on a line, then one line per pattern
// with the scores of all patterns that may follow it.
#pragma once

#include "worlds/platform/building_patterns.h"

enum { DADO_PATTERN_SCORE_UNIT = 1000, DADO_GENES_MOST = 400 };

typedef struct dado_pattern_score {
    int count;             // number of patterns
    int stride;            // length of a row of cells, a power of two
    int shift;             // the binary logarithm of stride
    const int32_t *cells;  // cells[left * stride + right], in thousandths
    int32_t share;         // largest share of one pattern without a penalty, in percent
    // Penalty per copy of a pattern above its share, in thousandths.
    int32_t penalty;
} dado_pattern_score;

// The class table of the published research.
extern const char dado_score_table_classic[];

bool dado_pattern_score_read(dado_pattern_score *score, const dado_patterns *patterns,
                             const char *source, const char *text, dado_region *region,
                             dado_error *err);

// The score of all neighbours, the cost of repetition, and their difference, in
// thousandths.
int64_t dado_pattern_score_neighbours(const dado_pattern_score *score, const uint8_t *genes,
                                      int count);
int64_t dado_pattern_score_penalty(const dado_pattern_score *score, const uint8_t *genes,
                                   int count);
int64_t dado_pattern_score_fitness(const dado_pattern_score *score, const uint8_t *genes,
                                   int count);
