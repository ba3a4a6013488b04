// survey.h - all Big Points boards of a size, solved and summed up.
//
// Renaming the colours of a board changes neither its value nor the number of
// its positions, so one board of each class is solved and stands for the rest;
// only the draft's order, which looks at colour numbers, wants every board.
// Boards are handed out to threads and come back into their places, so that
// nothing depends on how many threads there were.
//
// Sizes with too many boards can be sampled: then so many are drawn, each row as
// likely as any other, and what is said of the size is an estimate.
//
// What is solved can be kept in a journal, a text file that only grows: its
// first line says what is being solved, then comes a line a board, in order. A
// run that was killed goes on behind the last whole line.
#ifndef DADO_LAB_SURVEY_H
#define DADO_LAB_SURVEY_H

#include <signal.h>

#include "solve/bigpoints.h"

typedef struct dado_survey_plan {
    dado_row_size size;
    int players;
    bool loose;
    dado_objective by;
    size_t memory;    // bytes each thread may have; 0 takes what the solvers take
    uint64_t sample;  // boards drawn at random, as shuffling lays them; 0: all of them
    uint64_t seed;    // of the drawing
} dado_survey_plan;

typedef struct dado_survey_progress {
    uint64_t solved, all;  // boards
    uint64_t found;        // of those solved, how many the journal had
    double seconds;
} dado_survey_progress;

typedef struct dado_survey_how {
    int threads;                        // 0: as many as there are cores
    const char *journal;                // a file; or NULL
    const volatile sig_atomic_t *stop;  // ends early once it is not 0; or NULL
    void *to;
    // A few times a second, on the calling thread; or NULL.
    void (*progress)(void *to, const dado_survey_progress *progress);
} dado_survey_how;

typedef struct dado_surveyed {  // a board
    uint64_t board;             // three bits a disc, the first disc highest
    int16_t score[DADO_BIGPOINTS_PLAYERS];
    uint64_t states;
    uint64_t shapes;  // 0 where the general solver did it
} dado_surveyed;

enum { DADO_SURVEY_MARGIN = 128 };  // the largest margin there can be, and then some

typedef struct dado_survey_summary {
    uint64_t rows;
    uint64_t won[DADO_BIGPOINTS_PLAYERS];  // boards each player wins alone
    uint64_t shared;                       // boards without a sole winner
    double share;                          // of the first player: a win is 1, a tie its part of it
    double margin;                         // of the first player over his best rival, on average
    uint64_t least, most, total;           // states
    uint64_t shapes;
    uint64_t by_margin[2 * DADO_SURVEY_MARGIN + 1];  // boards, by the first player's margin
} dado_survey_summary;

typedef struct dado_survey {
    dado_survey_plan plan;
    dado_surveyed *boards;  // those solved, ascending
    uint64_t count, solved;
    uint64_t found;  // of them, in the journal
    int threads;
    double seconds;
    bool interrupted;
} dado_survey;

// True if all boards of such a size can be walked at all.
bool dado_survey_able(const dado_survey_plan *plan, dado_error *err);

bool dado_survey_run(const dado_survey_plan *plan, const dado_survey_how *how, dado_survey *survey,
                     dado_error *err);
void dado_survey_free(dado_survey *survey);

// One board alone, with all threads at work within it.
bool dado_survey_board(const dado_row *row, dado_objective by, size_t memory, int threads,
                       dado_board_value *value, dado_error *err);

// Sums over every row of the size, those that were not solved themselves included.
void dado_survey_sum(const dado_survey *survey, dado_survey_summary *summary);

// A line a row, in ascending order: board, scores, states. Hands over pieces of
// text as they come; false stops it.
typedef bool dado_survey_writer(void *to, const dado_text *piece);
bool dado_survey_csv(const dado_survey *survey, dado_survey_writer *write, void *to);

#endif
