// card_verdicts.h - says what the worth of cards means: which cards stand out, and which
// cost too little.
#pragma once

#include "judge/card_worth.h"
#include "judge/verdicts_by_topic.h"

// A card stands out if the whole interval of its worth lies beyond this limit, up or
// down: drawing it decides one match in ten. No card stands out if all are within half of
// it.
#define DADO_CARD_STANDS_OUT 0.10

// A line that gives the worth of a card by a number on it, such as its cost. The slope is
// the median of the slopes between any two cards, so a few odd cards do not bend the
// line.
typedef struct dado_cost_line {
    bool known;  // needs at least three cards with a number and a worth, and two different numbers
    double slope, at_zero;  // worth = at_zero + slope * number
    int count;              // number of cards that have both
    const double *cost;     // per card; DADO_NONE where it has no number
    const double *off;      // per card: its worth minus the line's value; or DADO_NONE
    // per card: half the width of the line's band at its cost; or DADO_NONE
    const double *band;
    const double *should_cost;  // per card: the cost at which the line has its worth; or DADO_NONE
    // per card: 1 if it is above the line for certain, -1 if below, by half a unit; else
    // 0
    const int *side;
} dado_cost_line;

// `cost` has a number for each card, or DADO_NONE.
bool dado_cost_line_fit(const dado_card_worths *worths, const double *cost, dado_region *region,
                        dado_cost_line *line, dado_error *err);

enum { DADO_CARD_VERDICTS = 12 };

// `line` is NULL if no costs were given. Returns the number of verdicts written.
int dado_card_verdicts(const dado_card_worths *worths, const dado_cost_line *line,
                       const char *attribute, dado_verdict verdicts[DADO_CARD_VERDICTS]);
