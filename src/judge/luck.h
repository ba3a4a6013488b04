// luck.h - where the outcome comes from: the deal, the dice, one's own choices, the others'.
//
// The lanes of luck make it measurable. The same match is played again with some
// sources of luck kept and the others drawn anew; how alike the two outcomes are
// is the share that the kept ones decide. Done for every set of sources, this
// gives each its part: what it adds to the others, on average over the orders
// in which they could be told (Shapley's value), so that the parts make a whole
// and what two sources only decide together is split between them.
//
// The outcome is a seat's place against the mean of that seat: that one seat is
// better than another is no luck.
#pragma once

#include "lab/experiment.h"

enum {
    DADO_LUCK_TABLE = 1 << DADO_LUCK_START | 1 << DADO_LUCK_WAY,
    DADO_LUCK_CHOICES = 1 << DADO_LUCK_OWN | 1 << DADO_LUCK_OTHERS,
};

extern const char *const dado_luck_names[DADO_LUCK_SOURCES];  // "luck at the start"
extern const char *const dado_luck_keys[DADO_LUCK_SOURCES];   // "start"

typedef struct dado_luck_share {
    // Shares of the outcome, 0 to 1, at 95 % by resampling matches.
    dado_interval chance;                      // that all luck of the table settles, once known
    dado_interval sources[DADO_LUCK_SOURCES];  // the part of each; together 1
    dado_interval table;                       // the parts of all luck of the table together
    unsigned asked;                            // the sources that the game has, a bit each
    int64_t matches;
    int variations;                            // each of them was played in
    bool known;  // false where every match ends alike, and there is nothing to share
} dado_luck_share;

// Of the first cell of a plan. `asked` are the sources that the game has: the table's luck, the
// players' choices, or both. What is chosen must come from lanes of luck: who chooses at random
// does so.
bool dado_luck_measure(const dado_plan *plan, unsigned asked, const dado_experiment_how *how,
                       dado_arena *arena, dado_luck_share *share, dado_error *err);
