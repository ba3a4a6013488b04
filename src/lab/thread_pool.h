// thread_pool.h - threads that share a batch of jobs, or process a stream of them.
//
// In a batch, job i writes only to slot i, so the result does not depend on how many
// threads there are or which takes what. The calling thread works too, and a pool of one
// is just a loop.
//
// A stream may be longer than memory: any worker does a job, and the calling thread,
// which does nothing else, takes the jobs in order. Between the oldest job not yet taken
// and the newest one begun there is a window, in which each job has a place of its own.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "core/error.h"
#include "solve/parallel_interface.h"

typedef struct dado_thread_pool dado_thread_pool;

// Opens a pool. With `threads` 0 it has as many as there are cores.
bool dado_thread_pool_open(dado_thread_pool **pool, int threads, dado_error *err);
void dado_thread_pool_close(dado_thread_pool *pool);                  // NULL is fine
static inline void dado_thread_pool_cleanup(dado_thread_pool **pool)  // for DADO_CLEANUP
{
    dado_thread_pool_close(*pool);
}
int dado_thread_pool_size(const dado_thread_pool *pool);

// Starts a thread that gets no signals; these go to the calling thread.
bool dado_thread_start(pthread_t *thread, void *(*does)(void *), void *of);

// Calls `job` once for every i from 0 to count - 1; `worker` is the number of the thread,
// from 0. Jobs are handed out up to `together` at a time, fewer in a short batch.
typedef void dado_thread_pool_job(void *context, int i, int worker);
void dado_thread_pool_run(dado_thread_pool *pool, int count, int together,
                          dado_thread_pool_job *job, void *context);

// Returns the pool in the form that solvers use.
dado_parallel dado_thread_pool_parallel(dado_thread_pool *pool);

typedef struct dado_job_stream {
    // jobs from `next` up to `end`; afterwards `next` is the first one not taken
    int64_t next, end;
    int window;  // number of places in the window
    void *context;
    // Does a job on a thread of the pool. Returns false if it was not finished; then no
    // later job is taken.
    bool (*work)(void *context, int64_t job, int place, int worker);
    // Takes a finished job, on the calling thread, as all that follows. Returns false to
    // end the stream.
    bool (*take)(void *context, int64_t job, int place);
    // Called before waiting for a job, and a few times per second meanwhile. Returns
    // false to begin no more jobs.
    bool (*watch)(void *context);
    atomic_int *halt;  // set once no more jobs are begun: running jobs may stop unfinished
} dado_job_stream;

// Processes a stream. Returns once no worker is busy; true if all jobs were taken. `err`
// is set only if the stream could not begin; errors of its own functions are theirs to
// keep.
bool dado_thread_pool_stream(dado_thread_pool *pool, dado_job_stream *stream, dado_error *err);
