// solution.h - what solved boards say about a game: fair or not, and does size change it.
#ifndef DADO_REPORT_SOLUTION_H
#define DADO_REPORT_SOLUTION_H

#include "judge/verdict.h"
#include "lab/survey.h"

typedef struct dado_solution {  // a survey, for those who only read
    dado_survey_plan plan;
    dado_survey_summary sum;
    uint64_t boards;  // that were solved
    uint64_t found;   // of them, in a journal
    int threads;
    double seconds;
} dado_solution;

enum { DADO_SOLUTION_NAME = 48 };

dado_solution dado_solution_of(const dado_survey *survey);

// "3x4", "2x2 with 1 white and 1 black, 3 players"; `name` has room for DADO_SOLUTION_NAME.
void dado_solution_name(const dado_survey_plan *plan, char *name);

// The first player's share: itself if all boards were solved, else between which bounds it lies
// with 95 % confidence (Wilson's interval, a level board counting half).
void dado_solution_bounds(const dado_solution *solution, double *low, double *high);

// Is it fair under perfect play? Nothing is estimated here unless boards were sampled.
int dado_solution_judge(const dado_solution *solution, dado_verdict verdicts[DADO_VERDICTS]);

// Does it change with size? Compares solutions that differ in nothing but size; answers how
// many verdicts were written.
int dado_solution_trend(const dado_solution *solutions, int count,
                        dado_verdict verdicts[DADO_VERDICTS]);

// For a terminal, for programs, and as a page with charts over sizes.
void dado_solution_print(const dado_solution *solution, int columns, bool colour, dado_text *out);
void dado_solution_json(const dado_solution *solution, dado_text *out);
void dado_solution_page(const dado_solution *solutions, int count, const char *command,
                        dado_text *out);

#endif
