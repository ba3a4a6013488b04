// results_store.h - stores results in one SQLite file with many runs.
//
// A run is a plan and its blocks. Blocks are written in the order of the plan, so a
// stored run is always a beginning of the plan, and resuming means playing the rest. Only
// one process writes at a time, and others wait. A process that is killed at any moment
// leaves all blocks that it had committed.
#pragma once

#include "lab/match_block.h"
#include "lab/experiment_plan.h"

typedef struct dado_store dado_store;

typedef enum dado_store_mode {
    DADO_STORE_READ,   // the file must exist
    DADO_STORE_WRITE,  // created if it does not exist
} dado_store_mode;

typedef struct dado_run {
    int64_t id;
    uint64_t hash;     // hash of its plan
    const char *game;  // as the user named it
    const char *command;
    const char *version;   // version of the program that played it
    const char *measures;  // names of the measures in its blocks, separated by spaces
    uint64_t seed;
    int64_t started;       // seconds since 1970
    double seconds;        // time spent playing, in all sessions together
    int64_t matches, all;  // matches stored so far, and planned
    int64_t blocks;        // number of blocks stored
    int64_t bytes;         // their size
    int instances, lineups;
    bool finished;
} dado_run;

// Returns $DADO_STORE, or dado.db in the current folder.
const char *dado_store_path(void);

bool dado_store_open(dado_store **store, const char *path, dado_store_mode mode, dado_error *err);
void dado_store_close(dado_store *store);                  // NULL is fine
static inline void dado_store_cleanup(dado_store **store)  // for DADO_CLEANUP
{
    dado_store_close(*store);
}

// Names players whose code may run when a stored plan is played again. The array is
// borrowed.
void dado_store_name_players(dado_store *store, const dado_player *players, int count);

// Begins a run. `measures` names the measures in blocks, separated by spaces.
bool dado_store_begin(dado_store *store, const dado_plan *plan, const char *measures, int64_t *run,
                      dado_error *err);

// Records that this build of dado has played or shown a run, which makes it the latest.
// Very old stores have no table for this.
bool dado_store_mark_latest(dado_store *store, int64_t run, dado_error *err);

// Finds the latest run of a plan; *run is 0 if there is none. With `finished`, only a run
// that this build of dado has finished.
bool dado_store_find(dado_store *store, uint64_t hash, bool finished, int64_t *run,
                     dado_error *err);

// Adds a packed block and the referees' notes on its matches; `slot` is its number in the
// plan. It is safe once `commit` has returned.
bool dado_store_put(dado_store *store, int64_t slot, int matches, const unsigned char *packed,
                    size_t size, const char *notes, dado_error *err);
size_t dado_store_pending_bytes(const dado_store *store);  // bytes added and not committed
bool dado_store_commit(dado_store *store, int64_t run, double more_seconds, bool finished,
                       dado_error *err);

// Reads all runs, or one; the texts come from `region`.
bool dado_store_runs(dado_store *store, const dado_run **runs, int *count, dado_region *region,
                     dado_error *err);
bool dado_store_run(dado_store *store, int64_t id, dado_run *run, dado_region *region,
                    dado_error *err);
bool dado_store_latest(dado_store *store, int64_t *run, dado_error *err);
// Reads the plan of a run. Its players are marked as stored: code that they name is not
// run, unless dado_store_name_players has named them.
bool dado_store_plan(dado_store *store, int64_t run, dado_plan *plan, dado_region *region,
                     dado_error *err);

// Passes the packed blocks to `reader` in order, until it returns false.
typedef bool dado_store_reader(void *context, int64_t slot, const unsigned char *packed,
                               size_t size, dado_error *err);
bool dado_store_blocks(dado_store *store, int64_t run, dado_store_reader *reader, void *context,
                       dado_error *err);

// Always returns false. If `err` reports inconsistent data, it is replaced by an error
// that names the damaged run and says what to do.
bool dado_store_explain_damage(const dado_store *store, int64_t run, dado_error *err);

// Reads one packed block; *size is 0 if it does not exist. The bytes come from `region`.
bool dado_store_block(dado_store *store, int64_t run, int64_t slot, const unsigned char **packed,
                      size_t *size, int *matches, dado_region *region, dado_error *err);

// Sets or reads which part of its plan a run is, from 1, and of how many; both are 0 for
// a whole run.
bool dado_store_part_set(dado_store *store, int64_t run, int part, int parts, dado_error *err);
bool dado_store_part(dado_store *store, int64_t run, int *part, int *parts, dado_error *err);

// Reads the referees' notes on the matches of one block, lines as in referee_notes.h; ""
// if there are none. The text comes from `region`.
bool dado_store_notes(dado_store *store, int64_t run, int64_t slot, const char **notes,
                      dado_region *region, dado_error *err);

// Computes a hash of what a run is about and of all its results, but not of times,
// referees' notes, or words with several spellings. Equal experiments have equal hashes.
// Plan, blocks and notes are unpacked on the way, so that damage is found.
bool dado_store_fingerprint(dado_store *store, int64_t run, uint64_t *hash, dado_error *err);

// Checks the whole file: other parts of it may be damaged too, and new data could be
// written there.
bool dado_store_check_integrity(dado_store *store, dado_error *err);

bool dado_store_delete(dado_store *store, int64_t run, dado_error *err);

// A log of numbers that a search writes as it goes, one row per step, with its state, so
// that it can be resumed. Equal settings mean the same log.
typedef struct dado_search_log {
    int64_t id;  // 0: there is none
    const char *settings, *columns, *command;
    int64_t rows;
    const char *state;  // the state stored last; "" before that
    bool finished;
} dado_search_log;

// Begins a log. `columns` names the numbers of a row, separated by spaces.
bool dado_store_search_log_begin(dado_store *store, const char *settings, const char *columns,
                                 const char *command, int64_t *id, dado_error *err);

// Stores rows from number `first` on, with `width` numbers each, and the state, all or
// nothing. DADO_NONE is stored as no value. If `state` is NULL, the last one is kept.
bool dado_store_search_log_put(dado_store *store, int64_t id, int64_t first, const double *values,
                               int rows, int width, const char *state, bool finished,
                               dado_error *err);

// Finds the latest log with these settings or, if they are NULL, the first log after
// number `behind`. The id is 0 if there is none. Texts come from `region`.
bool dado_store_search_log_find(dado_store *store, const char *settings, int64_t behind,
                                dado_search_log *kept, dado_region *region, dado_error *err);

// Reads consecutive rows from number `first` on, as many as there is room for, and sets
// *read to their number. DADO_NONE where there is no value.
bool dado_store_search_log_read(dado_store *store, int64_t id, int64_t first, double *values,
                                int rows, int width, int *read, dado_error *err);

// Stores and finds recordings of decisions (judge/option_worth_recording_format.h): bytes,
// identified by settings. Stores without recordings have no table for them. Recordings of
// another build are not found. The oldest are removed when new ones are added.
bool dado_store_recording_put(dado_store *store, const char *settings, const unsigned char *bytes,
                              size_t size, dado_error *err);
// `*bytes` is NULL if there is none; the bytes come from `region`.
bool dado_store_recording_get(dado_store *store, const char *settings, const unsigned char **bytes,
                              size_t *size, dado_region *region, dado_error *err);
