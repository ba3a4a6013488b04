// advice.h - what to try: the single change that mends the worst of what is wrong with a game.
//
// The game's numbers are turned and its lines changed, one change at a time, as the evolver changes
// them; what measures stays as it is. All are played on the same luck, a little at first, and the
// better ones more. The best of many looks better than it is, so the last few are played again on
// luck that nothing was chosen by: the effect and its interval come from there, and where it leaves
// a gain open nothing is named. Nor is a change that brings a fault of another kind, or makes
// matches half or twice as long.
#pragma once

#include "judge/checkup.h"

typedef struct dado_advice_plan {
    const dado_source *game;
    const dado_options *options;   // as the user set them
    const dado_checkup *checkup;   // that the findings come from
    const dado_symptom *symptoms;  // worst first
    int symptom_count;
    int64_t matches;    // at most, of all that are played
    double most_moves;  // about, in all of them: long matches are fewer; 0: however many
    uint64_t seed;
    int limit;          // of moves of a match
    void *context;
    void (*say)(void *context, const char *sentence);  // once something is tried; or NULL
} dado_advice_plan;

typedef struct dado_advice {
    const dado_symptom *finding;  // that was to be mended; NULL: none is of a kind that can be
    const char *what;             // was measured: "ties"
    dado_figure_kind kind;
    int64_t matches;              // that may be played
    int tried;                    // changes
    bool interrupted;
    bool found;
    char change[160];             // "ROUNDS 10 -> 13"
    const char *text;             // the changed description
    double before, after;
    dado_interval effect;         // after less before
    double level;
    int64_t confirmed;            // matches that the interval is from
    char then[120];               // what is claimed of it after the change; empty: nothing
} dado_advice;

// Of `how` it heeds `threads` and `stop` and tells `progress`. Memory comes from `arena`.
bool dado_advise(const dado_advice_plan *plan, const dado_experiment_how *how, dado_arena *arena,
                 dado_advice *advice, dado_error *err);
