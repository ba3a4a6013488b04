// symmetry.h - symmetries of a board, under which positions play alike; see symmetry.c.
#pragma once

#include "recycle/program.h"

// Finds the symmetries of the board that the rules do not distinguish. Returns false if
// there is no memory.
bool rcy_find_symmetries(rcy_program *p, const rcy_source *s, const rcy_tree *game,
                         dado_region *region);

// The first function applies one symmetry to a state; the second replaces a state by its
// canonical image.
void rcy_symmetry_apply(const rcy_program *p, int way, const void *state, void *image);
void rcy_symmetry_canonical(const rcy_program *p, void *state);
