// sheet.h - a way of playing as a designer reads it: what is seen, and what is then done.
//
// A line for each information set: the table as that player sees it, without
// what looks the same in all of his sets, and his moves with how often he makes
// them: "bet 1 in 3, else check".
#pragma once

#include "solve/respond.h"

typedef struct dado_sheet_line {
    int player;
    uint32_t set;
    const char *sees, *does;
    const char *const *moves;  // in words, as listed
    const double *odds;
    int count;
    double reach;  // how often he would come here if nothing but himself were in the way
} dado_sheet_line;

typedef struct dado_sheet {
    const dado_sheet_line *lines;  // the players one after another, sets in the order met
    int count;
    uint32_t left_out;
} dado_sheet;

// At most `most` lines, those met first; soon after `halt`, unless NULL, is not 0, those met till
// then. What it keeps is in `arena`.
bool dado_sheet_make(dado_sheet *sheet, const dado_infosets *sets, const dado_strategy *strategy,
                     int most, const volatile int *halt, dado_arena *arena, dado_error *err);

// "always", "never", "1 in 3", "2 in 3", "37.2 %".
void dado_say_odds(dado_text *out, double odds);
