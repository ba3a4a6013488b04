// cluster.h - several processes work on one long list of units, on one machine or many.
//
// One process is the coordinator. It announces the order, hands out pieces on request
// (scheduler.h), and takes the answers in order, so that the result cannot depend on who
// worked how fast. It works too, as do all threads of all other processes. A task defines
// the work: an order that travels as bytes, units that are numbered, and answers as
// bytes.
//
// Transports connect the processes. mpi_loader.h makes one from MPI, tests make one from
// queues, and the simulated cluster makes one from a queue with a clock of its own. A
// single process can also do the work alone.
#pragma once

#include <stdatomic.h>

#include "core/error.h"
#include "lab/serialize.h"

// A way to send bytes between processes, which are numbered from 0; number 0 is the
// coordinator.
typedef struct dado_transport {
    void *self;
    int rank, ranks;
    const char *place;  // name of the machine, for error messages
    bool (*send)(void *self, int to, const unsigned char *bytes, size_t size, dado_error *err);
    // Returns the sender of the next message. The bytes are valid until the next call. If
    // there is no message yet, waits up to `seconds`, which is below 1. Returns -1 if
    // none came, and -2, with a reason, if the transport is broken.
    int (*receive)(void *self, double seconds, const unsigned char **bytes, size_t *size,
                   dado_error *err);
    double (*now)(void *self);  // seconds since an arbitrary moment
} dado_transport;

typedef struct dado_remote_task {
    const char *name;
    // Creates what all threads of a process share while they work on an order, from the
    // rest of the order's bytes. `region` lives as long. `end`, unless NULL, frees what
    // is not in the region.
    bool (*begin)(void **shared, dado_byte_reader *order, dado_region *region, dado_error *err);
    void (*end)(void *shared);
    // Does the units from `from` to `to`, and adds the result to `answer`. A thread's own
    // data is created when first needed, in *own. Returns false if it was cancelled, or
    // if it failed and `err` says why.
    bool (*work)(void *shared, void **own, int64_t from, int64_t to, const atomic_int *halt,
                 dado_byte_writer *answer, dado_error *err);
    void (*free_own)(void *own);
} dado_remote_task;

// The messages of a transport. Each has a kind and the number of the order, followed by:
enum {
    DADO_CLUSTER_REQUEST,  // to all: dado's version, the name of the task, the bytes of the order
    DADO_CLUSTER_HELLO,    // reply: ready, with the number of threads
    DADO_CLUSTER_TASK,     // to one: number of a thread, first and last unit
    DADO_CLUSTER_ANSWER,   // reply: the same three, the duration in ns, the bytes of the answer
    DADO_CLUSTER_FAILURE,  // reply: it failed, with a status and a message
    DADO_CLUSTER_CANCEL,   // to all: stop the current work
    DADO_CLUSTER_QUIT,     // to all: exit
};

typedef struct dado_cluster dado_cluster;

// The number of threads of a process that serves and cannot start any: its calling thread
// works between two messages.
enum { DADO_CLUSTER_CALLING_THREAD = -1 };

// Opens a cluster. `threads` is the number of working threads of this process and may be
// 0; other processes report theirs. `tasks` is a list ended by NULL, the same in every
// process.
bool dado_cluster_open(dado_cluster **cluster, const dado_transport *transport, int threads,
                       const dado_remote_task *const *tasks, dado_error *err);

// Opens a cluster of this process alone. With 0 threads it uses as many as there are
// cores. If fewer threads can be started, the answers are the same but come later.
bool dado_cluster_open_local(dado_cluster **cluster, int threads,
                             const dado_remote_task *const *tasks, dado_error *err);
void dado_cluster_close(
    dado_cluster *cluster);  // the coordinator tells the others to exit; NULL is fine
static inline void dado_cluster_cleanup(dado_cluster **cluster)  // for DADO_CLEANUP
{
    dado_cluster_close(*cluster);
}

// Runs in all processes but the coordinator, until they are told to exit.
bool dado_cluster_serve(dado_cluster *cluster, dado_error *err);

typedef struct dado_cluster_job {
    const dado_remote_task *task;
    dado_byte_writer order;  // growing buffer; dado_cluster_run frees it
    int64_t from, to;        // first unit, and the one after the last
    void *context;
    // `take` receives the answers in order. Work stops when it returns false, or when
    // `watch`, which is called often, does.
    bool (*take)(void *context, int64_t from, int64_t to, const unsigned char *bytes, size_t size);
    bool (*watch)(void *context);
} dado_cluster_job;

// Returns true if all answers were taken. `err` is set only for failures of the cluster
// and its workers, not when `take` or `watch` stops the work.
bool dado_cluster_run(dado_cluster *cluster, const dado_cluster_job *job, dado_error *err);
