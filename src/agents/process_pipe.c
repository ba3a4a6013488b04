// process_pipe.c - see process_pipe.h.
#define _GNU_SOURCE
#include "agents/process_pipe.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agents/agent.h"
#include "core/clock.h"

int64_t dado_clock_ms(void)
{
    return dado_nanoseconds() / 1000000;
}

bool dado_process_pipe_start(dado_process_pipe *pipe, const char *program,
                             const dado_sandbox_limits *limits, dado_error *err)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    pipe->cores = cores > 0 ? (int)cores : 1;
    pipe->held = pipe->start = 0;
    pipe->cpu_looked = 0;
    return dado_sandbox_start(&pipe->box, program, limits, err);
}

// Keeps the beginning of what the program writes to standard error and discards the rest,
// so that a program that writes without end is never blocked.
static void read_stderr(dado_process_pipe *pipe)
{
    char waste[4096];
    for (int i = 0; i < 16 && pipe->box.notes >= 0; i++) {
        size_t room = DADO_NOTES_MOST - 1 - pipe->stderr_length;
        char *into = room ? pipe->stderr_text + pipe->stderr_length : waste;
        ssize_t got = read(pipe->box.notes, into, room ? room : sizeof waste);
        if (got > 0 && room) pipe->stderr_length += (size_t)got;
        if (got == 0) {
            close(pipe->box.notes);
            pipe->box.notes = -1;
        }
        if (got <= 0) return;
    }
}

void dado_process_pipe_end(dado_process_pipe *pipe)
{
    read_stderr(pipe);  // the last messages of a program that died say why
    dado_sandbox_end(&pipe->box);
    pipe->held = pipe->start = 0;
}

static bool stop_requested(const dado_process_pipe *pipe)
{
    return pipe->stop && atomic_load_explicit(pipe->stop, memory_order_relaxed);
}

void dado_process_pipe_begin_turn(dado_process_pipe *pipe, int64_t cpu_ns,
                                  void (*lasting)(void *context, int64_t lasted_us), void *context)
{
    pipe->cpu_began = dado_sandbox_cpu_ns(&pipe->box);
    pipe->turn_began = dado_nanoseconds();
    pipe->cpu_until = cpu_ns > 0 && pipe->cpu_began >= 0 ? pipe->cpu_began + cpu_ns : 0;
    pipe->told = 0;
    pipe->lasting = lasting;
    pipe->context = context;
}

// Checks the page tables of a program that has worked since the last check. A program
// that answers at once is not checked in every turn, because a check takes as long as
// some answers.
static void look_at_page_tables(dado_process_pipe *pipe)
{
    static const int64_t enough_ns = 5000000;  // enough to map about 10 MB worth of page tables
    if (!pipe->box.page_tables_kb) return;
    int64_t used = dado_sandbox_cpu_ns(&pipe->box);
    if (used >= 0 && used - pipe->cpu_looked < enough_ns) return;
    pipe->cpu_looked = used;
    dado_sandbox_check_page_tables(&pipe->box);
}

void dado_process_pipe_end_turn(dado_process_pipe *pipe)
{
    look_at_page_tables(pipe);
    pipe->quick = dado_nanoseconds() - pipe->turn_began < DADO_PAUSE_ALL_US * INT64_C(1000);
}

static const int64_t tell_us[] = { DADO_PAUSE_BUSY_US, DADO_PAUSE_ALL_US };
enum { tellings = sizeof tell_us / sizeof *tell_us };

// Returns when `lasting` must be called next, in the time of dado_nanoseconds.
static int64_t next_telling(const dado_process_pipe *pipe)
{
    return pipe->turn_began + (pipe->quick ? DADO_PAUSE_LATER_US : tell_us[pipe->told]) * 1000;
}

// Calls `lasting` if it is due.
static void tell_lasting(dado_process_pipe *pipe, int64_t now)
{
    while (pipe->told < tellings && now >= next_telling(pipe)) {
        if (pipe->lasting) pipe->lasting(pipe->context, tell_us[pipe->told]);
        pipe->told++;
    }
}

static bool out_of_cpu(const dado_process_pipe *pipe)
{
    return pipe->cpu_until > 0 && dado_sandbox_cpu_ns(&pipe->box) >= pipe->cpu_until;
}

