// played.h - what was played and who won it, as tables of a document.
#ifndef DADO_REPORT_PLAYED_H
#define DADO_REPORT_PLAYED_H

#include "judge/findings.h"
#include "lab/experiment.h"
#include "report/document.h"

// An instance, told from the others of its plan.
void dado_put_instance(dado_part *part, const dado_plan *plan, int instance);

void dado_add_ends(dado_document *document, const dado_results *results);
void dado_add_seats(dado_document *document, const dado_results *results);

// The same seats for those without results at hand.
void dado_add_found_seats(dado_document *document, const dado_findings *findings);

// What is to be known of ties and ends, below the table of seats.
void dado_add_remarks(dado_document *document, const dado_results *results, const dado_cell *cell);

#endif
