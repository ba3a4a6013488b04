// diagnosis.h - what a doctor found out, as parts of a document.
#ifndef DADO_REPORT_DIAGNOSIS_H
#define DADO_REPORT_DIAGNOSIS_H

#include "evolve/advice.h"
#include "judge/diagnosis.h"
#include "report/document.h"

// Symptoms, what to try, the parts of luck, the ladder, what players do, and the matches at random.
void dado_report_checkup(dado_document *document, const dado_checkup *checkup,
                         const dado_symptom *symptoms, int count, const dado_advice *advice);

#endif
