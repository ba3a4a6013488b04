// simulate_sums.h - `sim --keep sums`: very many matches of random players, none of them kept.
#pragma once

#include "job/job_run.h"

bool dado_simulate_sums(dado_job_run *job_run, const dado_matchup *bout);
