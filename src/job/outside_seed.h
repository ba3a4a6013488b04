// outside_seed.h - chooses the seed of a job in which programs, plug-ins or scripts play.
//
// Whoever knows the seed of a run can work out what is dealt, and an outside player knows the
// default seed. So if no seed is given, one is drawn from the system. The answer, its command and
// the store show it as if the user had typed it.
#pragma once

#include "job/job_run.h"

typedef enum dado_outside_seed {
    DADO_SEED_USUAL,  // no outside code plays, or the job has no seed
    DADO_SEED_DRAWN,  // it was drawn, or taken from the stored run that is resumed
    DADO_SEED_TOLD,   // the user typed it, so players may know it too
} dado_outside_seed;

// Adds --seed to the arguments if a seed must be drawn. Returns false, with the reason, if it
// cannot be.
bool dado_outside_seed_choose(dado_job_run *job_run, dado_outside_seed *how);
