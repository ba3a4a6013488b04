// match.h - plays one match.
//
// A workspace is all the memory that a match needs. It is allocated once and used for any
// number of matches; during a match nothing is allocated. The result of a match, the
// trace, stays in the workspace until the next match begins.
//
// A seat that gives up, or returns no move, has forfeited: from then on its last legal
// move is played for it, and it is placed after all who stayed. With one seat left, or
// none, the match is over.
#pragma once

#include "agents/agent.h"

enum { DADO_MOVE_LIMIT = 100000 };

typedef struct dado_match_settings {
    int move_limit;  // steps, chance included, after which a match is stopped; 0: DADO_MOVE_LIMIT
    bool path;       // whether to keep every step
    bool checks;     // whether to keep a hash of the state at every row
} dado_match_settings;

typedef struct dado_trace_buffer {  // the arrays that a trace points to
    int32_t *scores, *result, *places;
    double *counts;
    uint64_t *effort;
    dado_step *path;
    uint32_t *checks;
} dado_trace_buffer;

typedef struct dado_match_workspace {
    const dado_game *game;
    const dado_agent *agents;  // one per seat
    dado_match_settings rules;
    int tally_count;
    bool all_random;  // whether all players are random
    bool can_pause;   // whether some player can be paused while others think
    bool *slow;       // by seat: its answers have taken so long that others were paused
    unsigned char *state, *view;
    dado_move *moves, *outcomes;  // moves of the player to act, and outcomes of chance
    void *memo;                   // how the last moves were listed
    uint32_t *weights;
    unsigned char **self;        // memory of each seat's agent
    dado_rng *luck;              // random streams of all seats, then of chance
    bool followed;               // whether the view is that of an earlier question in this match
    int quitters;                // number of seats that gave up in this match so far
    int asked;                   // questions to seats so far, those with only one move included
    int32_t *gave_up;            // by seat: 0, or its number among those who gave up, from 1
    int32_t *places_of_stayers;  // places among those who stayed
    unsigned char *scratch;
    dado_turn turn;        // the current question to a seat; its `stop` may be set to stop a match
    dado_trace_buffer on;  // the arrays that the trace points to
    dado_trace trace;
    dado_error error;  // the error of the last match, if it ended broken
} dado_match_workspace;

// Prepares a workspace. `agents` has one open agent per seat and must outlive it.
bool dado_match_workspace_init(dado_match_workspace *table, const dado_game *game,
                               const dado_agent *agents, dado_match_settings rules,
                               dado_region *region, dado_error *err);

// Plays match `match` of the cell with seed `seed`. `chance_seed` is the same, unless
// several cells share their chance events. If `turn.stop` is set, the match ends at once,
// and its trace has no meaning.
const dado_trace *dado_match_play(dado_match_workspace *table, uint64_t seed, uint64_t chance_seed,
                                  uint64_t match);

// The seeds of all sources of luck, so that one can be drawn anew while the others stay.
// Luck at the start is what happens before a player has moved or a round is over, such as
// the deal. Luck on the way is what happens later, such as dice and draws. If both seeds
// are equal, it is one stream.
enum { DADO_LUCK_START, DADO_LUCK_WAY, DADO_LUCK_OWN, DADO_LUCK_OTHERS, DADO_LUCK_SOURCES };
typedef struct dado_match_seeds {
    uint64_t seeds[DADO_LUCK_SOURCES];
    // the seat that draws with DADO_LUCK_OWN; all other seats draw with DADO_LUCK_OTHERS
    int focal_seat;
    int luck_version;  // 0: DADO_LUCK_VERSION
} dado_match_seeds;

// The version of the seeds that players with code from outside get. In version 1 they
// drew with the key of the cell, which chance uses too, so whoever found the key knew the
// deal. Since version 2 they draw with a key of their own, a one-way hash of that key,
// the match and the seat. Other seats and chance draw alike in both.
enum { DADO_LUCK_VERSION = 2 };

// Returns the seed that a seat draws with in a match. `kind` is that of the player, or
// NULL.
uint64_t dado_match_seat_seed(const dado_agent_kind *kind, int luck_version, uint64_t seed,
                              uint64_t match, int seat);

// Returns whether all players are random and chance has a single stream.
bool dado_match_is_random(const dado_match_workspace *table, const dado_match_seeds *luck);

// Returns the random streams of a match before anything is drawn: one for each seat, then
// that of chance.
dado_rng *dado_match_streams(dado_match_workspace *table, const dado_match_seeds *luck,
                             uint64_t match);

const dado_trace *dado_match_play_seeded(dado_match_workspace *table, const dado_match_seeds *luck,
                                         uint64_t match);

// Plays the steps of a match that was played elsewhere, and asks nobody. If the match is
// not over after the last step, it was stopped there.
const dado_trace *dado_match_play_path(dado_match_workspace *table, const dado_step *path,
                                       int steps);

// Plays like dado_match_play_seeded, but from a given position, which is copied. The
// players start without memories, and the trace covers only what follows, with rounds
// counted from there.
const dado_trace *dado_match_play_from(dado_match_workspace *table, const void *state,
                                       const dado_match_seeds *luck, uint64_t match);
