// random_moves.h - plays some moves at random, for jobs that show or look at positions.
#pragma once

#include "core/game.h"
#include "core/rng.h"

// Plays random moves until so many decisions were made and a player must decide, or to the end.
// `moves` and `weights` have room for max_moves of the game.
void dado_play_random_moves(const dado_game *game, void *state, int64_t decisions, dado_rng *luck,
                            dado_move *moves, uint32_t *weights);
