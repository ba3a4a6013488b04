// levels.h - what jobs about platform levels share: levels by name, the patterns of some, and how
// they are bred.
#pragma once

#include "evolve/levels.h"
#include "job/errand.h"

extern const dado_param dado_params_genes[];  // --patterns, --seed

// A level from a file, or by its name in the library: text of 14 to 16 rows, JSON, or `.genes`, a
// row of patterns put together with --patterns and the creatures of --seed. `kept` gets its genes,
// where they are known, and its measures; `path` is where it was found. What is odd is said.
bool dado_errand_level(dado_errand *errand, const char *name, dado_kept_level *kept,
                       const char **path);
dado_planner_how dado_errand_planner(const dado_errand *errand);  // that ends when it is stopped

extern const dado_param dado_params_farm[];      // -D, --toward
extern const dado_param dado_params_patterns[];  // --patterns, --table, --weight, --difficulty

// Opens a farm by these parameters. `patterns` is a file that stands for --patterns, `genes` a file
// with a row of patterns to begin with; both may be NULL.
bool dado_errand_farm(dado_errand *errand, const char *patterns, const char *genes,
                      dado_farm *farm);
