// option_worth_recorder.h - plays matches and records what each option in them is worth
// to each seat.
//
// It examines decisions of every kind in a sample of matches, so that rare kinds are seen
// too. A kind is a choice in the rules together with the alternatives that are offered.
// Every option of a decision is played on many times by the players of the plan, all
// options with the same luck. For some of the matches it records every seat's chance
// before and after each step.
//
// If the game is small and everybody chooses at random, there are no rollouts: all
// positions are computed, and the recording is exact.
//
// The work is limited by counts and never by time, so a recording has the same bytes on
// every machine and with any number of threads.
#pragma once

#include "judge/option_worth_recording_format.h"
#include "lab/experiment.h"

typedef struct dado_recorder_config {
    const dado_plan *play;  // the matches of its first cell; its players also play the rollouts
    int per_kind;           // limit on the examined decisions of a kind per match
    int times;              // rollouts per option; an even number
    int graphs;             // limit on the matches whose chances are recorded step by step
    double most_moves;      // approximate limit on the moves of all rollouts together
    uint64_t exact;         // limit on the positions of an exact recording; 0: it is not tried
} dado_recorder_config;

// Stops early when *how->stop is not 0. `*bytes` is for `dado_recording_unpack`; the
// caller must free it in any case.
bool dado_decision_recorder_run(const dado_recorder_config *config,
                                const dado_experiment_settings *how, dado_byte_writer *bytes,
                                dado_error *err);

// The same, but keeps the recording in the store of `how`, if it has one, and reads it
// from there if it was recorded before.
bool dado_decision_recorder_load(const dado_recorder_config *config,
                                 const dado_experiment_settings *how, dado_region *region,
                                 dado_recording *recording, dado_error *err);
