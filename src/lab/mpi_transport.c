// mpi_transport.c - sends bytes over MPI. It is the only file that uses MPI, and is built
// as a module of its own.
//
// Sending never waits: a message is kept until MPI is done with it, so that two processes
// that send much at once do not wait for each other. Receiving polls now and then, since
// MPI's own waiting keeps a core busy.
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab/mpi_loader.h"

enum { tag = 100 };

typedef struct pending_send {  // a message on its way
    struct pending_send *next;
    MPI_Request request;
    unsigned char bytes[];
} pending_send;

typedef struct mpi_state {
    pending_send *out;
    unsigned char *in;
    int room;
    char place[MPI_MAX_PROCESSOR_NAME];
} mpi_state;

static void fail_mpi(dado_error *err, const char *what)
{
    if (!err) return;
    err->status = DADO_IO;
    snprintf(err->text, sizeof err->text, "MPI could not %s", what);
}

// Frees the messages that were received.
static void free_sent(mpi_state *p)
{
    for (pending_send **at = &p->out; *at;) {
        pending_send *one = *at;
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
    mpi_state *p = self;
    free_sent(p);
    pending_send *one = size <= INT_MAX ? malloc(sizeof *one + size) : NULL;
    if (one) memcpy(one->bytes, bytes, size);
    if (!one || MPI_Issend(one->bytes, (int)size, MPI_BYTE, to, tag, MPI_COMM_WORLD,
                           &one->request) != MPI_SUCCESS) {
        free(one);
        fail_mpi(err, "send a message");
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
    mpi_state *p = self;
    MPI_Status status;
    int there = 0;
    free_sent(p);
    for (int look = 0; look < 2 && !there; look++) {
        if (look) nanosleep(&(struct timespec){ .tv_nsec = (long)(seconds * 1e9) }, NULL);
        if (MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS) {
            fail_mpi(err, "look for messages");
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
            fail_mpi(err, "receive: no memory left");
            return -2;
        }
        p->in = larger;
        p->room = count;
    }
    if (MPI_Recv(p->in, count, MPI_BYTE, status.MPI_SOURCE, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS) {
        fail_mpi(err, "receive a message");
        return -2;
    }
    *bytes = p->in;
    *size = (size_t)count;
    return status.MPI_SOURCE;
}

static bool begin(dado_transport *transport, char *why, size_t room)
{
    int level, rank, ranks, length;
    mpi_state *p = calloc(1, sizeof *p);
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
    *transport = (dado_transport){ p, rank, ranks, p->place, send, receive, now };
    return true;
}

static void end(dado_transport *transport)
{
    mpi_state *p = transport->self;
    MPI_Request all = MPI_REQUEST_NULL;
    const unsigned char *late;
    size_t size;
    // Late messages are received and dropped, since no process may exit while a message
    // is on its way.
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
