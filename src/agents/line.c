// line.c - see line.h.
#define _GNU_SOURCE
#include "agents/line.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"

int64_t dado_clock_ms(void)
{
    return dado_nanoseconds() / 1000000;
}

bool dado_talk_start(dado_talk *talk, const char *program, const dado_box_limits *limits,
                     dado_error *err)
{
    talk->held = talk->start = 0;
    return dado_box_start(&talk->box, program, limits, err);
}

// Keeps the beginning of what the program remarks, and throws the rest away,
// so that a program that complains without end is not kept waiting.
static void take_remarks(dado_talk *talk)
{
    char waste[4096];
    for (int i = 0; i < 16 && talk->box.notes >= 0; i++) {
        size_t room = DADO_NOTES_MOST - 1 - talk->remarked;
        char *into = room ? talk->remarks + talk->remarked : waste;
        ssize_t got = read(talk->box.notes, into, room ? room : sizeof waste);
        if (got > 0 && room) talk->remarked += (size_t)got;
        if (got == 0) {
            close(talk->box.notes);
            talk->box.notes = -1;
        }
        if (got <= 0) return;
    }
}

void dado_talk_end(dado_talk *talk)
{
    take_remarks(talk);  // the last words of one that died say why
    dado_box_end(&talk->box);
    talk->held = talk->start = 0;
}

static bool is_to_stop(const dado_talk *talk)
{
    return talk->stop && atomic_load_explicit(talk->stop, memory_order_relaxed);
}

// Waits until the program can be read from, or `events` written to; false when time is up.
static bool wait_for(dado_talk *talk, int file, short events, int64_t until)
{
    enum { longest_ms = 100 };  // that nobody looks whether it is to stop
    for (;;) {
        int64_t left = until - dado_clock_ms();
        if (left < 0) left = 0;
        struct pollfd ends[2] = {
            { .fd = file, .events = events },
            { .fd = talk->box.notes, .events = POLLIN },
        };
        int ready =
            poll(ends, talk->box.notes >= 0 ? 2 : 1, left > longest_ms ? longest_ms : (int)left);
        if (ready < 0 && errno != EINTR) return false;
        if (ready > 0 && ends[1].revents) take_remarks(talk);
        if (ready > 0 && ends[0].revents) return true;
        if (dado_clock_ms() >= until || is_to_stop(talk)) return false;
    }
}

bool dado_talk_say(dado_talk *talk, const char *line, size_t length, int64_t until)
{
    // A program that closed its input must not end ours.
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    bool said = talk->box.in >= 0;
    while (said && length > 0) {
        ssize_t taken = write(talk->box.in, line, length);
        if (taken > 0) {
            line += taken;
            length -= (size_t)taken;
        } else if (taken < 0 && errno == EAGAIN) {
            said = wait_for(talk, talk->box.in, POLLOUT, until);
        } else if (taken < 0 && errno != EINTR) {
            said = false;
        }
    }
    struct timespec at_once = { 0, 0 };
    if (!said) sigtimedwait(&pipe_signal, NULL, &at_once);  // the one we caused, if any
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return said;
}

dado_heard dado_talk_hear(dado_talk *talk, char **line, int64_t until)
{
    size_t searched = talk->start;
    bool waited = false;
    for (;;) {
        char *end = memchr(talk->buffer + searched, '\n', talk->held - searched);
        if (end) {
            *end = '\0';
            *line = talk->buffer + talk->start;
            if (end > *line && end[-1] == '\r') end[-1] = '\0';
            talk->start = (size_t)(end - talk->buffer) + 1;
            return DADO_HEARD_LINE;
        }
        if (talk->start > 0) {
            memmove(talk->buffer, talk->buffer + talk->start, talk->held - talk->start);
            talk->held -= talk->start;
            talk->start = 0;
        }
        searched = talk->held;
        if (talk->held == DADO_LINE_MOST) return DADO_HEARD_FLOOD;
        if (talk->box.out < 0) return DADO_HEARD_END;
        ssize_t got =
            read(talk->box.out, talk->buffer + talk->held, DADO_LINE_MOST - talk->held);
        if (got > 0) {
            talk->held += (size_t)got;
            // An answer that was there already came after the remarks that are there now.
            if (!waited) take_remarks(talk);
        } else if (got == 0) return DADO_HEARD_END;
        else if (errno == EAGAIN) {
            if (!wait_for(talk, talk->box.out, POLLIN, until)) return DADO_HEARD_NOTHING;
            waited = true;
        } else if (errno != EINTR) return DADO_HEARD_END;
        if (got > 0 && (dado_clock_ms() > until || is_to_stop(talk))) return DADO_HEARD_NOTHING;
    }
}
