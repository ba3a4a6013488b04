// level_inputs.h - what jobs about platform levels share: levels by name, the patterns of some, and
// how they are bred.
#pragma once

#include "evolve/level_species.h"
#include "job/job_run.h"
#include "judge/level_evaluation.h"

extern const dado_param dado_params_genes[];  // --patterns, --seed

// Reads a level from a file, or by its name in the library: text of 14 to 16 rows, JSON, or
// `.genes`, a row of patterns put together with --patterns and the creatures of --seed. `kept`
// gets its measures, and its genes if they are known. `path` gets where it was found. Oddities
// are reported.
bool dado_job_run_read_level(dado_job_run *job_run, const char *name, dado_selected_level *kept,
                             const char **path);
dado_planner_settings dado_job_run_planner(
    const dado_job_run *job_run);  // stops when the job_run is stopped

typedef struct dado_level_set {
    dado_level_evaluation eval;
    int refused;  // levels that could not be read
} dado_level_set;

// Reads the levels that a parameter names, and measures them without playing. A level that cannot
// be read is reported in `wrong`, and the others go on.
bool dado_job_run_read_levels(dado_level_set *set, dado_job_run *job_run, const char *param,
                              dado_part *wrong);

extern const dado_param dado_params_level_species[];  // -D, --target
extern const dado_param dado_params_patterns[];       // --patterns, --table, --weight, --difficulty

// Opens the breeding of levels by these parameters. `patterns` is a file that replaces
// --patterns, `genes` a file with a row of patterns to begin with. Both may be NULL.
bool dado_job_run_level_species(dado_job_run *job_run, const char *patterns, const char *genes,
                                dado_level_breeding *level_breeding);
