// verdict_lines.h - verdicts as lines of a terminal.
#ifndef DADO_REPORT_VERDICT_LINES_H
#define DADO_REPORT_VERDICT_LINES_H

#include "judge/verdict.h"

const char *dado_tone_mark(dado_tone tone);  // for terminals and pages alike

// `columns` wide; `colour` uses ANSI colours.
void dado_verdicts_print(const dado_verdict *verdicts, int count, int columns, bool colour,
                         dado_text *out);

#endif
