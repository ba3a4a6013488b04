// measures.h - what a level is like, in numbers, before anyone plays it.
#pragma once

#include "core/trace.h"
#include "worlds/platform/patterns.h"
#include "worlds/platform/score.h"

// Places in the list of structural measures; those about a row of patterns follow.
typedef enum dado_level_measure {
    DADO_LEVEL_COLUMNS,
    DADO_LEVEL_GAPS,
    DADO_LEVEL_LONGEST_GAP,
    DADO_LEVEL_LINEARITY,
    DADO_LEVEL_LENIENCY,
    DADO_LEVEL_DENSITY,
    DADO_LEVEL_EMPTINESS,
    DADO_LEVEL_WALKERS,
    DADO_LEVEL_CRAWLERS,
    DADO_LEVEL_GREENS,
    DADO_LEVEL_REDS,
    DADO_LEVEL_SPIKERS,
    DADO_LEVEL_WINGED,
    DADO_LEVEL_SNAPPERS,
    DADO_LEVEL_COINS,
    DADO_LEVEL_COIN_BLOCKS,
    DADO_LEVEL_POWER_UPS,
    DADO_LEVEL_STRUCTURAL,  // how many of these there are
    DADO_GENES_FITNESS = DADO_LEVEL_STRUCTURAL,
    DADO_GENES_COLUMNS,
    DADO_GENES_PER_100,
    DADO_GENES_DISTINCT,
    DADO_GENES_VARIETY,
    DADO_GENES_ENTROPY,
    DADO_GENES_CLASS_RUN,
    DADO_LEVEL_MEASURES,
} dado_level_measure;

extern const dado_measure dado_level_measures[DADO_LEVEL_MEASURES + 1];  // all of them fixed

// The structural ones; `values` has room for DADO_LEVEL_STRUCTURAL.
void dado_level_measure_all(const dado_level *level, double *values);

// Those about genes, into the places DADO_GENES_FITNESS and on of `values`.
void dado_genes_measure_all(const dado_patterns *patterns, const dado_score *score,
                            const uint8_t *genes, int count, double *values);

// The share of each class, and how often one class follows another: [left * classes + right].
void dado_genes_classes(const dado_patterns *patterns, const uint8_t *genes, int count,
                        double *shares, int *pairs);

// Patterns to change, add or drop to turn one row into the other.
int dado_genes_distance(const uint8_t *a, int a_count, const uint8_t *b, int b_count);
