// process_pipe.h - exchanges lines of text with a program that may be slow, dead or write
// too much.
//
// The caller gives a deadline. Nothing here waits longer, grows without limit, or fails
// when the other side is gone. The caller may also stop it.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agents/sandbox.h"

enum { DADO_LINE_MOST = 1 << 20, DADO_NOTES_MOST = 1 << 16 };

typedef enum dado_receive_result {
    DADO_RECEIVED_LINE,
    DADO_RECEIVED_TIMEOUT,   // it did not come in time
    DADO_RECEIVED_EOF,       // the program is gone, or has closed its output
    DADO_RECEIVED_OVERLONG,  // the line is too long
} dado_receive_result;

typedef struct dado_process_pipe {
    dado_sandbox box;
    char *buffer;        // input that was not returned yet; DADO_LINE_MOST bytes
    size_t held, start;  // bytes in it, and where the next line begins
    char *stderr_text;   // the first DADO_NOTES_MOST bytes of standard error
    size_t stderr_length;
    const atomic_int *stop;  // once it is not 0, nothing waits; or NULL

    // The current turn.
    int64_t turn_began;  // in the time of dado_nanoseconds
    int64_t cpu_began;   // processor time the program had used then; -1 if unknown
    int64_t cpu_until;   // waiting ends once the program has used this much; 0: no limit
    int64_t cpu_looked;  // processor time it had used at the last check of its page tables
    int cores;           // of this machine
    bool quick;          // the turn before this one took less than DADO_PAUSE_ALL_US
    int told;            // how often `lasting` was called in this turn
    void (*lasting)(void *context, int64_t lasted_us);  // or NULL
    void *context;
} dado_process_pipe;

int64_t dado_clock_ms(void);

// Starts the program. The buffers belong to the caller and have the sizes above.
bool dado_process_pipe_start(dado_process_pipe *pipe, const char *program,
                             const dado_sandbox_limits *limits, dado_error *err);
void dado_process_pipe_end(dado_process_pipe *pipe);

// Begins a turn. While the program is waited for, `lasting` is called with `context` when
// the turn has lasted DADO_PAUSE_BUSY_US, and again after DADO_PAUSE_ALL_US. After a
// quick turn, both calls come after DADO_PAUSE_LATER_US, because an earlier timer costs a
// third of a quick answer. The turn ends once the program has used `cpu_ns` more of
// processor time, if that is above 0 and can be measured.
void dado_process_pipe_begin_turn(dado_process_pipe *pipe, int64_t cpu_ns,
                                  void (*lasting)(void *context, int64_t lasted_us), void *context);

void dado_process_pipe_end_turn(dado_process_pipe *pipe);

// Sends a line; returns false if the program did not read it by `until`.
bool dado_process_pipe_send(dado_process_pipe *pipe, const char *line, size_t length,
                            int64_t until);

// Receives a line, without its line end and ended by a zero byte. It is valid until the
// next call.
dado_receive_result dado_process_pipe_receive(dado_process_pipe *pipe, char **line, int64_t until);
