// line.h - lines of text to and from a program that may be slow, dead or babbling.
//
// Whoever asks says until when. Nothing here waits longer, grows without
// bound, or falls over when the other side is gone; and whoever asks may stop it.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agents/box.h"

enum { DADO_LINE_MOST = 1 << 20, DADO_NOTES_MOST = 1 << 16 };

typedef enum dado_heard {
    DADO_HEARD_LINE,
    DADO_HEARD_NOTHING,  // it was not said in time
    DADO_HEARD_END,      // the program is gone, or has closed its output
    DADO_HEARD_FLOOD,    // a line without end
} dado_heard;

typedef struct dado_talk {
    dado_box box;
    char *buffer;         // what came in and was not asked for yet; DADO_LINE_MOST bytes
    size_t held, start;   // bytes in it, and where the next line begins
    char *remarks;        // of standard error, the first DADO_NOTES_MOST bytes
    size_t remarked;
    const atomic_int *stop;  // once it is not 0, nothing is waited for; or NULL
} dado_talk;

int64_t dado_clock_ms(void);

// Starts the program; the buffers are the caller's, of the sizes above.
bool dado_talk_start(dado_talk *talk, const char *program, const dado_box_limits *limits,
                     dado_error *err);
void dado_talk_end(dado_talk *talk);

// Says a line; false if the program did not take it by `until`.
bool dado_talk_say(dado_talk *talk, const char *line, size_t length, int64_t until);

// Hears a line, ended by a zero byte and without its line end, good until the next call.
dado_heard dado_talk_hear(dado_talk *talk, char **line, int64_t until);
