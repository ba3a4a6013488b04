// mpi_loader.c - see mpi_loader.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/mpi_loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/shared_object.h"
#include "lab/file.h"

// Makes the path of the module beside the program, as in a build folder.
static void beside_program(char *path, size_t room)
{
    ssize_t length = readlink("/proc/self/exe", path, room - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    size_t at = slash ? (size_t)(slash + 1 - path) : 0;
    snprintf(path + at, room - at, "dado-mpi.so");
}

bool dado_mpi_begin(dado_transport *transport, const dado_mpi_module **module, dado_error *err)
{
    if (!dado_shared_object_supported(err)) return false;
    const char *named = getenv("DADO_MPI");
    char beside[4096];
    beside_program(beside, sizeof beside);
    const char *const paths[] = { named && *named ? named : beside,
                                  named && *named ? named : dado_mpi_installed };
    dado_error missed = { 0 };
    void *loaded = NULL;
    for (int i = 0; i < 2 && !loaded; i++) {
        if (access(paths[i], R_OK) == 0) loaded = dado_shared_object_open(paths[i], true, &missed);
    }
    if (!loaded) {
        return dado_fail(err, DADO_MISSING,
                         "this dado was built without MPI, or its module does not load (%.90s); "
                         "without it: --part, and dado runs merge",
                         missed.text[0] ? missed.text : "there is no dado-mpi.so");
    }
    *module = dlsym(loaded, "dado_mpi");
    if (!*module || (*module)->abi != DADO_MPI_ABI) {
        return dado_fail(err, DADO_INVALID, "%.120s is not a module of this version of dado",
                         paths[0]);
    }
    char why[120] = "";
    if ((*module)->begin(transport, why, sizeof why)) return true;
    return dado_fail(err, DADO_IO, "MPI did not start: %s", why);
}
