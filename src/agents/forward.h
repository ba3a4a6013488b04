// forward.h - what would happen? A player's own model of the game, kept by the referee.
//
// From the view of a question a world is dealt that fits it; moves are made there, luck drawn, and
// the seat is told what it would then see. The state of the match has no part in it: worlds come
// from the view and from luck of the question alone, so an answer can give away nothing that the
// view does not hold. What is done is counted in moves against a budget.
#pragma once

#include "agents/agent.h"
#include "core/text.h"

enum { DADO_FORWARD_USUAL = 1000 };  // moves a question

typedef struct dado_forward {
    const dado_game *game;
    const void *view;
    int seat;
    uint64_t seed;       // that all worlds of this question come from
    int64_t left;        // of the budget
    // The world at hand.
    int64_t world;
    dado_rng luck;       // of its chances
    dado_rng dice;       // of those who play on
    int made;            // moves of players in it
    char error[160];     // why it went no further; or empty
    unsigned char *state;
    dado_move *moves;
    uint32_t *weights;
    int32_t *scores, *places;
    dado_text words;     // of a move
} dado_forward;

// Work space for one: to be given by `begin`, aligned as any.
size_t dado_forward_size(const dado_game *game);
// For a question just asked. Draws nothing of the seat's luck, and yet the worlds hang on it.
void dado_forward_begin(dado_forward *forward, const dado_turn *turn, int64_t budget, void *room);
void dado_forward_free(dado_forward *forward);

// A world by its number: the same number, the same world and the same luck in it. It costs a move,
// as does whatever is done in it; false once the budget is spent, and `error` is BUDGET.
bool dado_forward_deal(dado_forward *forward, int64_t world);
// A move of whoever is to move there, in words, and the luck that follows; false, and `error` says
// why, if it is none.
bool dado_forward_move(dado_forward *forward, const char *words);
// Up to so many more moves, all seats at random; false once the budget is spent.
bool dado_forward_on(dado_forward *forward, int64_t moves);
// The answer as JSON: {"t":"then",...}. With `list`, the legal moves of whoever is to move.
void dado_forward_tell(dado_forward *forward, bool list, dado_text *out);
