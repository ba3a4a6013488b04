// worth.h - what a rule is worth: the game without it, on the same luck.
//
// A rule is taken out of the text, or, where it is a condition, made to hold always; what comes
// out is a game if the checker says so. Both are played on the same luck and compared measure by
// measure (contrast.h). A rule without which nothing changes can go; one without which matches no
// longer end is what they end by.
#pragma once

#include "judge/contrast.h"
#include "lab/coverage.h"

typedef enum dado_without {
    DADO_WITHOUT_IT,     // it was taken out
    DADO_ALWAYS_HOLDS,   // a condition: what hangs on it happens every time
    DADO_CANNOT_GO,      // what is left is no game
} dado_without;

typedef struct dado_rule_worth {
    dado_rule_use use;
    dado_without without;
    bool same;          // every match came out as before, in every measure
    double unfinished;  // share of matches that do not end without it
    dado_contrast_table table;
    char words[240];    // the same as a sentence or two
} dado_rule_worth;

// What is known of the game with all its rules: asked once, for all that may go.
typedef struct dado_worth_base {
    const dado_plan *plan;  // of one cell; its source has a text
    const dado_measures *measures;
    dado_frame frame;       // to be freed
    int limit;  // of moves of what is played without a rule: far beyond the longest match
} dado_worth_base;

bool dado_worth_begin(dado_worth_base *base, const dado_plan *plan, const dado_measures *measures,
                      const dado_experiment_how *how, dado_error *err);

// `rules` is how many are asked about: the level of each is paid for by all of them.
bool dado_worth_of(const dado_worth_base *base, const dado_rule_use *rule, int rules,
                   const dado_experiment_how *how, dado_arena *arena, dado_rule_worth *worth,
                   dado_error *err);
