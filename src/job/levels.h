// levels.h - what jobs about platform levels share: levels by name, the patterns of some, and how
// they are bred.
#ifndef DADO_JOB_LEVELS_H
#define DADO_JOB_LEVELS_H

#include "evolve/levels.h"
#include "job/errand.h"

extern const dado_param dado_params_genes[];  // --patterns, --seed

// A level from a file, or by its name in the library: text of 14 to 16 rows, JSON, or `.genes`, a
// row of patterns put together with --patterns and the creatures of --seed. `kept` gets its genes,
// where they are known, and its measures; `path` is where it was found. What is odd is said.
bool dado_errand_level(dado_errand *errand, const char *name, dado_kept_level *kept,
                       const char **path);
// The one of --level, from the errand's arena; or NULL.
dado_kept_level *dado_errand_the_level(dado_errand *errand, const char **path);
dado_planner_how dado_errand_planner(const dado_errand *errand);  // that ends when it is stopped

// A level drawn, with the way through it and where others ended, if that is known.
typedef struct dado_level_show {
    const dado_level *level;
    const dado_route *route;  // or NULL
    const char *name, *caption;
    const float *ends;        // x in pixels where players ended that did not win
    const int *end_players;   // which kind of player each was
    int end_count, strip;
} dado_level_show;

bool dado_level_picture(const dado_level_show *show, const char *path, dado_text *out,
                        dado_arena *arena, dado_error *err);  // by its ending: PNG, or SVG
dado_part *dado_report_level(dado_document *document, const char *part,
                             const dado_level_show *show, dado_arena *arena);

extern const dado_param dado_params_farm[];  // -D, --patterns, --table, --toward, --weight ...

// Opens a farm by these parameters. `patterns` is a file that stands for --patterns, `genes` a file
// with a row of patterns to begin with; both may be NULL.
bool dado_errand_farm(dado_errand *errand, const char *patterns, const char *genes,
                      dado_farm *farm);

#endif
