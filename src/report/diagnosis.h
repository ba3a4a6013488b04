// diagnosis.h - what a doctor found out, shown: lines, JSON, a page.
#ifndef DADO_REPORT_DIAGNOSIS_H
#define DADO_REPORT_DIAGNOSIS_H

#include "judge/diagnosis.h"
#include "report/page.h"

void dado_symptoms_print(const dado_symptom *symptoms, int count, int columns, bool colour,
                         dado_text *out);
void dado_symptoms_json(const dado_symptom *symptoms, int count, dado_text *out);  // an array

// The parts of luck and choices as an object.
void dado_luck_json(const dado_luck_share *luck, dado_text *out);

// The page: symptoms, the ladder, what players do, and the report on the matches at random.
void dado_diagnosis_page(const dado_checkup *checkup, const dado_symptom *symptoms, int count,
                         dado_text *out);

#endif
