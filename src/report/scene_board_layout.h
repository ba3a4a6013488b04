// scene_board_layout.h - computes where the spaces of one board lie, within the board.
//
// Squares and hexes lie where their number says. Spaces that only have links are placed
// here: a path winds in rows, and any other graph is spread out so that linked spaces lie
// near each other.
#pragma once

#include "report/scene_layout.h"

// Sets the boxes of the board, its tiles and its links. What stands on a tile is placed
// elsewhere.
void dado_scene_board_lay_out(dado_scene_layout *layout, int board, double room);

// Returns the number of letters that a name like "B3" begins with, before its number; 0
// if it is no such name.
int dado_coordinate_letters(const char *name);
