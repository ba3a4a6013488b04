// sandboxed_build.h - builds other people's programs where that can do no harm.
//
// Compiling a stranger's sources means running their Makefile or build script. So a build
// runs in a sandbox too, in the second profile (sandbox.h). It may start processes. It
// may read the system, its sources and the paths that the user names. It writes to a copy
// of the sources, which is in memory. It has no network and leaves no process behind. The
// memory, files, processes, time and output of all its processes together are limited.
// When it is over, the caller takes what it wants out of the copy.
//
// Memory is counted by a control group if there is one. Otherwise it is checked 20 times
// per second, so a build may exceed the limit between two checks.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_build_limits {
    int64_t memory_mb;  // of all processes together, including files that they write
    int64_t files_mb;   // files that it writes, including the copy of the sources
    int64_t processes;  // processes and threads at the same time
    int64_t seconds;    // of real time
    const char *needs;  // paths it may read besides its sources, separated by colons; or NULL
} dado_build_limits;

typedef enum dado_build_end {
    DADO_BUILD_ENDED,  // it ended by itself, with an exit code
    DADO_BUILD_STOPPED,
    DADO_BUILD_OUT_OF_TIME,
    DADO_BUILD_OUT_OF_MEMORY,
} dado_build_end;

typedef struct dado_build {
    dado_build_end end;
    int code;  // its exit code, or 128 plus the signal that ended it
    int64_t took_ms;
    int64_t most_mb;   // highest memory use seen; 0 if a control group counted
    dado_text output;  // what it printed, at most DADO_BUILD_OUTPUT_MOST bytes
    int64_t left_out;  // bytes that it printed beyond that limit
    int files;         // the folder it was built in, which is in memory; or -1
} dado_build;

enum { DADO_BUILD_OUTPUT_MOST = 1 << 16 };

// Copies `folder` and runs `command` in the copy with a shell. Returns false if it cannot
// be started; a build that fails still returns true. A `stop` that is not NULL ends the
// build once it is not 0.
bool dado_build_run(dado_build *build, const char *folder, const char *command,
                    const dado_build_limits *limits, const atomic_int *stop, dado_error *err);
void dado_build_free(dado_build *build);

// Returns the command that builds a folder, by a file in it: "make" if there is a
// Makefile. NULL if there is no such file.
const char *dado_build_command(const char *folder);
