// sql.h - the file behind a store, for the two that speak SQL: store.c and trail.c.
#pragma once

#include <sqlite3.h>

#include "core/each.h"
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
    dado_packing notes;  // those packed last
    dado_waiting *blocks;
    int count, room;
    int64_t run;
};

bool dado_sql_refused(dado_store *store, dado_error *err);  // false, and why in words
bool dado_sql_run(dado_store *store, const char *sql, dado_error *err);
// The end of what BEGIN began: kept if all went well, and as it was before if not.
bool dado_sql_end(dado_store *store, bool fine, dado_error *err);

// What stands for the question marks of a statement; borrowed until that is finished.
typedef struct dado_sql_value {
    int kind;  // SQLITE_INTEGER and its like
    int64_t whole;
    double real;
    const void *bytes;
    size_t size;
} dado_sql_value;

#define dado_sql_blob(from, count) \
    ((dado_sql_value){ .kind = SQLITE_BLOB, .bytes = (from), .size = (count) })
static inline dado_sql_value dado_sql_itself(dado_sql_value value) { return value; }
static inline dado_sql_value dado_sql_whole(int64_t whole)
{
    return (dado_sql_value){ .kind = SQLITE_INTEGER, .whole = whole };
}
static inline dado_sql_value dado_sql_real(double real)  // DADO_NONE is NULL there
{
    return (dado_sql_value){ .kind = dado_is_none(real) ? SQLITE_NULL : SQLITE_FLOAT,
                             .real = real };
}
static inline dado_sql_value dado_sql_words(const char *words)  // and so is NULL
{
    return (dado_sql_value){ .kind = words ? SQLITE_TEXT : SQLITE_NULL, .bytes = words };
}

#define DADO_SQL_VALUE(value) \
    _Generic((value), bool: dado_sql_whole, int: dado_sql_whole, long: dado_sql_whole, \
             long long: dado_sql_whole, double: dado_sql_real, char *: dado_sql_words, \
             const char *: dado_sql_words, dado_sql_value: dado_sql_itself)(value)
#define DADO_SQL_VALUES(...) \
    (const dado_sql_value[]){ DADO_EACH(DADO_SQL_VALUE, __VA_ARGS__) }, DADO_HOW_MANY(__VA_ARGS__)

// A statement, used up by `finish`; NULL if it makes no sense, which `finish` says.
#define dado_sql_ask(store, err, sql, ...) \
    dado_sql_prepare(store, err, sql, DADO_SQL_VALUES(__VA_ARGS__))
// One that answers with nothing.
#define dado_sql_do(store, err, sql, ...) \
    dado_sql_step(store, dado_sql_ask(store, err, sql, __VA_ARGS__), err)

sqlite3_stmt *dado_sql_prepare(dado_store *store, dado_error *err, const char *sql,
                               const dado_sql_value *values, int count);
void dado_sql_bind(sqlite3_stmt *statement, const dado_sql_value *values, int count);
bool dado_sql_next(sqlite3_stmt *statement);  // true: it stands on a row
bool dado_sql_finish(dado_store *store, sqlite3_stmt *statement, dado_error *err);
bool dado_sql_step(dado_store *store, sqlite3_stmt *statement, dado_error *err);  // and finishes

// The first number that a statement finds, 0 where there is none; and finishes.
bool dado_sql_number(dado_store *store, sqlite3_stmt *s, int64_t *number, dado_error *err);
bool dado_sql_has_table(dado_store *store, const char *name, bool *there, dado_error *err);
const char *dado_sql_text(sqlite3_stmt *s, int column, dado_arena *arena);  // a copy
