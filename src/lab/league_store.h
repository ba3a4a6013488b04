// league_store.h - the log of a league in a store: its teams, submissions, rounds and
// matches.
//
// The log only grows. A round is written before it is played: who takes part, and all its
// matches. A match is written once, when it is over; a match that was cut off by a kill
// is still open and is played again. So nothing is lost or counted twice, whenever the
// process ends.
#pragma once

#include "lab/results_store.h"

enum {
    DADO_LEAGUE_NAME = 40,      // most bytes of a team's name
    DADO_LEAGUE_KEY_SIZE = 33,  // of a team's key: 32 hexadecimal digits and a zero
    DADO_LEAGUE_SEATS = 16,
};

typedef struct dado_league_team {
    const char *name;
    bool house;  // a player of the league itself, which has no key
} dado_league_team;

typedef enum dado_submission_state {
    DADO_SUBMISSION_WAITING,  // it was taken in, and neither built nor tried
    DADO_SUBMISSION_REFUSED,
    DADO_SUBMISSION_READY,
} dado_submission_state;

extern const char *const dado_submission_states[];  // "waiting"

typedef struct dado_league_submission {
    int team;
    int number;  // of the team's submissions, from 1
    dado_submission_state state;
    int64_t added;       // seconds since 1970
    const char *player;  // what plays, relative to the league's folder; "" until it is ready
    const char *said;    // the result of building and trying it, in words
} dado_league_submission;

typedef struct dado_league_match {
    int round, board, turn;      // the matches of a board have the same players and luck
    int who[DADO_LEAGUE_SEATS];  // the submission in each seat
    bool played;
    dado_match_end end;
    int32_t places[DADO_LEAGUE_SEATS];  // from 0
    bool gave_up[DADO_LEAGUE_SEATS];    // which seats forfeited
} dado_league_match;

typedef struct dado_league_round {
    const int *entrants;  // submissions, ascending
    int count;
} dado_league_round;

// Everything that has happened. Teams, submissions, rounds and matches are known by their
// index, from 0, in the order in which they were written.
typedef struct dado_league_log {
    uint64_t seed;
    int seats;
    dado_league_team *teams;
    dado_league_submission *submissions;
    dado_league_round *rounds;
    dado_league_match *matches;
    int team_count, submission_count, round_count, match_count;
} dado_league_log;

// Begins a league in a store that has none.
bool dado_league_begin(dado_store *store, uint64_t seed, int seats, dado_error *err);

// Reads the whole log into `region`.
bool dado_league_read(dado_store *store, dado_league_log *log, dado_region *region,
                      dado_error *err);

// Adds a team and makes its key, of which only a hash is kept. A house player has no key:
// `key` is NULL.
bool dado_league_add_team(dado_store *store, const char *name, char key[DADO_LEAGUE_KEY_SIZE],
                          int *team, dado_error *err);

// Finds the team with this key; -1 if there is none.
bool dado_league_team_of_key(dado_store *store, const char *key, int *team, dado_error *err);

// Adds a submission that waits. `place` is called with its index before anything is
// committed, to put its files in place; if it returns false, nothing is added.
bool dado_league_add_submission(dado_store *store, int team, int64_t when,
                                bool (*place)(void *context, int submission, dado_error *err),
                                void *context, int *submission, dado_error *err);

// Writes what became of a submission.
bool dado_league_settle_submission(dado_store *store, int submission, dado_submission_state state,
                                   const char *player, const char *said, dado_error *err);

// Writes the next round with all its matches, at once. Fails if another process has
// written it.
bool dado_league_add_round(dado_store *store, int round, const dado_league_round *entrants,
                           const dado_league_match *matches, int count, int seats, dado_error *err);

// Writes the result of a match, with its replay and notes. Does nothing if it has a
// result already.
typedef struct dado_league_result {
    const dado_league_match *match;  // its end, places and gave_up
    int seats;
    const void *replay;
    size_t replay_size;
    const char *notes;  // lines of referee_notes.h
} dado_league_result;
bool dado_league_put_result(dado_store *store, int match, const dado_league_result *result,
                            dado_error *err);

// Reads the replay of a match into `region`; `*size` is 0 if there is none yet.
bool dado_league_replay(dado_store *store, int match, const unsigned char **replay, size_t *size,
                        dado_region *region, dado_error *err);
bool dado_league_notes(dado_store *store, int match, const char **notes, dado_region *region,
                       dado_error *err);
