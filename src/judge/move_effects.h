// move_effects.h - measures what an option does, compared with the other options of the
// same positions.
//
// A player who takes a move may win because of it, or may take it because of already
// winning. So options are compared within positions: each option of a position is played
// on many times, with the same luck, by players who think a little. If the game is
// solved, values are looked up instead. Moves are identified by their words. The moves
// that players prefer are examined briefly; those that look large are measured again with
// fresh luck, and dropped as soon as no claim is to be expected.
#pragma once

#include "judge/perfect_play.h"
#include "judge/rollouts.h"
#include "lab/experiment.h"
#include "measure/stats.h"

// Limits for claims about an option, in shares of a win; each must be passed beyond
// doubt. An option is too strong if its gain over the others exceeds TOO_LARGE. It is
// dominant if it is offered in more than DOMINANT_OFFERED of the decisions, gains more
// than DOMINANT_GAIN, and always taking it costs less than DOMINANT_LOSS.
#define DADO_EFFECT_TOO_LARGE 0.25
#define DADO_EFFECT_DOMINANT_GAIN 0.05
#define DADO_EFFECT_DOMINANT_LOSS 0.03
#define DADO_EFFECT_DOMINANT_OFFERED 0.50

typedef struct dado_move_effect {
    const char *words;
    int64_t offered;    // decisions in which it was one of several options
    int positions;      // decisions among them that were examined
    int ending;         // positions among these in which it ends the match at once
    dado_moments gain;  // how much more it wins than the others on average, in shares of a win
    dado_moments loss;  // what always taking it costs where another option seems better; else 0
} dado_move_effect;

typedef struct dado_move_effects {
    dado_move_effect *items;  // moves that were measured fully
    int count;
    int asked;                   // moves that were examined
    int64_t matches, decisions;  // in which the moves occurred
    int times;                   // rollouts per option; 0: values were looked up
} dado_move_effects;

typedef struct dado_move_effects_config {
    const dado_plan *play;           // the matches of its first cell are used
    const dado_perfect_play *proof;  // of the same game, with its solver; or NULL
    bool points;                     // points are what is won
    int moves;                       // number of different moves to examine
    int positions, times;
    double most_plays;  // limit on the rollouts in total
} dado_move_effects_config;

// Finds nothing if there are too many different moves, or if matches are too long for
// `most_plays`.
bool dado_move_effects_measure(const dado_move_effects_config *plan,
                               const dado_experiment_settings *how, dado_region *region,
                               dado_move_effects *effects, dado_error *err);
