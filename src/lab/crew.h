// crew.h - the threads of the house: they share a row of jobs, or keep a stream of them going.
//
// In a row, job i writes to slot i and nowhere else, so what comes out does not
// depend on how many hands there were or who took what. The calling thread
// works too, and a crew of one is just a loop.
//
// A stream is longer than memory: jobs are done by any hand and taken in their
// order by the calling thread, which does nothing else. Between the oldest job
// not yet taken and the newest begun there is a window, and each job on its way
// has a place of its own in it.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "core/error.h"
#include "solve/hands.h"

typedef struct dado_crew dado_crew;

// `threads` 0 takes as many as there are cores.
bool dado_crew_open(dado_crew **crew, int threads, dado_error *err);
void dado_crew_close(dado_crew *crew);  // NULL is fine
static inline void dado_crew_end(dado_crew **crew)  // for DADO_ENDS
{
    dado_crew_close(*crew);
}
int dado_crew_size(const dado_crew *crew);

// A thread like theirs. Signals are for the thread that calls: it hears none.
bool dado_hand_start(pthread_t *thread, void *(*does)(void *), void *of);

// Calls `job` once for every i from 0 to count - 1; `hand` tells which thread it
// is, from 0. Jobs are handed out up to `together` at a time, fewer where the row is short.
typedef void dado_crew_job(void *context, int i, int hand);
void dado_crew_run(dado_crew *crew, int count, int together, dado_crew_job *job, void *context);

// The crew as solvers know it.
dado_hands dado_crew_hands(dado_crew *crew);

typedef struct dado_stream {
    int64_t next, end;  // jobs from `next` up to `end`; afterwards `next` is the first not taken
    int window;         // places
    void *context;
    // On a thread of the crew. False: it was left undone, and nothing beyond it is taken.
    bool (*work)(void *context, int64_t job, int place, int hand);
    // The rest on the calling thread: takes what was done; false ends the stream.
    bool (*take)(void *context, int64_t job, int place);
    // Before a job is waited for, and some times a second meanwhile; false: no more are begun.
    bool (*watch)(void *context);
    atomic_int *halt;  // set once no more are to be begun: jobs at work may be left undone
} dado_stream;

// Returns once nobody is at work; true if all jobs were taken. `err` is for a stream that could not
// begin: what its own functions run into is theirs to keep.
bool dado_crew_stream(dado_crew *crew, dado_stream *stream, dado_error *err);
