// shelf.h - the games written in C, found by name or by the suffix of a file.
#pragma once

#include "core/game.h"

extern const dado_rules *const dado_worlds[];  // the list ends with NULL

const dado_rules *dado_world_named(const char *name);  // returns NULL if there is none
// Finds a game by the suffix of a file name; returns NULL if there is none.
const dado_rules *dado_world_of_file(const char *filename);
