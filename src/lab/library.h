// library.h - where the games, maps, levels and scripts that dado ships are found.
#ifndef DADO_LAB_LIBRARY_H
#define DADO_LAB_LIBRARY_H

#include "core/arena.h"
#include "core/error.h"

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

#endif
