// perfect_play.h - solves a game that is small enough and says what best play gives each
// seat.
//
// A sample shows how players of some kind fare; a proof shows what the game is worth, so
// it outranks samples. Games that end, hide nothing and list their luck are solved up to
// a stated number of positions, so every machine proves the same.
#pragma once

#include <signal.h>

#include "solve/position_value.h"

typedef struct dado_perfect_play {
    bool known;  // false: something is hidden, or the game exceeds the bound
    int players;
    dado_value value;  // value of the start by one line of best play
    // Each seat's share of the win, over all best plays. For two rivals both are equal.
    double low[DADO_SOLVE_PLAYERS_MAX], high[DADO_SOLVE_PLAYERS_MAX];
    bool goal;           // several players may win, or none
    bool luck;           // the game has luck, so shares are expected values
    uint64_t positions;  // positions visited, and the limit on them
    uint64_t bound;
    // At the first decision: number of options, and of those that keep the value.
    int options, best;
    struct dado_solver *solver;  // can evaluate other positions; or NULL
} dado_perfect_play;

// Sets `known` to false if nothing is proved. Returns false only if memory runs out. The
// result must be freed in any case; `game` must outlive it.
bool dado_perfect_play_find(const dado_game *game, uint64_t bound,
                            const volatile sig_atomic_t *stop, dado_region *region,
                            dado_perfect_play *proof, dado_error *err);

void dado_perfect_play_free(dado_perfect_play *proof);

// Returns the seat that has a larger share of the win than any other in every best play;
// or -1.
int dado_perfect_play_winner(const dado_perfect_play *proof);
