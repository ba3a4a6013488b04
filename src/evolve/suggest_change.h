// suggest_change.h - finds the single change that fixes the worst finding about a game.
//
// It changes the game's numbers and rules, one change at a time, with the mutations of
// the evolver; pieces that measure stay unchanged. All variants are played with the same
// random draws, few matches at first, and more for the better ones. The best of many
// looks better than it is, so the last few are played again with draws that played no
// part in the selection. The effect and its interval come from there.
//
// A whole check-up of the changed game, with the same effort and other draws, has the
// last word. No change is suggested if the interval leaves open whether there is a gain,
// if the finding is still there, if there is any new alarm, or if matches become half or
// twice as long.
#pragma once

#include "judge/doctor_checkup.h"

typedef struct dado_change_request {
    const dado_game_source *game;
    const dado_options *options;       // the options that the user set
    const dado_checkup *checkup;       // the check-up that the findings come from
    const dado_checkup_config *again;  // how it was made; changed games are checked likewise
    const dado_symptom *symptoms;      // findings, worst first
    int symptom_count;
    int64_t matches;  // most matches in all, besides those of check-ups
    // Rough limit on moves in all matches; with long matches fewer are played; 0: none.
    double most_moves;
    uint64_t seed;
    int limit;  // most moves of a match
    void *context;
    // Called once the search begins; or NULL.
    void (*say)(void *context, const char *sentence);
} dado_change_request;

typedef struct dado_change_suggestion {
    // The finding to fix; NULL if none can be fixed this way.
    const dado_symptom *finding;
    const char *what;  // what was measured, such as "ties"
    dado_estimate_kind kind;
    int64_t matches;  // matches that could be played
    int tried;        // number of changes tried
    bool interrupted;
    bool found;
    char change[160];  // the change in words, such as "ROUNDS 10 -> 13"
    const char *text;  // the description of the changed game
    double before, after;
    dado_interval effect;  // value after the change minus value before
    double level;
    int64_t confirmed;  // matches that the interval is based on
    int checked;        // changed games that were checked up on
    char then[120];     // the verdict after the change; empty if there is none
    char also[240];     // measures that change besides; empty if none is seen to
    char gone[240];     // claims of other alarms that are gone; empty if there are none
} dado_change_suggestion;

// Searches for a change. Uses `threads`, `stop` and `progress` of `how`. Memory comes
// from `region`.
bool dado_suggest_change(const dado_change_request *request, const dado_experiment_settings *how,
                         dado_region *region, dado_change_suggestion *advice, dado_error *err);
