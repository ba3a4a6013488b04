// verdicts_by_topic.h - says what the numbers mean, in words a designer can act on.
//
// Each verdict is a claim with its evidence: the figure, its interval, and the number of
// matches behind it. A claim is made only if the whole interval lies on one side of the
// limit. Otherwise the verdict says that it cannot tell, and how many matches would be
// needed. Because many questions are asked of the same matches, each is tested at a
// strict level: all verdicts together raise a false alarm about a faultless game in at
// most one run of twenty. A bias that is real but too small for players to feel is
// reported as such.
#pragma once

#include "core/error.h"
#include "core/text.h"
#include "judge/experiment_summary.h"

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
    char claim[120];                 // a sentence: "Seat 1 wins too often."
    char evidence[360];              // figures: "39.9 % of wins, ..."
    dado_interval figure;            // the figure that the claim rests on; DADO_NONE if none
    int64_t count;                   // matches behind it
    double level;                    // of the interval, corrected for the number of questions
    dado_place place;                // the rule it is about; all zero if there is none
    dado_columns characters, utf16;  // the columns of that place in code points and in UTF-16
    char line[100];                  // the text of that line
    bool thinking;                   // it is about thinking players, and others were examined too
} dado_verdict;

// The topics of verdicts; the last entry has no name. Topics that `sim` does not judge
// need a check-up by `doctor`.
typedef struct dado_topic {
    const char *name;
    bool in_sim;
} dado_topic;
extern const dado_topic dado_topics[];

enum { DADO_VERDICTS = 16 };  // limit on the number of verdicts

// Judges the findings; returns how many verdicts were written to `verdicts`.
int dado_verdicts_of(const dado_findings *findings, dado_verdict verdicts[DADO_VERDICTS]);

const char *dado_tone_name(dado_tone tone);  // "good"

// For code that judges: a list to which verdicts are added; what exceeds it is lost. The
// functions add a verdict without words, set its claim, append to its evidence, and set
// its figure.
typedef struct dado_verdicts {
    dado_verdict *list;
    int count, most;
    dado_verdict lost;
} dado_verdicts;

dado_verdict *dado_verdict_add(dado_verdicts *to, const char *topic, dado_tone tone);
void dado_verdict_claim(dado_verdict *verdict, const char *format, ...) DADO_PRINTF(2, 3);
void dado_verdict_evidence(dado_verdict *verdict, const char *format, ...) DADO_PRINTF(2, 3);

// Sets where the fault is: a place in a text, which may be NULL.
void dado_verdict_set_place(dado_verdict *verdict, dado_place place, const char *text);
void dado_verdict_set_figure(dado_verdict *verdict, dado_interval figure, double level,
                             int64_t count);
