// rollouts.h - plays matches, and plays on from positions in them.
//
// The value of a position to players of some kind is estimated by letting them play the
// rest of it many times. Each time, everything that the player to move cannot know is
// dealt anew, and so is all luck to come. A rollout with the same number has the same
// luck, so two options can be compared on equal terms. Each thread needs rollouts of its
// own.
#pragma once

#include "lab/engine.h"

typedef struct dado_rollouts {
    const dado_plan *plan;
    dado_engine worker;
    const dado_game *game;
    dado_step *path;  // steps of the match played last
    int steps, room;
    unsigned char *state;  // the current position
    int at;                // number of steps before it
    dado_move *moves;
    unsigned char *view, *guess;
    dado_region region;
} dado_rollouts;

// Uses the first cell of a plan, which must outlive it. It must be closed even if opening
// fails.
bool dado_rollouts_open(dado_rollouts *onward, const dado_plan *plan, dado_error *err);
void dado_rollouts_close(dado_rollouts *onward);

// Plays a match from its start. `path` holds its steps until the next call. NULL if
// memory runs out.
const dado_trace *dado_rollouts_play_match(dado_rollouts *onward, int64_t match, dado_error *err);

// Sets `state` to the position before step `at` of such a path.
void dado_rollouts_go_to(dado_rollouts *onward, const dado_step *path, int at);

// Plays on from the current position, beginning with `first` unless it is NULL. `times`
// is the number of the rollout. `eyes` is the seat whose knowledge is kept while
// everything else is dealt anew; DADO_NOBODY keeps everything.
const dado_trace *dado_rollouts_play_on(dado_rollouts *onward, int eyes, const dado_move *first,
                                        int64_t match, int times);
