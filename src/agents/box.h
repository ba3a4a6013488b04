// box.h - runs a program that is not ours, where it can do no harm.
//
// The program gets its own process, network and user namespaces, so it sees no
// other process and no network; a system-call filter, so it can start no
// process of its own, trace or mount; Landlock, so it reads the system's
// libraries and its own folder and writes to its scratch folder only; and
// limits on memory, files and processor time. It ends when we end, and when
// its first process ends nothing of it is left. Where the kernel lacks one of
// these the start is refused, unless the caller takes the risk and says so.
#ifndef DADO_AGENTS_BOX_H
#define DADO_AGENTS_BOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_box_limits {
    int64_t memory_mb;   // data the program may hold
    int64_t cpu_seconds; // of processor time, over its whole life; 0 for none
    int64_t files_mb;    // that it may write into one file
    bool unsafe;         // run it even where it cannot be confined
} dado_box_limits;

typedef struct dado_box {
    pid_t watcher;          // our child; when it is gone, so is everything in the box
    int in, out, notes;     // the program's standard input, output and error; -1 when closed
    char scratch[64];       // its folder, removed with the box
    unsigned missing;       // protections not in force, a bit each; see dado_box_describe
    int code;               // the program's exit code, 128 and the signal that ended it; or -1
} dado_box;

bool dado_box_start(dado_box *box, const char *program, const dado_box_limits *limits,
                    dado_error *err);
bool dado_box_alive(dado_box *box);
void dado_box_end(dado_box *box);  // ends everything in it and takes its folder away

// What is in force, in words.
void dado_box_describe(const dado_box *box, dado_text *out);

#endif
