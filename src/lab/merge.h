// merge.h - the parts of a run or a survey, done apart, put together.
//
// A part is a store with every so many'th block of a plan. Which machine played
// it, and when, leaves no trace: put together in any order, the parts are the
// run that one machine would have left, byte for byte.
#pragma once

#include "lab/store.h"

// Reads "3/16": part 3 of 16.
bool dado_part_parse(const char *typed, int *part, int *parts, dado_error *err);

// Adds the run made of these files to a store. What is missing, unfinished, damaged, twice there or
// of another plan is named, and then nothing is added.
bool dado_merge(dado_store *into, const char *const *paths, int count, int64_t *run,
                dado_error *err);

// Parts of surveys: each has a run of neighbouring boards, in trails whose state says which.
enum { DADO_BOARDS_PART = 64 };
void dado_boards_part_range(int part, int parts, uint64_t count, uint64_t *first, uint64_t *end);
void dado_boards_part_write(char state[DADO_BOARDS_PART], int part, int parts, uint64_t count);
bool dado_boards_part_read(const char *state, int *part, int *parts, uint64_t *count);

// Whether a file is a part of a survey; false too where it cannot be read.
bool dado_merge_is_boards(const char *path);
// As dado_merge does, with trails that a survey goes on from: *boards of them in all.
bool dado_merge_boards(dado_store *into, const char *const *paths, int count, int64_t *boards,
                       dado_error *err);
