// file.h - files read whole and written whole. Only the lab, and what stands above it, does so.
#ifndef DADO_LAB_FILE_H
#define DADO_LAB_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/arena.h"
#include "core/error.h"

enum { DADO_FILE_MOST = 16 << 20 };  // bytes of a text anyone would write by hand, and then some

// Reads a text file into `arena`. A folder, a missing file, one longer than
// `most` or one that holds zero bytes is refused in words a user understands.
// A byte-order mark is skipped. "-" is standard input.
bool dado_file_read(const char *path, size_t most, dado_arena *arena, const char **text,
                    dado_error *err);

// Writes a file so that whoever reads it sees all of it or what was there
// before. "-" is standard output.
bool dado_file_write(const char *path, const char *bytes, size_t count, dado_error *err);

bool dado_file_exists(const char *path);

#endif