// Returns the nanoseconds until the next check, if nothing comes from the program.
static int64_t next_look(const dado_process_pipe *pipe, int64_t now, int64_t until)
{
    // The longest time without checking for a stop, or page tables that no control group
    // counts.
    int64_t longest = pipe->box.page_tables_kb ? 20000000 : 100000000;
    int64_t wait = until - now;
    if (pipe->told < tellings) {
        int64_t tell = next_telling(pipe) - now;
        if (tell < wait) wait = tell;
    } else if (pipe->cpu_until > 0) {
        // Its threads may use all processors at once.
        int64_t left = (pipe->cpu_until - dado_sandbox_cpu_ns(&pipe->box)) / pipe->cores;
        if (left < 1000000) left = 1000000;
        if (left < wait) wait = left;
    }
    return wait < 0 ? 0 : wait > longest ? longest : wait;
}

// Waits until the program's output can be read, or until `events` happen on `file`.
// Returns false when time is up.
static bool wait_for(dado_process_pipe *pipe, int file, short events, int64_t until)
{
    int64_t until_ns = until > INT64_MAX / 1000000 ? INT64_MAX : until * 1000000;
    for (;;) {
        int64_t now = dado_nanoseconds();
        tell_lasting(pipe, now);
        int64_t wait = next_look(pipe, now, until_ns);
        struct timespec longest = { wait / 1000000000, wait % 1000000000 };
        struct pollfd ends[2] = {
            { .fd = file, .events = events },
            { .fd = pipe->box.notes, .events = POLLIN },
        };
        int ready = ppoll(ends, pipe->box.notes >= 0 ? 2 : 1, &longest, NULL);
        if (ready < 0 && errno != EINTR) return false;
        if (ready > 0 && ends[1].revents) read_stderr(pipe);
        if (ready > 0 && ends[0].revents) return true;
        look_at_page_tables(pipe);
        if (dado_nanoseconds() >= until_ns || out_of_cpu(pipe) || stop_requested(pipe))
            return false;
    }
}

bool dado_process_pipe_send(dado_process_pipe *pipe, const char *line, size_t length, int64_t until)
{
    // Writing to a program that closed its input raises SIGPIPE, which must not end this
    // process.
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    bool said = pipe->box.in >= 0;
    while (said && length > 0) {
        ssize_t taken = write(pipe->box.in, line, length);
        if (taken > 0) {
            line += taken;
            length -= (size_t)taken;
        } else if (taken < 0 && errno == EAGAIN) {
            said = wait_for(pipe, pipe->box.in, POLLOUT, until);
        } else if (taken < 0 && errno != EINTR) {
            said = false;
        }
    }
    struct timespec at_once = { 0, 0 };
    // Removes the signal that the write caused, if any.
    if (!said) sigtimedwait(&pipe_signal, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return said;
}

dado_receive_result dado_process_pipe_receive(dado_process_pipe *pipe, char **line, int64_t until)
{
    size_t searched = pipe->start;
    bool waited = false;
    for (;;) {
        char *end = memchr(pipe->buffer + searched, '\n', pipe->held - searched);
        if (end) {
            *end = '\0';
            *line = pipe->buffer + pipe->start;
            if (end > *line && end[-1] == '\r') end[-1] = '\0';
            pipe->start = (size_t)(end - pipe->buffer) + 1;
            return DADO_RECEIVED_LINE;
        }
        if (pipe->start > 0) {
            memmove(pipe->buffer, pipe->buffer + pipe->start, pipe->held - pipe->start);
            pipe->held -= pipe->start;
            pipe->start = 0;
        }
        searched = pipe->held;
        if (pipe->held == DADO_LINE_MOST) return DADO_RECEIVED_OVERLONG;
        if (pipe->box.out < 0) return DADO_RECEIVED_EOF;
        ssize_t got = read(pipe->box.out, pipe->buffer + pipe->held, DADO_LINE_MOST - pipe->held);
        if (got > 0) {
            pipe->held += (size_t)got;
            // Messages that are there now were written before the answer.
            if (!waited) read_stderr(pipe);
        } else if (got == 0) return DADO_RECEIVED_EOF;
        else if (errno == EAGAIN) {
            if (!wait_for(pipe, pipe->box.out, POLLIN, until)) return DADO_RECEIVED_TIMEOUT;
            waited = true;
        } else if (errno != EINTR) return DADO_RECEIVED_EOF;
        if (got > 0 && (dado_clock_ms() > until || stop_requested(pipe)))
            return DADO_RECEIVED_TIMEOUT;
    }
}
