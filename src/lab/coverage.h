// coverage.h - which rules of a description fired, and which never did.
//
// A designer who wrote a rule expects it to matter. Matches of a plan are
// played again with a witness who counts what comes to pass, by its place in
// the text. A condition that was never true, or never
// false, and an act, option or stage that never came to pass are worth a look.
// Games that do not name their rules have no coverage.
#pragma once

#include "lab/experiment.h"

typedef enum dado_rule_state {
    DADO_RULE_LIVE,
    DADO_RULE_NEVER,   // never true, never taken, never carried out
    DADO_RULE_ALWAYS,  // a condition that was never false
} dado_rule_state;

typedef struct dado_rule_use {
    const char *kind;   // "condition", "option", "act", "stage"
    dado_place place;   // in the text of the description
    int last_line;
    int64_t held, failed;
    dado_rule_state state;
} dado_rule_use;

typedef struct dado_coverage {
    const dado_rule_use *rules;  // in the order of the text; NULL where the game names none
    int count;
    int never, always;
    int64_t matches;  // looked at, the last perhaps in part
} dado_coverage;

// Replays up to `matches` of a cell, or 4,000 steps for each of them, whichever is less. Of `how`,
// which may be NULL, it heeds `stop` and tells `progress`. Memory comes from `arena`.
bool dado_coverage_gather(const dado_plan *plan, int instance, int lineup, int64_t matches,
                          const dado_experiment_how *how, dado_arena *arena,
                          dado_coverage *coverage, dado_error *err);

// A sentence about a rule that is not live: "this condition was never true".
const char *dado_rule_words(const dado_rule_use *rule);
