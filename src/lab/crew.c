// crew.c - see crew.h.
//
// Hands sleep between rows of jobs. A row has a number; a hand that wakes looks
// for a new one, takes jobs from a shared counter until there are none, and
// says so. The caller leaves only after every hand has said so, which is why the
// row may live on its stack.
#define _GNU_SOURCE
#include "lab/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct hand {
    dado_crew *crew;
    pthread_t thread;
    int number;
} hand;

struct dado_crew {
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    long row;      // how many rows have been begun
    int working;   // hands still at this row
    bool closing;
    atomic_int next;
    int count, together;
    dado_crew_job *job;
    void *context;
    int size;      // hands, the caller's own included
    hand *hands;
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

static void *work(void *context)
{
    hand *self = context;
    dado_crew *crew = self->crew;
    long seen = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->row == seen && !crew->closing) pthread_cond_wait(&crew->begin, &crew->lock);
        if (crew->closing) break;
        seen = crew->row;
        pthread_mutex_unlock(&crew->lock);
        take_jobs(crew, self->number);
        pthread_mutex_lock(&crew->lock);
        if (--crew->working == 0) pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

bool dado_crew_open(dado_crew **out, int threads, dado_error *err)
{
    enum { most = 256 };
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > most) threads = most;
    *out = NULL;
    dado_crew *crew = calloc(1, sizeof *crew);
    hand *hands = calloc((size_t)threads, sizeof *hands);
    if (!crew || !hands) {
        free(crew);
        free(hands);
        return dado_fail(err, DADO_LIMIT, "no memory left for %d threads", threads);
    }
    crew->hands = hands;
    crew->size = 1;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->done, NULL);
    for (int i = 1; i < threads; i++) {
        hands[i] = (hand){ .crew = crew, .number = i };
        // Fewer hands than asked for give the same result, later.
        if (pthread_create(&hands[i].thread, NULL, work, &hands[i]) != 0) break;
        crew->size++;
    }
    *out = crew;
    return true;
}

void dado_crew_close(dado_crew *crew)
{
    if (!crew) return;
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 1; i < crew->size; i++) pthread_join(crew->hands[i].thread, NULL);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->begin);
    pthread_cond_destroy(&crew->done);
    free(crew->hands);
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
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);
    take_jobs(crew, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0) pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
