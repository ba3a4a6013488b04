// pacing.h - measures how a match feels to its players: who has a chance, who waits, who
// sits out.
//
// Chances come from recorded win-chance graphs (option_worth_recording_format.h). Waiting,
// sitting out, options and scores at half time are counted in matches played for this.
// Everything is about the players of the plan. docs/reference/pacing.md defines every
// figure.
#pragma once

#include "judge/option_worth_recorder.h"
#include "judge/decision_summary.h"

typedef struct dado_pacing_figure {
    bool known;
    dado_interval value;
    int64_t count;  // number of matches, or graphs, behind it
} dado_pacing_figure;

typedef struct dado_seat_pacing {
    // Share of a match in which it plays on with a chance below 2 %.
    dado_pacing_figure no_hope;
    dado_pacing_figure sitting_out;      // rounds from its last decision to the end
    dado_pacing_figure waiting;          // decisions of others between two of its own
    dado_pacing_figure waiting_options;  // options per such decision
} dado_seat_pacing;

typedef struct dado_pacing {
    int players;
    bool can_be_won;     // false for a single player who only counts points: chances mean nothing
    bool exact;          // chances are exact
    const char *player;  // the agent that plays
    int64_t matches;     // number of matches played and counted
    int64_t graphs;      // matches with a win-chance graph
    double level;
    double rounds;               // mean number of recorded rounds per match; 0: the game has none
    dado_pacing_figure decided;  // share of a match after which one seat's chance stays above 95 %
    dado_pacing_figure last_luck;  // share of the total variance that the last luck decides
    dado_pacing_figure ahead;      // share of the win of the seat that is ahead alone at half time
    dado_pacing_figure behind;     // the same for the seats that are last then
    dado_pacing_figure lead;       // the first minus the second; below 0, catching up goes too far
    dado_pacing_figure snowball;   // `ahead` minus the same with another match's second half
    dado_pacing_figure options;    // options per decision
    dado_pacing_figure per_turn;   // decisions per turn
    dado_pacing_figure growth;     // options in the second half of a match minus those in the first
    bool recorded;                 // stakes and kingmaking were measured
    dado_stakes_summary stakes;
    dado_kingmaking_summary kingmaking;
    dado_seat_pacing *seats;
    // Example matches among those with a graph; -1: there is none.
    int64_t decided_match, hopeless_match;
    double decided_at, hopeless_share;
    int hopeless_seat;
    bool interrupted;
} dado_pacing;

typedef struct dado_pacing_config {
    const dado_plan *play;          // its matches are counted
    dado_recorder_config recorder;  // its `play` has the same game and players, and fewer matches
    double level;
} dado_pacing_config;

bool dado_pacing_measure(const dado_pacing_config *config, const dado_experiment_settings *how,
                         dado_region *region, dado_pacing *pacing, dado_error *err);
