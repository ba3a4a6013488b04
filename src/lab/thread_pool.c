// thread_pool.c - see thread_pool.h.
//
// Workers sleep between batches of jobs. A batch has a number; a worker that wakes checks
// for a new number, takes jobs from a shared counter until there are none, and reports
// that it is done. The caller returns only after every worker has done so, so the batch
// may live on its stack. A stream is a batch whose workers take jobs from a window and
// whose caller waits for the jobs in order.
#define _GNU_SOURCE
#include "lab/thread_pool.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { most_workers = 1024, worker_stack = 16 << 20 };

enum { not_done, done_well, left_undone };  // state of a place in the window

typedef struct worker {
    dado_thread_pool *pool;
    pthread_t thread;
    int number;
    long seen;  // number of the last batch it knows of
} worker;

struct dado_thread_pool {
    pthread_mutex_t lock;
    pthread_cond_t to_workers, to_caller;  // something to do; something done
    long row;                              // number of batches so far
    int working;                           // workers that are still busy with this batch
    bool closing;
    atomic_int next;
    int count, together;
    dado_thread_pool_job *job;
    void *context;
    int size;            // number of workers, the calling thread included
    bool first_started;  // whether worker 0 has a thread too, for streams

    dado_job_stream *stream;  // the current stream; NULL in a batch
    int64_t begun;            // jobs of the stream that were handed out
    bool ending;              // whether no more are handed out
    uint8_t *places;          // state of each place in the window

    worker workers[];  // as many as were requested
};

static void take_jobs(dado_thread_pool *pool, int number)
{
    for (;;) {
        int first = atomic_fetch_add(&pool->next, pool->together);
        if (first >= pool->count) return;
        int end = first + pool->together < pool->count ? first + pool->together : pool->count;
        for (int i = first; i < end; i++) pool->job(pool->context, i, number);
    }
}

// Takes jobs of the stream while there are any, with the lock held.
static void take_from_stream(dado_thread_pool *pool, int number)
{
    dado_job_stream *stream = pool->stream;
    for (;;) {
        while (!pool->ending && pool->begun < stream->end &&
               pool->begun - stream->next >= stream->window) {
            pthread_cond_wait(&pool->to_workers, &pool->lock);
        }
        if (pool->ending || pool->begun >= stream->end) return;
        int64_t job = pool->begun++;
        int place = (int)(job % stream->window);
        pthread_mutex_unlock(&pool->lock);
        bool done = stream->work(stream->context, job, place, number);
        pthread_mutex_lock(&pool->lock);
        pool->places[place] = done ? done_well : left_undone;
        if (!done) pool->ending = true;
        // The caller checks every few milliseconds anyway, and is woken for several jobs
        // at once.
        bool several = pool->begun - stream->next >= stream->window / 4;
        if (several || !done || pool->begun >= stream->end) pthread_cond_signal(&pool->to_caller);
    }
}

static void *work(void *context)
{
    worker *self = context;
    dado_thread_pool *pool = self->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->row == self->seen && !pool->closing) {
            pthread_cond_wait(&pool->to_workers, &pool->lock);
        }
        if (pool->closing) break;
        self->seen = pool->row;
        if (pool->stream) {
            take_from_stream(pool, self->number);
        } else if (self->number > 0) {
            pthread_mutex_unlock(&pool->lock);
            take_jobs(pool, self->number);
            pthread_mutex_lock(&pool->lock);
        } else {
            continue;  // in a batch the calling thread is this worker
        }
        if (--pool->working == 0) pthread_cond_signal(&pool->to_caller);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

bool dado_thread_start(pthread_t *thread, void *(*does)(void *), void *of)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, worker_stack);
    bool fine = pthread_create(thread, &attributes, does, of) == 0;
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fine;
}

static bool start_worker(dado_thread_pool *pool, int number)
{
    worker *h = &pool->workers[number];
    *h = (worker){ .pool = pool, .number = number, .seen = pool->row };
    return dado_thread_start(&h->thread, work, h);
}

bool dado_thread_pool_open(dado_thread_pool **out, int threads, dado_error *err)
{
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > most_workers) threads = most_workers;
    dado_thread_pool *pool = *out =
        calloc(1, sizeof *pool + (size_t)threads * sizeof *pool->workers);
    if (!pool) return dado_fail(err, DADO_LIMIT, "no memory left for %d threads", threads);
    pool->size = 1;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->to_workers, NULL);
    pthread_cond_init(&pool->to_caller, NULL);
    // Fewer workers than requested give the same result, later.
    while (pool->size < threads && start_worker(pool, pool->size)) pool->size++;
    return true;
}

