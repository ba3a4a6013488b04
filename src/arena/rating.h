// rating.h - rates players by all their matches at once.
//
// The rating is a Bradley-Terry fit: player i beats player j with odds s(i) : s(j), a tie
// is half a win for each, and the strengths s make the observed results most likely. The
// order of the matches does not matter; for Elo it does, which is reported too because
// people know it. A match of more than two players counts as one comparison of every pair
// of rivals in it.
//
// Strengths are shown on Elo's scale: 400 points are odds of ten to one, and the mean of
// all players is 1500. Players who met get a fraction of a win each way in addition; for
// two players it is half a win. Intervals come from fits with random weights for the
// matches and these fractions (Rubin's bootstrap). For two players they are Jeffreys'
// intervals, which are sound even if one of them won every match.
#pragma once

#include "core/error.h"
#include "measure/stats.h"

typedef struct dado_match_result {  // the result of one match
    const int32_t *who;             // the player in each seat
    // Place of each seat, from 0; equal seats share a place.
    const int32_t *places;
    int seats;
    const uint8_t *side;  // side of each seat, if sides score together; or NULL
    int64_t luck;  // from 1: matches with the same number had the same random draws; 0: none has
} dado_match_result;

// Returns whether two seats give a comparison of two players. They do not if one player
// has both seats, or if they are partners, who win and lose together.
static inline bool dado_are_compared(const dado_match_result *r, int a, int b)
{
    return r->who[a] != r->who[b] && !(r->side && r->side[a] == r->side[b]);
}

// Returns the points of one comparison of two places: 1, or 0.5 for a tie, or 0.
static inline double dado_comparison_points(int32_t place, int32_t other)
{
    return place < other ? 1 : place == other ? 0.5 : 0;
}

typedef struct dado_rating {
    double points;     // Bradley-Terry rating on Elo's scale
    double low, high;  // 95 % interval of `points`
    double elo;        // Elo rating after all matches in order
    double wins;       // comparisons won; a tie is half
    int64_t comparisons;
    int64_t matches;
    int64_t firsts;  // matches with the best place, shared or not
} dado_rating;

enum { DADO_RATING_REDRAWS = 400 };

// Rates the players. `table`, unless NULL, gets players x players numbers: the
// comparisons that the row won against the column, a tie counting half.
bool dado_rating_fit(const dado_match_result *results, int64_t count, int players, uint64_t seed,
                     dado_rating *ratings, double *table, dado_error *err);

// Computes the ratings alone, without intervals: `points` gets one number per player.
bool dado_rating_points(const dado_match_result *results, int64_t count, int players,
                        double *points, dado_error *err);

// A sequential test of whether the first of two players is better. It may be evaluated
// after every match; its error level holds however often that is done.
typedef enum dado_duel_decision {
    DADO_UNDECIDED,
    DADO_FIRST_BETTER,
    DADO_SECOND_BETTER
} dado_duel_decision;

typedef struct dado_duel {
    int64_t wins, ties, losses;  // matches of the first player
    double level;                // probability of a wrong decision, such as 0.05
} dado_duel;

// Evaluates the test. `share`, unless NULL, gets the first player's share of the points,
// with an interval that holds for all evaluations together.
dado_duel_decision dado_duel_judge(const dado_duel *duel, dado_interval *share);

// Returns whether the duel will probably not be decided after `most` matches: the chance
// is less than one in ten for either side. Stopping then does not raise the error level.
bool dado_duel_hopeless(const dado_duel *duel, int64_t most);
