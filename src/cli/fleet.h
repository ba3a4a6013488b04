// fleet.h - a command that several processes answer: --mpi.
#pragma once

#include "cli/verb.h"
#include "lab/mpi.h"

typedef struct dado_voyage {
    dado_wire wire;
    const dado_mpi_module *module;  // NULL: nobody was asked to join
    dado_fleet *fleet;
} dado_voyage;

// Joins the processes that MPI has started, if --mpi is given. True if this one is to go on and
// answer; where it is not, it has served the one who does, or failed and said why, and `code` is
// how to end.
bool dado_voyage_begin(dado_voyage *voyage, dado_call *call, int *code);
void dado_voyage_end(dado_voyage *voyage);
