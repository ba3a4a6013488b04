// game.h - what a game is, to everything that is not a game.
//
// A game is a pure machine. Its rules are a table of functions; its state is a
// run of bytes that anyone may copy, compare, hash or keep in an array; and no
// luck hides inside. When luck is due the actor is DADO_CHANCE and the outcome
// comes in from outside, a move like any other. So a match is exactly its list
// of moves, and code that has never heard of cards or dungeons can replay it,
// search it and solve it.
//
// Agents are never handed a state. They get a view, which is what one player
// may know; to look ahead they ask `redeal` for a state that fits the view.
// Players who choose at once are asked in turn, and `observe` keeps the secret.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/options.h"
#include "core/rng.h"
#include "core/text.h"
#include "core/trace.h"

typedef struct dado_game dado_game;
typedef struct dado_face dado_face;  // see face.h

// A place in the text of a description where something may come to pass or not: a condition, an
// option, an act, a stage.
typedef struct dado_clause {
    const char *kind;      // "condition", "option", "act", "stage"
    dado_place place;
    int last_line;
    int64_t held, failed;  // before anybody moves, the same in every match
} dado_clause;

typedef struct dado_witness {  // counts what came to pass
    int64_t *held, *failed;    // by clause
    dado_move *moves;          // room for max_moves
} dado_witness;

typedef struct dado_rules {
    const char *name;    // as typed: "kuhn"
    const char *title;   // as printed: "Kuhn poker"
    const char *about;   // a sentence for lists
    const char *suffix;  // of files that are this game, their text its option "file"; or NULL

    // Reads `options` ("players=3", a map's text) and fills in `game`. What it
    // keeps comes from `arena`, is never written again, and is read by many threads.
    bool (*open)(dado_game *game, const dado_options *options, dado_arena *arena, dado_error *err);

    // Writes all state_size bytes of the state where nothing has happened yet.
    void (*start)(const dado_game *game, void *state);

    // Who is to move: a player from 0 up, DADO_CHANCE, or DADO_NOBODY when over.
    int (*actor)(const dado_game *game, const void *state);

    // Lists the actor's moves, in an order that depends on the state alone, and
    // returns how many; what comes nearest to passing is last. At a chance node
    // they are the outcomes; none listed there means that any 64-bit word is one.
    int (*legal)(const dado_game *game, const void *state, dado_move *moves);

    // Plays one of them. Equal states and equal moves give equal bytes.
    void (*apply)(const dado_game *game, void *state, dado_move move);

    // Everyone's score so far; more is better. Asked at the end of every round,
    // not only of the last: these rows are the trace that metrics read.
    void (*scores)(const dado_game *game, const void *state, int32_t *scores);

    // Draws the table as `eyes` sees it; DADO_NOBODY sees everything.
    void (*print)(const dado_game *game, const void *state, int eyes, dado_text *out);

    // Names a legal move, as the actor sees it, in words that no other has here.
    void (*print_move)(const dado_game *game, const void *state, dado_move move, dado_text *out);

    // From here on NULL is an answer too, the one in brackets.

    // Rounds finished so far: one move adds at most one, and the end of a match
    // finishes the round in hand. [As many as moves by players, each with the
    // luck that follows it.]
    int (*round)(const dado_game *game, const void *state);

    // Everyone's place once it is over, from 0; equals share. Alone, 0 has won
    // and 1 has lost. [By score; alone, won.]
    void (*rank)(const dado_game *game, const void *state, int32_t *places);

    // Odds of the outcomes just listed, in whole numbers. [All alike.]
    void (*weigh)(const dado_game *game, const void *state, uint32_t *weights);

    // What `player` may know, all view_size bytes of it. [The whole state.]
    void (*observe)(const dado_game *game, const void *state, int player, void *view);

    // A state `player` might be in, the hidden dealt anew from the view alone. [The view.]
    void (*redeal)(const dado_game *game, const void *view, int player, dado_rng *rng, void *state);

    // Turns a state into the one that stands for all that play alike. [Itself.]
    void (*canon)(const dado_game *game, void *state);

    // What the game itself counts for `player`, one value for each of its
    // `tallies`; DADO_NONE where there is none. [It counts nothing.]
    void (*tally)(const dado_game *game, const void *state, int player, double *values);

    // `print` and its like for programs, one JSON object a line: the table, and
    // what playing a move brings about. [The printed words as a string.]
    void (*tell)(const dado_game *game, const void *state, int eyes, dado_text *out);
    void (*tell_move)(const dado_game *game, const void *state, dado_move move, dado_text *out);

    // False, and why, once play has stopped short of an end: a described rule that
    // cannot be carried out, or a limit. `actor` is DADO_NOBODY then. [It never does.]
    bool (*sound)(const dado_game *game, const void *state, dado_error *err);

    // Why these words are no legal move here, to one who has the actor's view. ["ILLEGAL"]
    void (*refuse)(const dado_game *game, const void *state, const char *words, dado_text *out);

    // Clause `which` of the text, from 0 and in its order; false beyond the last. [There is none.]
    bool (*clause)(const dado_game *game, int which, dado_clause *clause);

    // The game written out as C for a compiler, and what that made of it, taken in: an object that
    // defines `dado_native`. The same moves leave the same bytes, only sooner; it may be taken in
    // while others play. [It cannot be written.]
    bool (*write_native)(const dado_game *game, dado_text *out);
    bool (*take_native)(const dado_game *game, const void *made, dado_error *err);

    // `apply`, counting which clauses came to pass. [NULL where there are no clauses.]
    void (*witness)(const dado_game *game, void *state, dado_move move, dado_witness *witness);

    // Pictures, events, what learners read: what it shows of itself beyond its rules. [Nothing.]
    const dado_face *face;

    // `observe` into the view taken at the question before, whoever was asked: only what can
    // have changed since is written, and the bytes come out the same. [`observe`.]
    void (*follow)(const dado_game *game, const void *state, int player, void *view);

    // `legal`, where a player is to move, for one who asks at every move of a match: `memo`, of
    // memo_size bytes, all zero before the first question, and `moves` are as the last call left
    // them, so that only what has changed is written. The list comes out the same. [`legal`.]
    int (*relist)(const dado_game *game, const void *state, void *memo, dado_move *moves);

    // Plays on, every choice by `dice` and every luck by `luck`, until `steps` choices were made
    // and another is due, or it is over; answers how many were made. `moves` is room for a list.
    // [`actor`, `legal` and `apply` in turn, which draw and leave the same.]
    int (*stroll)(const dado_game *game, void *state, int steps, dado_move *moves,
                  dado_quick *dice, dado_rng *luck);
} dado_rules;

