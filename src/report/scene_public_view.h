// scene_public_view.h - draws a table for a screen that everybody sees: what every seat sees, and
// nothing more.
#pragma once

#include "core/game_extras.h"

// Captures what every seat sees. Returns false if there is no memory, or if the scenes of
// different seats do not have the same items.
bool dado_scene_capture_public(const dado_game *game, const void *state, dado_scene *scene);

// Draws it, at most `width` wide. A game without a scene is drawn as the words it prints if these
// are the same for all seats, and else not at all.
bool dado_scene_public_svg(const dado_game *game, const void *state, double width, dado_text *out,
                           dado_error *err);
