// mpi_loader.h - connects the processes that MPI has started.
//
// The program itself is not linked with MPI, which takes long to load. The code that uses
// MPI is a module beside it, mpi_transport.c alone, which is loaded on request.
#pragma once

#include "lab/cluster.h"

// What the module exports as dado_mpi.
typedef struct dado_mpi_module {
    int abi;
    // Connects the processes. Returns false, with the reason in `why`.
    bool (*begin)(dado_transport *transport, char *why, size_t room);
    void (*end)(dado_transport *transport);  // waits for what was sent
} dado_mpi_module;

enum { DADO_MPI_ABI = 1 };

// Loads the module ($DADO_MPI, or the one built or installed with dado) and connects.
bool dado_mpi_begin(dado_transport *transport, const dado_mpi_module **module, dado_error *err);
