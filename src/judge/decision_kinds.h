// decision_kinds.h - kinds of decisions, and the words of options.
//
// A kind is a choice in the rules together with the set of alternatives that are offered.
// Games that do not tell their choices apart have one kind.
#pragma once

#include "core/game.h"
#include "core/region.h"
#include "judge/option_worth_recording_format.h"

enum { DADO_MOST_DECISION_KINDS = 64 };

typedef struct dado_decision_kinds {  // of one recording, in the order in which they were met
    dado_decision_kind kinds[DADO_MOST_DECISION_KINDS];
    int count;
} dado_decision_kinds;

// Returns the kind of a decision, which has been met 0 times.
dado_decision_kind dado_decision_kind_find(const dado_game *game, const void *state,
                                           const dado_move *moves, int count);

// Returns the number of a kind, and adds it if it is new. Beyond
// DADO_MOST_DECISION_KINDS, the last number stands for all others.
int dado_decision_kinds_number(dado_decision_kinds *all, const dado_decision_kind *kind);

// Fills in the words and alternatives of options. Returns false if memory runs out.
bool dado_recorded_options_name(const dado_game *game, const void *state, const dado_move *moves,
                                int count, dado_recorded_option *options, dado_region *region);
