// store_tables.h - a run as SQLite tables for other programs: a row a match, a row a round.
//
// The store packs its matches, so that a million of them are small; what is written here is for
// those who ask in SQL. docs/reference/tables.md describes it, and its `user_version` is raised
// when a table or a column changes its meaning or goes.
#pragma once

#include "lab/experiment.h"

enum { DADO_TABLES_VERSION = 1 };

typedef struct dado_tables dado_tables;

// Writes beside `path`, which is replaced by `end` alone. `results` may still be empty; it stays
// where it is.
bool dado_tables_begin(dado_tables **tables, const char *path, const dado_results *results,
                       dado_error *err);

// Takes the matches of a block; what goes wrong is told at the end.
void dado_tables_block(dado_tables *tables, const dado_block *block);

// Once all blocks were taken: every match is played again for its rounds. `stop` may end it.
bool dado_tables_rounds(dado_tables *tables, const volatile sig_atomic_t *stop, dado_error *err);

// Puts the file in its place if `keep`, and lets go of everything. `run` is what it is of. NULL is
// fine.
bool dado_tables_end(dado_tables *tables, const dado_run *run, bool keep, dado_error *err);

int64_t dado_tables_matches(const dado_tables *tables);  // rows so far
int64_t dado_tables_round_rows(const dado_tables *tables);
