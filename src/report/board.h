// board.h - a game's table in colour, for terminals, where a world has such a drawing.
#ifndef DADO_REPORT_BOARD_H
#define DADO_REPORT_BOARD_H

#include "core/game.h"

// Draws the table as `eyes` sees it, with escapes for 256 colours. False, and nothing drawn, where
// the game has only its printed table.
bool dado_board_colour(const dado_game *game, const void *state, int eyes, dado_text *out);

#endif
