// file.h - files read whole and written whole. Only the lab, and what stands above it, does so.
#ifndef DADO_LAB_FILE_H
#define DADO_LAB_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/arena.h"
#include "core/error.h"

enum { DADO_FILE_MOST = 16 << 20 };  // bytes of a text anyone would write by hand, and then some

// Reads a text file into `arena`. A folder, a missing file, one longer than
// `most` or one that holds zero bytes is refused in words a user understands.
// A byte-order mark is skipped. "-" is standard input.
bool dado_file_read(const char *path, size_t most, dado_arena *arena, const char **text,
                    dado_error *err);

// The same without looking at what is in it.
bool dado_file_read_bytes(const char *path, size_t most, dado_arena *arena,
                          const unsigned char **bytes, size_t *size, dado_error *err);

// Writes a file so that whoever reads it sees all of it or what was there
// before. "-" is standard output.
bool dado_file_write(const char *path, const char *bytes, size_t count, dado_error *err);

// True if it could be written: what would fail at the end of an hour is said at its beginning.
bool dado_file_may_write(const char *path, dado_error *err);

// The same piece by piece, for what is too long to hold. The first thing that
// fails is told by `end`; if `keep` is false there the file is left as it was.
typedef struct dado_writer {
    FILE *file;
    const char *path;
    char beside[4096];  // what is written until it is whole; empty where it is the path itself
    dado_error error;
} dado_writer;

bool dado_writer_begin(dado_writer *writer, const char *path, dado_error *err);
void dado_writer_add(dado_writer *writer, const char *bytes, size_t count);
bool dado_writer_end(dado_writer *writer, bool keep, dado_error *err);

bool dado_folder_exists(const char *path);

// Makes a folder unless it is there.
bool dado_folder_make(const char *path, dado_error *err);

bool dado_file_exists(const char *path);

#endif
