// spree.h - a match among random players, from a state to its end.
//
// Where nobody thinks, asking takes longer than answering. So the loop that asks,
// draws and plays is written once, here, and whoever knows the functions of a game
// beforehand has it compiled with these inside: the game itself, as its face says.
// What is drawn, played and noted down is the same wherever it runs.
#pragma once

#include <stdatomic.h>
#include <string.h>

#include "core/game.h"

typedef struct dado_spree {
    dado_rng *luck;          // a lane of each seat, and chance's behind them
    dado_move *moves;        // room for max_moves, as have the weights
    uint32_t *weights;
    int limit;               // of steps
    const atomic_int *stop;  // once it is not 0 the match is over; or NULL
    int32_t *rows;           // a row a round, behind the one that is there; room for `limit` more
    dado_step *path;         // room for `limit`, or NULL if nobody wants it
    uint32_t *checks;        // beside the rows, a hash of the state each; or NULL
    int before;              // rounds that the state has behind it
    // What it leaves behind; who plays a part of it before the loop leaves these to go on from.
    bool finished;           // else the limit ended it, or whoever said stop
    bool row_is_last;        // nothing was played since the last row
    int steps, rounds, asked, decisions, forced;
    uint64_t options;
} dado_spree;

// What a random player answers. Of one move nothing but the place in the lane is drawn, and where
// luck has to be worked out, that is done for all: seats mostly draw as often as one another.
static inline uint64_t dado_spree_draw(dado_rng *luck, int seats, int seat, uint64_t count)
{
    dado_rng *own = &luck[seat];
    if (count == 1) {
        own->drawn++;
        return 0;
    }
    if (!dado_rng_is_ready(own)) dado_rng_ahead_of_all(luck, seats);
    return dado_rng_below(own, count);
}

// Draws an outcome of those just listed; none listed means that any word is one.
dado_move dado_spree_chance(const dado_game *game, const void *state, const dado_move *moves,
                            int count, uint32_t *weights, dado_rng *rng);

#if defined(__GNUC__)
#define DADO_SPREE static inline __attribute__((always_inline))
#else
#define DADO_SPREE static inline
#endif

// The loop, with the functions of the game.
DADO_SPREE void dado_spree_play(
    const dado_game *game, void *state, dado_spree *s,
    int (*actor)(const dado_game *, const void *),
    int (*legal)(const dado_game *, const void *, dado_move *),
    void (*apply)(const dado_game *, void *, dado_move),
    void (*scores)(const dado_game *, const void *, int32_t *),
    int (*round)(const dado_game *, const void *))
{
    const int players = game->players;
    dado_rng *luck = s->luck;
    dado_move *moves = s->moves;
    int steps = s->steps, rounds = s->rounds;
    int asked = s->asked, decisions = s->decisions, forced = s->forced;
    uint64_t options = s->options;
    int32_t *row = s->rows + (int64_t)rounds * players;
    bool in_hand = false;          // a player has moved since the last row
    bool ended = s->row_is_last;
    int who = actor(game, state);
    for (; who != DADO_NOBODY && steps < s->limit; steps++) {
        if (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed)) break;
        int count = legal(game, state, moves);
        dado_move move;
        if (who == DADO_CHANCE) {
            move = dado_spree_chance(game, state, moves, count, s->weights, &luck[players]);
        } else {
            asked++;
            move = moves[dado_spree_draw(luck, players, who, (uint64_t)count)];
            if (count > 1 || move != DADO_NOTHING) {
                decisions++;
                options += (uint64_t)count;
                forced += count == 1;
            }
            in_hand = true;
        }
        if (s->path) s->path[steps] = (dado_step){ move, who, (uint32_t)count };
        apply(game, state, move);
        who = actor(game, state);
        ended = round ? round(game, state) - s->before > rounds : in_hand && who != DADO_CHANCE;
        if (!ended) continue;
        scores(game, state, row += players);
        rounds++;
        in_hand = false;
        if (s->checks) s->checks[rounds] = (uint32_t)dado_state_hash(game, state);
    }
    s->finished = who == DADO_NOBODY;
    s->row_is_last = ended;
    s->steps = steps;
    s->rounds = rounds;
    s->asked = asked;
    s->decisions = decisions;
    s->forced = forced;
    s->options = options;
}
