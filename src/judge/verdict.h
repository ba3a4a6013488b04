// verdict.h - what the numbers mean, in words a designer can act on.
//
// Each verdict is a claim with its evidence: the figure, its interval, how many
// matches stand behind it. A claim is made only when the whole interval lies on
// its side of the line; where it does not, the verdict says that it cannot tell
// and how many matches would. Because many questions are asked of the same
// matches, each is asked at a level so strict that a game without fault draws a
// false alarm in no more than one run of twenty, all verdicts together. A bias
// that is real but too small for anyone to feel is called that.
#pragma once

#include "core/error.h"
#include "core/text.h"
#include "judge/findings.h"

typedef enum dado_tone {
    DADO_GOOD,    // as one would wish
    DADO_PLAIN,   // worth knowing, neither good nor bad
    DADO_UNSURE,  // not enough matches to tell
    DADO_WARN,    // look at this
    DADO_BAD,     // this is broken
} dado_tone;

typedef struct dado_verdict {
    const char *topic;  // one word: "fairness"
    dado_tone tone;
    char claim[120];          // a sentence: "Seat 1 wins too often."
    char evidence[360];       // figures: "39.9 % of wins, ..."
    dado_interval figure;     // that the claim rests on; DADO_NONE if none
    int64_t count;            // matches behind it
    double level;             // of the interval, corrected for all that was asked
    dado_place place;         // of the rule it is about; all zero where there is none
    char line[100];           // the text of that line
    bool thinking;            // it is about players who think, where others were looked at too
} dado_verdict;

enum { DADO_VERDICTS = 16 };  // no more than this many are given

// Judges; returns how many verdicts were written to `verdicts`.
int dado_verdicts_of(const dado_findings *findings, dado_verdict verdicts[DADO_VERDICTS]);

const char *dado_tone_name(dado_tone tone);  // "good"

// For those who judge: a list that verdicts are added to, where what there is no room for is lost;
// a verdict without words, the sentence it claims, more of its evidence, and the figure that it
// rests on.
typedef struct dado_verdicts {
    dado_verdict *list;
    int count, most;
    dado_verdict lost;
} dado_verdicts;

dado_verdict *dado_about(dado_verdicts *to, const char *topic, dado_tone tone);
void dado_claim(dado_verdict *verdict, const char *format, ...) DADO_PRINTF(2, 3);
void dado_evidence(dado_verdict *verdict, const char *format, ...) DADO_PRINTF(2, 3);

// Says where: a place in a text, which may be NULL.
void dado_verdict_points_at(dado_verdict *verdict, dado_place place, const char *text);
void dado_rest_on(dado_verdict *verdict, dado_interval figure, double level, int64_t count);
