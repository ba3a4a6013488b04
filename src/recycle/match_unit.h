// match_unit.h - a described game as one self-contained unit of C that plays whole matches.
//
// The unit is portable C, and valid OpenCL C as well. It has one function, which plays
// match number `match` of a seed among random players and draws the very same luck as the
// laboratory. Its state is a fixed set of local arrays; it calls no library, has no
// function pointers and no recursion, allocates nothing, and every loop ends. What a game
// uses and a unit cannot do is found when the unit is written, and the game is refused
// with reasons. What goes wrong in a match (an empty pile, a number that does not fit, a
// move limit) makes the unit give that match up, and the evaluator plays it.
//
// The evaluator is the definition; tests compare states and moves with it, one by one.
#pragma once

#include "core/game.h"
#include "core/text.h"

// Writes the unit of a game that was opened with ways=plain. Returns false if the game
// cannot be written; `reasons` then has one line for each reason.
bool rcy_match_unit_write(const dado_game *game, dado_text *out, dado_text *reasons);
