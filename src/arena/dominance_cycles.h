// dominance_cycles.h - finds who beats whom where a single rating per player is
// misleading.
//
// Ratings put players in one order. If A beats B, B beats C and C beats A, no order is
// right. If the lower rated of two players wins their matches, the order is wrong about
// them. Both are reported only if the matches show it beyond chance, corrected for the
// number of pairs.
#pragma once

#include "arena/rating.h"

// The matches between two players, seen from the first. A match counts once, however many
// seats they had in it.
typedef struct dado_head_to_head {
    double won;  // matches won; a tie is half
    int64_t matches;
} dado_head_to_head;

// Fills in players x players entries.
void dado_head_to_head_count(const dado_match_result *results, int64_t count, int players,
                             dado_head_to_head *meetings);

enum { DADO_CYCLE_LONGEST = 6, DADO_CYCLES_MOST = 5, DADO_UPSETS_MOST = 5 };

typedef struct dado_cycle {  // each player beats the next, and the last beats the first
    int who[DADO_CYCLE_LONGEST];
    int length;
} dado_cycle;

typedef struct dado_upset {
    int winner, loser;  // the loser has the higher rating
} dado_upset;

typedef struct dado_cycles {
    // Confidence level of each pair's interval; together all pairs have 0.95.
    double level;
    dado_cycle cycles[DADO_CYCLES_MOST];
    int count;  // number of cycles: the shortest through each player, without duplicates
    bool more;  // whether more cycles exist than the list holds
    dado_upset upsets[DADO_UPSETS_MOST];
    int upset_count, all_upsets;
} dado_cycles;

// Finds cycles and upsets. Short cycles come before long ones, then those whose least
// clear pair is clearer.
bool dado_cycles_find(const dado_head_to_head *meetings, const dado_rating *ratings, int players,
                      dado_cycles *found, dado_error *err);
