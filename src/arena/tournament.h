// tournament.h - many players, many matches, and who was the better.
//
// A tournament is a plan for the lab: its line-ups are the fixtures. The lab
// plays, keeps and resumes; what is done here is to say who meets whom and
// what the results mean. A Swiss tournament is a plan a round.
#pragma once

#include "arena/cycles.h"
#include "arena/rating.h"
#include "lab/experiment.h"

// ---- who meets whom, in which seats
//
// Every group of players that fits the table meets, in every order of seats,
// and all orders are played on the same luck, so that neither the deal nor the
// first move can favour anybody. Where there are fewer players than seats,
// players take several, and each is at every table at least once.
typedef struct dado_fixtures {
    const int32_t *who;  // `seats` players a table, table after table
    int seats, count;
} dado_fixtures;

enum { DADO_FIXTURES_MOST = 20000 };

// Everybody against everybody. Up to four at a table every order of seats is
// played; with more, everyone has every seat once.
bool dado_fixtures_all(dado_fixtures *fixtures, int players, int seats, dado_arena *arena,
                       dado_error *err);

// The next round of a Swiss tournament for two: neighbours in the standing who
// have not met, both ways round. `met` has players x players entries; one who has met
// itself has been left over before. At an odd number one is, the last in the standing who
// never was, and is in `*idle`; else that is -1.
bool dado_fixtures_swiss(dado_fixtures *fixtures, int players, const double *points,
                         const uint8_t *met, dado_arena *arena, int *idle, dado_error *err);

// ---- a tournament

typedef struct dado_tournament {
    const dado_source *game;
    const dado_player *players;
    int count;
    int64_t matches;       // at every table of the fixtures
    uint64_t seed;
    int swiss;             // rounds; 0 is everybody against everybody
    bool until_sure;       // of two players: stop once it is clear who is better
    double level;          // how often that may be wrong
    int64_t batch;         // at all tables together between looks; 0: `matches` at each
    int64_t most;          // matches to play before giving up on being sure
    bool gives_up;         // sooner, where that is not to be expected any more
    bool keep_moves;
    int move_limit;
    const char *command;
} dado_tournament;

typedef struct dado_seat_edge {  // wins of one seat, whoever sat there
    double wins;                 // shared ones in parts
    int64_t matches;
} dado_seat_edge;

typedef struct dado_conduct {  // of one player, as referees saw it
    int64_t noted[DADO_NOTE_KINDS];
    dado_thought thought;  // by the clock, in what was timed
    int64_t seats;         // taken, and
    uint64_t effort;       // that was spent in them: plans, nodes, iterations
} dado_conduct;

typedef struct dado_played {  // one match of the tournament, and where it is kept
    int64_t run, match;       // run 0: nowhere
    int lineup;
    dado_end end;
} dado_played;

typedef struct dado_league {
    int players, seats;
    const uint8_t *side;      // of each seat, where sides score; or NULL
    dado_rating *ratings;
    double *table;            // players x players: comparisons the row won against the column
    dado_seat_edge *edges;    // a seat each
    int64_t matches;
    int64_t planned;          // of everybody against everybody
    dado_played *played;      // a match each, as are the next two, with a number a seat
    int32_t *who, *places;
    dado_meetings *meetings;  // players x players
    dado_cycles cycles;
    int64_t ends[4];          // by dado_end
    dado_duel duel;           // of until_sure
    dado_sure sure;
    bool interrupted;
    dado_fixtures fixtures;  // of everybody against everybody: a line-up each, all on the same luck
    dado_conduct *conduct;    // a player each
    dado_text notes;          // what referees said, the first of it, a line each
    dado_arena arena;
} dado_league;

// `how` says where to keep results and whom to tell of progress. Where it wants a part, matches are
// played and kept and nobody is rated: of everybody against everybody, for who meets in a Swiss
// round, and whether it is clear who is better, hangs on all that was played before.
bool dado_tournament_play(const dado_tournament *t, const dado_experiment_how *how,
                          dado_league *league, dado_error *err);
void dado_league_free(dado_league *league);
