// store.h - where results are kept: one SQLite file, many runs.
//
// A run is a plan and its blocks. Blocks are written in the order of the plan,
// so what a run has is always its beginning, and to go on is to play the rest.
// One process writes at a time and waits for the other; a process killed at
// any moment leaves every block it had committed, whole.
#pragma once

#include "lab/block.h"
#include "lab/plan.h"

typedef struct dado_store dado_store;

typedef enum dado_store_mode {
    DADO_STORE_READ,   // must be there
    DADO_STORE_WRITE,  // made where it is not
} dado_store_mode;

typedef struct dado_run {
    int64_t id;
    uint64_t hash;     // of its plan
    const char *game;  // as the user named it
    const char *command;
    const char *version;  // of the program that played it
    const char *measures;  // names of what its blocks hold, parted by spaces
    uint64_t seed;
    int64_t started;       // seconds since 1970
    double seconds;        // of playing, all sessions together
    int64_t matches, all;  // kept so far, and planned
    int64_t blocks;        // kept
    int64_t bytes;         // they take
    int instances, lineups;
    bool finished;
} dado_run;

// $DADO_STORE, or dado.db in the current folder.
const char *dado_store_path(void);

bool dado_store_open(dado_store **store, const char *path, dado_store_mode mode, dado_error *err);
void dado_store_close(dado_store *store);  // NULL is fine
static inline void dado_store_end(dado_store **store)  // for DADO_ENDS
{
    dado_store_close(*store);
}

// Begins a run. `measures` names what blocks hold, parted by spaces.
bool dado_store_begin(dado_store *store, const dado_plan *plan, const char *measures, int64_t *run,
                      dado_error *err);

// Says that this very program has played or shown a run, which makes it the latest. [Stores of long
// ago have no such table.]
bool dado_store_sign(dado_store *store, int64_t run, dado_error *err);

// The latest run of this plan; *run is 0 if there is none. With `finished`, only one that this very
// program has played to its end.
bool dado_store_find(dado_store *store, uint64_t hash, bool finished, int64_t *run,
                     dado_error *err);

// Takes a packed block, `slot` its place in the plan, and what referees said of its matches; it
// is safe once `commit` has returned.
bool dado_store_put(dado_store *store, int64_t slot, int matches, const unsigned char *packed,
                    size_t size, const char *notes, dado_error *err);
size_t dado_store_waiting(const dado_store *store);  // bytes taken and not committed
bool dado_store_commit(dado_store *store, int64_t run, double more_seconds, bool finished,
                       dado_error *err);

// The texts come from `arena`.
bool dado_store_runs(dado_store *store, const dado_run **runs, int *count, dado_arena *arena,
                     dado_error *err);
bool dado_store_run(dado_store *store, int64_t id, dado_run *run, dado_arena *arena,
                    dado_error *err);
bool dado_store_latest(dado_store *store, int64_t *run, dado_error *err);
bool dado_store_plan(dado_store *store, int64_t run, dado_plan *plan, dado_arena *arena,
                     dado_error *err);

// Hands over the packed blocks in order, until told to stop by false.
typedef bool dado_store_reader(void *context, int64_t slot, const unsigned char *packed,
                               size_t size, dado_error *err);
bool dado_store_blocks(dado_store *store, int64_t run, dado_store_reader *reader, void *context,
                       dado_error *err);

// False: where `err` says that something makes no sense, it says now that the run does, and what to
// do about it.
bool dado_store_damaged(const dado_store *store, int64_t run, dado_error *err);

// One packed block; *size is 0 if it is not there. The bytes come from `arena`.
bool dado_store_block(dado_store *store, int64_t run, int64_t slot, const unsigned char **packed,
                      size_t *size, int *matches, dado_arena *arena, dado_error *err);

// Which part of its plan a run is, from 1, of how many; both are 0 where it is the whole.
bool dado_store_part_set(dado_store *store, int64_t run, int part, int parts, dado_error *err);
bool dado_store_part(dado_store *store, int64_t run, int *part, int *parts, dado_error *err);

// What referees said of the matches of one block, lines as note.h has them; "" if nothing. The
// text comes from `arena`.
bool dado_store_notes(dado_store *store, int64_t run, int64_t slot, const char **notes,
                      dado_arena *arena, dado_error *err);

// A hash of what a run is of and of all its results, but not of the clock, nor of referees, who
// look at it, nor of words that can be spelt in several ways: equal experiments have equal ones.
// Plan, blocks and notes are unpacked on the way, so that damage is found.
bool dado_store_fingerprint(dado_store *store, int64_t run, uint64_t *hash, dado_error *err);

// Whether the whole file is in order: what is not the run's own may be damaged as well, and what
// is written next could land there.
bool dado_store_sound(dado_store *store, dado_error *err);

bool dado_store_delete(dado_store *store, int64_t run, dado_error *err);

// A trail of numbers that a search leaves as it goes, a row a step, and where
// it was, so that it can go on. Equal settings mean the same trail.
typedef struct dado_trail {
    int64_t id;  // 0: there is none
    const char *settings, *columns, *command;
    int64_t rows;
    const char *state;  // as it was put last; "" before that
    bool finished;
} dado_trail;

// `columns` names the numbers of a row, parted by spaces.
bool dado_store_trail_begin(dado_store *store, const char *settings, const char *columns,
                            const char *command, int64_t *id, dado_error *err);

// Puts rows from number `first` on, `width` numbers each, and the state, all or nothing.
// DADO_NONE is kept as no value. A state of NULL leaves the last one.
bool dado_store_trail_put(dado_store *store, int64_t id, int64_t first, const double *values,
                          int rows, int width, const char *state, bool finished, dado_error *err);

// The latest with these settings; or, where they are NULL, the first behind number `behind`, its
// settings too. The id is 0 if there is none. Texts come from `arena`.
bool dado_store_trail_find(dado_store *store, const char *settings, int64_t behind,
                           dado_trail *kept, dado_arena *arena, dado_error *err);

// Reads rows from number `first` on, as many as follow each other and there is room for: *read of
// them. DADO_NONE where there is no value.
bool dado_store_trail_read(dado_store *store, int64_t id, int64_t first, double *values, int rows,
                           int width, int *read, dado_error *err);
