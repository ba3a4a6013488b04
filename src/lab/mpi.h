// mpi.h - the wire between processes that MPI has started.
//
// The program itself is not linked with MPI, which takes its time to load: what
// speaks MPI is a module beside it, mpi_wire.c alone, loaded when it is asked for.
#pragma once

#include "lab/fleet.h"

// What the module exports as dado_mpi.
typedef struct dado_mpi_module {
    int abi;
    // Joins the processes. False, and why in `why`.
    bool (*begin)(dado_wire *wire, char *why, size_t room);
    void (*end)(dado_wire *wire);  // waits for what was sent
} dado_mpi_module;

enum { DADO_MPI_ABI = 1 };

// Loads the module ($DADO_MPI, or as it was built or installed) and joins.
bool dado_mpi_begin(dado_wire *wire, const dado_mpi_module **module, dado_error *err);
