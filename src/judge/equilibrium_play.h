// equilibrium_play.h - finds what best play gives each seat in a game with hidden
// information, if that can be proved.
//
// A position of such a game has no value of its own, but the game has an equilibrium. For
// two players whose payoffs have a constant sum, it settles what each seat is worth. The
// search is limited by a stated number of lines of play and iterations, so every machine
// finds the same.
#pragma once

#include <signal.h>

#include "solve/best_response.h"

enum { DADO_UNUSED_MOVES = 4 };

typedef struct dado_equilibrium_play {
    // false: nothing is hidden, there are not two players, or the game exceeds the bound
    bool known;
    double low, high;  // the first seat's result with best play lies between these
    double even;       // what each seat would get if the game were even
    const char *unit;  // "points", "points of margin"
    uint32_t sets;     // information sets; `lines` of play were walked, of at most `bound`
    uint64_t lines, bound;
    int moves;  // different moves, by their words
    int idle;   // moves that best play never needs, and the first few of them
    char unused_move[DADO_UNUSED_MOVES][48];
    uint32_t mixed;   // information sets in which the best play found is not always the same move
    double readable;  // mean loss of both seats if they always make their likeliest move
    double gap;       // how far the result may be off: what both seats together could still gain
} dado_equilibrium_play;

// Sets `known` to false if nothing is proved. Returns false only if memory runs out.
bool dado_equilibrium_play_find(const dado_game *game, uint64_t bound,
                                const volatile sig_atomic_t *stop, dado_equilibrium_play *proof,
                                dado_error *err);
