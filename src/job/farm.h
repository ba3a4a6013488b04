// farm.h - what jobs share that breed platform levels from patterns.
#ifndef DADO_JOB_FARM_H
#define DADO_JOB_FARM_H

#include "evolve/farm.h"
#include "job/errand.h"

extern const dado_param dado_params_farm[];  // -D, --patterns, --table, --toward, --weight ...

// Opens a farm by these parameters. `patterns` is a file that stands for --patterns, `genes` a file
// with a row of patterns to begin with; both may be NULL.
bool dado_errand_farm(dado_errand *errand, const char *patterns, const char *genes,
                      dado_farm *farm, dado_error *err);

#endif
