// outcome.h - what is done with results, fresh or from the store: shown, exported, reported.
#ifndef DADO_CLI_OUTCOME_H
#define DADO_CLI_OUTCOME_H

#include "cli/session.h"
#include "judge/gather.h"
#include "lab/file.h"

// --csv, --rounds, --expect, --report, --match: what verbs with results have in common.
extern const dado_flag dado_flags_outcome[];

typedef struct dado_outcome {
    dado_call *call;
    dado_results results;
    dado_measures measures;  // of the game, known before it is played
    dado_expect expect;
    bool expected;
    dado_gathering gathering;
    dado_writer csv;
    bool csv_begun, quiet_table;
    bool page_only;  // dado report: nothing but the page
    dado_text lines;
} dado_outcome;

// Reads the expectations and opens the files, so that what is wrong is told before anything is
// played. On failure says why and answers an exit code; 0 if all is well.
int dado_outcome_begin(dado_outcome *outcome, dado_call *call, const dado_game *game);

// Blocks come here while they are played or read; context is the outcome.
void dado_outcome_block(void *outcome, const dado_block *block);

// Prints and writes everything that was asked for; answers an exit code.
int dado_outcome_show(dado_outcome *outcome);
void dado_outcome_end(dado_outcome *outcome);

// All of it for a run in the store; answers an exit code.
int dado_outcome_stored(dado_call *call, dado_store *store, int64_t run, bool page_only);

#endif
