// playtest_store.h - keeps the matches that people played beside the runs of a store.
//
// A record is kept as the line that playtest_record.h writes, names included. Deleting a
// person removes every match in which that person sat: from the records, from the runs
// made of them, and from the files that were exported, and leaves no bytes of them in the
// file of the store.
#pragma once

#include "lab/playtest_record.h"
#include "lab/results_store.h"

typedef struct dado_kept_playtest {
    const char *line;  // the record
    const char *id;
    uint64_t rules;  // hash of the game, as dado_game_source_hash gives it
    int64_t run;     // the run that has this match; 0: none
} dado_kept_playtest;

// Keeps a record that has an id; one with the same id is replaced. `run` is the run that
// has the match, or 0; a run that is known already stays.
bool dado_store_playtest_put(dado_store *store, const dado_playtest_record *record, uint64_t rules,
                             int64_t run, dado_error *err);

// Finds out whether a record with the same id is kept that differs from this one.
bool dado_store_playtest_has_other(dado_store *store, const dado_playtest_record *record,
                                   bool *other, dado_error *err);

// The same for a match whose table is still open, so that it may be kept again and again: one
// that was deleted meanwhile stays deleted.
bool dado_store_playtest_put_open(dado_store *store, const dado_playtest_record *record,
                                  uint64_t rules, dado_error *err);

// Notes that a run has the match of a record. `linked` is false if no such record is kept.
bool dado_store_playtest_link_run(dado_store *store, const char *id, int64_t run, bool *linked,
                                  dado_error *err);

// Finds out whether a run has a match that is kept as a record.
bool dado_store_playtest_in_run(dado_store *store, int64_t run, bool *any, dado_error *err);

// Returns the records of a game, or of all if `rules` is 0, in the order in which they
// were kept.
bool dado_store_playtests(dado_store *store, uint64_t rules, const dado_kept_playtest **kept,
                          int *count, dado_region *region, dado_error *err);

// Remembers a file to which records were exported, so that a deletion reaches it.
bool dado_store_playtest_exported(dado_store *store, const char *path, dado_error *err);

typedef struct dado_playtest_deletion {
    int matches, runs, files;  // how many were removed, or changed
    int unreadable;            // records that cannot be read, and were left
    const char *unreachable;   // a file that could not be changed, and why; or NULL
    bool log_busy;             // somebody reads the store, so its log still has what was deleted
} dado_playtest_deletion;

// Deletes every match in which `person` sat, and damaged records that contain the name.
bool dado_store_playtest_delete(dado_store *store, const char *person, dado_region *region,
                                dado_playtest_deletion *done, dado_error *err);

// Writes 16 random hexadecimal digits from the system.
bool dado_playtest_new_id(char id[17], dado_error *err);
