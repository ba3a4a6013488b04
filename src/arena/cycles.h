// cycles.h - who beats whom where one number a player cannot tell.
//
// A rating puts players in a row. Where A beats B, B beats C and C beats A no row is right, and
// where the lower rated of two wins their meetings, the row is wrong about these two. Both are
// named only where the matches show it beyond luck, all pairs that were looked at counted in.
#pragma once

#include "arena/rating.h"

// All meetings of two players, seen from the first: a match counts once however many seats they
// had in it.
typedef struct dado_meetings {
    double won;  // a tie is half
    int64_t matches;
} dado_meetings;

// Fills players x players of them.
void dado_meetings_count(const dado_result *results, int64_t count, int players,
                         dado_meetings *meetings);

enum { DADO_CYCLE_LONGEST = 6, DADO_CYCLES_MOST = 5, DADO_UPSETS_MOST = 5 };

typedef struct dado_cycle {  // each beats the next, and the last the first
    int who[DADO_CYCLE_LONGEST];
    int length;
} dado_cycle;

typedef struct dado_upset {
    int winner, loser;  // who is rated higher
} dado_upset;

typedef struct dado_cycles {
    double level;  // of each pair's interval: 0.95 of all pairs together
    dado_cycle cycles[DADO_CYCLES_MOST];
    int count;       // of them: the shortest through each player, each once
    bool more;       // there are others
    dado_upset upsets[DADO_UPSETS_MOST];
    int upset_count, all_upsets;
} dado_cycles;

// The clearest come first: short before long, then by the meeting that is least clear.
bool dado_cycles_find(const dado_meetings *meetings, const dado_rating *ratings, int players,
                      dado_cycles *found, dado_error *err);
