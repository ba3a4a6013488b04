// rating.h - how strong each player is, judged by all its matches at once.
//
// A Bradley-Terry fit: player i beats player j with odds s(i) : s(j), a tie is
// half a win for each, and the strengths are those under which the results
// seen are most likely. It does not matter in which order they were played, as
// it does for Elo, which is given beside it because people know it. A match of
// more than two counts as one comparison of every pair at the table.
//
// Strengths are shown on Elo's scale: 400 points are odds of ten to one, and
// the mean of all players is 1500. Whoever met has a trace of a win each way thrown in: half of one
// between two. Intervals come from weighing the matches anew, whole, and the half wins with them,
// as luck has it (Rubin's bootstrap): between two they are Jeffreys' interval, which is as wide
// after a clean sweep as it should be.
#pragma once

#include "core/error.h"
#include "measure/stats.h"

typedef struct dado_result {  // of one match
    const int32_t *who;       // which player had each seat
    const int32_t *places;    // from 0; equals share
    int seats;
} dado_result;

static inline double dado_won(int32_t place, int32_t other)  // of one comparison; a tie is half
{
    return place < other ? 1 : place == other ? 0.5 : 0;
}

typedef struct dado_rating {
    double points;         // Bradley-Terry on Elo's scale
    double low, high;      // 95 % interval
    double elo;            // played through in order
    double wins;           // comparisons won; a tie is half
    int64_t comparisons;
    int64_t matches;
    int64_t firsts;        // matches in which it had the best place, shared or not
} dado_rating;

enum { DADO_RATING_REDRAWS = 400 };

// `table`, unless NULL, gets players x players numbers: comparisons row won against
// column, a tie counting half.
bool dado_rating_fit(const dado_result *results, int64_t count, int players, uint64_t seed,
                     dado_rating *ratings, double *table, dado_error *err);

// Is the first of two better? A sequential test that may be looked at after
// every match: it keeps its error however often one looks.
typedef enum dado_sure { DADO_NOT_SURE, DADO_FIRST_BETTER, DADO_SECOND_BETTER } dado_sure;

typedef struct dado_duel {
    int64_t wins, ties, losses;  // of the first
    double level;                // how often it may be wrong: 0.05
} dado_duel;

// `share`, unless NULL, is the first one's of the points, with bounds for all times looked at.
dado_sure dado_duel_judge(const dado_duel *duel, dado_interval *share);

// Whether it is not to be expected any more, by odds of less than one in ten on either side, that
// it will be clear after `most` matches. Who gives up then never says more than is so.
bool dado_duel_hopeless(const dado_duel *duel, int64_t most);
