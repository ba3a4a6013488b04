// rules.h - rules that never fired, or always did, for terminals, programs and pages.
#ifndef DADO_REPORT_RULES_H
#define DADO_REPORT_RULES_H

#include "lab/coverage.h"
#include "report/page.h"

// `text` is the description's, to show the line a rule stands in; or NULL.
void dado_rules_print(const dado_coverage *coverage, const char *text, dado_text *out);
void dado_rules_json(const dado_coverage *coverage, dado_text *out);  // an array
void dado_rules_section(const dado_coverage *coverage, const char *text, dado_page *page);

#endif
