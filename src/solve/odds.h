// odds.h - what luck alone makes of a game, exactly.
//
// Where nobody chooses, or everybody chooses at random or by a fixed rule, a
// match is a walk of chance, and all odds can be worked out instead of sampled:
// every position that can stand after so many moves, with the exact number of
// ways to it, from the first move to the last. Positions that play alike are
// one, so what is kept is small even where matches are past counting. Numbers
// are whole ones of any size over one common denominator: nothing is rounded.
//
// Where positions can come round again, so that a match may take any time, and
// they are few, the sums over all those ways are the solution of linear
// equations, and still exact; of lengths only the mean is then known. Else such a
// game is followed until less than `rest` is still playing: then every figure is
// a lower bound, and by adding what is left, an upper one.
#pragma once

#include "core/game.h"

typedef struct dado_odds_stats {
    uint64_t positions;  // in all layers
    uint64_t widest;     // in one
    uint64_t layers;     // moves in the longest match that was followed
    double playing;      // share of matches not over yet
    uint32_t loops;      // positions from which play can come back to them; 0 where it was followed
    size_t bytes;        // most that were in use
} dado_odds_stats;

typedef struct dado_odds_plan {
    size_t memory;    // bytes at most; 0 takes a gibibyte
    uint64_t layers;  // moves, those of luck too, that a match is followed; 0 takes 100,000
    bool no_lengths;  // only the mean of lengths is wanted, which takes less room
    double rest;      // share of matches that may be left playing; 0 takes 1e-12
    // How likely `player` makes each move, in whole numbers; NULL makes all alike.
    bool (*weigh)(void *with, const void *state, int player, const dado_move *moves, int count,
                  uint32_t *weights, dado_error *err);
    void *with;
    // Called after every layer unless NULL; false stops.
    bool (*report)(void *to, const dado_odds_stats *stats);
    void *to;
} dado_odds_plan;

typedef enum dado_odds_of {
    DADO_ODDS_ALONE,   // `seat` comes in first, and nobody with it
    DADO_ODDS_SHARED,  // `seat` comes in first together with others
    DADO_ODDS_TIE,     // several come in first
    DADO_ODDS_SCORE,   // `seat` ends with `value` points
    DADO_ODDS_LENGTH,  // `value` rounds were played; choices made, where rounds are not counted
} dado_odds_of;

typedef struct dado_odds dado_odds;

// NULL, and why: luck that is not listed, a game that stops short. Where it is stopped or there is
// no room left once some matches have ended, those are what is told: see dado_odds_cut.
dado_odds *dado_odds_work_out(const dado_game *game, const dado_odds_plan *plan, dado_error *err);
void dado_odds_free(dado_odds *odds);

dado_odds_stats dado_odds_stats_of(const dado_odds *odds);

// True if every match ends, so that all figures are exact and not bounds.
bool dado_odds_exact(const dado_odds *odds);

// Why matches were not followed as far as was asked, or NULL: then figures are bounds that may lie
// far apart, and a mean says little.
const char *dado_odds_cut(const dado_odds *odds);

// The values that occur, ascending; `values`, unless NULL, has room for as many as the answer.
int dado_odds_values(const dado_odds *odds, dado_odds_of what, int seat, int64_t *values);

// How likely it is, as a number and as a fraction in lowest terms: "119/2592".
double dado_odds_chance(const dado_odds *odds, dado_odds_of what, int seat, int64_t value);
void dado_odds_fraction(const dado_odds *odds, dado_odds_of what, int seat, int64_t value,
                        dado_text *out);

// The mean of what has values, and of the share of the win (ALONE), likewise.
double dado_odds_mean(const dado_odds *odds, dado_odds_of what, int seat);
void dado_odds_mean_fraction(const dado_odds *odds, dado_odds_of what, int seat, dado_text *out);

// The variance of what has values.
double dado_odds_variance(const dado_odds *odds, dado_odds_of what, int seat);

// What is still playing, as a fraction; "0" where all matches end.
void dado_odds_rest(const dado_odds *odds, dado_text *out);
