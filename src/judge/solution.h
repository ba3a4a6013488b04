// solution.h - what solved boards say about a game: fair or not, and does size change it.
#pragma once

#include "judge/verdict.h"
#include "lab/survey.h"
#include "measure/figure.h"

enum { DADO_SOLUTION_NAME = 80 };

typedef struct dado_solution {  // a survey, for those who only read
    char name[DADO_SOLUTION_NAME];             // "3x4", "2x2 white=1, 50 drawn"
    const char *size_names[DADO_BOARD_SIZES];  // "colours", "discs"
    int size[DADO_BOARD_SIZES];
    uint64_t like;  // equal for surveys that differ in size alone
    int players;
    bool sampled;
    uint64_t solved, found;  // boards, and how many of them were kept before
    dado_survey_sum sum;
    dado_figure first;  // the first player's part of the wins; estimated where boards were sampled
} dado_solution;

dado_solution dado_solution_of(const dado_survey *survey);

// Is it fair under perfect play? Nothing is estimated here unless boards were sampled.
int dado_solution_judge(const dado_solution *solution, dado_verdict verdicts[DADO_VERDICTS]);

// Solutions that differ in one size only, smallest first.
typedef struct dado_solution_row {
    const dado_solution *at[64];
    int count;
} dado_solution_row;

// Those that differ from number `from` in size `axis` alone; empty if an earlier one does too, and
// so had them all.
dado_solution_row dado_solution_along(const dado_solution *solutions, int count, int from,
                                      int axis);

// Does it change with size? Answers how many verdicts were written.
int dado_solution_trend(const dado_solution *solutions, int count,
                        dado_verdict verdicts[DADO_VERDICTS]);
