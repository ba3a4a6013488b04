// sqlite_export.h - writes a run as SQLite tables for other programs: one row per match,
// and one row per round.
//
// The store packs its matches so that a million of them are small; this file is for
// queries in SQL. docs/reference/tables.md describes it. Its `user_version` is raised
// when a table or a column changes its meaning or is removed.
#pragma once

#include "lab/experiment.h"

enum { DADO_SQLITE_EXPORT_VERSION = 1 };

typedef struct dado_sqlite_export dado_sqlite_export;

// Begins to write a file beside `path`, which only `end` replaces. `results` may still be
// empty; it must outlive the export.
bool dado_sqlite_export_begin(dado_sqlite_export **tables, const char *path,
                              const dado_results *results, dado_error *err);

// Adds the matches of a block; errors are reported at the end.
void dado_sqlite_export_block(dado_sqlite_export *tables, const dado_block *block);

// Called after all blocks: plays every match again to get its rounds. `stop` may end it.
bool dado_sqlite_export_rounds(dado_sqlite_export *tables, const volatile sig_atomic_t *stop,
                               dado_error *err);

// Ends an export and frees it: with `keep` the file is moved to its name, else it is removed.
// `run` is written into the file as its description. `tables` may be NULL.
bool dado_sqlite_export_end(dado_sqlite_export *tables, const dado_run *run, bool keep,
                            dado_error *err);

int64_t dado_sqlite_export_matches(const dado_sqlite_export *tables);  // number of rows so far
int64_t dado_sqlite_export_round_rows(const dado_sqlite_export *tables);
