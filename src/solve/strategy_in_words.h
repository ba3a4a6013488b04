// strategy_in_words.h - prints a strategy for designers: what a player sees, and what the
// player then does.
//
// There is one line for each information set, or for all sets that the game cannot tell
// apart: the table as that player sees it, and the moves with their odds, such as "bet 1
// in 3, check 2 in 3". Left out is what looks the same in all of the player's sets, and
// numbers that follow from the rest. No two lines of a player read alike.
#pragma once

#include "solve/merged_infosets.h"

typedef struct dado_strategy_row {
    int player;
    uint32_t set;              // its information set; of a line, the first that it stands for
    const char *sees, *does;   // `does` of a row of `sets` is NULL
    const char *hand;          // what the player holds; part of `sees`
    const char *const *moves;  // the moves in words, in the order listed; equal ones merged
    const double *odds;
    int count;
    double reach;  // probability that the player's own choices lead here
    int line;      // of a row of `sets`: the number of its line
    int like;      // of a line: how many sets it stands for
} dado_strategy_row;

typedef struct dado_strategy_table {
    // sorted by player, then by what is in the hand, then in the order in which sets were
    // found: the order of play
    const dado_strategy_row *lines;
    int count;
    // every information set by itself, sorted by player and number
    const dado_strategy_row *sets;
    int set_count;
    uint32_t left_out;  // sets that are in neither
} dado_strategy_table;

// Makes a table of at most `most` sets, those found first. Sets that `merged` merges,
// unless it is NULL or empty, share a line. It ends soon after `*halt` becomes nonzero,
// unless `halt` is NULL. The table's memory comes from `region`.
bool dado_strategy_table_make(dado_strategy_table *sheet, const dado_infosets *sets,
                              const dado_merged_infosets *merged, const dado_strategy *strategy,
                              int most, const volatile int *halt, dado_region *region,
                              dado_error *err);

// Writes a probability in words: "always", "never", "1 in 3", "37.2 %".
void dado_print_odds(dado_text *out, double odds);
