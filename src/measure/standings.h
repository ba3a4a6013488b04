// standings.h - who was ahead in every round, worked out once for all metrics.
//
// Six published metrics and most of the others ask the same things of a match:
// who led, where the eventual winner stood, how many points he was behind. A
// meter answers them in one pass over the rows of a trace. Points are counted
// from a floor that no total of the match is below, and where sides score, a
// side is one seat here.
#pragma once

#include <math.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/options.h"
#include "core/trace.h"

// How the published metrics read an unclear word; see docs/explanation/metrics.md.
// `formula` is the equations as printed, `reference` what the published tables hold.
typedef enum dado_preset { DADO_FORMULA, DADO_REFERENCE } dado_preset;

// Who is ahead at equal points: the lower seat; whoever was ahead before; both,
// sharing the place; or whoever is drawn, anew in every round.
typedef enum dado_ties {
    DADO_TIES_SEAT,
    DADO_TIES_INCUMBENT,
    DADO_TIES_SHARED,
    DADO_TIES_RANDOM,
} dado_ties;

typedef struct dado_reading {  // one per experiment; zeroed it is the default
    dado_preset preset;
    dado_ties ties;
    int32_t floor;  // the lowest total there can be, unless a match goes lower
} dado_reading;

// Asks for metrics.preset, metrics.ties and metrics.floor.
dado_reading dado_reading_ask(dado_ask *ask);

// Roots and logarithms of whole numbers, so that small scores cost a look-up.
enum { DADO_ROOTS = 1024 };  // the tables cover 0 ... DADO_ROOTS - 1

typedef struct dado_roots {
    double of[DADO_ROOTS][2];       // n log2 n, sqrt n
    double inverse[DADO_ROOTS][2];  // 1 / n, 1 / sqrt n; 0 for 0, and so in the next
    double log[DADO_ROOTS];         // log2 n
    double *parts;                  // see below
} dado_roots;

// sqrt(k / whole) for all k up to a whole below DADO_PARTS. They are worked out when first asked
// for: a match of few points asks for one row of them over and over.
enum { DADO_PARTS = 128 };

const double *dado_roots_of_parts_anew(double *row, uint32_t whole);

static inline const double *dado_roots_of_parts(const dado_roots *roots, uint32_t whole)
{
    double *row = roots->parts + (size_t)whole * DADO_PARTS;
    return row[whole] != 0.0 ? row : dado_roots_of_parts_anew(row, whole);
}

// sqrt(part / whole); `whole` is not 0, and no smaller than the part.
static inline double dado_root_of_part(const dado_roots *roots, uint32_t part, uint32_t whole)
{
    return whole < DADO_PARTS ? dado_roots_of_parts(roots, whole)[part]
                              : sqrt((double)part / whole);
}

// A set of moves that is emptied by counting up: see choices.c.
typedef struct dado_seen {
    uint32_t match;  // this set is of
    size_t room;     // of the slots: twice as many as a path has steps, and a power of two
    struct {
        uint64_t move;
        uint32_t match;  // it was put here in
    } *slots;
} dado_seen;

// How evenly points were shared, summed over all rounds but the last.
typedef struct dado_evenness {
    bool known;
    int level;        // rounds in which all had the same
    double bits;      // of entropy in all others
    double nearness;  // to even shares: one minus the distance
} dado_evenness;

// Places from the last to the first, in steps as even as there can be; see drama_path.c.
typedef struct dado_descent {
    int seats, rounds;  // it is of; 0 at first
    int32_t *place;     // per round
} dado_descent;

// Its places; it is worked out where it is of another number of seats or rounds.
const int32_t *dado_descent_of(dado_descent *path, int seats, int rounds, dado_preset preset);

enum { DADO_FEW_SEATS = 8 };

typedef struct dado_standings {
    dado_reading how;
    const dado_roots *roots;
    int seats;               // that score: all, or one a side
    int rounds;              // row 0 of the trace is not one
    int winner;              // among these seats
    int behind;              // rounds in which the winner was not placed first
    int strictly;            // rounds in which he had fewer points than the leader
    int leaders;             // different ones
    int changes;             // rounds after the first whose leader is not the last one's
    int placed[DADO_FEW_SEATS];  // rounds in which the winner had each place; of few seats only
    uint32_t highest;        // points anyone ever had
    const int32_t *seat;     // of the trace, for each of ours
    const uint32_t *points;  // from the floor, a row of `seats` per round
    const int32_t *leader;   // per round
    const int32_t *place;    // the winner's, from 1, per round
    const uint32_t *top;     // the leader's points, per round
    const uint32_t *gap;     // that the winner was behind those, per round
    const uint64_t *sum;     // everyone's points, per round
    const int32_t *still;    // per round: not 0 where everyone's points are those of the one before
    const int32_t *places;   // everyone's, from 1, a row per round; see dado_standings_places
    int32_t *scratch;        // room for `seats` numbers
    dado_seen *seen;         // room for the moves of a path, or NULL if none is kept
    dado_evenness *evenness; // see dado_standings_evenness
    dado_descent *descent;   // of the last match that asked for it
} dado_standings;

// False where one seat or one round leaves nothing to compare: the six have no value then.
static inline bool dado_standings_race(const dado_standings *s)
{
    return s->seats > 1 && s->rounds > 1;
}

static inline const uint32_t *dado_standings_row(const dado_standings *s, int round)
{
    return s->points + (int64_t)round * s->seats;
}

// Worked out when first asked for.
const dado_evenness *dado_standings_evenness(const dado_standings *s);

// Everyone's place in a round, from 1, by the tie rule.
void dado_standings_places(const dado_standings *s, int round, int32_t *places);

// Places that all seats gained or lost from round to round; of at most so many seats.
enum { DADO_MOST_MOVED = 64 };
int64_t dado_standings_moved(const dado_standings *s);

// Slots for so many moves.
size_t dado_seen_room(int moves);

// What a worker measures with: tables, and room for one match's standings.
typedef struct dado_meter {
    dado_reading how;
    dado_standings standings;
    int most_players, most_rounds, most_steps;
    int seated;  // players without sides that `seat` lists now, or 0
    int32_t *seat, *leader, *place, *places, *order, *scratch;
    uint32_t *top, *gap, *points;
    uint64_t *sum;
    int32_t *still;
    int32_t bits;  // that any of the points at hand has
    dado_seen seen;
    dado_evenness evenness;
    dado_descent descent;
} dado_meter;

// Room for traces of at most so many players and rounds; `most_steps` is 0
// where no paths are kept. Memory is touched only as far as matches need it.
bool dado_meter_open(dado_meter *meter, const dado_reading *how, int most_players, int most_rounds,
                     int most_steps, dado_arena *arena, dado_error *err);

// The standings of a match, good until the next is read.
const dado_standings *dado_meter_read(dado_meter *meter, const dado_trace *trace);
