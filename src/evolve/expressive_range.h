// expressive_range.h - measures the variety of a generator's output, and compares two
// generators.
//
// A sample is a table with one row per generated instance and one column per measure. The
// instances may be levels, maps or games.
#pragma once

#include "core/region.h"
#include "core/error.h"
#include "core/match_record.h"
#include "measure/stats.h"

typedef struct dado_generator_sample {
    const char *name;              // name of the generator
    const dado_measure *measures;  // one per column
    int columns, rows;
    const double *values;  // row by row; DADO_NONE if there is no value
} dado_generator_sample;

// Returns -1 if there is none.
int dado_generator_sample_column(const dado_generator_sample *sample, const char *name);

// Copies the existing values of a column into `values` and returns how many there are.
int dado_generator_sample_values(const dado_generator_sample *sample, int column, double *values);

// A two-dimensional histogram of two columns of a sample.
typedef struct dado_expressive_range {
    int x, y;  // indices of the two columns
    double x_least, x_most, y_least, y_most;
    int across, down;     // number of cells in each direction; y grows with the row
    int32_t *counts;      // counts of all cells, `across` per row
    int rows;             // number of rows of the sample that have both values
    int filled, highest;  // number of cells that are not empty, and the largest count
} dado_expressive_range;

// Counts a sample into cells. If the lower and the upper bound of an axis are equal, the
// range of the sample's values is used.
bool dado_expressive_range_measure(dado_expressive_range *range,
                                   const dado_generator_sample *sample, dado_region *region,
                                   dado_error *err);

// One measure of two generators, compared.
typedef struct dado_measure_difference {
    int column;
    dado_summary a, b;
    // Value of a minus value of b: Welch's interval, permutation p, Cliff's delta.
    dado_difference difference;
    // The value p, corrected for the number of measures by Holm's method.
    double p_holm;
} dado_measure_difference;

// Compares two samples with the same columns. `contrasts` has room for all columns;
// columns with fewer than two values on a side are left out. Returns the number of
// comparisons, or -1 if memory is short.
int dado_generator_samples_compare(const dado_generator_sample *a, const dado_generator_sample *b,
                                   int rounds, uint64_t seed, dado_measure_difference *contrasts,
                                   dado_region *region);

// Spearman's rank correlation of two columns over the rows that have both, from -1 to 1,
// and the probability of one as strong by chance (two-sided, by permutation). DADO_NONE
// if there are fewer than three rows.
typedef struct dado_rank_correlation {
    double rho, p;
    int rows;
} dado_rank_correlation;

dado_rank_correlation dado_sample_rank_correlation(const dado_generator_sample *sample, int x,
                                                   int y, int rounds, uint64_t seed,
                                                   dado_region *region);
