// scene_before_cards_are_taken.h - shows a card that is played and taken away in the same step.
//
// The rules often collect a trick in the step that plays its last card, so nobody would
// see the whole trick. The scene made here is the one before the step, with the card in
// the place that the move named. It contains nothing that the seat does not see before or
// after the step.
#pragma once

#include "core/game_extras.h"

// Turns `before`, the scene of `state`, into the scene to show before `after`. Returns false, and
// leaves `before` unchanged, if the move's cards still lie where it put them, or are not seen.
bool dado_scene_reveal(const dado_game *game, const void *state, dado_move move, dado_scene *before,
                       const dado_scene *after);
