// file.h - reads and writes whole files, and finds the files that dado ships. Only the
// lab and the folders above it read or write files.
#pragma once

#include <stdio.h>

#include "core/region.h"
#include "core/confine.h"
#include "core/error.h"
#include "lab/atomic_file.h"

// limit for texts, in bytes; far more than anyone writes by hand
enum { DADO_FILE_MOST = 16 << 20 };

// Reads a text file into `region`. Fails, with a message for users, for a folder, a
// missing file, one longer than `most` bytes, or one with zero bytes. A byte-order mark
// is skipped. "-" is standard input.
bool dado_file_read(const char *path, size_t most, dado_region *region, const char **text,
                    dado_error *err);

// Reads a file without checking its contents.
bool dado_file_read_bytes(const char *path, size_t most, dado_region *region,
                          const unsigned char **bytes, size_t *size, dado_error *err);

// Writes a file so that readers see either all of it or what was there before. "-" and
// /dev/stdout are standard output, and /dev/fd/N is a file that is open already. Pipes
// and devices are written directly. A link to a file is replaced, and its target stays as
// it was. A link to a pipe or a device is followed if it belongs to this user or to root,
// and replaced otherwise.
bool dado_file_write(const char *path, const char *bytes, size_t count, dado_error *err);

// Writes a program: everyone who may read it may run it.
bool dado_file_write_program(const char *path, const char *bytes, size_t count, dado_error *err);

// Returns whether a file can be written, so that an error shows before a long computation
// and not after it.
bool dado_file_may_write(const char *path, dado_error *err);

// Writes a file piece by piece, for what is too long to hold in memory. `end` reports the
// first failure; with `keep` false it leaves the old file as it was.
typedef struct dado_writer {
    FILE *file;
    const char *path;
    bool atomic;  // whether a new file replaces the old one at the end
    dado_atomic_file whole;
    dado_error error;
} dado_writer;

bool dado_writer_begin(dado_writer *writer, const char *path, dado_error *err);
void dado_writer_add(dado_writer *writer, const char *bytes, size_t count);
bool dado_writer_end(dado_writer *writer, bool keep, dado_error *err);

bool dado_folder_exists(const char *path);

// Creates a folder unless it exists.
bool dado_folder_make(const char *path, dado_error *err);

bool dado_file_exists(const char *path);

// ---- what dado ships

extern const char dado_version[];
extern const char dado_commit[];  // empty if it was not known when dado was built
// Writes an ID that distinguishes this program from those of other sources or compilers;
// "" if it is not known.
const char *dado_build_id(char text[48]);
extern const char dado_mpi_installed[];  // the module for MPI

// Returns the folder of shipped files: $DADO_LIBRARY if set, else the installed one, else
// the one beside the sources the program was built from. NULL if there is none.
const char *dado_library_folder(void);

// Returns the path of a file that a user named: `name` itself if that file exists, else
// the file of that name in the folder `shelf` of the library ("expect/games") with this
// ending (".expect"). NULL, with a reason, if a plain name is neither. A name that looks
// like a path is returned as it is.
const char *dado_library_find_file(const char *name, const char *shelf, const char *ending,
                                   dado_region *region, dado_error *err);
