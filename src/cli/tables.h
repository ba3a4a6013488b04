// tables.h - numbers in columns, for people at a terminal.
#ifndef DADO_CLI_TABLES_H
#define DADO_CLI_TABLES_H

#include "lab/experiment.h"
#include "lab/export.h"
#include "report/sheet.h"

// What an experiment found: a line on what was played, seats, ends, and every measure.
void dado_results_table(const dado_results *results, int columns, bool colour, dado_text *out);

#endif
