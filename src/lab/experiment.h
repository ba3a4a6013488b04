// experiment.h - plays a plan on all cores and sums up the results.
//
// Workers take blocks of matches and return numbers. One coordinator takes the blocks in
// the order of the plan, sums them up, and stores them. So neither the sums nor the store
// depend on the number of workers. This is the only place that knows the order of
// opening, playing, measuring and storing.
#pragma once

#include <signal.h>

#include "lab/match_block.h"
#include "lab/native_compiler.h"
#include "lab/engine.h"
#include "lab/cluster.h"
#include "lab/experiment_plan.h"
#include "lab/results_store.h"
#include "lab/match_block_sums.h"
#include "measure/metric.h"

// The results of one cell, summed up in the order of its matches.
typedef struct dado_cell {
    int instance, lineup;
    dado_match_stats sums;  // of the matches played so far; all zero while there are none
    double *across;         // values of the measures that only all matches together have; see below
    dado_error error;       // why the cell could not be opened
    dado_error broken;      // the error of its first broken match
    int64_t broken_match;   // number of that match, or -1
} dado_cell;

typedef struct dado_results {
    const dado_plan *plan;
    int64_t run;        // its number in the store, or 0
    dado_store *store;  // the store that it was loaded from, borrowed; or NULL
    dado_game game;     // the first instance that could be opened, for its title and the like
    // the players in the seats of its first cell, with settings as understood
    const char **agents;
    dado_measures measures;  // all measures: the metrics, then the game's tallies
    dado_cell *cells;        // sorted by instance
    int cell_count;
    int64_t matches, all;  // matches there are, and matches there should be
    int64_t found;         // of these, the matches that were in the store already
    bool interrupted;
    double seconds;          // time spent playing
    dado_game_cache *games;  // the games of the plan, each opened once
    dado_region region;      // holds all of the above
} dado_results;

typedef struct dado_progress {
    int64_t done, all;
    const char *of;  // what is counted; NULL: matches
    int64_t found;   // of those done, how many were in the store already
    double seconds;
    // Matches played just now, including those not taken in yet, and how many of them the
    // limit has stopped.
    int64_t played, stopped;
} dado_progress;

typedef struct dado_experiment_settings {
    int threads;         // 0: as many as there are cores; negative: only the calling thread
    dado_store *store;   // or NULL
    dado_native native;  // auto: where it pays; the results are the same
    bool resume;         // resume a run of the same plan if the store has one
    bool reuse;          // take a finished run of the same plan as it is
    // Other processes that play too, unless `threads` is negative; or NULL.
    dado_cluster *cluster;
    // play only this part of `parts`, from 1, into a store for merge_parts.h; or 0
    int part, parts;
    const volatile sig_atomic_t *stop;  // set to nonzero to finish early; or NULL
    // The contexts of the callbacks, which are all called on the calling thread.
    void *taker, *context;
    void (*block)(void *taker, const dado_block *block);  // gets every block in order; or NULL
    bool (*enough)(void *taker);  // asked before every block: true finishes early; or NULL
    // called a few times per second; or NULL
    void (*progress)(void *context, const dado_progress *progress);
    // Gets the referees' notes on the players, one by one; or NULL.
    void (*note)(void *context, const dado_block *block, const dado_note *note,
                 const dado_player *who);
} dado_experiment_settings;

// Plays a plan. An instance that cannot be opened is a cell with an error, and the rest
// goes on. Returns false only if nothing could be played or stored. `results` must be
// freed in either case.
bool dado_experiment_run(const dado_plan *plan, const dado_experiment_settings *how,
                         dado_results *results, dado_error *err);
void dado_results_free(dado_results *results);

// Prepares results for a plan of which nothing was played yet: its cells, its games, and
// its measures. `results` must be zeroed before. `told` stops players once it is nonzero;
// or NULL. `first` gets the engine in which the first cell is open, on the heap, or NULL if a
// stored plan must not open its players; without `first` the cell is closed again.
bool dado_results_prepare(dado_results *results, const dado_plan *plan,
                          const volatile sig_atomic_t *told, dado_engine **first, dado_error *err);

static inline dado_cell *dado_results_cell(const dado_results *results, int instance, int lineup)
{
    return &results->cells[(int64_t)instance * results->plan->lineup_count + lineup];
}

// Returns the value of a measure in a cell: its mean, or what all matches together give;
// DADO_NONE if there is none.
double dado_cell_value(const dado_results *results, const dado_cell *cell, int measure);

// Sums up a stored run again, without playing. The plan is read from the store into the
// region of the results.
bool dado_results_load(dado_store *store, int64_t run, const dado_experiment_settings *how,
                       dado_results *results, dado_error *err);

// The values of all matches of one cell, for drawing distributions. Only the first `most`
// matches are kept; they are as random as any others.
typedef struct dado_data_frame_column {
    double *values;  // one per match; NULL while all are the same
    double same;
} dado_data_frame_column;

typedef struct dado_data_frame {
    int64_t count, most, room;
    int players, measures;
    dado_data_frame_column *columns;  // one per measure
    int32_t *scores;                  // `players` numbers per match; places likewise
    int32_t *places;
    uint8_t *ends;
    uint8_t *side;       // side of each player if sides score; or NULL
    dado_region region;  // holds all of the above
} dado_data_frame;

static inline double dado_data_frame_value(const dado_data_frame *frame, int64_t match, int measure)
{
    const dado_data_frame_column *column = &frame->columns[measure];
    return column->values ? column->values[match] : column->same;
}

// Adds a block to a frame; it can be used as `block` of dado_experiment_settings with the
// frame as `taker`. The frame must be zero at first, except for `most`.
void dado_data_frame_add(void *frame, const dado_block *block);
void dado_data_frame_free(dado_data_frame *frame);

// Plays one match of a plan again, with an engine of its own: worker->table.trace has
// every step and check. The engine must be freed in either case. `stop` may be NULL.
bool dado_experiment_replay(const dado_plan *plan, int instance, int lineup, int64_t match,
                            const volatile sig_atomic_t *stop, dado_engine *worker,
                            dado_error *err);

// ---- matches as CSV for other programs
//
// A missing value is an empty field. Numbers have the fewest digits that read back as the
// same value, whatever the locale.

// One line per match: its number, how it ended, scores and places by seat, and every
// measure. Cells come one after the other; if the plan has only one cell, the columns of
// the cell are left out. Options that were set have columns of their own.
typedef struct dado_csv {
    const dado_results *results;
    const char **options;  // NULL before the first block
    int option_count;
} dado_csv;

// Writes the lines of a block; before the first block, also the names of the columns.
// Returns false if there is no memory.
bool dado_csv_block(dado_csv *csv, const dado_block *block, dado_region *region, dado_text *out,
                    dado_error *err);

// Writes the scores of one match round by round, one line per player: round;player;score.
void dado_csv_rounds(const dado_trace *trace, bool lowest_wins, dado_text *out);
