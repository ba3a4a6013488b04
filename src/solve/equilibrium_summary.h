// equilibrium_summary.h - what a match looks like when everybody follows a strategy: who
// wins, how long it takes, which moves are made, what each hand is worth, and who bluffs.
#pragma once

#include "solve/strategy_in_words.h"

// A move, by its words, of one player.
typedef struct dado_move_use {
    int player;
    const char *move;
    double offered, taken;  // times per match
} dado_move_use;

// What a player holds at the first choice, among the same moves.
typedef struct dado_hand_use {
    int player;
    const char *hand;
    int group;                 // hands of one player with the same moves to choose from
    const char *const *moves;  // `count` of them
    double *odds;              // how often each is chosen with this hand
    int count;
    double share;  // of matches
    double worth;  // mean payoff with this hand
} dado_hand_use;

// A move that is made with the strongest and the weakest hand, and less with a better one
// than the weakest.
typedef struct dado_bluff {
    const dado_hand_use *weakest, *strongest, *between;
    int move;
} dado_bluff;

typedef struct dado_equilibrium_summary {
    bool known;                             // false: it was stopped, and nothing below is set
    double alone[DADO_SOLVE_PLAYERS_MAX];   // chance to come first alone
    double shared[DADO_SOLVE_PLAYERS_MAX];  // chance to come first with others
    double tie;                             // chance that several sides share the first place
    double length;                          // mean length of a match
    bool rounds;                            // lengths are rounds; else choices
    double stake;                           // the most that a match moves: best payoff - worst
    const double *visits[DADO_SOLVE_PLAYERS_MAX];  // of each set: chance that a match comes there
    // of each sequence: how much less its move gets than the best move of the set, from
    // there on, against the others' strategies
    const double *cost[DADO_SOLVE_PLAYERS_MAX];
    const dado_move_use *moves;
    int move_count;
    const dado_hand_use *hands;  // sorted by player, group and worth, the worst first
    int hand_count;
    const dado_bluff *bluffs;
    int bluff_count;
} dado_equilibrium_summary;

// Works it out. Moves and hands are listed only if the table has all sets, and if they
// are not too many for a list. It ends soon after `*halt` becomes nonzero, unless `halt`
// is NULL. All memory comes from `region`.
bool dado_equilibrium_summary_make(dado_equilibrium_summary *summary, const dado_infosets *sets,
                                   const dado_strategy *strategy, const dado_strategy_table *sheet,
                                   const volatile int *halt, dado_region *region, dado_error *err);
