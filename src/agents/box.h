// box.h - runs a program that is not ours, where it can do no harm.
//
// The program is alone in a world of its own (box_world.h): files outside what
// was named do not exist there, nor do other processes or a network. System
// calls are those of a list (box_filter.h). Memory, threads, files and processor
// time are limited, and what no limit counts is refused: further processes,
// memory files, shared segments. Its first process is ours: it ends with us,
// however we end, and with it everything in the box, which leaves nothing behind.
// Where the kernel cannot do this the start is refused, unless the caller takes
// the risk and says so. docs/explanation/the-box.md has the reasons.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_box_limits {
    int64_t memory_mb;   // of all kinds, as the program maps it
    int64_t threads;     // at once
    int64_t files_mb;    // in its scratch folder, all files together; 0: it writes nothing
    int64_t cpu_seconds; // of processor time, over its whole life; 0 for none
    const char *needs;   // paths it may read beside its own, parted by colons; or NULL
    bool unsafe;         // run it even where it cannot be confined
} dado_box_limits;

typedef struct dado_box {
    pid_t first;            // our child; when it is gone, so is everything in the box
    int leash;              // held open by us alone: its end is the box's end
    int in, out, notes;     // the program's standard input, output and error; -1 when closed
    bool apart;             // it has a world of its own
    unsigned missing;       // protections not in force, a bit each; see dado_box_describe
    int code;               // the program's exit code, 128 and the signal that ended it; or -1
} dado_box;

bool dado_box_start(dado_box *box, const char *program, const dado_box_limits *limits,
                    dado_error *err);
bool dado_box_alive(dado_box *box);
void dado_box_end(dado_box *box);  // ends everything in it

// What is promised of it, in words.
void dado_box_describe(const dado_box *box, const dado_box_limits *limits, dado_text *out);
