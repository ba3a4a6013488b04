// deal.h - who does what next: a long row of units handed out in pieces, and taken in order.
//
// Lanes are whoever works: a thread here, or one on another machine. How fast a
// lane is shows in what it has done; its next piece is as long as keeps it busy
// for a while, shorter as the end comes near, so that all end together whether a
// unit takes microseconds or minutes. Each lane has a piece waiting behind the
// one at hand, so that the way there and back costs nothing.
//
// A piece whose lane is long overdue is given to an idle one as well: it may be
// slow, or gone. Whoever answers first is heard.
//
// This is all that the conductor of a cluster decides, and it has no clock,
// threads or wires of its own: a simulated cluster asks it the same questions.
#pragma once

#include <stdint.h>

#include "core/error.h"

typedef struct dado_deal dado_deal;

// Units from `from` up to `to`. Answers that wait for an earlier one may take `most_waiting` bytes;
// beyond that only what is overdue is handed out.
bool dado_deal_begin(dado_deal **deal, int64_t from, int64_t to, int lanes, size_t most_waiting,
                     dado_error *err);
void dado_deal_end(dado_deal *deal);  // NULL is fine

// A piece for a lane; false if there is none for it now. Ask until it says so.
bool dado_deal_next(dado_deal *deal, int lane, double now, int64_t *from, int64_t *to);

// What a lane has answered after so many seconds of work, kept from now on: the bytes are the
// heap's. False if nobody waited for it any more, and then they are freed.
bool dado_deal_answer(dado_deal *deal, int lane, int64_t from, int64_t to, double seconds,
                      unsigned char *bytes, size_t size);

// The next answer in order, or NULL while it has not come. `drop` it to get at the one behind.
const unsigned char *dado_deal_first(const dado_deal *deal, int64_t *from, int64_t *to,
                                     size_t *size);
void dado_deal_drop(dado_deal *deal);

bool dado_deal_over(const dado_deal *deal);  // all answers were dropped
