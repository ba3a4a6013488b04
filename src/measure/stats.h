// stats.h - statistics: moments, intervals, distributions, tests.
//
// All functions use our own arithmetic (see special_functions.h), so a printed digit does
// not depend on the machine's mathematics library. Sums are added up in the order given.
// Parallel code must merge blocks in order.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Mean and variance of values that are added one by one (Welford's algorithm), and of the
// nonzero values by themselves, as the published tables have them. DADO_NONE is skipped.
typedef struct dado_moments {
    int64_t count;
    double mean;
    double squares;      // sum of squared deviations from the mean
    double least, most;  // smallest and largest value; 0 while count is 0
    int64_t nonzero;
    double nonzero_mean;
    double nonzero_squares;
} dado_moments;

void dado_moments_add(dado_moments *m, double value);
void dado_moments_merge(dado_moments *m, const dado_moments *next);

// Compute the moments of an array. `of_repeated` and `of_constant` handle columns in
// which all values are the same whole number or all missing, which need no arithmetic;
// they return false for others. `of_four` handles four columns of equal length in little
// more time than one.
dado_moments dado_moments_of(const double *values, int count);
bool dado_moments_of_repeated(double value, int count, dado_moments *moments);
bool dado_moments_of_constant(const double *values, int count, dado_moments *moments);
void dado_moments_of_four(const double *const columns[4], int count, dado_moments *const to[4]);

// of a sample: divisor count - 1; 0 with fewer than two values
double dado_moments_variance(const dado_moments *m);
double dado_moments_sd(const dado_moments *m);          // of a sample
double dado_moments_sd_all(const dado_moments *m);      // of a population: divisor count
double dado_moments_error(const dado_moments *m);       // standard error of the mean
double dado_moments_nonzero_sd(const dado_moments *m);  // of a population, as published

// A value and its confidence interval. `level` is 0.95 for 95 %.
typedef struct dado_interval {
    double value, low, high;
} dado_interval;

dado_interval dado_mean_interval(const dado_moments *m, double level);        // Student's t
dado_interval dado_share_interval(double hits, double trials, double level);  // Wilson's
// Wilson's interval for the mean of values between 0 and 1 with this variance, such as wins
// that may be split. Values depend on each other if it is larger than that of 0 and 1 alone,
// share * (1 - share), with which this is dado_share_interval.
dado_interval dado_split_share_interval(double share, double variance, double trials, double level);

// Distributions.
double dado_normal_cdf(double z);
double dado_normal_quantile(double p);
// The same to 15 digits, many times as quick, for random draws; p between 0 and 1.
double dado_normal_quantile_quick(double p);
double dado_t_cdf(double t, double freedom);
double dado_t_quantile(double p, double freedom);
double dado_beta_cdf(double x, double a, double b);
double dado_beta_quantile(double p, double a, double b);
double dado_chi2_cdf(double x, double freedom);
double dado_chi2_quantile(double p, double freedom);

// Sorting. The arrays must not contain DADO_NONE: dado_values_drop_missing moves all
// other values to the front, in order, and returns how many there are.
size_t dado_values_drop_missing(double *values, size_t count);
void dado_values_sort(double *values, size_t count);
bool dado_values_are_integers(const double *values,
                              size_t count);                         // none has a fractional part
double dado_quantile(const double *sorted, size_t count, double p);  // linear between neighbours

// Ranks values that are `apart` bytes from each other: `order` gets their indices, the
// highest value first and missing ones last. Equal values keep their order.
void dado_rank_descending(const double *values, size_t apart, int count, int *order);

typedef struct dado_summary {
    int64_t count;
    double mean, sd, error, least, q1, median, q3, most;
} dado_summary;

// Summarises values, which may contain DADO_NONE, and sorts them. If no value is left,
// all fields but `count` are DADO_NONE.
dado_summary dado_summarise(double *values, size_t count);

// Bins of equal width from `low` to `high`, both included. Values outside are not
// counted.
typedef struct dado_bins {
    double low, high;
    int count;
} dado_bins;

// Chooses bins for sorted values by the rule of Freedman and Diaconis, at most `most` of
// them. Whole numbers that lie close together get one bin each.
dado_bins dado_bins_choose(const double *sorted, size_t count, int most);
void dado_histogram(const double *values, size_t count, dado_bins bins, double *counts);

// Computes the Gaussian kernel density of sorted values at `points` places from `low` to
// `high`. A width of 0 stands for Silverman's rule.
void dado_kernel_density(const double *sorted, size_t count, double width, double low, double high,
                         double *density, int points);
double dado_kernel_bandwidth(const double *sorted, size_t count);

// The difference between two samples a and b.
typedef struct dado_difference {
    dado_interval means;  // mean of a less mean of b, with Welch's interval
    double freedom;
    double p;      // two-sided p-value of a permutation test
    double cliff;  // share of pairs with a above b less those with a below b, -1 to 1
} dado_difference;

// Computes all fields of the difference. Sorts both samples; `room` needs as many numbers
// as both have together.
dado_difference dado_compare_samples(double *a, size_t a_count, double *b, size_t b_count,
                                     double level, int rounds, uint64_t seed, double *room);

dado_interval dado_welch(const dado_moments *a, const dado_moments *b, double level,
                         double *freedom);
// `room` needs as many numbers as both samples have.
double dado_permutation_p(const double *a, size_t a_count, const double *b, size_t b_count,
                          int rounds, uint64_t seed, double *room);
double dado_cliff_delta(const double *a_sorted, size_t a_count, const double *b_sorted,
                        size_t b_count);
// Corrects p-values that are `apart` bytes from each other, in place, for multiple tests.
// Missing values are skipped. `room` needs `count` numbers.
void dado_holm_correct(double *p, size_t apart, int count, int *room);

// Computes the percentile interval of a statistic from `rounds` resamples that are drawn
// with `seed`. `statistic` receives indices of values, of which some occur more than once
// and others not at all.
typedef double dado_statistic(const void *data, const int32_t *places, int count);
dado_interval dado_bootstrap(dado_statistic *statistic, const void *data, int count, int rounds,
                             double level, uint64_t seed, int32_t *places, double *room);
