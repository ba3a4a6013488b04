// events.h - a match as a log: what happened, an event a line, for programs or for people.
#ifndef DADO_REPORT_EVENTS_H
#define DADO_REPORT_EVENTS_H

#include "lab/replay.h"

// Plays the match's moves again with somebody listening. `game` is the one the
// replay opened. A world with a log of its own writes that; of any other game a line tells a step.
bool dado_events_write(const dado_replay *replay, const dado_game *game, bool words, dado_text *out,
                       dado_error *err);

#endif
