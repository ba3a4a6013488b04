// wire.c - see wire.h.
#define _POSIX_C_SOURCE 200809L
#include "support/wire.h"

#include <pthread.h>
#include <time.h>

#include "core/clock.h"
#include "support/test.h"

typedef struct letter {
    struct letter *next;
    int from;
    size_t size;
    unsigned char bytes[];
} letter;

typedef struct pier {
    dado_harbour *harbour;
    int rank;
    letter *first, **end, *read;
    dado_wire wire;
} pier;

struct dado_harbour {
    pthread_mutex_t lock;
    pthread_cond_t news;
    int ranks;
    pier piers[];
};

static bool send(void *self, int to, const unsigned char *bytes, size_t size, dado_error *err)
{
    (void)err;
    pier *p = self, *other = &p->harbour->piers[to];
    letter *l = malloc(sizeof *l + size);
    assert_non_null(l);
    *l = (letter){ .from = p->rank, .size = size };
    memcpy(l->bytes, bytes, size);
    pthread_mutex_lock(&p->harbour->lock);
    *other->end = l;
    other->end = &l->next;
    pthread_cond_broadcast(&p->harbour->news);
    pthread_mutex_unlock(&p->harbour->lock);
    return true;
}

static int receive(void *self, double seconds, const unsigned char **bytes, size_t *size,
                   dado_error *err)
{
    (void)err;
    pier *p = self;
    free(p->read);
    p->read = NULL;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&p->harbour->lock);
    int code = 0;
    while (!p->first && seconds > 0 && code == 0) {
        code = pthread_cond_timedwait(&p->harbour->news, &p->harbour->lock, &until);
    }
    letter *l = p->first;
    if (l) {
        p->first = l->next;
        if (!p->first) p->end = &p->first;
    }
    pthread_mutex_unlock(&p->harbour->lock);
    if (!l) return -1;
    p->read = l;
    *bytes = l->bytes;
    *size = l->size;
    return l->from;
}

static double now(void *self)
{
    (void)self;
    return dado_seconds();
}

dado_harbour *dado_harbour_open(int ranks)
{
    dado_harbour *h = calloc(1, sizeof *h + sizeof *h->piers * (size_t)ranks);
    assert_non_null(h);
    h->ranks = ranks;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->news, NULL);
    for (int r = 0; r < ranks; r++) {
        pier *p = &h->piers[r];
        p->harbour = h;
        p->rank = r;
        p->end = &p->first;
        p->wire = (dado_wire){ p, r, ranks, "here", send, receive, now };
    }
    return h;
}

const dado_wire *dado_harbour_wire(dado_harbour *h, int rank)
{
    return &h->piers[rank].wire;
}

void dado_harbour_close(dado_harbour *h)
{
    for (int r = 0; r < h->ranks; r++) {
        pier *p = &h->piers[r];
        while (p->first) {
            letter *next = p->first->next;
            free(p->first);
            p->first = next;
        }
        free(p->read);
    }
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->news);
    free(h);
}
