// diagnosis.h - everything a doctor found out about a game, worst first, in words.
#ifndef DADO_JUDGE_DIAGNOSIS_H
#define DADO_JUDGE_DIAGNOSIS_H

#include "judge/checkup.h"
#include "judge/verdict.h"

typedef dado_verdict dado_symptom;  // many of them have a place in the rules

enum { DADO_SYMPTOMS = 96 };

// Writes up to DADO_SYMPTOMS of them, worst first; returns how many.
int dado_diagnose(const dado_checkup *checkup, dado_symptom symptoms[DADO_SYMPTOMS]);

#endif
