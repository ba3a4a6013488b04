// mpi_session.c - see mpi_session.h.
#define _POSIX_C_SOURCE 200809L
#include "cli/mpi_session.h"

#include <unistd.h>

#include "job/remote_fitness.h"
#include "lab/remote_matches.h"
#include "lab/solve_all_boards.h"

static const dado_remote_task *const remote_tasks[] = { &dado_remote_task_matches,
                                                        &dado_remote_task_boards,
                                                        &dado_remote_task_variants, NULL };

static int thread_count(const dado_call *call)
{
    int threads = dado_job_run_threads(&call->job_run);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return threads > 0 ? threads : cores > 0 ? (int)cores : 1;
}

void dado_mpi_session_end(dado_mpi_session *v)
{
    if (!v->module) return;
    dado_cluster_close(v->cluster);
    v->module->end(&v->transport);
    *v = (dado_mpi_session){ 0 };
}

bool dado_mpi_session_begin(dado_mpi_session *v, dado_call *call, int *code)
{
    dado_error *err = &call->error;
    *v = (dado_mpi_session){ 0 };
    if (!dado_job_run_is_given(&call->job_run, "mpi")) return true;
    if (!dado_mpi_begin(&v->transport, &v->module, err)) {
        v->module = NULL;
        *code = dado_call_fail(call, NULL);
        return false;
    }
    bool fine =
        dado_cluster_open(&v->cluster, &v->transport, thread_count(call), remote_tasks, err);
    if (fine && v->transport.rank == 0) {
        call->job_run.cluster = v->cluster;
        return true;
    }
    // Only the coordinator reacts to Ctrl-C; it tells the other processes to end.
    signal(SIGINT, SIG_IGN);
    fine = fine && dado_cluster_serve(v->cluster, err);
    *code = fine ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
    dado_mpi_session_end(v);
    return false;
}
