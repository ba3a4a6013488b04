// experiment_summary.h - holds the results of an experiment as plain numbers, for verdicts and
// reports.
//
// They are filled in from the results that the lab stored. A finding is one measure over
// all matches of one cell (a game with its options and its players). Nothing here depends
// on which game it was.
#pragma once

#include "core/region.h"
#include "core/error.h"
#include "core/match_record.h"
#include "lab/experiment.h"
#include "measure/expectations.h"
#include "measure/estimate.h"

typedef struct dado_finding {
    const char *name, *title, *about;
    dado_measure_kind kind;
    int64_t count;    // matches that have a value
    int64_t nonzero;  // matches among them with a value other than zero
    double mean, mean_nonzero;
    double sd, se;         // standard deviation of all values, standard error of the mean
    double low, high;      // interval of the mean at the findings' level
    dado_moments moments;  // all of the above come from these; gives intervals at other levels
    double least, lower_quartile, median, upper_quartile, most;
    double tenth, ninetieth;  // quantiles at 10 and 90 per cent

    double across;  // value of a measure that is computed over all matches together; else DADO_NONE

    bool whole;  // all values are whole numbers; set only with the distribution

    // The distribution: adjacent bins, and a smooth curve with area 1; or none.
    int bin_count;
    const double *bin_from, *bin_to, *bin_matches;
    int curve_count;
    const double *curve_at, *curve_density;

    const dado_fit *fit;  // fit to the expectation; NULL if there is none
} dado_finding;

typedef struct dado_seat_finding {
    const char *agent;    // the agent in this seat
    int64_t alone;        // matches won alone
    int64_t shared;       // matches in which it shared first place
    dado_interval share;  // share of all wins; a shared win is split evenly
    double variance;      // of its part of the win of one match
    // share of matches won, for games in which several or none may win
    dado_interval won;
    double mean_score, sd_score;  // as the game counts it; more is better
} dado_seat_finding;

// The range that the game's designer expects; `high` is 0 if none is given.
typedef struct dado_designer_range {
    double low, high;
} dado_designer_range;

typedef struct dado_findings {
    const char *game, *title, *about;  // typed name, printed title, a sentence; `about` may be NULL
    uint64_t seed;
    double level;  // of all intervals, such as 0.95
    int64_t matches;
    int64_t ended[4];  // indexed by dado_match_end
    // matches broken off or stopped by the limit; the figures below do not count them
    int64_t left_out;
    const dado_error *broken;  // error of the first match that broke off, or NULL
    bool seen_elsewhere;       // imported matches: only their scores are known
    int players;               // columns of `rows` below
    int seat_count;            // number of possible winners: players, or sides where sides score
    bool lowest_wins;
    bool goal;         // reaching a goal wins: several players may, or none
    bool turns;        // the game counts no rounds: each move of a player is a round
    bool hidden;       // players may not see the scores between moves
    bool only_points;  // nothing can be won or lost: one player, or one side, counts points

    const dado_seat_finding *seats;  // seat_count entries
    int64_t ties;                    // matches with a shared first place
    int64_t nobody;                  // matches that ended without a winner
    // sum over matches of 1 / (number of players that share first place)
    double credit_squares;

    const dado_finding *measures;
    int measure_count;

    bool judged;               // expectations were given
    const char *expectations;  // their name
    double quality;            // weighted mean over all expectations

    // One match to show as an example; `rounds` is 0 if there is none.
    int64_t match;  // counted from 0
    int rounds;
    const int32_t *rows;  // rounds + 1 rows of `players` columns

    dado_designer_range designed_decisions, designed_rounds;

    const struct dado_rule_coverage *coverage;  // which rules were executed; or NULL
    const char *rules_text;                     // the description that these rules are in; or NULL
} dado_findings;

// Returns what a possible winner is called: "Seat" or "Side".
const char *dado_findings_seat_label(const dado_findings *findings);
// Returns a seat's name for the beginning of a sentence: "The first player", "Side 1".
dado_seat_string dado_findings_seat_name(const dado_findings *findings, int seat);

// Returns the measure with that name, or NULL.
const dado_finding *dado_finding_named(const dado_findings *findings, const char *name);

// Returns the points of a single player at the end of a match, in the game's displayed
// sign.
dado_interval dado_findings_solo_points(const dado_findings *findings, double level);

// Returns the mean with an interval at the given level.
dado_estimate dado_finding_figure(const dado_finding *finding, double level);

// Computes one measure's statistics and bins from its values per match (DADO_NONE where
// there is none). The curve is computed only if it will be drawn, because it takes as
// long as playing. Memory comes from `region`; returns false if that is full.
bool dado_finding_make(dado_finding *finding, const dado_measure *measure, const double *values,
                       int64_t count, double level, bool drawn, dado_region *region);

// ---- collecting the findings of a cell ----
//
// Sums cover every match. Distributions use only the first DADO_FINDINGS_MATCHES_MAX
// matches, which are as random as any others, so memory does not grow with the number of
// matches.

enum { DADO_FINDINGS_MATCHES_MAX = 100000 };  // number of matches whose values are kept

typedef struct dado_findings_collector {
    int instance, lineup;             // the cell that is collected
    const dado_expectations *expect;  // or NULL
    const dado_measures *measures;
    const volatile sig_atomic_t *stop;  // stops the replay of a match; or NULL
    dado_data_frame frame;
} dado_findings_collector;

// `expect` was read for these `measures`; NULL if nothing is expected.
void dado_findings_collector_init(dado_findings_collector *g, const dado_measures *measures,
                                  const dado_expectations *expect);
void dado_findings_collector_free(dado_findings_collector *g);

// For the `block` of dado_experiment_settings, with a dado_findings_collector as context.
void dado_findings_collect_block(void *gathering, const dado_block *block);

// Returns the findings of the cell; they point into `region`, the results and the plan.
// `match`, counted from 0, is replayed to show it round by round. -1 shows none and draws
// no curves. A match whose replay was stopped is not shown either.
bool dado_findings_collect(dado_findings *findings, const dado_results *results,
                           const dado_findings_collector *g, int64_t match, dado_region *region,
                           dado_error *err);
