// information_sets.h - turns a game with hidden information into tables that can be
// solved.
//
// Where something is hidden, a player cannot tell some positions apart. All positions
// that look alike to the player form an information set. Here a set is identified by the
// sequence of all that the player saw and did, so players never forget (perfect recall).
// The game is played once along every line of play. The result is flat: a forest of sets
// for each player, and one list of ends.
//
// A *sequence* is what a player did on the way to an end: the last choice, which implies
// all choices before it. Sequence 0 is the empty one, before any choice. A set with three
// moves has three sequences with consecutive numbers. Sets are numbered in the order in
// which they are found, so a set has a larger number than the sets above it.
//
// An end stores only the sequence of each player. Ends with the same sequences are
// merged: differences that no player's choices can depend on, such as the order of cards
// that were never drawn, do not appear in the tables.
//
// What a player sees is the result of `observe`. It is taken wherever a player has to
// choose, not between chance events, and it is recorded when it differs from the last
// one. With `watch` false, a player looks only when it is his own turn, as the players of
// the lab do. A position with a single move is no choice and has no set.
#pragma once

#include "core/game.h"
#include "solve/position_value.h"

// What an end is worth to a player: the points, the margin over the best rival, or the
// share of the win. `AUTO` takes points where their sum is the same at every end, and
// else the margin.
typedef enum dado_payoff {
    DADO_PAY_AUTO,
    DADO_PAY_POINTS,
    DADO_PAY_MARGIN,
    DADO_PAY_WIN
} dado_payoff;

// names of the payoffs, "fit" first; a NULL ends the list
extern const char *const dado_payoff_names[];

typedef struct dado_infosets_stats {
    uint64_t lines;      // lines of play that were walked to their end
    uint64_t positions;  // positions on these lines in which a player moves
    size_t deepest;      // moves in the longest line, chance events included
    size_t bytes;        // bytes in use
    size_t limit;        // limit in bytes
} dado_infosets_stats;

typedef struct dado_infosets_config {
    dado_payoff payoff;
    bool watch;      // all players look whenever one of them has to choose
    bool exact;      // keep the payoffs exactly, too, so that equal sets can be merged
    size_t memory;   // limit in bytes; 0 is 1 GiB
    uint64_t lines;  // limit on lines of play; 0 is 200 million
    // Called every few hundred lines of play, unless NULL. Returns false to stop the
    // walk.
    bool (*report)(void *to, const dado_infosets_stats *stats);
    void *to;
} dado_infosets_config;

typedef struct dado_player_infosets {  // the information sets of one player
    uint32_t count;                    // number of sets
    uint32_t sequences;                // number of sequences, the empty one included
    const uint32_t *first;   // of each set: its first sequence; one more entry ends the last set
    const uint32_t *parent;  // of each set: the sequence that leads to it
    const dado_move *move;   // of each sequence: its last move, as `legal` lists it
} dado_player_infosets;

// The ends of play, sorted by the sequence of one player.
typedef struct dado_terminal_rows {
    // of each sequence: its first end; one more entry ends the last sequence
    const uint32_t *from;
    const uint32_t *other;  // of each end: the sequences of the other players, by seat
    const double *pay;  // of each end: the player's payoff times the probability by chance alone
    const uint64_t *exact;  // the same as fractions, see modular.h; NULL if not asked for
} dado_terminal_rows;

typedef struct dado_infosets {
    const dado_game *game;
    dado_payoff payoff;  // never DADO_PAY_AUTO
    bool watch;
    bool constant;  // whether the payoffs have the same sum at every end
    double sum;     // that sum
    int players;
    dado_player_infosets sets[DADO_SOLVE_PLAYERS_MAX];
    dado_terminal_rows rows[DADO_SOLVE_PLAYERS_MAX];
    uint32_t ends;
    dado_infosets_stats stats;
    // the histories of views and moves, by which sets are found again
    struct dado_replay_from_store *recall;
} dado_infosets;

// Walks all lines of play and makes the tables. Fails, with a reason, if chance outcomes
// are not listed, if play need not end, if moves differ within a set, or if the memory
// does not suffice.
bool dado_infosets_make(dado_infosets *sets, const dado_game *game,
                        const dado_infosets_config *plan, dado_error *err);
void dado_infosets_free(dado_infosets *sets);

// the number of sets of all players together
uint32_t dado_infosets_count(const dado_infosets *sets);

// What one player has seen and done in a match. `add_view` adds a view, and `add_move`
// adds the index of a move chosen in a set; both return false if no line of play matches.
typedef struct dado_player_history {
    uint32_t place, view;
} dado_player_history;

dado_player_history dado_player_history_begin(int player);
bool dado_player_history_add_view(const dado_infosets *sets, dado_player_history *trail,
                                  const void *view);
bool dado_player_history_add_move(const dado_infosets *sets, dado_player_history *trail, int move);
// Returns the information set of a player with this history, or a negative number if the
// player has no choice there.
int64_t dado_player_history_infoset(const dado_infosets *sets, const dado_player_history *trail);

// A position in which a player has a choice.
typedef struct dado_infoset_visit {
    const void *state;
    int player;
    uint32_t set;
    size_t depth;  // moves before it, chance events included
    int decision;  // moves before it that players made
} dado_infoset_visit;

// Walks the game again and calls `meet` at every position where a player has a choice, in
// the order of the first walk. When `meet` returns false, the walk ends and returns
// false.
typedef bool dado_infoset_visitor(void *to, const dado_infoset_visit *met, dado_error *err);
bool dado_infosets_visit(const dado_infosets *sets, dado_infoset_visitor *meet, void *to,
                         dado_error *err);

// The end of a line of play.
typedef struct dado_infoset_end {
    const void *state;
    const uint32_t *sequence;  // of each player
    double odds;               // probability by chance alone
    int decisions;             // moves that players made
} dado_infoset_end;

// Walks the game again and calls `meet` at the end of every line of play. When it returns
// false, the walk ends and returns false.
typedef bool dado_infoset_end_visitor(void *to, const dado_infoset_end *met, dado_error *err);
bool dado_infosets_visit_ends(const dado_infosets *sets, dado_infoset_end_visitor *meet, void *to,
                              dado_error *err);

// Writes what the end in `state` is worth to each player, in the payoff of the tables.
void dado_infosets_pay(const dado_infosets *sets, const void *state, double *pay);
