// asked.h - what a player would do everywhere, asked; and what that gives away.
//
// In a game small enough to be walked a player can be asked in every information
// set. What he answers is a way of playing, and whoever knows it can choose the
// best against it: that is what the player gives away. One who draws no luck is
// asked once a set, and one who can tell his odds tells them; then all is exact.
// The others are asked many times and answer differently, so their odds, and all
// that follows from them, are estimates with an interval.
//
// A player who remembers is asked along each line of play, with the memory he
// would have there: he is asked on the way until he chooses as the line does.
// Where he would never come by himself it does not matter what he would do.
#pragma once

#include "agents/agent.h"
#include "measure/figure.h"
#include "solve/respond.h"

enum { DADO_ASKED_BATCHES = 20 };

// The way a player plays one seat. Odds are by sequence, as the tables number them.
typedef struct dado_asked {
    bool exact;
    uint32_t sets;       // asked in
    uint32_t uncertain;  // of them, where luck was drawn
    double *odds;        // over all answers
    double *batch[DADO_ASKED_BATCHES];  // each over its part of the answers; none if exact
    double *memory;
} dado_asked;

// Asks `agent`, opened for its seat, everywhere; `times` in a set where it draws luck, rounded up
// to whole batches. `halt`, unless NULL, ends it early once it is not 0.
bool dado_ask_everywhere(dado_asked *asked, const dado_infosets *sets, const dado_agent *agent,
                         int times, uint64_t seed, const volatile int *halt, dado_error *err);
void dado_asked_free(dado_asked *asked);

// What is found when one is asked for every seat: by seat, what it gets if all play as asked, the
// most it could get by knowing the others, and by how much that is more. Where the answers are
// estimates so are these: `best` is against the odds as estimated, which flatters whoever chooses
// against them; its interval reaches down to what choices made against some answers got against
// others, which does not.
typedef struct dado_given_away {
    dado_figure value[DADO_SOLVE_SEATS];
    dado_figure best[DADO_SOLVE_SEATS];
    dado_figure gain[DADO_SOLVE_SEATS];
} dado_given_away;

bool dado_asked_judge(const dado_infosets *sets, const dado_asked *asked, dado_given_away *found,
                      dado_error *err);
