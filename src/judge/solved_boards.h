// solved_boards.h - says what solved boards show about a game: whether it is fair, and
// whether its size changes that.
#pragma once

#include "judge/verdicts_by_topic.h"
#include "lab/solve_all_boards.h"
#include "measure/estimate.h"

enum { DADO_SOLVED_BOARDS_NAME = 80 };

// the result of solving all boards, or a sample of them
typedef struct dado_solved_boards {
    char name[DADO_SOLVED_BOARDS_NAME];        // "3x4", "2x2 white=1, 50 drawn"
    const char *size_names[DADO_BOARD_SIZES];  // "colours", "discs"
    int size[DADO_BOARD_SIZES];
    uint64_t like;  // equal for results that differ in size alone
    int players;
    bool sampled;
    uint64_t solved, found;  // number of boards, and of those found in the store
    dado_solve_all_summary sum;
    dado_estimate first;  // the first player's share of the wins; estimated if boards were sampled
} dado_solved_boards;

dado_solved_boards dado_solved_boards_of(const dado_solve_all *survey);

// Judges whether the game is fair under perfect play. The answer is exact unless boards
// were sampled.
int dado_solved_boards_judge(const dado_solved_boards *solution,
                             dado_verdict verdicts[DADO_VERDICTS]);

// Solutions that differ in one size only, smallest first.
typedef struct dado_solved_boards_series {
    const dado_solved_boards *at[64];
    int count;
} dado_solved_boards_series;

// Collects the solutions that differ from number `from` in size `axis` alone. The series
// is empty if an earlier solution belongs to it too, because that one has already
// collected it.
dado_solved_boards_series dado_solved_boards_by_size(const dado_solved_boards *solutions, int count,
                                                     int from, int axis);

// Judges whether the result changes with size. Returns the number of verdicts written.
int dado_solved_boards_trend(const dado_solved_boards *solutions, int count,
                             dado_verdict verdicts[DADO_VERDICTS]);
