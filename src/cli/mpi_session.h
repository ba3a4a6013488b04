// mpi_session.h - a command that several processes carry out together: --mpi.
#pragma once

#include "cli/command_line.h"
#include "lab/mpi_loader.h"

typedef struct dado_mpi_session {
    dado_transport transport;
    const dado_mpi_module *module;  // NULL: no other processes take part
    dado_cluster *cluster;
} dado_mpi_session;

// Joins the processes that MPI has started, if --mpi is given. Returns true if this process goes
// on and answers. A process that returns false has served the coordinator, or failed and printed
// why; `code` is its exit code.
bool dado_mpi_session_begin(dado_mpi_session *mpi_session, dado_call *call, int *code);
void dado_mpi_session_end(dado_mpi_session *mpi_session);