struct dado_game {
    const dado_rules *rules;
    const void *data;             // what `open` prepared; the same for every match, and public
    const char *options;          // all of them as understood, defaults too, in one order
    const dado_measure *tallies;  // what `tally` answers, ended by one without a name; or NULL
    int players;
    int max_moves;        // `legal` never lists more
    bool lowest_wins;     // people count the other way: show them -score
    bool goal;            // who reaches something wins: several may, or nobody; else who is ahead
    bool luck;            // false where chance never acts
    bool secrets;         // true where some player's view is less than the state
    const uint8_t *side;  // of each player, where sides and not seats score; or NULL
    dado_options referee;  // settings given that are not the game's but of whoever asks the players
    size_t state_size;    // of the game's own struct, and the arrays `open` sized, no padding
    size_t view_size;
    size_t memo_size;  // of what `relist` remembers
};

// Opens a game by its rules. Everything it keeps is in `arena`.
bool dado_game_open(dado_game *game, const dado_rules *rules, const dado_options *options,
                    dado_arena *arena, dado_error *err);

int dado_game_tallies(const dado_game *game);  // how many
bool dado_game_together(const dado_game *game);  // all win or lose together: one side has all seats
bool dado_game_can_be_won(const dado_game *game);  // not by one alone who only counts points

// The answers in brackets above, for whoever does not care which it is.
void dado_observe(const dado_game *game, const void *state, int player, void *view);
void dado_redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state);
void dado_rank(const dado_game *game, const void *state, int32_t *places);
void dado_tell(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_tell_move(const dado_game *game, const void *state, dado_move move, dado_text *out);

// Places from scores, from 0: as many as have more. Equals share.
void dado_places_by_score(const int32_t *scores, int players, int32_t *places);

// Draws an outcome where chance is to act. `moves` and `weights` have room for
// max_moves; `count`, unless NULL, gets how many were listed, 0 where any word is an outcome.
dado_move dado_chance(const dado_game *game, const void *state, dado_move *moves,
                      uint32_t *weights, dado_rng *rng, int *count);

bool dado_same_words(const char *a, const char *b);  // without regard to case or spacing

// The legal move that prints as `words`, compared so; or false. `moves` has room for max_moves.
bool dado_find_move(const dado_game *game, const void *state, const char *words, dado_move *moves,
                    dado_move *found);

uint64_t dado_state_hash(const dado_game *game, const void *state);
