// standings.h - who was ahead in every round, computed once for all metrics.
//
// The six published metrics and most of the others need the same facts about a match: who
// led, at which place the eventual winner was, and how many points behind. A meter
// computes them in one pass over the rows of a trace. Points are counted from a floor
// below which no score of the match lies. In games with sides, a side counts as one seat.
#pragma once

#include <math.h>

#include "core/region.h"
#include "core/error.h"
#include "core/options.h"
#include "core/match_record.h"

// How the published metrics are computed where the publication is ambiguous; see
// docs/explanation/metrics.md. `formula` follows the printed equations, `reference` the
// program behind the published tables.
typedef enum dado_metric_preset { DADO_PRESET_FORMULA, DADO_PRESET_REFERENCE } dado_metric_preset;

// Which seat is ahead at equal points: the lower seat, the one that was ahead before,
// both with the same place, or one drawn at random in every round.
typedef enum dado_tie_rule {
    DADO_TIES_SEAT,
    DADO_TIES_INCUMBENT,
    DADO_TIES_SHARED,
    DADO_TIES_RANDOM,
} dado_tie_rule;

typedef struct dado_metric_options {  // one per experiment; all zero is the default
    dado_metric_preset preset;
    dado_tie_rule ties;
    int32_t floor;  // the lowest score there can be, unless a match goes lower
} dado_metric_options;

// Reads the options metrics.preset, metrics.ties and metrics.floor.
dado_metric_options dado_metric_options_ask(dado_option_reader *ask);

// Tables of roots and logarithms of whole numbers, so that small scores need only a
// look-up.
enum { DADO_ROOT_TABLE_SIZE = 1024 };  // the tables cover 0 to DADO_ROOT_TABLE_SIZE - 1

typedef struct dado_root_tables {
    double of[DADO_ROOT_TABLE_SIZE][2];       // n log2 n and sqrt n
    double inverse[DADO_ROOT_TABLE_SIZE][2];  // 1 / n and 1 / sqrt n; 0 for n = 0
    double log[DADO_ROOT_TABLE_SIZE];         // log2 n; 0 for n = 0
    double *parts;                            // a table of sqrt(k / whole), see below
} dado_root_tables;

// The table of sqrt(k / whole) for all k up to `whole`, where `whole` is below
// DADO_SHARE_ROOTS. A row is computed when it is first needed; a match with few points
// uses the same row again and again.
enum { DADO_SHARE_ROOTS = 128 };

const double *dado_share_roots_fill(double *row, uint32_t whole);

static inline const double *dado_share_roots(const dado_root_tables *roots, uint32_t whole)
{
    double *row = roots->parts + (size_t)whole * DADO_SHARE_ROOTS;
    return row[whole] != 0.0 ? row : dado_share_roots_fill(row, whole);
}

// Returns sqrt(part / whole). `whole` must not be 0, nor less than `part`.
static inline double dado_share_root(const dado_root_tables *roots, uint32_t part, uint32_t whole)
{
    return whole < DADO_SHARE_ROOTS ? dado_share_roots(roots, whole)[part]
                                    : sqrt((double)part / whole);
}

// A set of moves. It is emptied by raising `match`, since slots of other matches count as
// empty; see choice_metrics.c.
typedef struct dado_move_set {
    uint32_t match;  // number of the match that the set belongs to
    size_t room;     // number of slots: a power of two, at least twice the steps of a path
    struct {
        uint64_t move;
        uint32_t match;  // match in which the slot was filled
    } * slots;
} dado_move_set;

// How evenly points were shared, summed over all rounds but the last.
typedef struct dado_evenness {
    bool known;
    int level;        // number of rounds in which all seats had equal points
    double bits;      // sum of the entropy of all other rounds, in bits
    double nearness;  // sum of 1 minus the distance to even shares
} dado_evenness;

// The most dramatic path: places from the last to the first, in steps as even as
// possible; see drama_path.c.
typedef struct dado_dramatic_path {
    int seats, rounds;  // the numbers it was computed for; 0 at first
    int32_t *place;     // place in each round
} dado_dramatic_path;

