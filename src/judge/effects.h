// effects.h - what an option does, compared with the others in the very positions it is offered in.
//
// Who takes a move may win because of it, or take it because he is winning. So options are compared
// within positions: from the same one, on the same luck, each is played on many times by players
// who think a little; or, where the game is solved, looked up. Moves go by their words. Those that
// players prefer are looked at briefly; what looks large is measured again, on fresh luck, and
// left as soon as it is clear that nothing would be said of it.
#pragma once

#include "judge/best_play.h"
#include "judge/onward.h"
#include "lab/experiment.h"
#include "measure/stats.h"

// What must be beyond doubt for an option to be told of, in shares of a win: that it wins that much
// more than the others; or, where it is offered in more than so many decisions, that it wins that
// much more and that always taking it costs less than so much.
#define DADO_DECIDES_TOO_MUCH 0.25
#define DADO_BEST_BY 0.05
#define DADO_NOTHING_LOST 0.03
#define DADO_MAIN_CHOICE 0.50

typedef struct dado_effect {
    const char *words;
    int64_t offered;    // decisions in which it was one of several
    int positions;      // of them, looked at
    int ending;         // of these, where it ends the match at once
    dado_moments gain;  // what it wins more than the others do on average, in shares of a win
    dado_moments loss;  // what always taking it costs, where another seems better; else 0
} dado_effect;

typedef struct dado_effects {
    dado_effect *items;  // those measured for good
    int count;
    int asked;           // moves that were looked at
    int64_t matches, decisions;  // they were met in
    int times;           // each option was played on; 0: it was looked up
} dado_effects;

typedef struct dado_effects_plan {
    const dado_plan *play;  // matches of its first cell
    const dado_best_play *proof;  // of that very game, with its solver; or NULL
    bool points;         // points are what is won
    int moves;           // in words, to look at
    int positions, times;
    double most_plays;   // in all, matches played on
} dado_effects_plan;

// Nothing is found where words are too many, or matches too long for `most_plays` to tell.
bool dado_effects_measure(const dado_effects_plan *plan, const dado_experiment_how *how,
                          dado_arena *arena, dado_effects *effects, dado_error *err);
