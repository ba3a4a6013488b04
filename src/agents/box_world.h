// box_world.h - what exists for a program in a box, and how that world is made.
//
// The world is planned by the host, which may allocate and explain, and built
// by the first process of the box, which may do neither. In it are the system's
// programs and libraries, a handful of devices, the program itself with the kit
// beside it, and what the user named as its needs: all read-only, each where it
// is outside. /tmp is the scratch folder, of a size, in memory. Nothing else is.
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/error.h"
#include "core/text.h"

enum { DADO_BOX_NEEDS_MOST = 16, DADO_BOX_PATH_MOST = PATH_MAX + 8 };

typedef struct dado_box_path {
    const char *from, *to;  // both absolute; `from` without a symbolic link in it
} dado_box_path;

typedef struct dado_box_world {
    char program[PATH_MAX];  // its true path
    char search[4096];       // PATH=...
    int64_t files_mb;        // in the scratch folder, at most
    int needs;               // how many paths the user named
    int count;
    dado_box_path named[2 * DADO_BOX_NEEDS_MOST + 8];
    size_t used;
    char room[65536];  // the letters of all paths
    char from[DADO_BOX_PATH_MOST], to[DADO_BOX_PATH_MOST];  // for the building
} dado_box_world;

// Finds what the program needs: itself, the kit, and `needs`, paths parted by colons, or NULL.
// Refuses what could not run there, and says what to name for it to run.
bool dado_box_world_plan(dado_box_world *world, const char *program, const char *needs,
                         int64_t files_mb, dado_error *err);

// Becomes its root. For the first process of new namespaces; allocates nothing. `scratch` is
// what the scratch folder's file system is told: its size and whose it is. False with errno.
bool dado_box_world_build(dado_box_world *world, const char *scratch);
