// gather.h - from what the lab found in a cell to what a page says about it.
//
// Sums cover every match. Distributions are drawn from the first so many,
// which are as random as any others, so that a page about a million matches
// takes no more memory than one about a hundred thousand.
#ifndef DADO_JUDGE_GATHER_H
#define DADO_JUDGE_GATHER_H

#include "judge/findings.h"
#include "lab/experiment.h"
#include "measure/expect.h"

enum { DADO_GATHER_MOST = 100000 };  // matches whose values are kept

typedef struct dado_gathering {
    int instance, lineup;       // the cell it is about
    const dado_expect *expect;  // or NULL
    const dado_measures *measures;
    const volatile sig_atomic_t *stop;  // a match that is played again hears it; or NULL
    dado_frame frame;
} dado_gathering;

// `expect` was read against these `measures`; NULL where nothing is expected.
void dado_gathering_init(dado_gathering *g, const dado_measures *measures,
                         const dado_expect *expect);
void dado_gathering_free(dado_gathering *g);

// A dado_experiment_how's `block`, with a gathering as context.
void dado_gather_block(void *gathering, const dado_block *block);

// The findings of the cell; what they keep is in `arena`, the results or the plan.
// `match`, from 0, is played again to show it round by round; -1 shows none, and draws no curves.
// Nor is one shown whose playing was stopped.
bool dado_gather(dado_findings *findings, const dado_results *results, const dado_gathering *g,
                 int64_t match, dado_arena *arena, dado_error *err);

#endif
