// playtest_logs.h - reads logs of matches, one JSON object per line, for the jobs of
// `playtest`.
#pragma once

#include "job/job_run.h"
#include "lab/playtest_record.h"

typedef struct dado_playtest_log {
    dado_playtest_record *records;
    int count;
    dado_game_source source;  // the game of all of them
    dado_game game;
} dado_playtest_log;

// Returns whether this file name ends in .jsonl.
bool dado_playtest_is_log(const char *name);

// Reads the files of the parameter `file` and plays every match by the rules. All must be
// of the same game. On failure the table where it went wrong is printed as a message.
bool dado_playtest_log_open(dado_job_run *job_run, dado_playtest_log *log);

// Does the work of `playtest import` for logs.
bool dado_playtest_log_import(dado_job_run *job_run);

// Makes a plan that measures these matches, marked as played by `who`. It points into the
// region of the job and to `log`.
bool dado_playtest_log_plan(dado_job_run *job_run, dado_playtest_log *log, const char *who,
                            dado_plan *plan);
