// trade.h - a long row of work done here or by a fleet, and taken in order either way.
#ifndef DADO_LAB_TRADE_H
#define DADO_LAB_TRADE_H

#include "lab/fleet.h"

// Does `job` with the fleet, or, where that is NULL, with `threads` of this process, `together`
// units at a time. As dado_fleet_run: true if all answers were taken.
bool dado_trade_run(const dado_fleet_job *job, dado_fleet *fleet, int threads, int64_t together,
                    dado_error *err);

#endif
