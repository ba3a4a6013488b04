// report.h - the page about one experiment.
#ifndef DADO_REPORT_REPORT_H
#define DADO_REPORT_REPORT_H

#include "core/text.h"
#include "judge/findings.h"
#include "report/page.h"

// Writes the whole page: verdicts, wins by seat, every measure's distribution,
// the table of measures, the chosen match, and the command that made it.
void dado_report_write(const dado_findings *findings, dado_text *out);

// The same in parts, for pages that hold more than one experiment.
void dado_report_sections(const dado_findings *findings, dado_page *page);

#endif
