// parallel_interface.h - lets a solver run parts of its work on threads, and lets the
// caller stop it. The lab implements it with its thread pool.
#pragma once

#include <stdbool.h>

// Calls work(job, part) for every part from 0 to parts - 1, and returns when all are
// done.
typedef struct dado_parallel {
    int count;  // how many parts the work should be split into
    void (*share)(void *with, int parts, void (*work)(void *job, int part), void *job);
    void *with;
} dado_parallel;

// Callbacks for long work. Any thread may call `given`; only the caller's thread calls
// `heard`.
typedef struct dado_work_control {
    bool (*given)(void *to);                     // returns whether to go on; NULL: always
    void (*heard)(void *to, int done, int all);  // receives the progress; or NULL
    void *to;
} dado_work_control;

static inline bool dado_work_may_continue(const dado_work_control *leave)
{
    return !leave->given || leave->given(leave->to);
}

static inline void dado_work_progress(const dado_work_control *leave, int done, int all)
{
    if (leave->heard) leave->heard(leave->to, done, all);
}
