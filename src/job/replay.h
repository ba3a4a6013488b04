// replay.h - the match that `replay` is asked about.
#pragma once

#include "job/errand.h"
#include "lab/replay.h"

extern const dado_job dado_job_replay;

// Which one: run, match, lineup and instance.
extern const dado_param dado_params_match[];

// Reads it from its file, or from the store. What it holds comes from the errand's arena.
bool dado_errand_replay(dado_errand *errand, dado_replay *replay);

// The seat of --eyes at a table of so many; DADO_NOBODY, who sees everything, without it.
bool dado_errand_eyes(dado_errand *errand, int players, int *eyes);

// Writes the page to step through it in a browser.
bool dado_replay_write_page(dado_errand *errand, const dado_replay *replay, const char *path);
