// shared_object.c - see shared_object.h.
#define _POSIX_C_SOURCE 200809L
#include "core/shared_object.h"

#include <dlfcn.h>
#include <stddef.h>

#include "core/confine.h"

#ifdef DADO_STATIC
bool dado_shared_object_supported(dado_error *err)
{
    return dado_fail(err, DADO_MISSING,
                     "this is the static program, which can load no plug-ins, no native code and "
                     "no MPI: take the package for your system, or build dado there");
}

void *dado_shared_object_open(const char *path, bool global, dado_error *err)
{
    (void)path, (void)global;
    dado_shared_object_supported(err);
    return NULL;
}
#else
bool dado_shared_object_supported(dado_error *err)
{
    return dado_may_run_programs(err);
}

void *dado_shared_object_open(const char *path, bool global, dado_error *err)
{
    if (!dado_shared_object_supported(err)) return NULL;
    void *object = dlopen(path, RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
    if (!object) dado_fail(err, DADO_IO, "cannot load %.100s: %.120s", path, dlerror());
    return object;
}
#endif
