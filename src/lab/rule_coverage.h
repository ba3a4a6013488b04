// rule_coverage.h - which rules of a description were executed, and which never were.
//
// A designer who writes a rule expects it to matter. Matches of a plan are played again
// while hooks count how often each clause of the text is executed or holds. A condition
// that was never true or never false, and an act, option or stage that was never
// executed, deserve a look. Games without a text have no coverage.
#pragma once

#include "lab/experiment.h"

typedef enum dado_rule_state {
    DADO_RULE_LIVE,
    DADO_RULE_NEVER,   // never true, never chosen, never executed
    DADO_RULE_ALWAYS,  // a condition that was never false
} dado_rule_state;

typedef struct dado_rule_use {
    const char *kind;  // "condition", "option", "act", "stage"
    dado_place place;  // its position in the text of the description
    int last_line;
    int64_t held, failed;
    int64_t matches_held;  // number of matches in which it was executed or held
    dado_rule_state state;
} dado_rule_use;

typedef struct dado_rule_coverage {
    const dado_rule_use *rules;  // in the order of the text; NULL if the game has no text
    int count;
    int never, always;
    int64_t matches;  // number of matches examined, the last perhaps in part
} dado_rule_coverage;

// Replays up to `matches` matches of a cell, or 4,000 steps for each of them, whichever
// is less. It uses `stop` and `progress` of `how`, which may be NULL. Memory comes from
// `region`.
bool dado_rule_coverage_collect(const dado_plan *plan, int instance, int lineup, int64_t matches,
                                const dado_experiment_settings *how, dado_region *region,
                                dado_rule_coverage *coverage, dado_error *err);

// Returns a sentence about a rule that is not live: "this condition was never true".
const char *dado_rule_coverage_message(const dado_rule_use *rule);
