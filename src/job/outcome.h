// outcome.h - what is done with results, fresh or from the store: told, exported.
#pragma once

#include "job/errand.h"
#include "judge/findings.h"

// --csv, --rounds, --expect, --match: what jobs with results have in common.
extern const dado_param dado_params_outcome[];

typedef struct dado_outcome {
    dado_errand *errand;
    dado_results results;
    dado_measures measures;  // of the game, known before it is played
    dado_expect expect;
    bool expected;
    dado_gathering gathering;
    const char *csv;  // the file for a line a match; or NULL
    dado_writer writer;
    const char *rounds;  // the folder for standings; or NULL
    dado_csv sheet;      // once it is begun
    dado_text lines;     // all, or, where it is written to disk, those of a block
} dado_outcome;

// Reads the expectations and opens the files, so that what is wrong is told before anything is
// played; none are written where `files` is false. To be ended in either case.
bool dado_outcome_begin(dado_outcome *outcome, dado_errand *errand, const dado_game *game,
                        bool files);

// Blocks come here while they are played or read; context is the outcome.
void dado_outcome_block(void *outcome, const dado_block *block);

// Puts what was found into the document, and writes the files that were asked for.
bool dado_outcome_tell(dado_outcome *outcome);
void dado_outcome_end(dado_outcome *outcome);

// All of it for the run in the store that `run` names.
bool dado_outcome_stored(dado_errand *errand);
