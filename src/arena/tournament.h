// tournament.h - plays many matches between players and finds out who is better.
//
// A tournament is a plan for the lab, with its pairings as line-ups. The lab plays,
// stores and resumes it; this room decides who meets whom and what the results mean. A
// Swiss tournament is one plan per round.
#pragma once

#include "arena/dominance_cycles.h"
#include "arena/rating.h"
#include "lab/experiment.h"

// ---- who meets whom, in which seats
//
// Every group of players that fits the table meets, in every order of seats. All orders
// are played with the same random draws, so that neither the deal nor the first move
// favours anybody. If there are fewer players than seats, players take several seats, and
// each player is at every table at least once.
typedef struct dado_pairings {
    const int32_t *who;  // `seats` players per table, table after table
    int seats, count;
} dado_pairings;

enum { DADO_PAIRINGS_MOST = 20000 };

// Lists the pairings of everybody against everybody. With up to four seats every order of
// seats is played; with more, every player has every seat once.
bool dado_pairings_all(dado_pairings *fixtures, int players, int seats, dado_region *region,
                       dado_error *err);

// Lists the next round of a Swiss tournament for two: neighbours in the standings who
// have not met, in both orders of seats. `met` has players x players entries; its
// diagonal marks players who have been idle. With an odd number of players, one is idle:
// the last in the standings who has not been. `*idle` gets that player, or -1.
bool dado_pairings_swiss(dado_pairings *fixtures, int players, const double *points,
                         const uint8_t *met, dado_region *region, int *idle, dado_error *err);

// ---- a tournament

typedef struct dado_tournament {
    const dado_game_source *game;
    const dado_player *players;
    int count;
    int64_t matches;  // matches per pairing
    uint64_t seed;
    int swiss;        // number of rounds; 0 for everybody against everybody
    bool until_sure;  // for two players: stop once it is clear who is better
    double level;     // probability that the decision is wrong
    // Matches of all pairings together between tests; 0: `matches` per pairing.
    int64_t batch;
    int64_t most;   // most matches before the question is left undecided
    bool gives_up;  // stop earlier if a decision is unlikely
    bool keep_moves;
    int move_limit;
    const char *command;
} dado_tournament;

typedef struct dado_seat_wins {  // wins of one seat, whoever had it
    double wins;  // shared wins count in parts; a side's win counts for each of its seats
    int64_t matches;
    // 95 % interval; matches with equal random draws count as one sample.
    dado_interval share;
} dado_seat_wins;

typedef struct dado_player_conduct {  // one player's notes and efforts, as referees saw them
    int64_t noted[DADO_NOTE_KINDS];
    dado_thinking_time thought;  // thinking time of the decisions that were timed
    int64_t seats;               // seats taken in all matches
    uint64_t effort;             // effort spent in these seats: plans, nodes, iterations
} dado_player_conduct;

typedef struct dado_tournament_match {  // one match, and where it is stored
    int64_t run, match;                 // run 0: not stored
    int lineup;
    int64_t luck;  // matches with the same number have the same random draws
    dado_match_end end;
} dado_tournament_match;

typedef struct dado_tournament_result {
    int players, seats;
    const uint8_t *side;  // side of each seat, if sides score together; or NULL
    bool goal;            // whoever reaches a goal wins: several players may, or nobody
    bool together;        // all players win or lose together, so nobody beats anybody
    bool only_points;     // nothing is won or lost, only points are scored
    dado_rating *ratings;
    // Players x players: comparisons that the row won against the column.
    double *table;
    dado_seat_wins *edges;  // wins of each seat
    int64_t matches;
    int64_t planned;  // number of matches planned, for everybody against everybody
    int64_t lucks;    // number of different random draws that matches were played with
    // One per match; `who` and `places` have one entry per match and seat.
    dado_tournament_match *played;
    int32_t *who, *places;
    dado_head_to_head *meetings;  // players x players: the matches of each pair
    dado_cycles cycles;
    int64_t ends[4];  // number of matches by dado_match_end
    dado_duel duel;   // the test, if until_sure
    dado_duel_decision sure;
    bool interrupted;
    // Pairings of everybody against everybody, all with the same draws.
    dado_pairings fixtures;
    dado_player_conduct *conduct;  // conduct of each player
    dado_text notes;               // the first notes of referees, one per line
    dado_region region;
} dado_tournament_result;

// Plays a tournament. `how` says where results are stored and who is told about progress.
// If `how` asks for a part of the plan, its matches are played and stored but nobody is
// rated. This works only for everybody against everybody: Swiss pairings and until_sure
// depend on all matches before.
bool dado_tournament_play(const dado_tournament *t, const dado_experiment_settings *how,
                          dado_tournament_result *league, dado_error *err);
void dado_tournament_result_free(dado_tournament_result *league);
