// findings.h - what an experiment found, as plain numbers: what verdicts and reports read.
//
// Whoever played the matches fills this in from what was stored: the lab's
// store answers in structs, and these are the ones that pages are made of. A
// finding is one measure over all matches of one cell (a game with its options,
// and who sat where). Nothing here knows which game it was.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "core/trace.h"
#include "lab/experiment.h"
#include "measure/expect.h"
#include "measure/figure.h"

typedef struct dado_finding {
    const char *name, *title, *about;
    dado_kind kind;
    int64_t count;    // matches that have a value
    int64_t nonzero;  // of them, those where it is not zero
    double mean, mean_nonzero;
    double sd, se;     // of all values
    double low, high;  // interval of the mean at the findings' level
    dado_moments moments;  // what all of these come from, for those who ask at other levels
    double least, lower_quartile, median, upper_quartile, most;
    double tenth, ninetieth;  // quantiles at 10 and 90 per cent

    double across;  // of a measure that only all matches together have; else DADO_NONE

    bool whole;     // all values are whole numbers, where it was made to be drawn

    // The distribution: bins that touch, and a smooth curve whose area is 1; or none.
    int bin_count;
    const double *bin_from, *bin_to, *bin_matches;
    int curve_count;
    const double *curve_at, *curve_density;

    const dado_fit *fit;  // to what was expected of it; NULL where nothing was
} dado_finding;

typedef struct dado_seat_finding {
    const char *agent;            // who sat there
    int64_t alone;                // matches won alone
    int64_t shared;               // matches whose first place it shared
    dado_interval share;          // of all wins, a shared one split evenly
    dado_interval won;            // share of matches, where several may win one or nobody
    double mean_score, sd_score;  // as the game keeps it, more is better
} dado_seat_finding;

// What whoever made the game expects of a match; high is 0 where nothing is said.
typedef struct dado_hope {
    double low, high;
} dado_hope;

typedef struct dado_findings {
    const char *game, *title, *about;  // as typed, as printed, a sentence; about may be NULL
    uint64_t seed;
    double level;  // of all intervals: 0.95
    int64_t matches;
    int64_t ended[4];  // by dado_end
    int64_t left_out;  // of them, broken off or stopped by the limit: no figure below counts them
    const dado_error *broken;  // what the first that broke off ran into, or NULL
    bool seen_elsewhere;  // written down by others: nothing is known but the scores
    int players;       // as many columns have the rows below
    int seat_count;    // who can win: players, or sides where sides score
    bool lowest_wins;
    bool goal;         // who reaches something wins: several may, or nobody
    bool only_points;  // there is nothing to win or lose: one player, or one side, counts points

    const dado_seat_finding *seats;  // seat_count of them
    int64_t ties;                    // matches with more than one in first place
    int64_t nobody;                  // matches that came to an end and were won by nobody
    double credit_squares;           // sum over matches of 1 / (how many shared first place)

    const dado_finding *measures;
    int measure_count;

    bool judged;               // expectations were given
    const char *expectations;  // their name
    double quality;            // weighed over those expected

    // One match chosen to be looked at; rounds 0 where there is none.
    int64_t match;  // counted from 0
    int rounds;
    const int32_t *rows;  // rounds + 1 of them, `players` wide

    dado_hope hoped_decisions, hoped_rounds;

    const struct dado_coverage *coverage;  // which rules fired; or NULL
    const char *rules_text;                // the description they stand in; or NULL
} dado_findings;

// What those who win are called: "Seat", or "Side".
const char *dado_seat_word(const dado_findings *findings);

// The measure of that name, or NULL.
const dado_finding *dado_finding_named(const dado_findings *findings, const char *name);

// What a player alone has at the end of a match, as people count it.
dado_interval dado_points_alone(const dado_findings *findings, double level);

// Its mean with an interval at any level.
dado_figure dado_finding_figure(const dado_finding *finding, double level);

// Sums up one measure from its values match by match (DADO_NONE where there is
// none): statistics and bins, and the curve where it will be drawn, for that takes as long as
// playing. What it keeps is in `arena`. False if that is full.
bool dado_finding_make(dado_finding *finding, const dado_measure *measure, const double *values,
                       int64_t count, double level, bool drawn, dado_arena *arena);

// ---- from what the lab found in a cell to what a page says about it ----
//
// Sums cover every match. Distributions are drawn from the first so many,
// which are as random as any others, so that a page about a million matches
// takes no more memory than one about a hundred thousand.

enum { DADO_GATHER_MOST = 100000 };  // matches whose values are kept

typedef struct dado_gathering {
    int instance, lineup;       // the cell it is about
    const dado_expect *expect;  // or NULL
    const dado_measures *measures;
    const volatile sig_atomic_t *stop;  // a match that is played again hears it; or NULL
    dado_frame frame;
} dado_gathering;

// `expect` was read against these `measures`; NULL where nothing is expected.
void dado_gathering_init(dado_gathering *g, const dado_measures *measures,
                         const dado_expect *expect);
void dado_gathering_free(dado_gathering *g);

// A dado_experiment_how's `block`, with a gathering as context.
void dado_gather_block(void *gathering, const dado_block *block);

// The findings of the cell; what they keep is in `arena`, the results or the plan.
// `match`, from 0, is played again to show it round by round; -1 shows none, and draws no curves.
// Nor is one shown whose playing was stopped.
bool dado_gather(dado_findings *findings, const dado_results *results, const dado_gathering *g,
                 int64_t match, dado_arena *arena, dado_error *err);
