// totals.h - what many matches add up to: the part no single match can tell.
//
// Totals are plain bytes without pointers. Workers sum up blocks of matches,
// and blocks are merged in their order, so the bytes do not depend on how many
// workers there were; a block that was stored merges as one just made.
#pragma once

#include "core/arena.h"
#include "core/trace.h"
#include "measure/stats.h"

typedef struct dado_seat_totals {
    double won;      // a win shared by k counts 1/k
    int64_t alone;   // wins nobody shared
    int64_t shared;  // wins shared with others
    int64_t first;   // wins if the first of those who tie wins: the published count
    double score;    // of the end, summed
} dado_seat_totals;

typedef struct dado_totals {
    int32_t seats;   // that score: all, or one a side
    int32_t layout;  // of these bytes, for who stores them
    int64_t matches;
    int64_t ended[4];     // by dado_end
    int64_t ranked;       // matches with places: all that came to an end
    int64_t tied;         // of these, with several in first place
    double squares;       // of what a match gives each seat, summed: 1/k where k share the win
    dado_moments margin;  // best final score less the second best
    dado_moments score;   // final scores of everyone
    dado_seat_totals seat[];
} dado_totals;

size_t dado_totals_size(int seats);
dado_totals *dado_totals_new(int seats, dado_arena *arena);  // or NULL
void dado_totals_clear(dado_totals *totals, int seats);      // over dado_totals_size bytes

// How many score in such a trace: its players, or its sides.
int dado_trace_seats(int players, const uint8_t *side);
bool dado_first_of_side(const uint8_t *side, int player);  // or no sides: each for himself
// Which of them a player's result counts for: the player, or the side.
int dado_seat_of(const uint8_t *side, int player);

void dado_totals_add(dado_totals *totals, const dado_trace *trace);

// Many at once: `players` scores and places a match, and how each ended. `room` has as many numbers
// as there are matches. The moments of what a player scored in those that came to an end are summed
// by whoever has the column, and added apart.
typedef struct dado_outcomes {
    int count, players;
    const uint8_t *side;  // of each player, or NULL
    const uint8_t *ends;
    const int32_t *scores, *places;
} dado_outcomes;

void dado_totals_add_all(dado_totals *totals, const dado_outcomes *outcomes, double *room);
void dado_totals_add_scores(dado_totals *totals, const uint8_t *side, int player,
                            const dado_moments *scores);
void dado_totals_merge(dado_totals *totals, const dado_totals *next);

// The share of all wins that a seat has, ties split, with its Wilson interval; alone, of matches.
dado_interval dado_win_share(const dado_totals *totals, int seat, double level);
// The same where several may win: each has won, so shares need not add up to one.
dado_interval dado_won_share(const dado_totals *totals, int seat, double level);
int64_t dado_won_by_nobody(const dado_totals *totals);  // matches that ended and have no winner
