// object.h - shared objects: plug-ins, native code, MPI. The static program can load none.
#pragma once

#include <stdbool.h>

#include "core/error.h"

// Whether this program can load objects at all; if not, says what to do.
bool dado_object_can(dado_error *err);

// The object in this file, which stays loaded until dlclose; `global` lends its names to objects
// loaded later.
void *dado_object_open(const char *path, bool global, dado_error *err);
