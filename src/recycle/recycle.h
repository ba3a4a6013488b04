// recycle.h - makes games from text: the description language RECYCLE, with dice.
//
// `dado_recycle` makes a game from a description that works like any other game.
// `dado_recycle_check` reads a whole description and reports all errors and warnings, in
// the order of the text.
//
// Options of a described game:
//   file     the text of the description; the option's place names the file
//   X.csv    the text of a file of cards that the description names: (cards "X.csv")
//   NAME     replaces the value of `(declare value 'NAME)`: 5, KING, (A, B)
//   luck     word: chance gives a 64-bit seed at each rest (default);
//            listed: every draw is a chance node with its outcomes listed, and hidden piles are
//            drawn from card by card;
//            fresh: words, and a shuffle forgets how the cards lay before it
//   exchange SHUFFLE:PLACE:PLACE, a change of luck: in the result of that shuffle of the match,
//            counted from 1, the cards at two places are exchanged; the bottom is place 0.
//            none: nothing is exchanged yet. Shuffles of fewer than two cards are not counted.
//            A second exchange may follow a plus sign: 1:0:51+1:3:7.
//   side     THROW:SIDE, a change of luck: that throw of a component with sides, counted from 1
//            over all such components, shows that side, counted from 0
//   options  most moves one choice may have (4096)
//   mems     most references all memories may hold (as many as there are cards)
//   strict   yes: a choice without options stops the play
//   ways     short: what is usual is played by short cuts (default);
//            plain: none is taken, which leaves the same bytes and is slower
#pragma once

#include "core/game.h"
#include "core/text.h"

// The rules of described games. An open game has its own copy of them, with its title:
// the first comment line of the description, or else the name of its file.
extern const dado_rules dado_recycle;

typedef struct dado_recycle_diagnostic {
    dado_error error;  // place, code ("E201", "W411") and one sentence with its remedy
    bool warning;      // the game can still be played
} dado_recycle_diagnostic;

typedef struct dado_recycle_diagnostics {
    const dado_recycle_diagnostic *items;  // in the order of the text; in the region
    int count, errors, warnings;
    int more;  // how many more were found than are kept
} dado_recycle_diagnostics;

// Reads and checks the description `text`, which came from the file `source`. `options`
// are as for the game, or NULL. Returns false if there is an error. With `found` NULL it
// plays no matches to find more problems.
bool dado_recycle_check(const char *source, const char *text, const dado_options *options,
                        dado_region *region, dado_recycle_diagnostics *found);

// Adds the description to `out` in the standard layout; all words and comments are kept
// in their order. Returns false if the text is not made of words and closed parentheses;
// `found` then says what is wrong.
bool dado_recycle_format(const char *source, const char *text, dado_text *out, dado_region *region,
                         dado_recycle_diagnostics *found);

// Finds the card files that a description uses. Whoever opens the game passes the text of
// each as an option of the game that has the name of the file. Writes at most `most`
// names, which live in `region`, and returns how many it wrote.
int dado_recycle_card_files(const char *text, const char **names, int most, dado_region *region);
bool dado_recycle_is_card_file(const char *name);  // a file beside the description, ending in .csv

// A word or symbol, and where it lies in the text.
typedef struct dado_token {
    int start, length, line;
    int match;  // of a parenthesis: the index of its partner; else -1
} dado_token;

// Returns all tokens in order, without comments, in `region`; NULL if a parenthesis has
// no partner, or if there is no memory.
dado_token *dado_recycle_tokens(const char *text, int *count, dado_region *region);
