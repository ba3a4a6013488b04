// move_stats.h - counts the moves that players make, by their words, and tests which go
// with winning.
//
// Matches are replayed and every move is counted under the game's own words for it. A
// move that is offered again and again and never taken by thinking players is idle. A
// move whose takers win far more often than everybody else decides too much. Because
// there are many moves, the p-values are corrected for their number.
#pragma once

#include "lab/experiment.h"
#include "lab/replay.h"
#include "measure/stats.h"

typedef struct dado_move_stat {
    const char *words;
    int64_t offered;  // decisions in which it was among the moves
    int64_t taken;
    double even;                  // expected number of takings if all moves were equally likely
    int64_t takers, left;         // players of a match who took it at least once, and who did not
    double takers_won, left_won;  // their shares of wins
    double p;                     // p-value of the difference, corrected
} dado_move_stat;

typedef struct dado_move_stats {
    dado_move_stat *items;
    int count;
    int64_t matches, decisions;
    struct dado_move_stats_index *move_index;  // working memory
} dado_move_stats;

enum { DADO_MOVE_STATS_MAX = 2000 };  // games with more different moves get no statistics

// How to use it: `begin` for a game, then `add_step` and `end_match` as callbacks of
// dado_block_replay, then `finish`. Memory comes from `region`, which must not be rewound
// meanwhile. The list is empty if there are too many different moves.
bool dado_move_stats_begin(dado_move_stats *uses, const dado_game *game, dado_region *region,
                           dado_error *err);
void dado_move_stats_add_step(void *uses, const dado_game *game, const void *state,
                              const dado_step *step);
void dado_move_stats_end_match(void *uses, const dado_trace *log);
bool dado_move_stats_finish(dado_move_stats *uses, dado_error *err);

// ---- the game's own counts ----
//
// Games count things for every seat: units made, gold taken, colours held. For each
// count, the winners of a match are compared with the others. Some of many counts would
// differ by accident, so the p-values are corrected for their number.

typedef struct dado_count_stat {
    const dado_measure *measure;
    dado_moments winners, others;  // over all seats and matches
    dado_interval difference;      // winners minus others, 95 %
    double p;                      // corrected for the number of counts
} dado_count_stat;

typedef struct dado_count_stats {
    dado_count_stat *items;
    int count;
    int64_t matches;
    double *values;  // working memory
} dado_count_stats;

// How to use it: `begin` for a game, then `end_match` for every match of
// dado_block_replay, then `finish`. The list is empty if the game counts nothing. The
// names of the measures live as long as `game`.
bool dado_count_stats_begin(dado_count_stats *uses, const dado_game *game, dado_region *region,
                            dado_error *err);
void dado_count_stats_end_match(dado_count_stats *uses, const dado_game *game, const void *state,
                                const dado_trace *log);
bool dado_count_stats_finish(dado_count_stats *uses, dado_region *region, dado_error *err);
