// recycle.h - games out of text: the description language RECYCLE, with dice.
//
// The room has two doors. `dado_recycle` makes a game like any other out of a
// description, so that nobody above can tell it was text. `dado_recycle_check`
// reads a description to the end and tells everything it has to say about it,
// errors and warnings alike, in the order of the text.
//
// Options of a described game:
//   file     the text of the description; the option's place names the file
//   NAME     replaces the value of `(declare value 'NAME)`: 5, KING, (A, B)
//   luck     word: chance gives a 64-bit seed at each rest (default);
//            listed: every draw is a chance node with its outcomes listed, and hidden piles are
//            drawn from card by card;
//            fresh: words, and a shuffle forgets how the cards lay before it
//   options  most moves one choice may have (4096)
//   mems     most references all memories may hold (as many as there are cards)
//   strict   yes: a choice without options stops the play
//   ways     short: what is usual is played by short cuts (default);
//            plain: none is taken, which leaves the same bytes and is slower
#pragma once

#include "core/game.h"
#include "core/text.h"

// The title of an opened game is in its own copy of these rules: game->rules->title is the first
// comment line of the description, or else the name of its file.
extern const dado_rules dado_recycle;

typedef struct dado_notice {
    dado_error error;  // place, code ("E201", "W411") and one sentence with its remedy
    bool warning;      // the game may be played all the same
} dado_notice;

typedef struct dado_diagnosis {
    const dado_notice *items;  // in the order of the text; they live in the arena
    int count, errors, warnings;
    int more;                  // how many were found beyond those kept
} dado_diagnosis;

// Reads and checks the description `text`, which came from the file `source`.
// `options` are as for the game, or NULL. False if there is an error among what was found. With
// `found` NULL that is all there is to know, and nothing is played to find out more.
bool dado_recycle_check(const char *source, const char *text, const dado_options *options,
                        dado_arena *arena, dado_diagnosis *found);

// Adds the same description to `out`, laid out as dado lays descriptions out: every word, comment
// and order is kept. False where the text is not made of words and closed parentheses; what is
// wrong is in `found`.
bool dado_recycle_format(const char *source, const char *text, dado_text *out, dado_arena *arena,
                         dado_diagnosis *found);

// A word or sign, where it lies in the text.
typedef struct dado_token {
    int start, length, line;
    int match;  // of a parenthesis: its partner's place; else -1
} dado_token;

// All of them in their order, comments apart, in `arena`; NULL where a parenthesis has no partner,
// or there is no memory.
dado_token *dado_recycle_tokens(const char *text, int *count, dado_arena *arena);
