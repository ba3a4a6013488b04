// rule_ablation.h - measures what a rule does by playing the game without it, with the
// same luck.
//
// The rule is removed from the text; a condition is made always true. The rest is a game
// if the checker accepts it. Both games are played with the same luck and compared
// measure by measure (comparison.h). A rule whose removal changes nothing can go. A rule
// without which matches no longer end is the one that ends them.
#pragma once

#include "judge/comparison.h"
#include "lab/rule_coverage.h"

typedef enum dado_ablation_kind {
    DADO_ABLATION_REMOVED,      // the rule was removed
    DADO_ABLATION_ALWAYS_TRUE,  // the condition was made always true
    DADO_ABLATION_IMPOSSIBLE,   // the text without it is not a valid game
} dado_ablation_kind;

typedef struct dado_rule_ablation {
    dado_rule_use use;
    dado_ablation_kind without;
    bool same;          // every match gave the same result in every measure
    double unfinished;  // share of matches that do not end without it
    dado_comparison_table table;
    char words[240];  // the effect in a sentence or two
} dado_rule_ablation;

// The results of the game with all its rules, measured once for all rules to be removed.
typedef struct dado_ablation_baseline {
    const dado_plan *plan;  // has one cell; its source has a text
    const dado_measures *measures;
    dado_data_frame frame;  // must be freed
    int limit;  // limit on the moves of a match without a rule: far beyond the longest match
} dado_ablation_baseline;

bool dado_rule_ablation_begin(dado_ablation_baseline *base, const dado_plan *plan,
                              const dado_measures *measures, const dado_experiment_settings *how,
                              dado_error *err);

// `rules` is the number of rules that are tested; the level is corrected for it.
bool dado_rule_ablation_run(const dado_ablation_baseline *base, const dado_rule_use *rule,
                            int rules, const dado_experiment_settings *how, dado_region *region,
                            dado_rule_ablation *worth, dado_error *err);
