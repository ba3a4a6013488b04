// match_record.h - the record of a match, for measuring and storing it.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint64_t dado_move;                   // its meaning is defined by the game
enum { DADO_CHANCE = -1, DADO_NOBODY = -2 };  // actors who are not players

// The only move of a player who has nothing to choose, since a described choice may offer
// nothing. It is a step like any other, but not a decision: no measure counts it, and no
// person is asked.
#define DADO_NO_CHOICE ((dado_move)-1)

// No value, for a measure that does not apply. It is NULL in SQL, null in JSON, and empty
// in CSV.
#define DADO_NONE ((double)NAN)

static inline bool dado_is_none(double value)
{
    return isnan(value);
}

// The kinds of measures, which quality treats differently. A rate is 0 or 1 per match, so
// that its mean is a share.
typedef enum dado_measure_kind { DADO_COUNT, DADO_REAL, DADO_RATIO, DADO_RATE } dado_measure_kind;

typedef struct dado_measure {  // the description of a metric or a tally
    const char *name;          // as typed: "gold"; NULL ends a list
    const char *title;         // as printed: "Gold collected"
    const char *about;         // a sentence for lists and reports
    dado_measure_kind kind;
    bool fixed;  // a property of the instance, computed once, from the initial state
} dado_measure;

// How a match ended. Forfeited: all seats, or all but one, gave up. Stopped: by the move
// limit. Broken: the rules failed (`sound` is false).
typedef enum dado_match_end {
    DADO_FINISHED,
    DADO_FORFEITED,
    DADO_STOPPED,
    DADO_BROKEN
} dado_match_end;

extern const char *const dado_match_end_names[];  // "finished"

typedef struct dado_step {
    dado_move move;
    int32_t actor;     // a seat, or DADO_CHANCE
    uint32_t options;  // number of legal moves; 0 if any word was allowed
} dado_step;

static inline bool dado_step_is_decision(const dado_step *step)
{
    return step->actor >= 0 && step->move != DADO_NO_CHOICE;
}

typedef struct dado_trace {
    int players, rounds, steps, tallies;
    dado_match_end end;
    int decisions;           // steps by players who had something to choose
    int forced;              // of them, those with a single option
    uint64_t options;        // sum over all decisions
    const uint8_t *side;     // the game's sides, or NULL
    const int32_t *scores;   // rounds + 1 rows; row 0 is before the first round
    const int32_t *result;   // scores at the end, which need not be the last row
    const int32_t *places;   // from 0; seats that gave up come last
    const double *counts;    // a row of tallies per seat; DADO_NONE where there is no value
    const uint64_t *effort;  // per seat: plans, nodes, iterations, as its agent reports
    const dado_step *path;   // NULL if the plan keeps no moves
    const uint32_t *checks;  // one hash per row; NULL unless the match is kept as a replay
} dado_trace;

// Returns whether a match has a result; one that was stopped or broken has none.
static inline bool dado_end_has_result(dado_match_end end)
{
    return end == DADO_FINISHED || end == DADO_FORFEITED;
}

static inline const int32_t *dado_trace_row(const dado_trace *trace, int round)
{
    return trace->scores + (int64_t)round * trace->players;
}
