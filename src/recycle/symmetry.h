// symmetry.h - positions that are images of each other on a board; see symmetry.c.
#pragma once

#include "recycle/program.h"

// Finds the ways to turn the board that the rules do not tell apart. False: no memory.
bool rcy_find_images(rcy_program *p, const rcy_source *s, const rcy_tree *game, dado_arena *arena);

// The state with its board turned one of these ways, and the image that comes first of all.
void rcy_image_of(const rcy_program *p, int way, const void *state, void *image);
void rcy_first_image(const rcy_program *p, void *state);
