// uses.h - what players do, in words, and what goes with winning.
//
// Matches are gone through again and every move is taken down in the game's own
// words. A move that is offered time and again and never taken by players who
// think is idle; one whose takers win far more often than everybody else decides
// too much. Since there are many, each is held to a level divided among all.
#pragma once

#include "lab/experiment.h"
#include "lab/replay.h"
#include "measure/stats.h"

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
    struct dado_uses_book *book;  // work space
} dado_uses;

enum { DADO_USES_MOST = 2000 };  // different words; games with more have no such list

// Begun for a game, it takes in a match move by move and then its end, as dado_block_walk shows
// them, with the uses as context; and is told when that was all. What it keeps comes from `arena`,
// which is not to be rewound meanwhile. An empty list where words are too many.
bool dado_uses_begin(dado_uses *uses, const dado_game *game, dado_arena *arena, dado_error *err);
void dado_uses_step(void *uses, const dado_game *game, const void *state, const dado_step *step);
void dado_uses_end(void *uses, const dado_trace *log);
bool dado_uses_finish(dado_uses *uses, dado_error *err);

// ---- what the game itself counts ----
//
// Worlds count things for every seat: units made, gold taken, colours held. For
// each of these the winners of a match are set against the others. With many
// counts some would differ by accident, so the level is divided among them.

typedef struct dado_count_use {
    const dado_measure *measure;
    dado_moments winners, others;  // over seats and matches
    dado_interval difference;      // winners less others, 95 %
    double p;                      // corrected for all counts
} dado_count_use;

typedef struct dado_count_uses {
    dado_count_use *items;
    int count;
    int64_t matches;
    double *values;  // work space
} dado_count_uses;

// Begun for a game, it takes in the end of every match, as dado_block_walk shows it; and is told
// when that was all. An empty list where the game counts nothing. The names of the measures live as
// long as `game`.
bool dado_counts_begin(dado_count_uses *uses, const dado_game *game, dado_arena *arena,
                       dado_error *err);
void dado_counts_end(dado_count_uses *uses, const dado_game *game, const void *state,
                     const dado_trace *log);
bool dado_counts_finish(dado_count_uses *uses, dado_arena *arena, dado_error *err);
