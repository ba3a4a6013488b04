// worker_threads.c - a command that several worker threads of node carry out together.
//
// Every worker thread is an instance of the whole command with memory of its own, as a process of MPI is: the
// first coordinates, the others serve (lab/cluster.h). The host carries messages between them, and starts a
// worker when the first message is sent to it, so that short commands start none.
#include <stdlib.h>

#include "cli/mpi_session.h"
#include "job/remote_fitness.h"
#include "lab/remote_matches.h"
#include "lab/solve_all_boards.h"

#define HOST(name) __attribute__((import_module("dado"), import_name(#name)))

HOST(rank) int host_rank(void);
HOST(ranks) int host_ranks(int threads);  // 1 + workers, for --threads N; 0: as many as cores
HOST(send) int host_send(int to, const unsigned char *bytes, size_t size);
// Waits for a message up to `seconds`. Returns the sender, or -1, and the size; `take` copies the message.
HOST(receive) int host_receive(double seconds, size_t *size);
HOST(take) void host_take(unsigned char *bytes);
HOST(now) double host_now(void);

static const dado_remote_task *const remote_tasks[] = { &dado_remote_task_matches,
                                                        &dado_remote_task_boards,
                                                        &dado_remote_task_variants, NULL };

static unsigned char *inbox;
static size_t room;

static bool send(void *self, int to, const unsigned char *bytes, size_t size, dado_error *err)
{
    (void)self;
    return host_send(to, bytes, size) ||
           dado_fail(err, DADO_IO, "worker thread %d could not be started", to);
}

static int receive(void *self, double seconds, const unsigned char **bytes, size_t *size,
                   dado_error *err)
{
    (void)self;
    int from = host_receive(seconds, size);
    if (from < 0) return from;
    if (*size > room) {
        free(inbox);
        inbox = malloc(*size);
        room = inbox ? *size : 0;
        if (!inbox) {
            dado_fail(err, DADO_LIMIT, "no memory left for a message of a worker thread");
            return -2;
        }
    }
    host_take(inbox);
    *bytes = inbox;
    return from;
}

static double now(void *self)
{
    (void)self;
    return host_now();
}

void dado_mpi_session_end(dado_mpi_session *v)
{
    dado_cluster_close(v->cluster);
    *v = (dado_mpi_session){ 0 };
}

bool dado_mpi_session_begin(dado_mpi_session *v, dado_call *call, int *code)
{
    dado_error *err = &call->error;
    dado_job_run *job_run = &call->job_run;
    *v = (dado_mpi_session){ 0 };
    if (dado_job_run_is_given(job_run, "mpi")) {
        dado_fail(err, DADO_MISSING, "MPI is not in the package for node; install dado for it");
        *code = dado_call_fail(call, NULL);
        return false;
    }
    int threads = dado_job_run_threads(job_run);
    bool shares = dado_job_param_named(job_run->job, "mpi") != NULL;
    v->transport = (dado_transport){ .rank = host_rank(),
                                     .ranks = shares ? host_ranks(threads) : 1,
                                     .place = "a worker thread",
                                     .send = send,
                                     .receive = receive,
                                     .now = now };
    if (v->transport.ranks == 1) {
        job_run->threads = -1;
        return true;
    }
    bool first = v->transport.rank == 0;
    bool fine = dado_cluster_open(&v->cluster, &v->transport,
                                  first ? 0 : DADO_CLUSTER_CALLING_THREAD, remote_tasks, err);
    if (fine && first) {
        job_run->cluster = v->cluster;
        return true;
    }
    fine = fine && dado_cluster_serve(v->cluster, err);
    *code = fine ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
    dado_mpi_session_end(v);
    return false;
}
