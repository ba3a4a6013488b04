// survey.h - all boards of a game, solved and summed up.
//
// Games whose face lists boards can be surveyed. Boards that play alike have the
// same value and as many positions, so one of each class is solved and stands for
// the rest; only the draft's order, which looks at the order of moves, wants every
// board. A survey is a plan over boards by number: they are handed out to the
// threads of this process, or of a fleet, and come back into their places.
//
// Sizes with too many boards can be sampled: then so many are drawn, each as
// likely as any other, and what is said of the size is an estimate.
//
// What is solved can be kept in a store, as a trail with a row a board. A run
// that was killed goes on behind the last row.
#pragma once

#include "lab/experiment.h"
#include "solve/board.h"

typedef struct dado_survey_plan {
    dado_source source;  // the game, with options that say how large its boards are
    dado_objective by;
    size_t memory;    // bytes each thread may have; 0 takes what solvers take
    uint64_t sample;  // boards drawn at random; 0: all of them
    uint64_t seed;    // of the drawing
} dado_survey_plan;

// What a survey is about: the boards there are, and which of them are solved.
typedef struct dado_survey_field {
    dado_survey_plan plan;
    const dado_board_face *face;
    dado_board_list list;
    bool alike;      // one of each class is solved
    uint64_t count;  // boards to solve
    dado_game game;  // on the first of them
} dado_survey_field;

// A row of numbers for each board solved: the score of each player, as a dado_value has them,
// positions, shapes.
typedef struct dado_survey {
    dado_survey_field field;
    double *rows;
    int width;
    uint64_t first, end;  // boards to solve: all, or those of the part
    uint64_t solved;      // up to here
    uint64_t found;       // how many of them were in the store
    bool interrupted;
    dado_arena arena;
} dado_survey;

enum { DADO_SURVEY_MARGIN = 128 };  // larger margins count as this one

typedef struct dado_survey_sum {
    uint64_t boards;                  // those that others stand for included
    uint64_t won[DADO_SOLVE_SEATS];   // boards each player wins alone
    uint64_t shared;                  // boards without a sole winner
    double share;                     // of the first player: a win is 1, a tie its part of it
    double margin;                    // of the first player over the best rival, on average
    uint64_t least, most, total;      // positions
    uint64_t shapes;
    uint64_t by_margin[2 * DADO_SURVEY_MARGIN + 1];  // boards, by the first player's margin
} dado_survey_sum;

extern const dado_trade dado_trade_boards;

// Looks at the boards of a plan; refuses what could not be walked.
bool dado_survey_look(dado_survey_field *field, const dado_survey_plan *plan, dado_arena *arena,
                      dado_error *err);

// Solves them; all of `how` is heeded but what is about matches. What a store has is gone on from,
// and progress is of boards. `survey` is to be freed in either case.
bool dado_survey_run(const dado_survey_plan *plan, const dado_experiment_how *how,
                     dado_survey *survey, dado_error *err);
void dado_survey_free(dado_survey *survey);

// One board alone, with all threads at work within it.
bool dado_survey_board(const dado_board_plan *plan, const char *board, int threads,
                       dado_leave leave, dado_board_worth *worth, dado_error *err);

// Board `number` of those that are solved, and its numbers.
void dado_survey_write(const dado_survey_field *field, uint64_t number, dado_text *out);
static inline const double *dado_survey_row(const dado_survey *survey, uint64_t number)
{
    return survey->rows + number * (uint64_t)survey->width;
}

// Sums over every board, those that were not solved themselves included.
void dado_survey_add_up(const dado_survey *survey, dado_survey_sum *sum);

// Hands over every board in ascending order, a sample's as they were drawn; false stops it.
typedef bool dado_survey_reader(void *to, const char *board, const double *row);
bool dado_survey_each(const dado_survey *survey, dado_survey_reader *read, void *to);
