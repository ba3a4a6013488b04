// range.h - what a generator makes: its expressive range, and how two of them differ.
//
// A sample is a table: one row for each thing made, one column for each
// measure. Where it came from, levels, maps or games, does not matter here.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "core/trace.h"
#include "measure/stats.h"

typedef struct dado_sample {
    const char *name;              // of the generator
    const dado_measure *measures;  // `columns` of them
    int columns, rows;
    const double *values;          // row by row; DADO_NONE where there is no value
} dado_sample;

int dado_sample_column(const dado_sample *sample, const char *name);  // or -1

// Values of one column that there are, into `values`; answers how many.
int dado_sample_values(const dado_sample *sample, int column, double *values);

// How often each pair of values came: a two-dimensional histogram.
typedef struct dado_range {
    int x, y;                  // columns
    double x_least, x_most, y_least, y_most;
    int across, down;          // cells; y grows with the row
    int32_t *counts;           // across numbers a row
    int rows;                  // of the sample that had both values
    int filled, highest;       // cells that hold anything, and the most one holds
} dado_range;

// Bounds that are equal are taken from the sample.
bool dado_range_measure(dado_range *range, const dado_sample *sample, dado_arena *arena,
                        dado_error *err);

// One measure of two generators, side by side.
typedef struct dado_contrast {
    int column;
    dado_summary a, b;
    dado_difference difference;  // a less b: Welch's interval, permutation p, Cliff's delta
    double p_holm;               // corrected for the number of measures compared
} dado_contrast;

// Both samples have the same columns. `contrasts` has room for all of them; columns without
// two values on both sides are left out. Answers how many there are, -1 if memory is short.
int dado_samples_compare(const dado_sample *a, const dado_sample *b, int rounds, uint64_t seed,
                         dado_contrast *contrasts, dado_arena *arena);

// Spearman's rank correlation of two columns over the rows that have both, -1 to 1, and how
// likely one as strong is by chance (two-sided, by shuffling). DADO_NONE below three rows.
typedef struct dado_relation {
    double rho, p;
    int rows;
} dado_relation;

dado_relation dado_sample_relation(const dado_sample *sample, int x, int y, int rounds,
                                   uint64_t seed, dado_arena *arena);