void dado_thread_pool_close(dado_thread_pool *pool)
{
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->to_workers);
    pthread_mutex_unlock(&pool->lock);
    for (int i = pool->first_started ? 0 : 1; i < pool->size; i++) {
        pthread_join(pool->workers[i].thread, NULL);
    }
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->to_workers);
    pthread_cond_destroy(&pool->to_caller);
    free(pool);
}

int dado_thread_pool_size(const dado_thread_pool *pool)
{
    return pool->size;
}

void dado_thread_pool_run(dado_thread_pool *pool, int count, int together,
                          dado_thread_pool_job *job, void *context)
{
    // A short batch of long jobs must not go to a single worker.
    if (together > count / (8 * pool->size)) together = count / (8 * pool->size);
    if (together < 1) together = 1;
    if (pool->size == 1 || count <= together) {
        for (int i = 0; i < count; i++) job(context, i, 0);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->count = count;
    pool->together = together;
    pool->job = job;
    pool->context = context;
    atomic_store(&pool->next, 0);
    pool->working = pool->size - 1;
    pool->row++;
    pthread_cond_broadcast(&pool->to_workers);
    pthread_mutex_unlock(&pool->lock);
    take_jobs(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->working > 0) pthread_cond_wait(&pool->to_caller, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

typedef struct shared_work {
    void (*do_it)(void *job, int part);
    void *job;
} shared_work;

static void do_part(void *context, int i, int number)
{
    const shared_work *s = context;
    (void)number;
    s->do_it(s->job, i);
}

static void share(void *with, int parts, void (*do_it)(void *job, int part), void *job)
{
    shared_work s = { do_it, job };
    dado_thread_pool_run(with, parts, 1, do_part, &s);
}

dado_parallel dado_thread_pool_parallel(dado_thread_pool *pool)
{
    return (dado_parallel){ .count = pool->size, .share = share, .with = pool };
}

// Waits for the next job in order, and returns whether it was done.
static bool await(dado_thread_pool *pool, dado_job_stream *stream)
{
    const uint8_t *place = &pool->places[stream->next % stream->window];
    for (;;) {
        bool on = stream->watch(stream->context);
        if (!on) atomic_store(stream->halt, 1);
        pthread_mutex_lock(&pool->lock);
        pool->ending = pool->ending || !on;
        bool over = *place != not_done || (pool->ending && stream->next >= pool->begun);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 5000000;  // so that a request to stop is noticed soon
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (!over) pthread_cond_timedwait(&pool->to_caller, &pool->lock, &until);
        bool done = *place == done_well;
        pthread_mutex_unlock(&pool->lock);
        if (over) return done;
    }
}

bool dado_thread_pool_stream(dado_thread_pool *pool, dado_job_stream *stream, dado_error *err)
{
    if (!pool->first_started) pool->first_started = start_worker(pool, 0);
    int workers = pool->size - !pool->first_started;
    if (workers == 0) {
        return dado_fail(err, DADO_LIMIT, "no thread could be started; try --threads 1");
    }
    pool->places = calloc((size_t)stream->window, 1);
    if (!pool->places) return dado_fail(err, DADO_LIMIT, "no memory left for a row of jobs");
    pthread_mutex_lock(&pool->lock);
    pool->stream = stream;
    pool->begun = stream->next;
    pool->ending = false;
    pool->working = workers;
    pool->row++;
    pthread_cond_broadcast(&pool->to_workers);
    pthread_mutex_unlock(&pool->lock);
    while (stream->next < stream->end && await(pool, stream)) {
        int place = (int)(stream->next % stream->window);
        if (!stream->take(stream->context, stream->next, place)) break;
        pthread_mutex_lock(&pool->lock);
        pool->places[place] = not_done;
        stream->next++;
        pthread_cond_broadcast(&pool->to_workers);
        pthread_mutex_unlock(&pool->lock);
    }
    if (stream->next < stream->end) atomic_store(stream->halt, 1);
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->to_workers);
    while (pool->working > 0) pthread_cond_wait(&pool->to_caller, &pool->lock);
    pool->stream = NULL;
    pthread_mutex_unlock(&pool->lock);
    free(pool->places);
    return stream->next == stream->end;
}
