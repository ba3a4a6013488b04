// trace.h - what a match leaves behind, for those who measure and keep it.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint64_t dado_move;                   // its meaning is the game's own
enum { DADO_CHANCE = -1, DADO_NOBODY = -2 };  // actors who are not players

// The one move of who has nothing to choose: a described choice may offer nothing. It is a step
// like any other, and no decision: no measure counts it, and no person is asked.
#define DADO_NOTHING ((dado_move)-1)

// No value: a measure that does not apply. NULL in SQL, null in JSON, empty in CSV.
#define DADO_NONE ((double)NAN)

static inline bool dado_is_none(double value)
{
    return isnan(value);
}

// Quality treats the kinds apart; a rate is 0 or 1 a match, so that its mean is a share.
typedef enum dado_kind { DADO_COUNT, DADO_REAL, DADO_RATIO, DADO_RATE } dado_kind;

typedef struct dado_measure {  // the head of a metric, and all of a tally
    const char *name;          // as typed: "gold"; NULL ends a list
    const char *title;         // as printed: "Gold collected"
    const char *about;         // a sentence for lists and reports
    dado_kind kind;
    bool fixed;                // true of the instance: asked once, on the start state
} dado_measure;

// Forfeited: all seats but one, or all, gave up. Stopped: by the move limit. Broken: not `sound`.
typedef enum dado_end { DADO_FINISHED, DADO_FORFEITED, DADO_STOPPED, DADO_BROKEN } dado_end;

extern const char *const dado_end_names[];  // "finished"

typedef struct dado_step {
    dado_move move;
    int32_t actor;     // a seat, or DADO_CHANCE
    uint32_t options;  // how many were legal; 0 where any word was
} dado_step;

static inline bool dado_step_decides(const dado_step *step)
{
    return step->actor >= 0 && step->move != DADO_NOTHING;
}

typedef struct dado_trace {
    int players, rounds, steps, tallies;
    dado_end end;
    int decisions;           // steps by players who had something to choose
    int forced;              // of them, those with one option only
    uint64_t options;        // of all decisions together
    const uint8_t *side;     // the game's, or NULL
    const int32_t *scores;   // rounds + 1 rows; row 0 is the standing before the first
    const int32_t *result;   // scores at the end, which need not be the last row
    const int32_t *places;   // from 0; seats that gave up come last
    const double *counts;    // a row of tallies per seat, DADO_NONE where no value
    const uint64_t *effort;  // per seat: plans, nodes, iterations, as its agent reports
    const dado_step *path;   // NULL if the plan keeps no moves
    const uint32_t *checks;  // a hash per row, NULL unless the match is kept as a replay
} dado_trace;

// Whether it came to an end: what was broken off or stopped has no result to speak of.
static inline bool dado_ended(dado_end end)
{
    return end == DADO_FINISHED || end == DADO_FORFEITED;
}

static inline const int32_t *dado_trace_row(const dado_trace *trace, int round)
{
    return trace->scores + (int64_t)round * trace->players;
}
