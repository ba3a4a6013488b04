// people_beside_programs.h - compares matches of people with matches of programs, measure
// by measure, and plans how many more matches are needed until a difference is known.
#pragma once

#include "judge/experiment_summary.h"
#include "judge/move_stats.h"
#include "judge/people_decisions.h"
#include "judge/player_resemblance.h"
#include "judge/rating_predictors.h"
#include "judge/sample_size.h"

typedef struct dado_people_measure {
    const char *name, *title;
    dado_measure_kind kind;
    dado_moments people, programs;
    dado_interval difference;  // people less programs
    bool known;                // the interval does not contain 0
    // Matches of people until it is known, if it is as large as it looks;
    // DADO_SAMPLE_SIZE_MOST: more than anybody plays.
    int64_t needed;
} dado_people_measure;

typedef struct dado_people_seat {
    dado_interval people, programs;  // share of the win
    double fair;
    bool known;  // the interval of the people does not contain the fair share
    int64_t needed;
} dado_people_seat;

typedef struct dado_people_option {
    const char *words;
    int64_t people_offered, people_taken, programs_offered, programs_taken;
    double apart;  // difference of the shares, in standard errors
} dado_people_option;

typedef struct dado_people_answer {
    const char *question;
    dado_moments values;
} dado_people_answer;

typedef struct dado_people_beside_programs {
    int64_t matches, program_matches;
    int people;    // how many different ones are named
    int evenings;  // different days; 0: the days are not known
    double level;
    const char *player;  // who plays for the programs
    dado_people_measure *measures;
    int measure_count;
    dado_people_seat *seats;
    int seat_count;               // 0 if nobody can win
    dado_people_option *options;  // those that are taken most differently first
    int option_count;
    dado_people_answer *answers;
    int answer_count;
    dado_rating_predictors *predictors;  // one per question that enough matches answer
    int predictor_count;
    dado_resemblance resemblance;
    dado_hesitation hesitation;
    bool judged;  // whether `mistakes` was measured
    dado_mistakes mistakes;
} dado_people_beside_programs;

enum { DADO_PEOPLE_OPTIONS = 12 };  // limit on the options that are listed

// Fills in measures, seats and options from both sides.
bool dado_people_compare(dado_people_beside_programs *result, const dado_findings *people,
                         const dado_findings *programs, const dado_move_stats *people_moves,
                         const dado_move_stats *program_moves, dado_region *region,
                         dado_error *err);

// Returns after how many more evenings `needed` matches are reached, given how many there
// were; -1 if the evenings are not known, or it is more than anybody plays.
int64_t dado_people_more_evenings(const dado_people_beside_programs *result, int64_t needed);
