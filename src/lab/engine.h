// engine.h - plays the matches of a plan: opens a cell, then plays its matches into
// blocks.
//
// A cell is one game with one line-up of players. The caller opens a cell and calls
// dado_engine_play(first, count), which fills a block of results, or dado_engine_match
// for the trace of a single match. How a game is executed makes no difference to the
// result: games in C run their rules; described games run bytecode, or compiled code once
// the compiler has made it; and the plain evaluator takes over wherever these two stop.
// All are driven by the one loop of core/match_loop.h and give the same results.
//
// An engine belongs to one thread. It keeps its cell open from block to block, and opens
// the next cell in the same memory.
#pragma once

#include "core/referee_notes.h"
#include "lab/match_block.h"
#include "lab/experiment_plan.h"
#include "lab/timed_agent.h"
#include "measure/metric.h"

typedef struct dado_seat_clock {  // the clock of one seat
    dado_timed_agent timed;
    dado_thinking_time thought;  // in the current block
} dado_seat_clock;

typedef struct dado_engine {
    const dado_plan *plan;
    // shared by all engines and set before the first is opened; NULL: its own
    dado_game_cache *games;
    int instance, lineup;  // the open cell, or the one that could not be opened; -1 at first
    dado_error error;      // why it could not be opened
    bool game_open;
    dado_game game;
    dado_measures measures;
    int measured;             // number of metrics that are measured, the first of the list
    double *row;              // their values for one match
    size_t game_end;          // the game uses the region up to here
    dado_agent *agents;       // one per seat
    int agent_count;          // number of agents opened so far
    dado_seat_clock *clocks;  // one per seat if the plan is timed; or NULL
    dado_match_seeds luck;    // the seeds of the cell, for all matches
    dado_match_workspace table;
    dado_meter meter;
    dado_byte_writer moves;  // move logs of the current block
    dado_compressor packer;  // compresses finished blocks
    // matches so far, and those stopped by the limit; any thread may read them
    atomic_llong played, stopped;
    dado_stop_signal stop_signal;  // stops players, and single matches
    bool record;                   // whether path and checks of every match are kept
    dado_text notes;               // notes of referees on the last block or match
    dado_region region;
} dado_engine;

void dado_engine_init(dado_engine *engine, const dado_plan *plan);
void dado_engine_free(dado_engine *engine);

// Opens a cell, unless it is open already.
bool dado_engine_open(dado_engine *engine, int instance, int lineup, dado_error *err);

// Makes `stop` the only flag that stops the engine and its open players. Whoever passes an open
// engine to another thread calls this first.
void dado_engine_stop_by(dado_engine *engine, const atomic_int *stop);

// Plays matches `first` to `first + count - 1` of the open cell into `block`, which has
// room for them. Returns false if `stop` was set meanwhile.
bool dado_engine_play(dado_engine *engine, int64_t first, int count, dado_block *block,
                      const atomic_int *stop);

// Plays one match of the open cell; `notes` then has the referees' notes. Returns NULL if
// `stop_signal` stopped it.
const dado_trace *dado_engine_match(dado_engine *engine, int64_t match);
