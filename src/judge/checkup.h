// checkup.h - all that is looked at when somebody asks what is wrong with a game.
//
// The game is played at random and between players who think; luck is told from choice, a ladder of
// players is climbed, options are tried out, rules are counted. What comes out is what was
// measured; what it means comes last.
#pragma once

#include "judge/chances.h"
#include "judge/effects.h"
#include "judge/findings.h"
#include "judge/ladder.h"
#include "judge/luck.h"
#include "judge/best_play.h"
#include "judge/secret_play.h"
#include "judge/spread.h"
#include "judge/uses.h"
#include "judge/verdict.h"
#include "lab/coverage.h"
#include "measure/expect.h"

typedef enum dado_effort { DADO_QUICK, DADO_NORMAL, DADO_LONG } dado_effort;

typedef struct dado_checkup_plan {
    const dado_source *game;
    const dado_expect *expect;  // read against the game's measures; or NULL
    dado_effort effort;
    const char *thinker;        // who stands for players who think; NULL: by effort
    uint64_t seed;
    int limit;                  // of moves, past which a match is taken not to end
    const char *command;
    void *context;
    void (*say)(void *context, const char *sentence);  // what comes next, or was left; or NULL
} dado_checkup_plan;

typedef struct dado_checkup {  // what was measured; empty where it was not
    dado_findings at_random;     // players who choose at random
    dado_findings thinking;      // players who think
    const char *thinker;         // who that was
    dado_ladder ladder;
    dado_ladder greedy;          // greed against chance, a ladder of one rung
    dado_spread spread;          // between the options of those who choose at random
    dado_luck_share luck;        // between those who choose at random
    dado_uses uses;              // of those who think
    dado_effects effects;        // of options, for those who think a little
    dado_chances open;           // how open matches at random are on the way
    dado_chances open_thinking;  // the same of those who think
    dado_count_uses counts;      // what the game counts, of those who think
    dado_coverage coverage;
    dado_best_play proof;        // what best play makes of it, where that could be found out
    dado_secret_play secret;     // the same where something is hidden
    bool points;                 // points are what is won, and thinkers play for them
    bool together;               // all win or lose together
    bool interrupted;            // not all was looked at
    dado_results results[2];     // of both samples, which the above points to
    dado_gathering gathering[2];
} dado_checkup;

// `how` says how many to play at a time, whom to tell of progress and when to stop; it has no
// `block`. Memory comes from `arena`, and the checkup is to be freed in any case.
bool dado_checkup_run(const dado_checkup_plan *plan, const dado_experiment_how *how,
                      dado_arena *arena, dado_checkup *checkup, dado_error *err);
void dado_checkup_free(dado_checkup *checkup);

// ---- what it means: worst first, in words ----

typedef dado_verdict dado_symptom;  // many of them have a place in the rules

enum { DADO_SYMPTOMS = 96 };

// Writes up to DADO_SYMPTOMS of them, worst first; returns how many.
int dado_diagnose(const dado_checkup *checkup, dado_symptom symptoms[DADO_SYMPTOMS]);
