// shelf.h - the games written in C, found by name or by the suffix of a file.
#pragma once

#include "core/game.h"

extern const dado_rules *const dado_worlds[];  // ended by NULL

const dado_rules *dado_world_named(const char *name);       // or NULL
const dado_rules *dado_world_of_file(const char *filename);  // by its suffix; or NULL
