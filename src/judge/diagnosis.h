// diagnosis.h - everything a doctor found out about a game, worst first, in words.
#ifndef DADO_JUDGE_DIAGNOSIS_H
#define DADO_JUDGE_DIAGNOSIS_H

#include "judge/checkup.h"
#include "judge/verdict.h"

typedef struct dado_symptom {
    dado_verdict verdict;
    dado_place place;  // of the rule it is about; all zero where there is none
} dado_symptom;

enum { DADO_SYMPTOMS = 96 };

// Writes up to DADO_SYMPTOMS of them, worst first; returns how many.
int dado_diagnose(const dado_checkup *checkup, dado_symptom symptoms[DADO_SYMPTOMS]);

// The worst tone among them.
dado_tone dado_worst(const dado_symptom *symptoms, int count);

#endif
