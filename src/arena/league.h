// league.h - a league that stays open: who meets whom next, and the table.
//
// Everything here is a pure function of the log (lab/league_store.h): its seed, its
// submissions and the matches so far. So a league that was killed and started again plays
// the same rounds as one that was not, and anybody can check the rounds of a log.
//
// A round has boards. On a board as many submissions meet as there are seats, in as many
// matches, so that each has every seat once, all on the same luck. Mostly those with like
// ratings meet, and in every fourth round, as a rule, anybody.
#pragma once

#include "arena/rating.h"
#include "lab/league_store.h"

// Lists the submissions that take part in the next round: of each team the latest that is
// ready, unless it gave up all of its last `pause_after` matches. Returns their number;
// `entrants` has room for one per team.
int dado_league_entrants(const dado_league_log *log, int pause_after, int *entrants);

// Returns whether a submission sits out because it gave up its last matches.
bool dado_league_is_paused(const dado_league_log *log, int submission, int pause_after);

// Lists the matches of a round, by the matches of all rounds before it. Fails if there
// are fewer entrants than seats.
bool dado_league_pair(const dado_league_log *log, int round, const dado_league_round *entrants,
                      const dado_league_match **matches, int *count, dado_region *region,
                      dado_error *err);

// The seed of a match's chance events, the same for all matches of a board, and that of
// its players. The seeds of some matches do not tell those of others.
uint64_t dado_league_chance_seed(const dado_league_log *log, const dado_league_match *match);
uint64_t dado_league_player_seed(const dado_league_log *log, const dado_league_match *match);

// Checks that every round of the log is the one that dado_league_pair lists, and that
// every match of a round but the last has been played. The error names the first that
// is not.
bool dado_league_verify(const dado_league_log *log, dado_error *err);

// Rates all submissions by all matches with a result; those without a match have
// `matches` 0. The order of the matches in the log makes no difference.
bool dado_league_rate(const dado_league_log *log, dado_rating *ratings, dado_region *region,
                      dado_error *err);

typedef struct dado_league_row {  // a team in the table
    int team;
    int submission;  // the latest that is ready, or the latest of all; -1: none
    bool rated;      // it has matches
    bool paused;
    dado_rating rating;  // of that submission
    int64_t matches;     // of all submissions of the team, with or without a result
    int64_t given_up;    // of them, those that it gave up
    int64_t played[DADO_LEAGUE_SEATS], firsts[DADO_LEAGUE_SEATS];  // by seat, with a result
} dado_league_row;

// Makes the table, one row per team, the best first; teams without a rating come last, in
// the order in which they joined.
bool dado_league_table(const dado_league_log *log, int pause_after, const dado_rating *ratings,
                       dado_league_row **rows, dado_region *region, dado_error *err);