// Returns the places of the path. It computes them if the number of seats or rounds has
// changed.
const int32_t *dado_dramatic_path_of(dado_dramatic_path *path, int seats, int rounds,
                                     dado_metric_preset preset);

enum { DADO_FEW_SEATS = 8 };

typedef struct dado_standings {
    dado_metric_options how;
    const dado_root_tables *roots;
    int seats;                   // number of seats that score: all, or one per side
    int rounds;                  // number of rounds; row 0 of the trace is not a round
    int winner;                  // the winner's index among these seats
    int behind;                  // rounds in which the winner was not placed first
    int strictly;                // rounds in which the winner had fewer points than the leader
    int leaders;                 // number of different leaders
    int changes;                 // rounds with another leader than the round before
    int placed[DADO_FEW_SEATS];  // rounds in which the winner had each place; only with few seats
    uint32_t highest;            // most points that any seat had in any round
    const int32_t *seat;         // the player of the trace behind each of our seats
    const uint32_t *points;      // points above the floor, one row of `seats` numbers per round
    const int32_t *leader;       // leading seat in each round
    const int32_t *place;        // the winner's place in each round, from 1
    const uint32_t *top;         // the leader's points in each round
    const uint32_t *gap;         // points by which the winner was behind the leader in each round
    const uint64_t *sum;         // sum of all points in each round
    const int32_t *still;        // per round: nonzero if nobody's points changed
    // places of all seats from 1, one row per round; see dado_standings_places
    const int32_t *places;
    int32_t *scratch;             // work space for `seats` numbers
    dado_move_set *seen;          // work space for the moves of a path; NULL if paths are not kept
    dado_evenness *evenness;      // see dado_standings_evenness
    dado_dramatic_path *descent;  // the path of the last match that needed it
} dado_standings;

// Returns false if there is only one seat or one round, so that nothing can be compared.
// The six published metrics have no value then.
static inline bool dado_standings_comparable(const dado_standings *s)
{
    return s->seats > 1 && s->rounds > 1;
}

static inline const uint32_t *dado_standings_row(const dado_standings *s, int round)
{
    return s->points + (int64_t)round * s->seats;
}

// Returns the evenness of the points, which is computed at the first call for a match.
const dado_evenness *dado_standings_evenness(const dado_standings *s);

// Writes the place of each seat in a round, from 1, by the tie rule.
void dado_standings_places(const dado_standings *s, int round, int32_t *places);

// Returns how many places all seats together gained or lost from round to round. At most
// DADO_MOVED_SEATS_MAX seats are allowed.
enum { DADO_MOVED_SEATS_MAX = 64 };
int64_t dado_standings_moved(const dado_standings *s);

// Returns the number of slots of a set for this many moves.
size_t dado_move_set_size(int moves);

// The work space of one worker for measuring: tables, and room for the standings of one
// match.
typedef struct dado_meter {
    dado_metric_options how;
    dado_standings standings;
    int most_players, most_rounds, most_steps;
    int seated;  // number of players that `seat` lists, if there are no sides; else 0
    int32_t *seat, *leader, *place, *places, *order, *scratch;
    uint32_t *top, *gap, *points;
    uint64_t *sum;
    int32_t *still;
    int32_t bits;  // bitwise OR of all points of the match
    dado_move_set seen;
    dado_evenness evenness;
    dado_dramatic_path descent;
} dado_meter;

// Allocates a meter for traces of at most this many players and rounds. `most_steps` is 0
// if paths are not kept. Memory is touched only as far as matches need it.
bool dado_meter_open(dado_meter *meter, const dado_metric_options *how, int most_players,
                     int most_rounds, int most_steps, dado_region *region, dado_error *err);

// Computes the standings of a match. They are valid until the next trace is read.
const dado_standings *dado_meter_read(dado_meter *meter, const dado_trace *trace);
