// search_common.h - what all searching players have in common.
//
// They guess a state that fits their view, play it out at random, and evaluate the
// result. Their work is limited in iterations, which repeat exactly, or in milliseconds,
// which do not.
#pragma once

#include "agents/agent.h"

// What a player tries to achieve. Designers use this to see how a game feels to each kind
// of player.
typedef enum dado_search_goal {
    DADO_SEARCH_GOAL_PLACE,  // as high a place as possible
    DADO_SEARCH_GOAL_WIN,    // a win, alone if possible; all other places are equal
    DADO_SEARCH_GOAL_SCORE,  // points, whatever the others have
    DADO_SEARCH_GOAL_SAFE,   // not to come in last
    DADO_SEARCH_GOAL_SHORT,  // a short match
    DADO_SEARCH_GOAL_LONG,   // a long match
    DADO_SEARCH_GOAL_DENY,   // few points for the best rival, whatever the own
} dado_search_goal;

typedef struct dado_search_settings {
    dado_search_goal goal;
    int64_t iterations;  // per move
    int64_t ms;          // used instead of iterations unless 0
    int depth;           // limit on the steps of a playout; the position reached is evaluated
} dado_search_settings;

// Reads the options that all searching players have.
dado_search_settings dado_search_settings_ask(dado_option_reader *ask, int64_t iterations);

// The working memory of one player, placed in its scratch.
typedef struct dado_search_run {
    const dado_game *game;
    dado_search_settings how;
    unsigned char *state;  // the guess that is being played
    dado_move *moves;
    uint32_t *weights;
    int32_t *scores, *places;
    double *worth;    // result of the last playout per seat, 0 to 1
    dado_rng chance;  // for the imagined matches, not the real one
    dado_fast_rng quick;
    double least, most;      // lowest and highest score so far, to scale scores to 0 to 1
    uint64_t done;           // number of iterations so far
    const atomic_int *stop;  // of the turn
    int64_t until;           // deadline in nanoseconds; 0 if iterations are counted
    int unlooked;            // steps since the clock was last read
    bool ended;              // time is up, or nobody waits any more
} dado_search_run;

size_t dado_search_run_size(const dado_game *game);
dado_search_run dado_search_run_begin(const dado_turn *turn, const dado_search_settings *how);

// Tells whether the search may continue, and counts one iteration if so. Returns false
// when nobody waits for the answer any more.
bool dado_search_run_continue(dado_search_run *run);

// Sets `state` to a guess that fits the view.
void dado_search_run_determinize(dado_search_run *run, const dado_turn *turn);

// Plays luck until somebody must choose or the match is over; returns who is to move, or
// DADO_NOBODY when the search has ended.
int dado_search_run_chance(dado_search_run *run);

// Plays `state` out at random, to its end or to the depth limit, and evaluates it.
// Returns false if the search ended in the middle, which is checked at every step: there
// is no result then.
bool dado_search_run_playout(dado_search_run *run, int steps);
