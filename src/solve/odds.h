// odds.h - computes the exact odds of a game in which nobody decides.
//
// Where players have no choice, or all choose at random or by a fixed rule, a match is a
// random walk, and its odds can be computed instead of sampled. The program follows every
// position that can occur after each number of moves, with the exact number of ways to
// it. Positions that play alike are merged, so memory stays small even where there are
// too many matches to count. All numbers are integers of any size over one common
// denominator, so nothing is rounded.
//
// Where positions can repeat, a match may take any time. If such positions are few, the
// sums over all ways are the solution of linear equations and still exact; of the lengths
// only the mean is known then. Otherwise the game is followed until less than the share
// `rest` of the matches is still going on. Then every figure is a lower bound, and adding
// the remaining share gives an upper bound.
#pragma once

#include "core/game.h"

typedef struct dado_odds_stats {
    uint64_t positions;  // positions in all layers together
    uint64_t widest;     // positions in the largest layer
    uint64_t layers;     // moves in the longest match that was followed
    double playing;      // share of matches that are not over yet
    uint32_t loops;      // positions that can repeat, if linear equations were solved; else 0
    size_t bytes;        // most bytes that were in use at once
} dado_odds_stats;

typedef struct dado_odds_config {
    size_t memory;    // limit in bytes; 0 is 1 GiB
    uint64_t layers;  // moves to follow a match at most, chance events included; 0 is 100,000
    bool no_lengths;  // compute only the mean of the lengths, which takes less memory
    double rest;      // share of matches that may still be going on at the end; 0 is 1e-12
    // Writes integer weights that say how likely `player` makes each move. NULL makes all
    // moves equally likely.
    bool (*weigh)(void *with, const void *state, int player, const dado_move *moves, int count,
                  uint32_t *weights, dado_error *err);
    void *with;
    // Called every few positions, unless NULL. Returns false to stop.
    bool (*report)(void *to, const dado_odds_stats *stats);
    void *to;
} dado_odds_config;

typedef enum dado_odds_of {
    DADO_ODDS_ALONE,   // `seat` comes first, and no other side shares the first place
    DADO_ODDS_SHARED,  // `seat` comes first together with other sides
    DADO_ODDS_TIE,     // several sides share the first place
    DADO_ODDS_SCORE,   // `seat` ends with `value` points
    // the match takes `value` rounds, or choices if the game does not count rounds
    DADO_ODDS_LENGTH,
} dado_odds_of;

typedef struct dado_odds dado_odds;

// Computes the odds of a game. Returns NULL, with a reason, if chance outcomes are not
// listed or if the rules fail. If a limit or `report` stops it after some matches have
// ended, it returns the odds of those; dado_odds_truncated then says why.
dado_odds *dado_odds_compute(const dado_game *game, const dado_odds_config *plan, dado_error *err);
void dado_odds_free(dado_odds *odds);

dado_odds_stats dado_odds_stats_of(const dado_odds *odds);

// Returns whether every match ends within what was followed, so that all figures are
// exact and not bounds.
bool dado_odds_exact(const dado_odds *odds);

// Returns why matches were not followed as far as asked, or NULL. If it is not NULL, all
// figures are bounds that may lie far apart, and a mean says little.
const char *dado_odds_truncated(const dado_odds *odds);

// Writes the values that occur, in ascending order, and returns how many there are.
// `values` may be NULL to ask only for the number.
int dado_odds_values(const dado_odds *odds, dado_odds_of what, int seat, int64_t *values);

// Returns the probability of an outcome, as a number or as a fraction in lowest terms
// like "119/2592".
double dado_odds_chance(const dado_odds *odds, dado_odds_of what, int seat, int64_t value);
void dado_odds_fraction(const dado_odds *odds, dado_odds_of what, int seat, int64_t value,
                        dado_text *out);

// Returns the mean of SCORE or LENGTH, or the mean share of the win (ALONE), as a number
// or a fraction.
double dado_odds_mean(const dado_odds *odds, dado_odds_of what, int seat);
void dado_odds_mean_fraction(const dado_odds *odds, dado_odds_of what, int seat, dado_text *out);

// Returns the variance of SCORE or LENGTH.
double dado_odds_variance(const dado_odds *odds, dado_odds_of what, int seat);

// Writes the share of matches that are not over, as a fraction; "0" if all matches end.
void dado_odds_rest(const dado_odds *odds, dado_text *out);
