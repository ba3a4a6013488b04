// stats.h - statistics: what values say together, and how sure one may be.
//
// All of it is our own arithmetic (see special.h), so a printed digit does not
// depend on the machine's mathematics library. Sums run in the order given;
// whoever works in parallel merges blocks in their order.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Mean and spread of values as they come (Welford), and of those that are not
// zero by themselves, as the published tables count. DADO_NONE is left out.
typedef struct dado_moments {
    int64_t count;
    double mean;
    double squares;      // of deviations from the mean, summed
    double least, most;  // 0 while count is 0
    int64_t nonzero;
    double nonzero_mean;
    double nonzero_squares;
} dado_moments;

void dado_moments_add(dado_moments *m, double value);
void dado_moments_merge(dado_moments *m, const dado_moments *next);

// Of values that are all at hand. Columns of one whole number, or of none, are common and need no
// arithmetic: false of others. Four columns of equal length at once take little longer than one.
dado_moments dado_moments_of(const double *values, int count);
bool dado_moments_of_one(double value, int count, dado_moments *moments);
bool dado_moments_of_alike(const double *values, int count, dado_moments *moments);
void dado_moments_of_four(const double *const columns[4], int count, dado_moments *const to[4]);

// The same of eight columns whose rows are of few kinds: `kind` says which each row is of, numbered
// as they are met, and `values` what rows of a kind have, more than one number in each column.
enum { DADO_KINDS_MOST = 64, DADO_KINDS_WIDE = 8 };
void dado_moments_of_kinds(const uint8_t *kind, int count, double values[][DADO_KINDS_WIDE],
                           int kinds, dado_moments to[DADO_KINDS_WIDE]);

double dado_moments_variance(const dado_moments *m);    // sample: divisor count - 1; 0 below two
double dado_moments_sd(const dado_moments *m);          // sample
double dado_moments_sd_all(const dado_moments *m);      // population: divisor count
double dado_moments_error(const dado_moments *m);       // standard error of the mean
double dado_moments_nonzero_sd(const dado_moments *m);  // population, as published

// Intervals: `value` with what it may truly be. `level` is 0.95 for 95 %.
typedef struct dado_interval {
    double value, low, high;
} dado_interval;

dado_interval dado_mean_interval(const dado_moments *m, double level);        // Student's t
dado_interval dado_share_interval(double hits, double trials, double level);  // Wilson's

// Distributions.
double dado_normal_cdf(double z);
double dado_normal_quantile(double p);
double dado_t_cdf(double t, double freedom);
double dado_t_quantile(double p, double freedom);
double dado_beta_cdf(double x, double a, double b);
double dado_beta_quantile(double p, double a, double b);
double dado_chi2_cdf(double x, double freedom);
double dado_chi2_quantile(double p, double freedom);

// Order. `values` hold no DADO_NONE: dado_values_keep moves those there are to
// the front, in their order, and says how many.
size_t dado_values_keep(double *values, size_t count);
void dado_values_sort(double *values, size_t count);
bool dado_values_whole(const double *values, size_t count);  // none has a part behind the point
double dado_quantile(const double *sorted, size_t count, double p);  // between neighbours, linear

// The places of values that lie `apart` bytes from each other, the highest first and those without
// a value last; equals keep their order.
void dado_order(const double *values, size_t apart, int count, int *order);

typedef struct dado_summary {
    int64_t count;
    double mean, sd, error, least, q1, median, q3, most;
} dado_summary;

// Sorts `values`, which may hold DADO_NONE; all but count are DADO_NONE if nothing is left.
dado_summary dado_summarise(double *values, size_t count);

// Equal bins from `low` to `high`, both included; values outside are not counted.
typedef struct dado_bins {
    double low, high;
    int count;
} dado_bins;

// Bins that suit sorted values (Freedman and Diaconis), at most `most` of them.
// Whole numbers that lie close together get a bin each.
dado_bins dado_bins_suit(const double *sorted, size_t count, int most);
void dado_histogram(const double *values, size_t count, dado_bins bins, double *counts);

// Gaussian kernel density of sorted values at `points` places from low to high.
// A width of 0 takes Silverman's.
void dado_density(const double *sorted, size_t count, double width, double low, double high,
                  double *density, int points);
double dado_density_width(const double *sorted, size_t count);

// Comparing two samples a and b.
typedef struct dado_difference {
    dado_interval means;  // a less b, Welch
    double freedom;
    double p;      // two-sided, permutation
    double cliff;  // share of pairs with a above b less those below, -1 ... 1
} dado_difference;

// All of it at once. Sorts both; `room` holds both together.
dado_difference dado_compare(double *a, size_t a_count, double *b, size_t b_count, double level,
                             int rounds, uint64_t seed, double *room);

dado_interval dado_welch(const dado_moments *a, const dado_moments *b, double level,
                         double *freedom);
double dado_permutation_p(const double *a, size_t a_count, const double *b, size_t b_count,
                          int rounds, uint64_t seed, double *room);  // room for both together
double dado_cliff(const double *a_sorted, size_t a_count, const double *b_sorted, size_t b_count);
// Corrects in place p-values that lie `apart` bytes from each other; those without a value are left
// out. Room for `count` numbers.
void dado_holm(double *p, size_t apart, int count, int *room);

// Percentile interval of a statistic, from `rounds` resamples drawn with `seed`.
// `statistic` is given places of values, some twice, others not at all.
typedef double dado_statistic(const void *data, const int32_t *places, int count);
dado_interval dado_bootstrap(dado_statistic *statistic, const void *data, int count, int rounds,
                             double level, uint64_t seed, int32_t *places, double *room);
