// doctor_checkup.h - plays and measures everything that `doctor` needs to say what is
// wrong with a game.
//
// The game is played by random players and by players who think. Luck is separated from
// choice, players of rising strength meet on a ladder, options are compared, and the use
// of each rule is counted. A check-up holds what was measured; dado_diagnose says what it
// means.
#pragma once

#include "judge/predictability.h"
#include "judge/option_worth_recorder.h"
#include "judge/move_effects.h"
#include "judge/experiment_summary.h"
#include "judge/skill_ladder.h"
#include "judge/perfect_play.h"
#include "judge/equilibrium_play.h"
#include "judge/move_stats.h"
#include "judge/verdicts_by_topic.h"
#include "lab/rule_coverage.h"
#include "measure/expectations.h"

typedef enum dado_effort { DADO_QUICK, DADO_NORMAL, DADO_LONG } dado_effort;

typedef struct dado_checkup_config {
    const dado_game_source *game;
    const dado_expectations *expect;  // for the game's measures; or NULL
    dado_effort effort;
    const char *thinker;  // the agent that stands for thinking players; NULL: chosen by effort
    uint64_t seed;
    int limit;  // moves after which a match counts as never ending
    const char *command;
    void *context;
    // reports the next step, or a step that is skipped; or NULL
    void (*say)(void *context, const char *sentence);
} dado_checkup_config;

typedef struct dado_checkup {  // what was measured; fields stay empty where nothing was
    dado_findings at_random;   // players who choose at random
    dado_findings thinking;    // players who think
    const char *thinker;       // the agent that played as thinking player
    dado_skill_ladder ladder;
    dado_skill_ladder greedy;  // greedy against random: a ladder of one rung
    dado_recording recording;  // decisions of random players
    bool recorded;             // `recording` is filled in
    dado_move_stats uses;      // moves of thinking players
    // effects of options, played on by players who think a little
    dado_move_effects effects;
    // how open matches of random players are before they end
    dado_predictability open;
    dado_predictability predictability_thinking;  // the same for thinking players
    dado_count_stats counts;                      // what the game counts, for thinking players
    dado_rule_coverage coverage;
    dado_perfect_play proof;       // the result of best play, if it was found
    dado_equilibrium_play secret;  // the same for games with hidden information
    bool points;                   // points are what is won, and thinking players play for them
    bool together;                 // all players win or lose together
    bool interrupted;              // it was stopped before everything was examined
    dado_plan plan_at_random;      // plan of the first sample, to replay its matches
    dado_results results[2];       // of both samples; the fields above point into them
    dado_findings_collector gathering[2];
} dado_checkup;

// `how` gives the number of threads, the progress callback and the stop flag; its `block`
// must be NULL. Memory comes from `region`. The checkup must be freed in any case.
bool dado_checkup_run(const dado_checkup_config *plan, const dado_experiment_settings *how,
                      dado_region *region, dado_checkup *checkup, dado_error *err);
void dado_checkup_free(dado_checkup *checkup);

// ---- diagnosis: what the results mean, worst first ----

typedef dado_verdict dado_symptom;  // many have a place in the rules

enum { DADO_SYMPTOMS = 96 };

// Writes up to DADO_SYMPTOMS symptoms, worst first, and returns how many.
int dado_diagnose(const dado_checkup *checkup, dado_symptom symptoms[DADO_SYMPTOMS]);
