// mpi_wire.c - bytes over MPI: the one file that knows it, built as a module of its own.
//
// Sending never waits: what is on its way is kept until MPI is done with it, so
// that two who send much at once do not wait for each other. Waiting is a
// look every now and then, for MPI's own way of waiting keeps a core busy.
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab/mpi.h"

enum { tag = 100 };

typedef struct parcel {  // on its way
    struct parcel *next;
    MPI_Request request;
    unsigned char bytes[];
} parcel;

typedef struct post {
    parcel *out;
    unsigned char *in;
    int room;
    char place[MPI_MAX_PROCESSOR_NAME];
} post;

static void complain(dado_error *err, const char *what)
{
    if (!err) return;
    err->status = DADO_IO;
    snprintf(err->text, sizeof err->text, "MPI could not %s", what);
}

// Lets go of what was received.
static void tidy(post *p)
{
    for (parcel **at = &p->out; *at;) {
        parcel *one = *at;
        int sent = 0;
        MPI_Test(&one->request, &sent, MPI_STATUS_IGNORE);
        if (!sent) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free(one);
    }
}

static bool send(void *self, int to, const unsigned char *bytes, size_t size, dado_error *err)
{
    post *p = self;
    tidy(p);
    parcel *one = size <= INT_MAX ? malloc(sizeof *one + size) : NULL;
    if (one) memcpy(one->bytes, bytes, size);
    if (!one || MPI_Issend(one->bytes, (int)size, MPI_BYTE, to, tag, MPI_COMM_WORLD,
                          &one->request) != MPI_SUCCESS) {
        free(one);
        complain(err, "send a message");
        return false;
    }
    one->next = p->out;
    p->out = one;
    return true;
}

static double now(void *self)
{
    (void)self;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int receive(void *self, double seconds, const unsigned char **bytes, size_t *size,
                   dado_error *err)
{
    post *p = self;
    MPI_Status status;
    int there = 0;
    tidy(p);
    for (int look = 0; look < 2 && !there; look++) {
        if (look) nanosleep(&(struct timespec){ .tv_nsec = (long)(seconds * 1e9) }, NULL);
        if (MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS) {
            complain(err, "look for messages");
            return -2;
        }
        if (seconds <= 0) break;
    }
    if (!there) return -1;
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    if (count > p->room) {
        unsigned char *larger = realloc(p->in, (size_t)count);
        if (!larger) {
            complain(err, "receive: no memory left");
            return -2;
        }
        p->in = larger;
        p->room = count;
    }
    if (MPI_Recv(p->in, count, MPI_BYTE, status.MPI_SOURCE, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS) {
        complain(err, "receive a message");
        return -2;
    }
    *bytes = p->in;
    *size = (size_t)count;
    return status.MPI_SOURCE;
}

static bool begin(dado_wire *wire, char *why, size_t room)
{
    int level, rank, ranks, length;
    post *p = calloc(1, sizeof *p);
    if (!p) {
        snprintf(why, room, "no memory left");
        return false;
    }
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) {
        snprintf(why, room, "MPI_Init_thread failed");
        free(p);
        return false;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Get_processor_name(p->place, &length);
    *wire = (dado_wire){ p, rank, ranks, p->place, send, receive, now };
    return true;
}

static void end(dado_wire *wire)
{
    post *p = wire->self;
    MPI_Request all = MPI_REQUEST_NULL;
    const unsigned char *late;
    size_t size;
    // What comes late is let go, but taken: nobody may leave while a message is on its way.
    for (int over = 0, met = 0; !over;) {
        while (receive(p, 0.0002, &late, &size, NULL) >= 0) continue;
        if (!p->out && !met) met = MPI_Ibarrier(MPI_COMM_WORLD, &all) == MPI_SUCCESS;
        if (!p->out && !met) break;
        if (met && MPI_Test(&all, &over, MPI_STATUS_IGNORE) != MPI_SUCCESS) break;
    }
    free(p->in);
    free(p);
    MPI_Finalize();
}

extern const dado_mpi_module dado_mpi;
const dado_mpi_module dado_mpi = { DADO_MPI_ABI, begin, end };
