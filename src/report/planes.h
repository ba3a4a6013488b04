// planes.h - a match as arrays of numbers, for those who learn from matches.
#ifndef DADO_REPORT_PLANES_H
#define DADO_REPORT_PLANES_H

#include "lab/replay.h"

// Writes into `folder`, a NumPy array a file, a row for every decision: what the seat on turn saw,
// block by block as the game's face describes it, what it could do and what it did, and how the
// match ended. `eyes` is the seat whose decisions are written; DADO_NOBODY writes everybody's.
bool dado_planes_write(const dado_replay *replay, int eyes, const char *folder, dado_arena *arena,
                       dado_error *err);

#endif
