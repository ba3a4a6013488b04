// secret_play.h - what best play makes of a game that hides something, where that can be proved.
//
// Such a game has no value by position, but an equilibrium, and for two players whose payoffs sum
// to the same that settles what each seat is worth. It is looked for up to a stated number of
// lines of play and iterations, so that every machine finds the same.
#pragma once

#include <signal.h>

#include "solve/respond.h"

enum { DADO_IDLE_MOVES = 4 };

typedef struct dado_secret_play {
    bool known;        // false: it hides nothing, is not for two, or is too large for the bound
    double low, high;  // what the first seat gets with best play lies between them
    double even;       // what each would get of an even game
    const char *unit;  // "points", "points of margin"
    uint32_t sets;     // of information, and lines of play that were walked, of so many at most
    uint64_t lines, bound;
    int moves;         // in words, that the game knows
    int idle;          // of them, those that best play can do without, and the first few
    char idle_move[DADO_IDLE_MOVES][48];
    uint32_t mixed;    // sets where best play, as it was found, is not always the same
    double readable;   // what is given away, on average of both seats, by always making the
                       // likeliest move instead
    double gap;        // of all this: what both together could still gain
} dado_secret_play;

// Nothing is wrong where nothing is proved; false only without memory.
bool dado_secret_play_find(const dado_game *game, uint64_t bound, const volatile sig_atomic_t *stop,
                           dado_secret_play *proof, dado_error *err);
