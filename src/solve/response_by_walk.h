// response_by_walk.h - the best reply to a strategy, found without keeping the game.
//
// best_response.h needs tables of all information sets. Here the game is walked from the
// view of the player who replies. A step takes all positions that this player cannot tell
// apart, with the probability of each by chance and by the others, plays one of the
// player's moves in all of them, follows them until the player has to choose again, and
// sorts what comes by what the player sees. The best move of a set is known as soon as its
// moves are walked, so memory holds one path of sets only. The result is exact up to
// rounding: every line of play that the others leave open is walked.
#pragma once

#include "solve/history_key.h"
#include "solve/information_sets.h"
#include "solve/parallel_interface.h"

typedef struct dado_walk_config {
    dado_payoff payoff;  // not DADO_PAY_AUTO
    // Writes the probability of each of `count` moves that `player`, one of the others,
    // makes in the set with this key. It is called from several threads.
    void (*odds)(const void *with, int player, const dado_history_key *key, int count,
                 double *odds);
    const void *with;
    uint64_t most;             // positions to walk at most; 0 is no limit
    const volatile int *halt;  // the walk ends soon after this becomes nonzero, unless NULL
} dado_walk_config;

typedef struct dado_walk_response {
    double value;        // what the best reply gets
    double least, most;  // the lowest and the highest payoff of an end that was met
    double sum;          // sum of the payoffs of both players
    bool constant;       // whether this sum is the same at every end that was met
    uint64_t positions;  // positions walked, ends included
    bool finished;       // false if there were too many positions or the walk was halted
} dado_walk_response;

// Walks the game for `player` of two. Returns false, with a reason, if chance outcomes are
// not listed, if a match can go on for very long, if the rules fail, or if there is no
// memory.
bool dado_response_by_walk(const dado_game *game, int player, const dado_walk_config *config,
                           const dado_parallel *parallel, dado_walk_response *found,
                           dado_error *err);

// Calls `meet` for each information set in which `player` chooses for the first time, in an
// order that depends on the game alone, with one of its positions and the probability that
// the others and chance lead there. When it returns false, the walk ends.
typedef bool dado_first_choice_visitor(void *to, const void *state, const dado_history_key *key,
                                       const dado_move *moves, int count, double reach);
bool dado_first_choices(const dado_game *game, int player, const dado_walk_config *config,
                        dado_first_choice_visitor *meet, void *to, dado_error *err);
