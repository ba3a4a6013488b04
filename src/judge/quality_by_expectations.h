// quality_by_expectations.h - plays a plan and rates it by expectations, for callers that rate
// thousands of plans.
//
// A plan and expectations go in, and a quality comes out: the same one that `dado sim`
// reports for this plan. The code that breeds games calls this and never plays itself. A
// plan that cannot pass is given up at the first match that shows it.
#pragma once

#include "lab/experiment.h"
#include "measure/expectations.h"
#include "measure/estimate.h"

typedef struct dado_quality_request {
    const dado_expectations *expect;
    bool ends;     // required: every match ends by itself
    bool decides;  // required: there is something to decide in the first matches
    int threads;   // as in dado_experiment_settings
    const volatile sig_atomic_t *stop;
} dado_quality_request;

typedef struct dado_plan_quality {
    const char *refused;   // why the plan is refused; NULL if it is not
    double quality;        // mean over the cells of the plan; DADO_NONE if it is refused
    dado_results results;  // details of what was played; must be freed
} dado_plan_quality;

// The results must be freed in any case.
void dado_plan_quality_measure(const dado_plan *plan, const dado_quality_request *demand,
                               dado_plan_quality *appraisal);

// Values of matches: one row per match, one column per measure.
typedef struct dado_match_rows {
    const dado_measures *measures;
    const double *values;
    const int32_t *where;  // indexes of the rows that count
    int count;
} dado_match_rows;

// Rates these rows, with an interval from the given number of resamples; 0 gives no
// interval. `fits` has room for one entry per expectation and receives how well each is
// met. DADO_NONE if memory runs out.
dado_estimate dado_quality_of_rows(const dado_expectations *expect, const dado_match_rows *rows,
                                   int resamples, uint64_t seed, dado_fit *fits,
                                   dado_region *region);

// Returns the mean of a measure in the first cell; 0 if no match has a value.
double dado_plan_quality_mean(const dado_plan_quality *appraisal, const char *measure);
