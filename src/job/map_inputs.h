// map_inputs.h - what jobs about dungeon maps share: finding maps, player types and targets by
// name.
#pragma once

#include "job/job_run.h"
#include "judge/map_evaluation.h"
#include "worlds/generator.h"

extern const dado_param dado_params_map_rules[];   // -D, --rules
extern const dado_param dado_params_map_expect[];  // --target, --types

// Finds a generator by its name, or a Lua script that is one. *generator is NULL if `name` is
// neither and looks like a file. Returns false, with the reason, if it cannot be read.
bool dado_map_generator(dado_job_run *job_run, const char *name, const dado_generator **generator);

// Splits -D and --rules into the generator's parameters and the rules of the game.
bool dado_map_options(dado_job_run *job_run, const dado_generator *generator, dado_options *params,
                      dado_options *rules);

// The maps that a command names, and who plays them.
typedef struct dado_maps {
    dado_map_case *cases;
    dado_map_quality_judge jury;  // from --games, --seed, --types, --target and the rules
    dado_plan plan;  // maps by profiles by games; each of the six profiles keeps its number
} dado_maps;

// Reads the maps that these words name: files, and --maps maps of each generator. A map that
// cannot be read or made keeps its error. Returns false only if there is no other map.
bool dado_job_run_read_maps(dado_job_run *job_run, const char *const *words, int count,
                            dado_maps *maps);

// Reads all maps of a folder, also those of other tools, as dado map import reads them. Files that
// are no maps are left out, and counted in a message. Returns false if there is no map.
bool dado_job_run_read_map_corpus(dado_job_run *job_run, const char *folder, dado_maps *maps);

// Makes the plan of these maps, for the players of `maps->jury`.
bool dado_job_run_plan_maps(dado_job_run *job_run, dado_maps *maps, dado_map_case *cases,
                            int count);

// Reads a file beside another one, such as a tile set; `self` is a dado_file_beside.
typedef struct dado_file_beside {
    dado_job_run *job_run;
    const char *source;
} dado_file_beside;
bool dado_job_run_read_beside(void *self, const char *name, const char **bytes, size_t *length,
                              dado_error *err);

// Reads the one map of --map, or makes the first map of a generator with --seed.
bool dado_job_run_read_map(dado_job_run *job_run, dado_maps *maps, dado_map *map);

// Opens who plays and the target, as flags give them: "all", names of player types, .profile
// files or .lua scripts; a target by name or as a file.
bool dado_map_jury_open(dado_map_quality_judge *jury, dado_job_run *job_run, const char *profiles,
                        const char *wish);
// The same from --games, --seed, --types and --target.
bool dado_map_jury_from_params(dado_map_quality_judge *jury, dado_job_run *job_run);

// Writes a table of the answer to --csv, from field `first` on, and the drawing of another part
// to --svg, if these flags are given.
bool dado_job_run_write_csv_svg(dado_job_run *job_run, const char *table, int first,
                                const char *drawn);
