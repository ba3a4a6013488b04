// uses.h - what players do, in words, and what goes with winning.
//
// Matches are played again and every move is taken down in the game's own
// words. A move that is offered time and again and never taken by players who
// think is idle; one whose takers win far more often than everybody else decides
// too much. Since there are many, each is held to a level divided among all.
#ifndef DADO_JUDGE_USES_H
#define DADO_JUDGE_USES_H

#include "lab/experiment.h"

typedef struct dado_use {
    const char *words;
    int64_t offered;         // decisions in which it was among the moves
    int64_t taken;
    double even;             // takings to be expected if all moves were alike
    int64_t takers, left;    // players of a match who took it at least once, or did not
    double takers_won, left_won;  // their shares of wins
    double p;                // that the two differ by accident, corrected
} dado_use;

typedef struct dado_uses {
    dado_use *items;
    int count;
    int64_t matches, decisions;
} dado_uses;

enum { DADO_USES_MOST = 2000 };  // different words; games with more have no such list

// Plays `matches` with that player in all seats. An empty list where words are too many.
bool dado_uses_gather(const dado_source *game, const dado_player *player, int64_t matches,
                      uint64_t seed, int move_limit, const volatile sig_atomic_t *stop,
                      dado_arena *arena, dado_uses *uses, dado_error *err);

#endif
