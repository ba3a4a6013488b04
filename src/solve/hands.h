// hands.h - a way to do several parts of a job at once, and to be told to leave off; the lab makes
// one of its crews.
#pragma once

#include <stdbool.h>

// Calls work(job, part) for every part from 0 up and returns when all are done.
typedef struct dado_hands {
    int count;  // parts worth making
    void (*share)(void *with, int parts, void (*work)(void *job, int part), void *job);
    void *with;
} dado_hands;

// Asked again and again, by all hands, whether to go on; and told how far it is, by the caller's.
typedef struct dado_leave {
    bool (*given)(void *to);                    // NULL: always
    void (*heard)(void *to, int done, int all);  // or NULL
    void *to;
} dado_leave;

static inline bool dado_leave_given(const dado_leave *leave)
{
    return !leave->given || leave->given(leave->to);
}

static inline void dado_leave_hear(const dado_leave *leave, int done, int all)
{
    if (leave->heard) leave->heard(leave->to, done, all);
}
