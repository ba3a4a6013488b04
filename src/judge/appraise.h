// appraise.h - what a plan is worth by a wish, for those who ask it of thousands.
//
// Plan and wishes in, a quality out: the one that `dado sim` tells of the same plan. Whoever breeds
// asks here and never plays. What will not do is given up at the first match that shows it.
#pragma once

#include "lab/experiment.h"
#include "measure/expect.h"
#include "measure/figure.h"

typedef struct dado_demand {
    const dado_expect *expect;
    bool ends;     // every match comes to its end by itself
    bool decides;  // there is something to decide in the first matches
    int threads;   // as in dado_experiment_how
    const volatile sig_atomic_t *stop;
} dado_demand;

typedef struct dado_appraisal {
    const char *refused;   // why it will not do; NULL if it will
    double quality;        // mean over the cells of the plan; DADO_NONE where it is refused
    dado_results results;  // for those who want to know more; to be freed
} dado_appraisal;

// The results are to be freed in any case.
void dado_appraise(const dado_plan *plan, const dado_demand *demand, dado_appraisal *appraisal);

// Matches that are kept value by value, a row each: of every measure one.
typedef struct dado_rows {
    const dado_measures *measures;
    const double *values;
    const int32_t *where;  // the rows that count, by their places among all
    int count;
} dado_rows;

// What these are worth, with an interval from so many resamples; none of 0 of them. `fits` has room
// for as many as there are wishes and says it wish by wish. DADO_NONE where memory is short.
dado_figure dado_appraise_rows(const dado_expect *expect, const dado_rows *rows, int resamples,
                               uint64_t seed, dado_fit *fits, dado_arena *arena);

// The mean of a measure in the first cell; 0 where no match has a value.
double dado_appraisal_mean(const dado_appraisal *appraisal, const char *measure);
