// diagnosis.h - what a doctor found out, as parts of a document.
#ifndef DADO_REPORT_DIAGNOSIS_H
#define DADO_REPORT_DIAGNOSIS_H

#include "judge/diagnosis.h"
#include "report/document.h"

// Symptoms, the parts of luck, the ladder, what players do, and the matches at random.
void dado_report_checkup(dado_document *document, const dado_checkup *checkup,
                         const dado_symptom *symptoms, int count);

#endif
