// shared_object.h - loads shared objects: plug-ins, native code, MPI. A statically linked
// program can load none.
#pragma once

#include <stdbool.h>

#include "core/error.h"

// Returns whether this program can load objects, and is allowed to (core/confine.h); if
// not, `err` says what to do.
bool dado_shared_object_supported(dado_error *err);

// Loads the object in this file, which stays loaded until dlclose. With `global`, objects
// loaded later can use its names.
void *dado_shared_object_open(const char *path, bool global, dado_error *err);
