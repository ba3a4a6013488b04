// sandbox.h - runs a program that is not ours where it can do no harm.
//
// The program has a file system of its own (sandbox_mounts.h): files that were not named
// do not exist in it, nor do other processes or a network. It may only make listed system
// calls (sandbox_seccomp.h). Memory, threads, files and processor time are limited. What
// no limit counts is refused: further processes, memory files, shared segments. The first
// process of a sandbox is ours: it ends when dado ends, in whatever way, and everything
// in the sandbox ends with it and leaves nothing behind. If the kernel cannot do this,
// the start is refused, unless the caller accepts the risk.
// docs/explanation/the-sandbox.md has the reasons.
//
// There are two profiles. A player is one process. A build may start others, as compilers
// do, and leaves files that its caller may read (sandboxed_build.h).
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "agents/sandbox_cgroup.h"
#include "core/error.h"
#include "core/text.h"

typedef struct dado_sandbox_limits {
    int64_t memory_mb;             // all memory that the program maps
    int64_t threads;               // at once
    int64_t files_mb;              // size of all files in its scratch folder; 0: it cannot write
    int64_t cpu_seconds;           // processor time over its whole life; 0 for no limit
    const char *needs;             // other paths it may read, separated by colons; or NULL
    bool unsafe;                   // run it even if it cannot be confined
    bool build;                    // it may start other programs; `threads` counts those too
    const char *const *arguments;  // arguments after its name, at most 8, ended by NULL; or NULL
} dado_sandbox_limits;

typedef struct dado_sandbox {
    pid_t first;         // our child; when it ends, everything in the sandbox does
    int lifetime_pipe;   // only we hold it open; closing it ends the sandbox
    int in, out, notes;  // the program's standard input, output and error; -1 when closed
    bool apart;          // it has namespaces of its own
    // Protections that are not in force, one bit each; see dado_sandbox_describe.
    unsigned missing;
    int code;         // the program's exit code, or 128 plus the signal that ended it; or -1
    pid_t program;    // its process number as seen here; 0 if unknown
    int handle;       // pidfd of the program, to send signals to it alone; or -1
    clockid_t clock;  // clock of the processor time it uses; -1 if unknown
    bool killed;      // its first process was killed, and so the whole sandbox
    bool frozen;
    dado_sandbox_cgroup group;  // limits what it holds, if there can be one
    // The scratch folder of a build, still readable after its end; or -1.
    int scratch;
    int64_t page_tables_kb;    // limit on its page tables; 0: the control group counts them
    int64_t page_tables_seen;  // size of its page tables in kB when it was ended for them; or 0
} dado_sandbox;

bool dado_sandbox_start(dado_sandbox *box, const char *program, const dado_sandbox_limits *limits,
                        dado_error *err);
bool dado_sandbox_alive(dado_sandbox *box);
void dado_sandbox_end(dado_sandbox *box);  // ends everything in it

// Returns the processor time that all threads of the program have used; -1 if unknown.
int64_t dado_sandbox_cpu_ns(const dado_sandbox *box);
// Stops the program until it is thawed, by its control group or else by a signal. It
// cannot continue by itself, because the filter blocks the signal that would do so.
// Without a control group, a `busy` program is stopped through a running thread, because
// its main thread may have to wait for the others.
void dado_sandbox_freeze(dado_sandbox *box, bool busy);
void dado_sandbox_thaw(dado_sandbox *box);

// For programs without a control group: checks whether the program has more page tables
// than it may. If so, ends it and returns false. Page tables are memory that the kernel
// needs to map the memory of the program.
bool dado_sandbox_check_page_tables(dado_sandbox *box);

// Returns the megabytes that the processes in the sandbox hold, including their page
// tables and the scratch folder, as far as this can be seen from outside.
int64_t dado_sandbox_memory_mb(const dado_sandbox *box);

// Describes in words which protections are in force.
void dado_sandbox_describe(const dado_sandbox *box, const dado_sandbox_limits *limits,
                           dado_text *out);
