// level.h - what the verbs under `dado level` share.
#ifndef DADO_CLI_LEVEL_H
#define DADO_CLI_LEVEL_H

#include "cli/session.h"
#include "job/farm.h"

extern const dado_verb dado_verb_level_evolve, dado_verb_level_eval, dado_verb_level_show,
    dado_verb_level_export, dado_verb_level_compare, dado_verb_level_repair;

// A level from a file: text of 14 to 16 rows, JSON, or `.genes`, a row of patterns put together
// with --patterns and the creatures of --seed. `kept` gets its genes, and its measures.
bool dado_call_level(dado_call *call, const char *path, dado_kept_level *kept);

// All levels in a folder, or the one file named; sorted by name. `paths` come from the arena.
bool dado_call_level_paths(dado_call *call, const char *const *words, int count,
                           const char *const **paths, int *found);

#endif
