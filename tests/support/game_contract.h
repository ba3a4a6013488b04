// game_contract.h - what is promised of every game, checked on a game at play.
#pragma once

#include "core/game.h"

typedef struct dado_game_contract {
    int matches;     // to play, from match 0 up
    int most_steps;  // in each; a game that goes on is left there
    uint64_t seed;
    bool must_end;  // every match ends within most_steps
} dado_game_contract;

// Plays at random and fails the running test at the first broken promise: a
// state left with unwritten bytes, a move that does not repeat, a list that
// changes or overflows, moves that read alike, a round that is skipped, a view
// that tells more than it should, words that are not understood.
void dado_game_contract_check(const dado_game *game, dado_game_contract how);
