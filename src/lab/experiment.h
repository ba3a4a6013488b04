// experiment.h - plays a plan on all cores and sums up what came of it.
//
// Workers take blocks of matches and give back numbers; one conductor takes
// them in the order of the plan, sums, and stores. So neither the sums nor the
// store can tell how many workers there were. Only here is it known in which
// order a game is opened, played, measured and kept.
#pragma once

#include <signal.h>

#include "lab/block.h"
#include "lab/forge.h"
#include "lab/desk.h"
#include "lab/fleet.h"
#include "lab/plan.h"
#include "lab/store.h"
#include "lab/sums.h"
#include "measure/metric.h"

// What is known of one cell, summed in the order of its matches.
typedef struct dado_cell {
    int instance, lineup;
    dado_sums sums;        // of the matches played so far; all zero while there are none
    double *across;        // of the measures that only all matches together have; see below
    dado_error error;      // why the cell could not be opened
    dado_error broken;     // what its first broken match ran into
    int64_t broken_match;  // or -1
} dado_cell;

typedef struct dado_results {
    const dado_plan *plan;
    int64_t run;             // its number in the store, or 0
    dado_game game;          // the first instance that opened, for its title and the like
    const char **agents;     // who sits where in its first cell, with settings as understood
    dado_measures measures;  // what there is to measure: the shelf, then the game's tallies
    dado_cell *cells;        // instance by instance
    int cell_count;
    int64_t matches, all;  // there are, and there were to be
    int64_t found;         // of them, in the store already
    bool interrupted;
    double seconds;    // of playing
    dado_games *games;  // of the plan, each opened once
    dado_arena arena;   // holds all of the above
} dado_results;

typedef struct dado_progress {
    int64_t done, all;
    const char *of;     // what is counted; NULL: matches
    int64_t found;      // of those done, how many were in the store already
    double seconds;
    // Of matches played just now, those not taken in yet included: how many there are, and how many
    // of them the limit has stopped.
    int64_t played, stopped;
} dado_progress;

typedef struct dado_experiment_how {
    int threads;      // 0: as many as there are cores; below 0: none but the one that calls
    dado_store *store;                  // or NULL
    dado_native native;                 // auto: where it pays; the results are the same
    bool resume;                        // go on with the same plan if the store has it
    bool reuse;                         // take a finished run of the same plan as it is
    dado_fleet *fleet;  // plays instead of this process alone, unless threads are below 0; or NULL
    int part, parts;  // only this part of so many, from 1, into a store that merge.h reads; or 0
    const volatile sig_atomic_t *stop;  // finishes early once it is not 0; or NULL
    // Who takes in what was played and who hears of it, both on the calling thread.
    void *taker, *context;
    void (*block)(void *taker, const dado_block *block);  // every block in order; or NULL
    void (*progress)(void *context, const dado_progress *progress);  // some times a second; or NULL
    // What referees said of those who played it, note by note; or NULL.
    void (*note)(void *context, const dado_block *block, const dado_note *note,
                 const dado_player *who);
} dado_experiment_how;

// Plays. An instance that cannot be opened is a cell with an error, and the
// rest goes on; false only where nothing could be done or kept. `results` is
// to be freed in either case.
bool dado_experiment_run(const dado_plan *plan, const dado_experiment_how *how,
                         dado_results *results, dado_error *err);
void dado_results_free(dado_results *results);

// Results of a plan nothing has been played of, zeroed before: its cells, its games, and what there
// is to measure. `told` is heeded by players, or NULL.
bool dado_results_prepare(dado_results *results, const dado_plan *plan,
                          const volatile sig_atomic_t *told, dado_error *err);

static inline dado_cell *dado_results_cell(const dado_results *results, int instance, int lineup)
{
    return &results->cells[(int64_t)instance * results->plan->lineup_count + lineup];
}

// The value of a measure in a cell: its mean, or what all matches together say; DADO_NONE if none.
double dado_cell_value(const dado_results *results, const dado_cell *cell, int measure);

// Sums a stored run again, without playing. `plan` is read from the store into the results' arena.
bool dado_results_load(dado_store *store, int64_t run, const dado_experiment_how *how,
                       dado_results *results, dado_error *err);

// Values of all matches of one cell, for those who draw distributions. The
// first `most` matches are kept; they are as random as any others.
typedef struct dado_frame_column {
    double *values;  // one a match; NULL while all are the same
    double same;
} dado_frame_column;

typedef struct dado_frame {
    int64_t count, most, room;
    int players, measures;
    dado_frame_column *columns;  // one a measure
    int32_t *scores;  // `players` numbers a match, as are the places
    int32_t *places;
    uint8_t *ends;
    uint8_t *side;    // of each player, where sides score; or NULL
    dado_arena arena;  // holds all of the above
} dado_frame;

static inline double dado_frame_value(const dado_frame *frame, int64_t match, int measure)
{
    const dado_frame_column *column = &frame->columns[measure];
    return column->values ? column->values[match] : column->same;
}

// Zeroed but for `most` at first. A dado_experiment_how's `block`, with a frame as taker.
void dado_frame_add(void *frame, const dado_block *block);
void dado_frame_free(dado_frame *frame);

// One match of a plan again, at a desk of its own: desk->table.trace has every
// step and check. The desk is to be freed in either case. `stop` may be NULL.
bool dado_experiment_replay(const dado_plan *plan, int instance, int lineup, int64_t match,
                            const volatile sig_atomic_t *stop, dado_desk *desk, dado_error *err);

// ---- matches as text for other programs
//
// No value is an empty field. Numbers have the shortest digits that read back as the same value,
// whatever the locale.

// One line a match: which it was, how it ended, scores and places by seat, every measure. Cells
// come one after another; where the plan has one cell only, its columns are left out. Options that
// were set are columns of their own.
typedef struct dado_csv {
    const dado_results *results;
    const char **options;  // NULL before the first block
    int option_count;
} dado_csv;

// The lines of a block; the first comes behind the names of the columns. False: no memory.
bool dado_csv_block(dado_csv *csv, const dado_block *block, dado_arena *arena, dado_text *out,
                    dado_error *err);

// The standings of one match round by round, a line a player: round;player;score.
void dado_csv_rounds(const dado_trace *trace, bool lowest_wins, dado_text *out);
