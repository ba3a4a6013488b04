// crew.c - see crew.h.
//
// Hands sleep between rows of jobs. A row has a number; a hand that wakes looks
// for a new one, takes jobs from a shared counter until there are none, and
// says so. The caller leaves only after every hand has said so, which is why the
// row may live on its stack. A stream is a row whose hands take from a window
// and whose caller waits for the jobs in order.
#define _GNU_SOURCE
#include "lab/crew.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { most_hands = 1024, hand_stack = 16 << 20 };

enum { not_done, done_well, left_undone };  // of a place in the window

typedef struct hand {
    dado_crew *crew;
    pthread_t thread;
    int number;
    long seen;  // the last row it knows of
} hand;

struct dado_crew {
    pthread_mutex_t lock;
    pthread_cond_t to_hands, to_caller;  // something to do; something done
    long row;      // how many rows have been begun
    int working;   // hands still at this row
    bool closing;
    atomic_int next;
    int count, together;
    dado_crew_job *job;
    void *context;
    int size;      // hands, the caller's own included
    bool first_started;  // the hand of number 0 has a thread too: for streams

    dado_stream *stream;  // while there is one; NULL in a row
    int64_t begun;        // jobs of it that were handed out
    bool ending;          // no more are
    uint8_t *places;      // how far each is

    hand hands[];  // as many as were asked for
};

static void take_jobs(dado_crew *crew, int number)
{
    for (;;) {
        int first = atomic_fetch_add(&crew->next, crew->together);
        if (first >= crew->count) return;
        int end = first + crew->together < crew->count ? first + crew->together : crew->count;
        for (int i = first; i < end; i++) crew->job(crew->context, i, number);
    }
}

// Takes jobs of the stream while there are any; with the lock held.
static void take_from_stream(dado_crew *crew, int number)
{
    dado_stream *stream = crew->stream;
    for (;;) {
        while (!crew->ending && crew->begun < stream->end &&
               crew->begun - stream->next >= stream->window) {
            pthread_cond_wait(&crew->to_hands, &crew->lock);
        }
        if (crew->ending || crew->begun >= stream->end) return;
        int64_t job = crew->begun++;
        int place = (int)(job % stream->window);
        pthread_mutex_unlock(&crew->lock);
        bool done = stream->work(stream->context, job, place, number);
        pthread_mutex_lock(&crew->lock);
        crew->places[place] = done ? done_well : left_undone;
        if (!done) crew->ending = true;
        // Who takes them looks every few milliseconds by himself, and is woken for several at once.
        bool several = crew->begun - stream->next >= stream->window / 4;
        if (several || !done || crew->begun >= stream->end) pthread_cond_signal(&crew->to_caller);
    }
}

static void *work(void *context)
{
    hand *self = context;
    dado_crew *crew = self->crew;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->row == self->seen && !crew->closing) {
            pthread_cond_wait(&crew->to_hands, &crew->lock);
        }
        if (crew->closing) break;
        self->seen = crew->row;
        if (crew->stream) {
            take_from_stream(crew, self->number);
        } else if (self->number > 0) {
            pthread_mutex_unlock(&crew->lock);
            take_jobs(crew, self->number);
            pthread_mutex_lock(&crew->lock);
        } else {
            continue;  // in a row the caller is this hand
        }
        if (--crew->working == 0) pthread_cond_signal(&crew->to_caller);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

bool dado_hand_start(pthread_t *thread, void *(*does)(void *), void *of)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, hand_stack);
    bool fine = pthread_create(thread, &attributes, does, of) == 0;
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fine;
}

static bool start_hand(dado_crew *crew, int number)
{
    hand *h = &crew->hands[number];
    *h = (hand){ .crew = crew, .number = number, .seen = crew->row };
    return dado_hand_start(&h->thread, work, h);
}

bool dado_crew_open(dado_crew **out, int threads, dado_error *err)
{
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > most_hands) threads = most_hands;
    dado_crew *crew = *out = calloc(1, sizeof *crew + (size_t)threads * sizeof *crew->hands);
    if (!crew) return dado_fail(err, DADO_LIMIT, "no memory left for %d threads", threads);
    crew->size = 1;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->to_hands, NULL);
    pthread_cond_init(&crew->to_caller, NULL);
    // Fewer hands than asked for give the same result, later.
    while (crew->size < threads && start_hand(crew, crew->size)) crew->size++;
    return true;
}

