// card_worth.h - measures what each card is worth to the seat that draws it.
//
// Matches are played and watched. When a seat draws a card for the first time, from a
// shuffled pile that nobody has seen, the match is played again with that card exchanged
// for another one that is still in the pile. All other luck stays the same. The worth of
// a card is the mean difference in that seat's share of the win between this card and
// another one. This shows a cause. The win rate of seats that had the card is given
// beside it; it is only a correlation.
//
// The side of a die is measured in the same way: when a seat throws it for the first
// time, the match is played again with that throw drawn anew.
//
// The work is limited by counts and never by time, so the same question has the same
// answer on every machine and with any number of threads.
#pragma once

#include "judge/watched_draws.h"
#include "lab/experiment.h"

typedef struct dado_card_worth {
    int look;            // number of the card's look, as in the game's extras
    const char *name;    // "QUEEN of SPADES"
    int copies;          // equal cards are one entry
    bool side;           // it is a side of a die
    dado_interval seen;  // share of matches in which a seat received it
    bool with_known;
    dado_interval with;    // win rate of seats with it, minus that of the same seats without it
    bool measured;         // it was drawn where it could be exchanged, so the fields below are set
    dado_interval worth;   // difference in the share of the win
    dado_interval points;  // difference in the margin: own score minus the best other score
    dado_interval swing;   // share of exchanges that change the winner
    // exchanges behind these three; one that serves two cards counts for each
    double exchanges;
    // The exchange that changed the share of the card's seat most, and the match it is
    // in.
    dado_luck_change example;
    int64_t example_match;  // -1: no exchange changed the share
    double example_change;
    int example_seat;
} dado_card_worth;

typedef struct dado_card_worths {
    dado_card_worth *cards;  // in the order of the description
    int count;
    int64_t matches;    // played and watched
    int64_t exchanges;  // matches that were played again
    double level;       // of the intervals, which hold for all cards together
    bool precise;       // every measured worth is as precise as requested
    bool interrupted;
} dado_card_worths;

typedef struct dado_card_worth_config {
    const dado_plan *play;  // only its first cell is played; its `matches` is the limit
    double precision;       // stops when every worth is known within plus or minus this; 0: never
    double most_moves;      // approximate limit on the moves of all matches together
    double level;           // confidence level, such as 0.95
} dado_card_worth_config;

// Fails if the game has no cards and no dice with sides. `how` gives the number of
// threads, the stop flag and the progress callback.
bool dado_card_worth_measure(const dado_card_worth_config *config,
                             const dado_experiment_settings *how, dado_region *region,
                             dado_card_worths *worths, dado_error *err);
