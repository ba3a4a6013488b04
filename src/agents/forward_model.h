// forward_model.h - lets a player try moves on a model of the game, which the referee
// keeps.
//
// A world is dealt that fits the player's view. Moves are made in it and luck is drawn,
// and the seat gets what it would then see. The state of the match is not used: worlds
// come from the view and from random numbers of the question alone, so an answer reveals
// nothing that the view does not hold. The work is counted in moves against a budget.
#pragma once

#include "agents/agent.h"
#include "core/text.h"

enum { DADO_FORWARD_MODEL_BUDGET = 1000 };  // moves per question

typedef struct dado_forward_model {
    const dado_game *game;
    const void *view;
    int seat;
    uint64_t seed;  // all worlds of this question are dealt from it
    int64_t left;   // moves left of the budget
    // The current world.
    int64_t world;
    dado_rng luck;    // for its luck
    dado_rng dice;    // for the moves of random playouts
    int made;         // moves that players have made in it
    char error[160];  // why it stopped; or empty
    unsigned char *state;
    dado_move *moves;
    uint32_t *weights;
    int32_t *scores, *places;
    dado_text words;  // the words of a move
} dado_forward_model;

// The size of the working memory for `begin`; any alignment that malloc gives will do.
size_t dado_forward_model_size(const dado_game *game);
// Call this for each question. Draws none of the seat's random numbers, although the
// worlds depend on them.
void dado_forward_model_begin(dado_forward_model *forward, const dado_turn *turn, int64_t budget,
                              void *room);
void dado_forward_model_free(dado_forward_model *forward);

// Deals the world with this number: the same number gives the same world and the same
// luck. This costs one move, as does every move in it. Returns false when the budget is
// spent; `error` is then BUDGET.
bool dado_forward_model_sample(dado_forward_model *forward, int64_t world);
// Makes a move of the player to move, given in words, and plays the luck that follows.
// Returns false if it is not legal; `error` says why.
bool dado_forward_model_move(dado_forward_model *forward, const char *words);
// Plays up to `moves` more moves, all seats at random. Returns false when the budget is
// spent.
bool dado_forward_model_playout(dado_forward_model *forward, int64_t moves);
// Writes the answer as JSON: {"t":"then",...}. With `list`, it includes the legal moves
// of the player to move.
void dado_forward_model_json(dado_forward_model *forward, bool list, dado_text *out);
