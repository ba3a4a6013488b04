// command_to_show_match.h - makes the command that shows a match again.
#pragma once

#include "job/job_run.h"

// Returns the sim command that draws match `match` of so many, with the game, players and
// seed of this run. `set` is one more setting of the game, "luck=listed", or NULL.
// Returns NULL if memory runs out.
const char *dado_match_command(dado_job_run *job_run, int64_t matches, int64_t match,
                               const char *set);
