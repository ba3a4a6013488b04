// replay.h - finds the match that `dado replay` is to show.
#pragma once

#include "job/job_run.h"
#include "lab/replay.h"

extern const dado_job dado_job_replay;

// The parameters that choose a match: run, match, lineup and instance.
extern const dado_param dado_params_match[];

// Reads the match from its file or from the store. Its memory comes from the job_run's region.
bool dado_job_run_load_replay(dado_job_run *job_run, dado_replay *replay);

// Reads the seat of --eyes in a game with so many seats. Without --eyes it is DADO_NOBODY, who
// sees everything.
bool dado_job_run_viewer(dado_job_run *job_run, int players, int *eyes);

// Writes a page that steps through the match in a browser.
bool dado_replay_write_page(dado_job_run *job_run, const dado_replay *replay, const char *path);
