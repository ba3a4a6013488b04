// strategy_in_words.h - prints a strategy for designers: what a player sees, and what the
// player then does.
//
// There is one line for each information set: the table as that player sees it, without
// what looks the same in all of the player's sets, and the moves with their odds, such as
// "bet 1 in 3, check 2 in 3".
#pragma once

#include "solve/best_response.h"

typedef struct dado_strategy_row {
    int player;
    uint32_t set;
    const char *sees, *does;
    const char *const *moves;  // the moves in words, in the order listed
    const double *odds;
    int count;
    double reach;  // probability that the player's own choices lead here
} dado_strategy_row;

typedef struct dado_strategy_table {
    // sorted by player, then in the order in which sets were found
    const dado_strategy_row *lines;
    int count;
    uint32_t left_out;
} dado_strategy_table;

// Makes a table of at most `most` lines, of the sets found first. It ends soon after
// `*halt` becomes nonzero, unless `halt` is NULL. The table's memory comes from `region`.
bool dado_strategy_table_make(dado_strategy_table *sheet, const dado_infosets *sets,
                              const dado_strategy *strategy, int most, const volatile int *halt,
                              dado_region *region, dado_error *err);

// Writes a probability in words: "always", "never", "1 in 3", "37.2 %".
void dado_print_odds(dado_text *out, double odds);
