// search.h - what players that look ahead have in common.
//
// They guess a state that fits their view, play it on at random to the end,
// and see what it was worth. How much they may think is counted in iterations,
// which repeat exactly, or in milliseconds, which do not.
#pragma once

#include "agents/agent.h"

// What a player plays for. Designers ask how a game feels to each of them.
typedef enum dado_goal {
    DADO_GOAL_PLACE,  // to come in as high as possible
    DADO_GOAL_WIN,    // to win, alone if possible; all other places are alike
    DADO_GOAL_SCORE,  // points, whatever the others have
    DADO_GOAL_SAFE,   // not to come in last
    DADO_GOAL_SHORT,  // to have it over soon
    DADO_GOAL_LONG,   // to keep it going
} dado_goal;

typedef struct dado_search {
    dado_goal goal;
    int64_t iterations;  // to think about one move
    int64_t ms;          // instead of iterations, unless 0
    int depth;           // steps a playout may take; what stands then is judged
} dado_search;

// Asks for the options that all of them take.
dado_search dado_search_ask(dado_ask *ask, int64_t iterations);

// The work space of one player, cut from its scratch.
typedef struct dado_bench {
    const dado_game *game;
    dado_search how;
    unsigned char *state;  // the guess that is played on
    dado_move *moves;
    uint32_t *weights;
    int32_t *scores, *places;
    double *worth;         // of the last playout, for each seat, 0 to 1
    dado_rng chance;       // of the imagined matches, not of the real one
    dado_quick quick;
    double least, most;    // scores seen so far, to bring them to 0 ... 1
    uint64_t done;         // iterations so far
    const atomic_int *stop;  // of the turn
    int64_t until;         // on the clock, in nanoseconds; 0 if iterations count
    int unlooked;          // steps since the last look at the clock
    bool ended;            // time is up, or nobody waits any more
} dado_bench;

size_t dado_bench_size(const dado_game *game);
dado_bench dado_bench_begin(const dado_turn *turn, const dado_search *how);

// May it think on? Counts one iteration if so. Not once nobody waits for the answer any more.
bool dado_bench_more(dado_bench *bench);

// Puts a state that fits the view into `state`.
void dado_bench_guess(dado_bench *bench, const dado_turn *turn);

// Plays luck on until somebody must choose or it is over; answers who. Nobody, once thinking ended.
int dado_bench_settle(dado_bench *bench);

// Plays `state` on at random to its end, or to the depth allowed, and judges it. False if thinking
// ended on the way, which is heard at every step: nothing is known of it then.
bool dado_bench_playout(dado_bench *bench, int steps_so_far);
