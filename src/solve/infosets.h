// infosets.h - what players can know, as tables: a game with secrets made ready for solving.
//
// Where something is hidden, a player does not stand at a position but in an
// information set: all positions that look alike to him. Here that is the
// sequence of what he saw and did, so nobody ever forgets (perfect recall). The
// game is walked once, every line of play to its end, and what is left of it is
// flat: for each player a forest of sets, and one list of ends.
//
// A *sequence* is what a player did on the way to an end: his last choice, and
// by it all choices before. Sequence 0 is that of having done nothing; a set
// with three moves has three sequences, one after the other. Sets are numbered
// as they were met, so those above a set have smaller numbers than it has.
//
// An end needs to know only how each player got there. Ends with the same
// sequences are one: cards that were shuffled and never drawn, and all else
// that made no difference to anybody, are gone from the tables.
//
// What a player sees is `observe`, looked at wherever somebody is to choose, not
// while luck is still falling; a view is taken down when it differs from the one
// before. Who only ever looks at his own turns, as the players of the lab do,
// sees `watch` false. A choice of one is no choice and makes no set.
#pragma once

#include "core/game.h"
#include "solve/value.h"

// What an end is worth to a player. Points as they are; the margin over the best rival; the
// share of the win. `FIT` takes points where they always sum to the same, else the margin.
typedef enum dado_payoff {
    DADO_PAY_FIT,
    DADO_PAY_POINTS,
    DADO_PAY_MARGIN,
    DADO_PAY_WIN
} dado_payoff;

extern const char *const dado_payoff_names[];  // "fit" ..., ended by NULL

typedef struct dado_infosets_stats {
    uint64_t lines;      // of play walked to their end
    uint64_t positions;  // where somebody chose, on all of them
    size_t deepest;      // moves in the longest, those of luck too
    size_t bytes;        // taken so far
    size_t limit;        // that may be taken
} dado_infosets_stats;

typedef struct dado_infosets_plan {
    dado_payoff payoff;
    bool watch;      // players look whenever somebody is to choose
    size_t memory;   // bytes at most; 0 takes a gibibyte
    uint64_t lines;  // of play at most; 0 takes 200 million
    // Called every few hundred lines unless NULL; false stops the walk.
    bool (*report)(void *to, const dado_infosets_stats *stats);
    void *to;
} dado_infosets_plan;

typedef struct dado_sets {      // of one player
    uint32_t count;             // of sets
    uint32_t sequences;         // and of sequences, the empty one included
    const uint32_t *first;      // of each set, its first sequence; one more ends the last
    const uint32_t *parent;     // of each set: the sequence that leads to it
    const dado_move *move;      // of each sequence, as `legal` lists it
} dado_sets;

// The ends as one player reads them: grouped by his own sequence.
typedef struct dado_end_rows {
    const uint32_t *from;   // of each sequence, its first end; one more ends the last
    const uint32_t *other;  // of each end, the sequences of the others, in order of seat
    const double *pay;      // of each end: what it pays him, times its odds by luck alone
} dado_end_rows;

typedef struct dado_infosets {
    const dado_game *game;
    dado_payoff payoff;  // never FIT
    bool watch;
    bool constant;       // payoffs always have the same sum
    double sum;          // and this is it
    int players;
    dado_sets sets[DADO_SOLVE_SEATS];
    dado_end_rows rows[DADO_SOLVE_SEATS];
    uint32_t ends;
    dado_infosets_stats stats;
    struct dado_recall *recall;  // what finds a set again
} dado_infosets;

// Walks the game. Refuses one that could not be finished, and says why: luck without a list,
// play without an end, moves that differ where the player sees no difference, or no room left.
bool dado_infosets_make(dado_infosets *sets, const dado_game *game, const dado_infosets_plan *plan,
                        dado_error *err);
void dado_infosets_free(dado_infosets *sets);

uint32_t dado_infosets_count(const dado_infosets *sets);  // of all players

// What a player remembers, followed along a match: `seen` takes a view down, `did` the place of
// the move chosen from a set. False: no line of play is like this.
typedef struct dado_path {
    uint32_t place, view;
} dado_path;

dado_path dado_path_begin(int player);
bool dado_path_seen(const dado_infosets *sets, dado_path *trail, const void *view);
bool dado_path_did(const dado_infosets *sets, dado_path *trail, int move);
// The set of the player who remembers this; below 0 if he has nothing to choose there.
int64_t dado_path_set(const dado_infosets *sets, const dado_path *trail);

// A position where a player chooses from a set.
typedef struct dado_met {
    const void *state;
    int player;
    uint32_t set;
    size_t depth;  // moves on the way, those of luck too
    int decision;  // of them, those of players
} dado_met;

// Walks again and calls `meet` wherever a player is to choose from a set, in the order of the
// first walk. False from `meet` ends the walk, and is the answer.
typedef bool dado_meet(void *to, const dado_met *met, dado_error *err);
bool dado_infosets_visit(const dado_infosets *sets, dado_meet *meet, void *to, dado_error *err);
