// sandboxed_build.c - see sandboxed_build.h.
#define _GNU_SOURCE
#include "agents/sandboxed_build.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/sandbox.h"
#include "core/clock.h"
#include "core/confine.h"

static const char place[] = "dado-build";  // in the scratch folder

// The shell copies the sources and then runs the command in the copy.
static const char script[] = "cp -R \"$1/.\" /tmp/dado-build && cd /tmp/dado-build && "
                             "exec /bin/sh -c \"$2\"";

enum { look_every_ms = 50 };

static const struct {
    const char *file, *command;
} ways[] = {
    { "build.sh", "sh build.sh" },
    { "Makefile", "make" },
    { "makefile", "make" },
    { "Cargo.toml", "cargo build --release --offline" },
};

const char *dado_build_command(const char *folder)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, ways[i].file);
        if (dado_kind_beneath(path) == S_IFREG) return ways[i].command;
    }
    return NULL;
}

// Reads what was printed, and closes the pipe at its end. Keeps the beginning, because
// the first messages of a compiler explain the rest.
static void take_output(dado_build *build, int *pipe)
{
    char piece[16384];
    for (int i = 0; i < 64 && *pipe >= 0; i++) {
        ssize_t got = read(*pipe, piece, sizeof piece);
        if (got < 0) return;
        if (got == 0) {
            close(*pipe);
            *pipe = -1;
            return;
        }
        size_t room = DADO_BUILD_OUTPUT_MOST - build->output.length;
        size_t kept = (size_t)got < room ? (size_t)got : room;
        dado_text_add_bytes(&build->output, piece, kept);
        build->left_out += (int64_t)((size_t)got - kept);
    }
}

// Waits a moment, or until something is printed.
static void wait_for_output(const dado_sandbox *box)
{
    struct pollfd pipes[2] = { { .fd = box->out, .events = POLLIN },
                               { .fd = box->notes, .events = POLLIN } };
    poll(pipes, 2, look_every_ms);
}

// Watches a build until it ends, or ends it at a limit.
static void follow(dado_build *build, dado_sandbox *box, const dado_build_limits *limits,
                   const atomic_int *stop)
{
    int64_t began = dado_nanoseconds(), looked = 0;
    bool counted = box->group.powers & DADO_CGROUP_MEMORY;
    build->end = DADO_BUILD_ENDED;
    while (dado_sandbox_alive(box)) {
        wait_for_output(box);
        take_output(build, &box->out);
        take_output(build, &box->notes);
        int64_t now = dado_nanoseconds();
        if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
            build->end = DADO_BUILD_STOPPED;
            break;
        }
        if (now - began > limits->seconds * INT64_C(1000000000)) {
            build->end = DADO_BUILD_OUT_OF_TIME;
            break;
        }
        if (counted || now - looked < look_every_ms * INT64_C(1000000)) continue;
        looked = now;
        int64_t held = dado_sandbox_memory_mb(box);
        if (held > build->most_mb) build->most_mb = held;
        if (held <= limits->memory_mb) continue;
        build->end = DADO_BUILD_OUT_OF_MEMORY;
        break;
    }
    take_output(build, &box->out);
    take_output(build, &box->notes);
    build->code = box->code;
    build->took_ms = (dado_nanoseconds() - began) / 1000000;
    // A control group that exceeds its memory is killed as a whole, including our process
    // in it.
    bool by_kernel = counted && build->end == DADO_BUILD_ENDED && box->killed;
    if (by_kernel) build->end = DADO_BUILD_OUT_OF_MEMORY;
}

// Joins all paths that the build reads, separated by colons.
static bool join_needs(const char *folder, const char *needs, char joined[], size_t size,
                       dado_error *err)
{
    if (strchr(folder, ':')) {
        return dado_fail(err, DADO_INVALID,
                         "%.200s: a folder with a colon in its name cannot be "
                         "built; rename it",
                         folder);
    }
    int length = snprintf(joined, size, "%s%s%s", folder, needs ? ":" : "", needs ? needs : "");
    if (length >= 0 && (size_t)length < size) return true;
    return dado_fail(err, DADO_LIMIT, "the paths that the build needs are too long");
}

bool dado_build_run(dado_build *build, const char *folder, const char *command,
                    const dado_build_limits *limits, const atomic_int *stop, dado_error *err)
{
    *build = (dado_build){ .code = -1, .files = -1 };
    char source[PATH_MAX], needs[2 * PATH_MAX];
    if (dado_kind_beneath(folder) != S_IFDIR || !realpath(folder, source)) {
        return dado_fail(err, DADO_MISSING, "there is no folder %.200s", folder);
    }
    if (!join_needs(folder, limits->needs, needs, sizeof needs, err)) return false;
    const char *words[] = { "-c", script, "build", source, command, NULL };
    dado_sandbox_limits box_limits = { .memory_mb = limits->memory_mb,
                                       .files_mb = limits->files_mb,
                                       .threads = limits->processes,
                                       .needs = needs,
                                       .build = true,
                                       .arguments = words };
    dado_sandbox box;
    if (!dado_sandbox_start(&box, "/bin/sh", &box_limits, err)) return false;
    close(box.in);  // it gets no input
    box.in = -1;
    follow(build, &box, limits, stop);
    dado_sandbox_end(&box);
    build->files = openat(box.scratch, place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (box.scratch >= 0) close(box.scratch);
    return true;
}

void dado_build_free(dado_build *build)
{
    if (build->files >= 0) close(build->files);
    build->files = -1;
    dado_text_free(&build->output);
}
