// rules_change.h - small changes to a description, made on its syntax.
//
// A description is tokens in parentheses, and a change is made to a piece of a
// known kind: a number, a card of a deck, a comparison, an option, an act, what
// is scored, an order. Not every change makes sense; whoever asks for one
// checks what comes out and asks again.
#pragma once

#include "core/rng.h"

enum { DADO_RULES_LONGEST = 12000, DADO_RULES_TOKENS = 6000 };

typedef struct dado_rules_edit {  // a changed copy of a text, and what was done to it
    char text[DADO_RULES_LONGEST + 1];
    char step[120];
} dado_rules_edit;

// False if this luck found nothing to change, or what came out is too long.
bool dado_rules_change(const char *text, dado_quick *luck, dado_rules_edit *made);

// The same for numbers alone, without luck: each turned up and down by one, by a third, twice and
// four times, and to 0; those that are declared come first. How many such turns there are, and how
// many of them are of declared numbers; then each, counted from 0. False if that one changes
// nothing.
int dado_rules_turns(const char *text, int *of_declared);
bool dado_rules_turn(const char *text, int which, dado_rules_edit *made);

// Puts a piece of `donor` in the place of a piece of `text` of the same kind.
bool dado_rules_graft(const char *text, const char *donor, dado_quick *luck, dado_rules_edit *made);

// Whether two descriptions are measured alike: rounds are told and counted by the same pieces in
// the same order, and, if `scoring`, points count the same way round.
bool dado_rules_measure_alike(const char *one, const char *other, bool scoring);

int dado_rules_size(const char *text);  // in tokens, comments apart
