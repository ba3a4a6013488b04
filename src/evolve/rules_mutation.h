// rules_mutation.h - makes small changes to the description of a game, on its syntax.
//
// A description consists of tokens in parentheses. A change affects a piece of a known
// kind: a number, a card of a deck, a comparison, an option, an action, the scoring, an
// order. Not every change gives a valid game; the caller checks the result and tries
// again.
#pragma once

#include "core/rng.h"

enum { DADO_RULES_LONGEST = 12000, DADO_RULES_TOKENS = 6000 };

typedef struct dado_rules_edit {  // a changed copy of a text, and a description of the change
    char text[DADO_RULES_LONGEST + 1];
    char step[120];
} dado_rules_edit;

// Makes a random change. Returns false if there was nothing to change at the place drawn,
// or if the result is too long.
bool dado_rules_mutate(const char *text, dado_fast_rng *rng, dado_rules_edit *made);

// Changes of single numbers, without random draws: each number is changed up and down by
// one, by a third, twice and four times, and to 0; declared numbers come first. The first
// function returns how many such changes there are, and how many of them are of declared
// numbers. The second makes change `which`, from 0; it returns false if that changes
// nothing.
int dado_rules_number_changes(const char *text, int *of_declared);
bool dado_rules_number_change(const char *text, int which, dado_rules_edit *made);

// Replaces a piece of `text` by a piece of `donor` of the same kind.
bool dado_rules_crossover(const char *text, const char *donor, dado_fast_rng *rng,
                          dado_rules_edit *made);

// Returns whether two descriptions are measured in the same way: the same pieces, in the
// same order, mark and count rounds and, if `scoring`, the direction of scoring is the
// same.
bool dado_rules_same_measures(const char *one, const char *other, bool scoring);

int dado_rules_size(const char *text);  // number of tokens without comments
