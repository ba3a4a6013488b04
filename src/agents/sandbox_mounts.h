// sandbox_mounts.h - decides which files exist for a program in a sandbox, and mounts
// them.
//
// The list is prepared by the host, which may allocate and report errors, and mounted by
// the first process of the sandbox, which may do neither. It holds the system's programs
// and libraries, a few devices, the program itself with the kit beside it, and the paths
// that the user named as its needs: all read-only, each under its own path. /tmp is the
// scratch folder, limited in size and kept in memory. Nothing else exists.
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/error.h"
#include "core/text.h"

enum {
    DADO_SANDBOX_NEEDS_MOST = 16,
    DADO_SANDBOX_NAMED_MOST = 2 * DADO_SANDBOX_NEEDS_MOST + 8,
    DADO_SANDBOX_PATH_MOST = PATH_MAX + 8,
};

typedef struct dado_sandbox_path {
    const char *from, *to;  // both absolute; `from` contains no symbolic link
} dado_sandbox_path;

typedef struct dado_sandbox_mounts {
    char program[PATH_MAX];  // its real path
    char search[4096];       // PATH=...
    int64_t files_mb;        // size limit of the scratch folder
    int needs;               // number of paths that the user named
    int count;               // number of `named` paths
    dado_sandbox_path named[DADO_SANDBOX_NAMED_MOST];
    const char *readable[DADO_SANDBOX_NAMED_MOST + 16];  // all paths it may read, ended by NULL
    size_t used;
    char room[65536];                                               // the characters of all paths
    char from[DADO_SANDBOX_PATH_MOST], to[DADO_SANDBOX_PATH_MOST];  // for mounting
} dado_sandbox_mounts;

// Finds what the program needs: itself, the kit, and `needs`, paths separated by colons,
// or NULL. Refuses a program that could not run there, and says what to name so that it
// can.
bool dado_sandbox_mounts_prepare(dado_sandbox_mounts *world, const char *program, const char *needs,
                                 int64_t files_mb, dado_error *err);

// Makes the prepared files the root of the calling process, the first of new namespaces.
// Allocates nothing. `scratch` holds the mount options of the scratch folder: its size
// and owner. Returns false and sets errno on failure.
bool dado_sandbox_mounts_apply(dado_sandbox_mounts *world, const char *scratch);

extern const char *const dado_sandbox_devices[];  // all devices, ended by NULL
