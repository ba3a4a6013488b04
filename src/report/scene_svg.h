// scene_svg.h - draws the state of any game as SVG.
//
// One painter serves every game. It knows the kinds of things and nothing of their
// meaning: an area holds places, a place holds cards in a row or tiles in a grid, a tile
// holds what stands on it. The shapes carry the number of their thing (data-id), so that
// a page can highlight and click them without knowing the game either.
#pragma once

#include "core/game_extras.h"
#include "report/scene_layout.h"

enum { DADO_SCENE_THINGS_MAX = 20000 };  // limit on things; the drawing says how many are left out

// Draws the state as `eyes` sees it, at most `width` wide. A game without a scene is
// drawn as the words it prints. `alone` makes it a complete file.
bool dado_scene_svg(const dado_game *game, const void *state, int eyes, double width, bool alone,
                    dado_text *out, dado_error *err);

// Draws a scene that was captured before.
bool dado_scene_draw(const dado_game *game, const dado_scene *scene, int eyes, double width,
                     bool alone, dado_text *out, dado_error *err);

// Writes the style rules of such drawings, in addition to those of dado_svg_style.
void dado_scene_style(dado_text *out);

// Draws one item alone, in a box whose corner is (0, 0). Tiles need their board, and are not drawn
// so.
void dado_scene_draw_item(const dado_game *game, const dado_scene *scene,
                          const dado_scene_item *item, dado_box_style style, double width,
                          double height, dado_text *out);

// Adds a name of the description as people read it: the description's own name for the first
// word, or else "FIRE_WORKS" as "Fire works". What follows the first word stays.
void dado_scene_name_words(const dado_game *game, const char *words, dado_text *out);

// Adds the drawings that items refer to: symbols of cards, of grounds and of figures.
void dado_scene_symbols(dado_text *out);
