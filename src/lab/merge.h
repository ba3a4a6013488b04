// merge.h - the parts of a run, played apart, put together.
//
// A part is a store with every so many'th block of a plan. Which machine played
// it, and when, leaves no trace: put together in any order, the parts are the
// run that one machine would have left, byte for byte.
#ifndef DADO_LAB_MERGE_H
#define DADO_LAB_MERGE_H

#include "lab/store.h"

// Reads "3/16": part 3 of 16.
bool dado_part_parse(const char *typed, int *part, int *parts, dado_error *err);

// Adds the run made of these files to a store. What is missing, unfinished, damaged, twice there or
// of another plan is named, and then nothing is added.
bool dado_merge(dado_store *into, const char *const *paths, int count, int64_t *run,
                dado_error *err);

#endif
