// match_totals.h - sums over many matches, for what no single match can show.
//
// Totals are plain bytes without pointers. Workers sum up blocks of matches, and blocks
// are merged in order, so the bytes do not depend on the number of workers. A block from
// a results file merges like a new one.
#pragma once

#include "core/region.h"
#include "core/match_record.h"
#include "measure/stats.h"

typedef struct dado_seat_totals {
    double won;      // wins; a win shared by k seats counts 1/k
    int64_t alone;   // wins that nobody shared
    int64_t shared;  // wins shared with others
    int64_t first;   // wins if the lowest seat wins ties, as the published tables count
    double score;    // sum of the final scores
} dado_seat_totals;

typedef struct dado_totals {
    int32_t seats;   // number of seats that score: all, or one per side
    int32_t layout;  // version of this byte layout, for stored totals
    int64_t matches;
    int64_t ended[4];     // number of matches by dado_match_end
    int64_t ranked;       // matches with a result, in which seats have places
    int64_t tied;         // of these, those with several seats in first place
    double squares;       // sum of 1/k over matches, where k seats share the win
    dado_moments margin;  // best final score less the second best
    dado_moments score;   // final scores of all seats
    dado_seat_totals seat[];
} dado_totals;

size_t dado_totals_size(int seats);
dado_totals *dado_totals_new(int seats, dado_region *region);  // or NULL
void dado_totals_clear(dado_totals *totals, int seats);  // clears dado_totals_size(seats) bytes

// Returns how many seats score: the number of players, or of sides.
int dado_scoring_seats(int players, const uint8_t *side);
bool dado_is_first_of_side(const uint8_t *side, int player);  // always true without sides
// Returns the scoring seat of a player: the player's own number, or that of the side.
int dado_scoring_seat_of(const uint8_t *side, int player);

void dado_totals_add(dado_totals *totals, const dado_trace *trace);

// The outcomes of many matches: per match, the scores and places of all players and how
// it ended. dado_totals_add_all adds them; `room` needs one number per match. It leaves
// out the moments of the final scores: the caller computes them per player and adds them
// with dado_totals_add_scores.
typedef struct dado_outcomes {
    int count, players;
    const uint8_t *side;  // side of each player; or NULL
    const uint8_t *ends;
    const int32_t *scores, *places;
} dado_outcomes;

void dado_totals_add_all(dado_totals *totals, const dado_outcomes *outcomes, double *room);
void dado_totals_add_scores(dado_totals *totals, const uint8_t *side, int player,
                            const dado_moments *scores);
void dado_totals_merge(dado_totals *totals, const dado_totals *next);

// Returns the share of all wins that a seat has, with ties split, and its Wilson
// interval. With a single seat, it is the share of all matches.
dado_interval dado_win_share(const dado_totals *totals, int seat, double level);
// Returns the variance of a seat's part of the win of one match. It is exact if all shared
// wins have the same number of winners, and not too small otherwise.
double dado_win_variance(const dado_totals *totals, int seat);
// Returns the share of matches that a seat won, alone or with others. Such shares need
// not add up to 1.
dado_interval dado_won_share(const dado_totals *totals, int seat, double level);
// matches with a result but without a winner
int64_t dado_won_by_nobody(const dado_totals *totals);
