// report.h - what an experiment found, as parts of a document.
#ifndef DADO_REPORT_REPORT_H
#define DADO_REPORT_REPORT_H

#include "judge/findings.h"
#include "lab/coverage.h"
#include "lab/experiment.h"
#include "report/document.h"

// All of it, of one cell or of a grid. `findings` has as many as there are cells with matches, in
// their order; without results (NULL) there is one, and it is all that is known.
void dado_report_experiment(dado_document *document, const dado_results *results,
                            const dado_findings *findings);

#endif
