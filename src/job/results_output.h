// results_output.h - prints and exports results, whether just played or from the store.
#pragma once

#include "job/job_run.h"
#include "judge/experiment_summary.h"

// --csv, --rounds, --target, --match: what jobs with results have in common.
extern const dado_param dado_params_results_output[];

typedef struct dado_results_output {
    dado_job_run *job_run;
    dado_results results;
    dado_measures measures;  // of the game, known before it is played
    dado_expectations expect;
    bool expected;
    dado_findings_collector gathering;
    const char *csv;  // the file with one line per match; or NULL
    dado_writer writer;
    const char *rounds;  // the folder for standings per round; or NULL
    dado_csv csv_state;  // once it was begun
    dado_text lines;     // all lines, or only those of a block if they are written to disk
} dado_results_output;

// Reads the target and opens the output files, so that mistakes are reported before anything is
// played. If `files` is false, no files are written. Must be ended in either case.
bool dado_results_output_begin(dado_results_output *results_output, dado_job_run *job_run,
                               const dado_game *game, bool files);

// Takes blocks while they are played or read. The context is the results_output.
void dado_results_output_block(void *results_output, const dado_block *block);

// Adds the findings to the document, and writes the requested files.
bool dado_results_output_write(dado_results_output *results_output);
void dado_results_output_end(dado_results_output *results_output);

// Does all of this for the stored run that the parameter `run` names.
bool dado_results_output_of_stored(dado_job_run *job_run);
