// local_cluster.c - see local_cluster.h.
#define _POSIX_C_SOURCE 200809L
#include "support/local_cluster.h"

#include <pthread.h>
#include <time.h>

#include "core/clock.h"
#include "support/test.h"

typedef struct message {
    struct message *next;
    int from;
    size_t size;
    unsigned char bytes[];
} message;

typedef struct mailbox {
    dado_local_cluster *local_cluster;
    int rank;
    message *first, **end, *read;
    dado_transport wire;
} mailbox;

struct dado_local_cluster {
    pthread_mutex_t lock;
    pthread_cond_t news;
    int ranks;
    mailbox piers[];
};

static bool send(void *self, int to, const unsigned char *bytes, size_t size, dado_error *err)
{
    (void)err;
    mailbox *p = self, *other = &p->local_cluster->piers[to];
    message *l = malloc(sizeof *l + size);
    assert_non_null(l);
    *l = (message){ .from = p->rank, .size = size };
    memcpy(l->bytes, bytes, size);
    pthread_mutex_lock(&p->local_cluster->lock);
    *other->end = l;
    other->end = &l->next;
    pthread_cond_broadcast(&p->local_cluster->news);
    pthread_mutex_unlock(&p->local_cluster->lock);
    return true;
}

static int receive(void *self, double seconds, const unsigned char **bytes, size_t *size,
                   dado_error *err)
{
    (void)err;
    mailbox *p = self;
    free(p->read);
    p->read = NULL;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&p->local_cluster->lock);
    int code = 0;
    while (!p->first && seconds > 0 && code == 0) {
        code = pthread_cond_timedwait(&p->local_cluster->news, &p->local_cluster->lock, &until);
    }
    message *l = p->first;
    if (l) {
        p->first = l->next;
        if (!p->first) p->end = &p->first;
    }
    pthread_mutex_unlock(&p->local_cluster->lock);
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

dado_local_cluster *dado_local_cluster_open(int ranks)
{
    dado_local_cluster *h = calloc(1, sizeof *h + sizeof *h->piers * (size_t)ranks);
    assert_non_null(h);
    h->ranks = ranks;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->news, NULL);
    for (int r = 0; r < ranks; r++) {
        mailbox *p = &h->piers[r];
        p->local_cluster = h;
        p->rank = r;
        p->end = &p->first;
        p->wire = (dado_transport){ p, r, ranks, "here", send, receive, now };
    }
    return h;
}

const dado_transport *dado_local_cluster_wire(dado_local_cluster *h, int rank)
{
    return &h->piers[rank].wire;
}

void dado_local_cluster_close(dado_local_cluster *h)
{
    for (int r = 0; r < h->ranks; r++) {
        mailbox *p = &h->piers[r];
        while (p->first) {
            message *next = p->first->next;
            free(p->first);
            p->first = next;
        }
        free(p->read);
    }
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->news);
    free(h);
}
