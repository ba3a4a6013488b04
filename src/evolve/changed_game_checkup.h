// changed_game_checkup.h - checks up on a changed game, and compares its alarms with those
// of the original.
//
// An alarm is a finding that is marked as wrong or as deserving a look. A change mends a
// finding if fewer alarms of its topic are left and none of them is new. It does harm if
// any alarm is new. An alarm is new if the original does not have its claim, about any
// players or by proof, or not as often. One of another topic than the finding is not new
// if the original has a worse one in its place.
#pragma once

#include "judge/doctor_checkup.h"

typedef struct dado_changed_game {
    bool interrupted;  // nothing is known
    bool mends;        // the finding is mended
    bool harms;        // there is a new alarm
    char then[120];    // the first claim of the finding's topic; empty if there is none
    char gone[240];    // claims of other alarms that are gone; empty if there are none
} dado_changed_game;

// `config` is that of the original's check-up, with another game and seed. `before` are
// the findings about the original; `finding` is one of them.
bool dado_changed_game_check(const dado_checkup_config *config, const dado_symptom *before,
                             int before_count, const dado_symptom *finding,
                             const dado_experiment_settings *how, dado_changed_game *changed,
                             dado_error *err);

// The comparison alone, of two lists of findings.
void dado_changed_game_compare(const dado_symptom *before, int before_count,
                               const dado_symptom *after, int after_count,
                               const dado_symptom *finding, dado_changed_game *changed);