void dado_crew_close(dado_crew *crew)
{
    if (!crew) return;
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->to_hands);
    pthread_mutex_unlock(&crew->lock);
    for (int i = crew->first_started ? 0 : 1; i < crew->size; i++) {
        pthread_join(crew->hands[i].thread, NULL);
    }
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->to_hands);
    pthread_cond_destroy(&crew->to_caller);
    free(crew);
}

int dado_crew_size(const dado_crew *crew)
{
    return crew->size;
}

void dado_crew_run(dado_crew *crew, int count, int together, dado_crew_job *job, void *context)
{
    // A short row of long jobs must not end up with one hand.
    if (together > count / (8 * crew->size)) together = count / (8 * crew->size);
    if (together < 1) together = 1;
    if (crew->size == 1 || count <= together) {
        for (int i = 0; i < count; i++) job(context, i, 0);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->count = count;
    crew->together = together;
    crew->job = job;
    crew->context = context;
    atomic_store(&crew->next, 0);
    crew->working = crew->size - 1;
    crew->row++;
    pthread_cond_broadcast(&crew->to_hands);
    pthread_mutex_unlock(&crew->lock);
    take_jobs(crew, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0) pthread_cond_wait(&crew->to_caller, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
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
    dado_crew_run(with, parts, 1, do_part, &s);
}

dado_hands dado_crew_hands(dado_crew *crew)
{
    return (dado_hands){ .count = crew->size, .share = share, .with = crew };
}

// Waits for the next job in order; whether it was done.
static bool await(dado_crew *crew, dado_stream *stream)
{
    const uint8_t *place = &crew->places[stream->next % stream->window];
    for (;;) {
        bool on = stream->watch(stream->context);
        if (!on) atomic_store(stream->halt, 1);
        pthread_mutex_lock(&crew->lock);
        crew->ending = crew->ending || !on;
        bool over = *place != not_done || (crew->ending && stream->next >= crew->begun);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 5000000;  // so soon is heard whoever wants it to stop
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (!over) pthread_cond_timedwait(&crew->to_caller, &crew->lock, &until);
        bool done = *place == done_well;
        pthread_mutex_unlock(&crew->lock);
        if (over) return done;
    }
}

bool dado_crew_stream(dado_crew *crew, dado_stream *stream, dado_error *err)
{
    if (!crew->first_started) crew->first_started = start_hand(crew, 0);
    int hands = crew->size - !crew->first_started;
    if (hands == 0) {
        return dado_fail(err, DADO_LIMIT, "no thread could be started; try --threads 1");
    }
    crew->places = calloc((size_t)stream->window, 1);
    if (!crew->places) return dado_fail(err, DADO_LIMIT, "no memory left for a row of jobs");
    pthread_mutex_lock(&crew->lock);
    crew->stream = stream;
    crew->begun = stream->next;
    crew->ending = false;
    crew->working = hands;
    crew->row++;
    pthread_cond_broadcast(&crew->to_hands);
    pthread_mutex_unlock(&crew->lock);
    while (stream->next < stream->end && await(crew, stream)) {
        int place = (int)(stream->next % stream->window);
        if (!stream->take(stream->context, stream->next, place)) break;
        pthread_mutex_lock(&crew->lock);
        crew->places[place] = not_done;
        stream->next++;
        pthread_cond_broadcast(&crew->to_hands);
        pthread_mutex_unlock(&crew->lock);
    }
    if (stream->next < stream->end) atomic_store(stream->halt, 1);
    pthread_mutex_lock(&crew->lock);
    crew->ending = true;
    pthread_cond_broadcast(&crew->to_hands);
    while (crew->working > 0) pthread_cond_wait(&crew->to_caller, &crew->lock);
    crew->stream = NULL;
    pthread_mutex_unlock(&crew->lock);
    free(crew->places);
    return stream->next == stream->end;
}
