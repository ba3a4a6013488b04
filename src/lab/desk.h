// desk.h - one worker's place: a cell of a plan opened, and all it takes to play it.
//
// A desk belongs to one thread. It keeps its cell open from block to block,
// and opens the next in the same memory.
#pragma once

#include "core/note.h"
#include "lab/block.h"
#include "lab/lines.h"
#include "lab/plan.h"
#include "lab/timed.h"
#include "measure/abreast.h"

typedef struct dado_desk_clock {  // of one seat
    dado_timed timed;
    dado_thought thought;  // in the block being played
} dado_desk_clock;

typedef struct dado_desk {
    const dado_plan *plan;
    dado_games *games;     // that desks share, set before the first is opened; NULL: its own
    int instance, lineup;  // what is open, or could not be; -1 at first
    dado_error error;      // why it could not
    bool game_open;
    dado_game game;
    dado_measures measures;
    int measured;        // of the shelf's, the first so many
    double *row;         // what the match in hand has of the shelf's, or eight of them have
    size_t game_end;     // of the arena, below which the game is
    dado_agent *agents;  // one a seat
    int agent_count;     // opened so far
    dado_desk_clock *clocks;  // one a seat, where the plan is timed; or NULL
    dado_match_luck luck;  // of the cell, whichever match
    dado_table table;
    dado_meter meter;
    dado_abreast *abreast;  // measures several at once, where it can; or NULL
    dado_trace waiting[DADO_ABREAST];  // matches that are kept but for their metrics
    int waits, waits_from;  // how many, and where in the block the first of them is
    int ahead;              // those of `waiting` that are played, and kept or yet to be
    dado_lines *lines;     // that came up before in the cell at hand, or NULL
    dado_block known;      // a match of each, as it is kept
    int32_t line[DADO_BLOCK_MOST];  // of the matches of the block being played; -1 where unknown
    dado_packing moves;  // logs of the block being played
    dado_packer packer;  // of blocks that were
    atomic_llong played, stopped;  // matches so far, and those the limit ended: others may look
    dado_heed heed;      // by players while they are seated, and in single matches
    bool record;         // keep path and checks of every match
    dado_text notes;     // of referees, on the last block or match played
    dado_arena arena;
} dado_desk;

void dado_desk_init(dado_desk *desk, const dado_plan *plan);
void dado_desk_free(dado_desk *desk);

// Opens a cell, unless it is the one at hand.
bool dado_desk_open(dado_desk *desk, int instance, int lineup, dado_error *err);

// Plays matches `first` up to `first + count` of the open cell into `block`,
// which has room for them. False if `stop` was set meanwhile.
bool dado_desk_play(dado_desk *desk, int64_t first, int count, dado_block *block,
                    const atomic_int *stop);

// Plays one match of the open cell; `notes` has what referees said of it. NULL if whom `heed`
// tells of wanted it to stop.
const dado_trace *dado_desk_match(dado_desk *desk, int64_t match);
