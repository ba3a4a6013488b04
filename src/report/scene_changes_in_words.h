// scene_changes_in_words.h - describes in words what changed between two scenes.
//
// It compares what one seat saw before and after: a card in another place, a die that shows
// another face, a count that changed. So it never tells more than this seat saw, in any game.
#pragma once

#include "core/game_extras.h"

// Captures a scene with memory of its own. Free it in any case. Returns false if there is no
// memory.
bool dado_scene_capture(const dado_game *game, const void *state, int eyes, dado_scene *scene);
void dado_scene_free(dado_scene *scene);

// Adds sentences separated by "; ": "CLUBS-QUEEN from HAND of P2 to TRICK of P2; SCORE of P1 is
// 3". After `most` sentences it adds how many are left. Adds nothing if nothing changed. Returns
// how many there were.
int dado_scene_diff(const dado_game *game, const dado_scene *before, const dado_scene *after,
                    int most, dado_text *out);

// Adds the name of a thing by its id: "CLUBS-QUEEN", "HAND of P2". Returns false if it has none.
bool dado_scene_name(const dado_game *game, const dado_scene *scene, uint32_t id, dado_text *out);
