// option_worth_recording_format.h - a recording of what options are worth and how chances change
// during matches.
//
// A recording holds decisions and win-chance graphs. A decision has the worth of each of
// its options to each seat: the seat's expected share of the win, and its expected
// margin. A graph has every seat's chance before and after each step of a match.
// option_worth_recorder.h makes recordings; this file reads, packs and sums them up.
//
// Estimated values come in pairs, one from each half of the rollouts. The best option is
// chosen by the first half and measured by the second, so that noise alone makes no
// option look better than another. If the game is solved, both halves are the exact
// value.
#pragma once

#include "core/error.h"
#include "lab/serialize.h"
#include "measure/stats.h"

typedef struct dado_option_worth {  // what an option is worth to a seat
    double share[2];                // expected share of the win, by each half
    double margin[2];               // expected score minus the best score of another side
    double error;  // standard error of the best option's share[1] minus this one's, for this seat
} dado_option_worth;

typedef struct dado_recorded_option {
    const char *words;    // as the chooser reads them
    int32_t alternative;  // number of the alternative, where the game tells alternatives apart
} dado_recorded_option;

typedef struct dado_recorded_decision {
    int64_t match;  // the match it is in; -1: all positions that the chooser cannot tell apart
    int32_t step;   // number of moves of the match before it
    int32_t seat;   // the chooser
    int32_t kind;   // kind of decision
    int32_t count;  // number of options
    int32_t taken;  // the option that was chosen; -1 if `match` is -1
    double weight;  // expected number of decisions per match that it stands for
    const dado_recorded_option *options;
    // Indexed by option and seat. `known` is averaged over all positions that the chooser
    // cannot tell apart; `actual` is for the true position. NULL if not measured.
    const dado_option_worth *known, *actual;
} dado_recorded_decision;

typedef struct dado_recorded_step {
    int32_t actor;          // the player that decided; DADO_CHANCE: all luck up to the next point
    int32_t at;             // number of moves of the match before it
    int32_t round;          // number of rounds finished before it
    const double *half[2];  // every seat's expected share of the win after the step, by each half
} dado_recorded_step;

typedef struct dado_recorded_graph {
    int64_t match;
    const double *before[2];  // every seat's chance before the first step
    const dado_recorded_step *steps;
    int count;
} dado_recorded_graph;

// How far a match is from the mean, and what moved the seats' chances in it: sums of
// squares over all seats.
typedef struct dado_recorded_variance {
    double total;        // of the final shares, around the mean of all matches
    double first_luck;   // of the chances at the first decision, around the same mean
    double own, others;  // changes by decisions: of the chooser's own chance, and of the others'
    bool looked_at;      // the last three were measured
} dado_recorded_variance;

typedef struct dado_decision_kind {
    int32_t choice;         // number of the choice in the rules
    uint64_t alternatives;  // hash of the alternatives that were offered
    int64_t met;            // decisions of this kind in all matches
} dado_decision_kind;

typedef struct dado_recording {
    int players;
    bool exact;          // values are exact; all players choose at random
    bool random;         // the matches and rollouts are played at random
    const char *player;  // the agent that plays
    int times;           // rollouts per option; 0 if values are exact
    int64_t matches;     // number of matches played
    uint64_t positions;  // number of positions computed, if values are exact
    const dado_decision_kind *kinds;
    int kind_count;
    const dado_recorded_decision *decisions;
    int decision_count;
    const dado_recorded_graph *graphs;
    int graph_count;
    const dado_recorded_variance *variances;  // one per match; only one if the recording is exact
    int variance_count;
} dado_recording;

void dado_recording_pack(const dado_recording *recording, dado_byte_writer *out);
bool dado_recording_unpack(dado_recording *recording, dado_byte_reader *in, dado_region *region,
                           dado_error *err);

// Packs the parts one by one. The head is everything before the decisions; a count
// precedes each list.
void dado_recording_pack_head(const dado_recording *recording, dado_byte_writer *out);
void dado_recorded_variance_pack(const dado_recorded_variance *variance, dado_byte_writer *out);
void dado_recorded_decision_pack(const dado_recorded_decision *d, int players,
                                 dado_byte_writer *out);
bool dado_recorded_decision_unpack(dado_recorded_decision *d, int players, dado_byte_reader *in,
                                   dado_region *region);
void dado_recorded_graph_pack(const dado_recorded_graph *g, int players, dado_byte_writer *out);
bool dado_recorded_graph_unpack(dado_recorded_graph *g, int players, dado_byte_reader *in,
                                dado_region *region);

// ---- summing up ----

// What decides who wins: shares of the variance of the seats' shares of the win.
typedef struct dado_luck_and_choice {
    bool known;  // false if every match gives every seat the same
    bool exact;  // the intervals are single points
    dado_interval luck, choice;
    dado_interval first_luck, later_luck;  // luck before the first decision, and after it
    // Effects of decisions on the chooser's own chance, and on others'.
    dado_interval own, others;
    int64_t matches, decisions;  // numbers behind the figures
} dado_luck_and_choice;

dado_luck_and_choice dado_recording_luck(const dado_recording *recording, double level);

// Returns what a decision is worth to its chooser: the best option minus the mean of all,
// by what the chooser knows.
double dado_decision_stakes_of(const dado_recorded_decision *decision, int players);

// Returns the best option for a seat by the first half; the first one among equals.
int dado_best_option(const dado_option_worth *worth, int count, int players, int seat);
