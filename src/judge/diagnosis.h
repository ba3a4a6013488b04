// diagnosis.h - everything a doctor found out about a game, worst first, in words.
#ifndef DADO_JUDGE_DIAGNOSIS_H
#define DADO_JUDGE_DIAGNOSIS_H

#include "judge/counts.h"
#include "judge/ladder.h"
#include "judge/luck.h"
#include "judge/spread.h"
#include "judge/uses.h"
#include "judge/verdict.h"
#include "lab/coverage.h"

typedef struct dado_symptom {
    dado_verdict verdict;
    dado_place place;  // of the rule it is about; all zero where there is none
} dado_symptom;

typedef struct dado_checkup {  // what was measured; NULL where it was not
    const dado_findings *at_random;  // players who choose at random
    const dado_findings *thinking;   // players who think
    const char *thinker;             // who that was
    const dado_ladder *ladder;
    const dado_ladder *greedy;       // greed against chance, a ladder of one rung
    const dado_spread *spread;       // between the options of those who choose at random
    const dado_luck_share *luck;     // between those who choose at random
    const dado_uses *uses;           // of those who think
    const dado_count_uses *counts;   // what the game counts, of those who think
    const dado_coverage *coverage;
} dado_checkup;

enum { DADO_SYMPTOMS = 96 };

// Writes up to DADO_SYMPTOMS of them, worst first; returns how many.
int dado_diagnose(const dado_checkup *checkup, dado_symptom symptoms[DADO_SYMPTOMS]);

// The worst tone among them.
dado_tone dado_worst(const dado_symptom *symptoms, int count);

#endif
