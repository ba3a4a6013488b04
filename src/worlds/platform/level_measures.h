// level_measures.h - measures of a level that need no play: gaps, density, creatures ...
#pragma once

#include "core/match_record.h"
#include "worlds/platform/building_patterns.h"
#include "worlds/platform/pattern_score.h"

// Indices of the structural measures, then of the measures of its row of patterns.
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
    DADO_LEVEL_STRUCTURAL,  // number of structural measures
    DADO_GENES_FITNESS = DADO_LEVEL_STRUCTURAL,
    DADO_GENES_COLUMNS,
    DADO_GENES_PER_100,
    DADO_GENES_DISTINCT,
    DADO_GENES_VARIETY,
    DADO_GENES_ENTROPY,
    DADO_GENES_CLASS_RUN,
    DADO_LEVEL_TALLIES,  // number of measures that matches report
    // How a level goes, from left to right; known of every level.
    DADO_LEVEL_VARIETY = DADO_LEVEL_TALLIES,
    DADO_LEVEL_PIT_SHARE,
    DADO_LEVEL_EXPLORATION,
    DADO_LEVEL_DANGER,
    DADO_LEVEL_PACE,
    DADO_LEVEL_CURVE,
    DADO_LEVEL_MEASURES,
} dado_level_measure;

enum { DADO_LEVEL_STRETCH_COLUMNS = 10 };  // columns whose danger is added up

// The table of all measures; each has one fixed value per level.
extern const dado_measure dado_level_measures[DADO_LEVEL_MEASURES + 1];

// Whether a measure is known only of levels that were made from a row of patterns.
static inline bool dado_level_measure_needs_genes(int measure)
{
    return measure >= DADO_GENES_FITNESS && measure < DADO_LEVEL_TALLIES;
}

// Computes the structural measures; `values` has room for DADO_LEVEL_STRUCTURAL.
void dado_level_measure_all(const dado_level *level, double *values);

// Computes how the level goes, into `values` from index DADO_LEVEL_VARIETY on. The second
// function leaves out what takes longest, pits and exploration.
void dado_level_measure_course(const dado_level *level, double *values);
void dado_level_measure_flow(const dado_level *level, double *values);

// Computes the measures of a genome, into `values` from index DADO_GENES_FITNESS on.
void dado_genes_measure_all(const dado_patterns *patterns, const dado_pattern_score *score,
                            const uint8_t *genes, int count, double *values);

// Computes the share of each class, and how often one class follows another, into
// pairs[left * classes + right].
void dado_genes_classes(const dado_patterns *patterns, const uint8_t *genes, int count,
                        double *shares, int *pairs);

// Returns the edit distance of two genomes: patterns to change, add or drop.
int dado_genes_distance(const uint8_t *a, int a_count, const uint8_t *b, int b_count);
