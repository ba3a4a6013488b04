// sqlite_helpers.h - the SQLite file of a store, for results_store.c,
// search_progress_store.c, option_worth_store.c and sqlite_export.c.
#pragma once

#include <sqlite3.h>

#include "core/foreach_macro.h"
#include "lab/results_store.h"

typedef struct dado_pending_block {  // a block that is not written yet
    int64_t slot;
    int matches;
    size_t at, size, notes_size;  // its notes follow it
} dado_pending_block;

// The files that one database may touch: its own, and its journals.
typedef struct dado_sql_files {
    sqlite3_vfs vfs;     // what SQLite calls; must be the first member
    sqlite3_vfs *usual;  // what does the work
    char name[32];
    char database[4096];  // the name of the database, as SQLite opened it
} dado_sql_files;

struct dado_store {
    sqlite3 *db;
    dado_sql_files files;
    char *path;     // as it was named
    char at[4096];  // the path by which it is opened: the same, or a pinned one
    const char *vfs;
    dado_byte_writer bytes;
    dado_compressor packer;  // compresses notes
    dado_byte_writer notes;  // the notes compressed last
    dado_pending_block *blocks;
    int count, room;
    int64_t run;
    // players named in this call, who may run though a stored plan names them
    const dado_player *named;
    int named_count;
};

// Registers a way for SQLite to open the files of one database, and returns its name, or
// NULL. A pinned path (core/confine.h) is opened by exactly the name given, without
// following links. `files` must stay where it is until the database was closed.
const char *dado_sql_files_open(dado_sql_files *files, bool pinned);
void dado_sql_files_close(dado_sql_files *files);
// Lets the schema of a database, which a stranger may have written, call nothing.
void dado_sql_distrust(sqlite3 *db);
bool dado_sql_error(dado_store *store, dado_error *err);  // always false; `err` says why
bool dado_sql_run(dado_store *store, const char *sql, dado_error *err);
// Ends a transaction: commits if `fine`, else rolls back.
bool dado_sql_end(dado_store *store, bool fine, dado_error *err);

// A value for a question mark of a statement; borrowed until the statement is finished.
typedef struct dado_sql_value {
    int kind;  // SQLITE_INTEGER and the like
    int64_t whole;
    double real;
    const void *bytes;
    size_t size;
} dado_sql_value;

#define dado_sql_blob(from, count) \
    ((dado_sql_value){ .kind = SQLITE_BLOB, .bytes = (from), .size = (count) })
static inline dado_sql_value dado_sql_identity(dado_sql_value value)
{
    return value;
}
static inline dado_sql_value dado_sql_int(int64_t whole)
{
    return (dado_sql_value){ .kind = SQLITE_INTEGER, .whole = whole };
}
static inline dado_sql_value dado_sql_real(double real)  // DADO_NONE becomes NULL
{
    return (dado_sql_value){ .kind = dado_is_none(real) ? SQLITE_NULL : SQLITE_FLOAT,
                             .real = real };
}
static inline dado_sql_value dado_sql_string(const char *words)  // NULL stays NULL
{
    return (dado_sql_value){ .kind = words ? SQLITE_TEXT : SQLITE_NULL, .bytes = words };
}

#define DADO_SQL_VALUE(value) \
    _Generic((value), bool: dado_sql_int, int: dado_sql_int, long: dado_sql_int, \
             long long: dado_sql_int, double: dado_sql_real, char *: dado_sql_string, \
             const char *: dado_sql_string, dado_sql_value: dado_sql_identity)(value)
#define DADO_SQL_VALUES(...) \
    (const dado_sql_value[]){ DADO_FOREACH(DADO_SQL_VALUE, __VA_ARGS__) }, \
        DADO_COUNT_ARGS(__VA_ARGS__)

// Prepares a statement, which `finish` frees; NULL if it is invalid, which `finish`
// reports.
#define dado_sql_query(store, err, sql, ...) \
    dado_sql_prepare(store, err, sql, DADO_SQL_VALUES(__VA_ARGS__))
// Executes a statement that returns no rows.
#define dado_sql_exec(store, err, sql, ...) \
    dado_sql_step(store, dado_sql_query(store, err, sql, __VA_ARGS__), err)

sqlite3_stmt *dado_sql_prepare(dado_store *store, dado_error *err, const char *sql,
                               const dado_sql_value *values, int count);
void dado_sql_bind(sqlite3_stmt *statement, const dado_sql_value *values, int count);
bool dado_sql_next(sqlite3_stmt *statement);  // true: there is a row
bool dado_sql_finish(dado_store *store, sqlite3_stmt *statement, dado_error *err);
// executes and frees it
bool dado_sql_step(dado_store *store, sqlite3_stmt *statement, dado_error *err);

// Returns the first number that a statement finds, 0 if there is none, and frees the
// statement.
bool dado_sql_number(dado_store *store, sqlite3_stmt *s, int64_t *number, dado_error *err);
bool dado_sql_has_table(dado_store *store, const char *name, bool *there, dado_error *err);
const char *dado_sql_text(sqlite3_stmt *s, int column, dado_region *region);  // a copy
