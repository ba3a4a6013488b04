// file.h - files read whole and written whole, and where those are that dado ships. Only the lab,
// and what stands above it, reads or writes any.
#pragma once

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

// ---- what dado ships

extern const char dado_version[];
extern const char dado_commit[];  // empty where the build was not told
// What tells this program from others made of other sources, or by other compilers; "" where that
// is not known.
const char *dado_build(char text[48]);
extern const char dado_mpi_installed[];  // the module that speaks MPI

// The folder of shipped files: $DADO_LIBRARY if set, else as installed, else
// beside the sources the program was built from. NULL if none is there.
const char *dado_library(void);

// The path of a file named by somebody: `name` itself where such a file is, else what the library
// has by that name in `shelf` ("expect/games") with this ending (".expect"). NULL, and why, where
// a plain name is neither; what looks like a path is left to whoever reads it.
const char *dado_library_file(const char *name, const char *shelf, const char *ending,
                              dado_arena *arena, dado_error *err);
