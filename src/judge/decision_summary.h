// decision_summary.h - sums up recorded decisions: how much depends on them, and for
// whom.
#pragma once

#include "judge/option_worth_recording_format.h"

// Tells whether a decision counts toward what options are worth to their chooser. Exact
// recordings list each such decision once, as its chooser knows it; other recordings list
// samples.
bool dado_decision_counts(const dado_recording *recording, const dado_recorded_decision *decision);

typedef struct dado_stakes_summary {
    dado_interval stakes;   // the best option minus the mean of all, as a share of a win
    dado_interval highest;  // the same for the kind of decision with the highest stakes
    int highest_kind;       // -1 if there is no decision
    const char *words[2];   // two options of a decision of that kind
    double nothing;         // share of decisions with stakes below one percentage point
    int64_t decisions;      // number of decisions examined
    bool exact;
} dado_stakes_summary;

// The intervals of all kinds of decision hold together at `level`.
dado_stakes_summary dado_summarize_stakes(const dado_recording *recording, double level);

// A kingmaking decision: whatever the chooser does, its own chance stays below 5 %, and
// its options move another seat's chance by 25 percentage points or more. Where values
// are estimated, the bounds of the estimates must pass both limits.
typedef struct dado_kingmaking_summary {
    int64_t matches;       // number of matches examined
    int64_t with;          // matches among them with a kingmaking decision that was examined
    dado_interval share;   // share of matches with one; a lower limit if values are estimated
    const char *words[2];  // two options of the first such decision
    int64_t match;         // the match it is in; -1 if there is none
} dado_kingmaking_summary;

dado_kingmaking_summary dado_summarize_kingmaking(const dado_recording *recording, double level);
