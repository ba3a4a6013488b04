// solution.h - solved boards as parts of a document: tables, verdicts, charts over sizes.
#ifndef DADO_REPORT_SOLUTION_H
#define DADO_REPORT_SOLUTION_H

#include "judge/solution.h"
#include "report/document.h"

void dado_report_solutions(dado_document *document, const dado_solution *solutions, int count);

// A line for each board, its scores as they are counted at the table.
void dado_report_boards(dado_document *document, const dado_survey *survey, const char *name);

#endif
