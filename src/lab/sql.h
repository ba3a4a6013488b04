// sql.h - the file behind a store, for the two that speak SQL: store.c and trail.c.
#ifndef DADO_LAB_SQL_H
#define DADO_LAB_SQL_H

#include <sqlite3.h>

#include "lab/store.h"

typedef struct dado_waiting {  // a block on its way to the file
    int64_t slot;
    int matches;
    size_t at, size, notes_size;  // the notes stand behind it
} dado_waiting;

struct dado_store {
    sqlite3 *db;
    char *path;
    dado_packing bytes;
    dado_packer packer;  // of notes
    dado_waiting *blocks;
    int count, room;
    int64_t run;
};

bool dado_sql_refused(dado_store *store, dado_error *err);  // false, and why in words
bool dado_sql_run(dado_store *store, const char *sql, dado_error *err);

// A statement, used up by `finish`; NULL if it makes no sense.
sqlite3_stmt *dado_sql_prepare(dado_store *store, const char *sql, dado_error *err);
bool dado_sql_finish(dado_store *store, sqlite3_stmt *statement, dado_error *err);
// The same after stepping one that answers with nothing.
bool dado_sql_step(dado_store *store, sqlite3_stmt *statement, dado_error *err);

bool dado_sql_number(dado_store *store, const char *sql, int64_t *number, dado_error *err);
bool dado_sql_has_table(dado_store *store, const char *name, bool *there, dado_error *err);
const char *dado_sql_text(sqlite3_stmt *s, int column, dado_arena *arena);  // a copy

#endif
