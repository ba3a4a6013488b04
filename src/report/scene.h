// scene.h - the painter: what a game shows of a state, drawn.
//
// One painter serves every game. It knows the kinds of things there are and
// nothing of what they mean: an area holds places, a place holds cards in a row
// or tiles in a grid, a tile holds what stands on it. The drawing is SVG whose
// shapes carry the number of their thing (data-id), so that a page can light
// them and take a click on them without knowing the game either.
#pragma once

#include "core/face.h"

enum { DADO_SCENE_ROOM = 20000 };  // things; what is beyond is not drawn, and that is said

// Draws the state as `eyes` sees it, at most `width` wide; a game without a scene is drawn in the
// words it prints. `alone` makes it a file of its own.
bool dado_scene_svg(const dado_game *game, const void *state, int eyes, double width, bool alone,
                    dado_text *out, dado_error *err);

// The rules of style of such drawings, beyond those of dado_svg_style.
void dado_scene_style(dado_text *out);
