// sampled_equilibrium.h - the part of the job `solve GAME equilibrium` that samples.
#pragma once

#include "job/job_run.h"

// Finds a strategy by --sample samples, proves how good it is where --walk allows, and fills
// the answer.
bool dado_equilibrium_by_samples(dado_job_run *job_run, const dado_game *game);
