// round_counter.h - decides when a round of a match is over.
//
// A game may count its rounds itself. In every other game a round is one move of a
// player, together with the chance events after it. This is the only place that knows.
#pragma once

#include "core/game.h"

#if defined(__GNUC__)
#define DADO_ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define DADO_ALWAYS_INLINE static inline
#endif

typedef struct dado_round_counter {
    int before;  // rounds that were over in the position where counting began
    int rounds;  // rounds that ended since
    bool moved;  // whether a player has moved since the last round ended
} dado_round_counter;

// Must be called after every step. `actor` made the step and `next` acts now; `round` is
// the game's own function, or NULL. Returns whether the step ended a round.
DADO_ALWAYS_INLINE bool dado_round_counter_step(dado_round_counter *c, const dado_game *game,
                                                const void *state,
                                                int (*round)(const dado_game *, const void *),
                                                int actor, int next)
{
    c->moved = c->moved || actor >= 0;
    bool ended =
        round ? round(game, state) - c->before > c->rounds : c->moved && next != DADO_CHANCE;
    if (ended) {
        c->rounds++;
        c->moved = false;
    }
    return ended;
}
