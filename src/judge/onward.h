// onward.h - plays matches, and plays on from positions in them.
//
// What a position is worth to players of some kind is found out by letting them play the rest of
// it many times. What the one to move cannot know is dealt anew each time, and so is all luck to
// come; with the same number it is the same luck, so that two options can be compared on equal
// terms. It belongs to one thread.
#pragma once

#include "lab/desk.h"

typedef struct dado_onward {
    const dado_plan *plan;
    dado_desk desk;
    const dado_game *game;
    dado_step *path;       // of the match played last
    int steps, room;
    unsigned char *state;  // the position gone to
    int at;                // steps before it
    dado_move *moves;
    unsigned char *view, *guess;
    dado_arena arena;
} dado_onward;

// Matches of the first cell of a plan, which outlives it. To be closed in either case.
bool dado_onward_open(dado_onward *onward, const dado_plan *plan, dado_error *err);
void dado_onward_close(dado_onward *onward);

// Plays a match from its start; `path` has its steps until the next one. NULL without memory.
const dado_trace *dado_onward_match(dado_onward *onward, int64_t match, dado_error *err);

// Puts the position before step `at` of such a path into `state`.
void dado_onward_go_to(dado_onward *onward, const dado_step *path, int at);

// Plays the position on, `first` unless it is NULL to begin with, in the `times`-th way for
// `match`. `eyes` is whose knowledge is kept, or DADO_NOBODY: everything is.
const dado_trace *dado_onward_play(dado_onward *onward, int eyes, const dado_move *first,
                                   int64_t match, int times);

// What a seat has of the win: all of it, a part where others came in first too, none. Partners win
// together and share with other sides only.
double dado_credit_of(const dado_trace *trace, int seat);
