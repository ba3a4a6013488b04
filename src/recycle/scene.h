// scene.h - a described game's table as things to draw and to take hold of; see core/face.h.
#pragma once

#include "recycle/print.h"
#include "recycle/witness.h"

struct dado_scene;

void rcy_scene(const dado_game *game, const void *state, int eyes, struct dado_scene *out);
void rcy_look_name(const dado_game *game, int look, dado_text *out);
int rcy_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids, int most);
