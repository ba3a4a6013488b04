// best_play.h - what best play makes of a game small enough to be solved.
//
// A sample says how players of some kind fare; a proof says what the game is worth, and outranks
// it. Games that end, hide nothing and list their luck are solved up to a number of positions that
// is stated, so that every machine proves the same.
#pragma once

#include <signal.h>

#include "solve/value.h"

typedef struct dado_best_play {
    bool known;          // false: it hides something, or is too large for the bound
    int players;
    dado_value value;    // of the start, if nobody errs
    bool luck;           // it has a say: shares are expectations then
    uint64_t positions;  // looked at, and how many it may have been
    uint64_t bound;
    int options, best;   // at the first decision: how many there are, and how many keep the value
    struct dado_solver *solver;  // that found it, for who asks about other positions; or NULL
} dado_best_play;

// Nothing is wrong where nothing is proved; false only without memory. To be freed in any case;
// `game` outlives it.
bool dado_best_play_find(const dado_game *game, uint64_t bound, const volatile sig_atomic_t *stop,
                dado_arena *arena, dado_best_play *proof, dado_error *err);

void dado_best_play_free(dado_best_play *proof);

// The seat with the largest share of the win; -1 where two or more have it.
int dado_best_play_winner(const dado_best_play *proof);
