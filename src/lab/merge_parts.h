// merge_parts.h - joins the parts of a run, or of solving all boards, that were computed
// separately.
//
// A part is a store with every n-th block of a plan. The machine and the time leave no
// trace: joined in any order, the parts give, byte for byte, the run that one machine
// would have made.
#pragma once

#include "lab/results_store.h"

// Reads "3/16": part 3 of 16.
bool dado_part_parse(const char *typed, int *part, int *parts, dado_error *err);

// Adds the run made of these files to a store. If a part is missing, unfinished, damaged,
// given twice or of another plan, the error names it, and nothing is added.
bool dado_merge(dado_store *into, const char *const *paths, int count, int64_t *run,
                dado_error *err);

// Parts of solving all boards: each has a range of consecutive boards, in search logs
// whose state says which.
enum { DADO_BOARDS_PART = 64 };
void dado_bigpoints_solver_part_range(int part, int parts, uint64_t count, uint64_t *first,
                                      uint64_t *end);
void dado_bigpoints_solver_part_write(char state[DADO_BOARDS_PART], int part, int parts,
                                      uint64_t count);
bool dado_bigpoints_solver_part_read(const char *state, int *part, int *parts, uint64_t *count);

// Returns whether a file is a part of solving all boards; false also if it cannot be
// read.
bool dado_merge_is_boards(const char *path);
// Joins parts like dado_merge, into search logs that solving can continue from; *boards
// is their number of boards.
bool dado_merge_boards(dado_store *into, const char *const *paths, int count, int64_t *boards,
                       dado_error *err);
