// scheduler.h - hands out a long list of units in pieces, and returns the answers in
// order.
//
// A worker is a thread of this process or of another machine. Its speed is known from
// what it has done. Its next piece is long enough to keep it busy for a while, and
// shorter near the end, so that all workers finish together, whether a unit takes
// microseconds or minutes. Each worker has the next piece waiting, so that communication
// costs no time.
//
// If a worker is long overdue, its piece is also given to an idle worker, since it may be
// slow or gone. The first answer counts.
//
// The scheduler makes all decisions of a cluster's coordinator and has no clock, threads
// or connections of its own, so a simulated cluster can use it too.
#pragma once

#include <stdint.h>

#include "core/error.h"

typedef struct dado_scheduler dado_scheduler;

// Begins to schedule the units from `from` to `to` - 1. Answers that wait for an earlier
// one may take `most_waiting` bytes; beyond that only overdue pieces are handed out.
bool dado_scheduler_begin(dado_scheduler **scheduler, int64_t from, int64_t to, int workers,
                          size_t most_waiting, dado_error *err);
void dado_scheduler_end(dado_scheduler *scheduler);  // NULL is fine

// Returns a piece for a worker; false if there is none for it now. Call it until it
// returns false.
bool dado_scheduler_next(dado_scheduler *scheduler, int worker, double now, int64_t *from,
                         int64_t *to);

// Takes the answer of a worker, which took `seconds`. The bytes must be on the heap, and
// the scheduler owns them from now on. Returns false, and frees them, if the answer was
// no longer needed.
bool dado_scheduler_answer(dado_scheduler *scheduler, int worker, int64_t from, int64_t to,
                           double seconds, unsigned char *bytes, size_t size);

// Returns the next answer in order, or NULL while it has not come. `drop` removes it.
const unsigned char *dado_scheduler_first(const dado_scheduler *scheduler, int64_t *from,
                                          int64_t *to, size_t *size);
void dado_scheduler_drop(dado_scheduler *scheduler);

bool dado_scheduler_is_done(const dado_scheduler *scheduler);  // whether all answers were dropped
