// sql.c - see sql.h.
#include "lab/sql.h"

#include <string.h>

// What the database refused, in words, with what to do about it.
bool dado_sql_refused(dado_store *store, dado_error *err)
{
    int code = sqlite3_errcode(store->db) & 0xFF;
    const char *path = store->path, *why = sqlite3_errmsg(store->db);
    switch (code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // a statement of ours that makes no sense there: its tables are not ours
        return dado_fail(err, DADO_IO,
                         "the store %.160s is damaged, or is no store at all (%.60s); move it away "
                         "or name another with --store FILE",
                         path, why);
    case SQLITE_FULL:
        return dado_fail(
            err, DADO_IO,
            "the disk is full: the store %.160s cannot grow; what it had is safe: make "
            "room and go on with --resume",
            path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return dado_fail(err, DADO_IO,
                         "the store %.160s is in use by another process that does not let go; try "
                         "again, or name another with --store FILE",
                         path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return dado_fail(err, DADO_IO,
                         "the store %.160s cannot be written (%.60s); name another with --store "
                         "FILE, or keep nothing with --no-store",
                         path, why);
    case SQLITE_IOERR:
        return dado_fail(
            err, DADO_IO,
            "the disk refused to read or write the store %.160s (%.60s): it may be full; "
            "what was committed is safe: make room and go on with --resume",
            path, why);
    case SQLITE_NOMEM:
        return dado_fail(err, DADO_LIMIT, "no memory left for the store %.160s", path);
    default: return dado_fail(err, DADO_IO, "the store %.160s failed: %.120s", path, why);
    }
}

bool dado_sql_run(dado_store *store, const char *sql, dado_error *err)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           dado_sql_refused(store, err);
}

bool dado_sql_end(dado_store *store, bool fine, dado_error *err)
{
    if (fine && dado_sql_run(store, "COMMIT", err)) return true;
    dado_sql_run(store, "ROLLBACK", NULL);
    return false;
}

void dado_sql_bind(sqlite3_stmt *s, const dado_sql_value *values, int count)
{
    for (int i = 0; i < count; i++) {
        const dado_sql_value *v = &values[i];
        switch (v->kind) {
        case SQLITE_INTEGER: sqlite3_bind_int64(s, i + 1, v->whole); break;
        case SQLITE_FLOAT: sqlite3_bind_double(s, i + 1, v->real); break;
        case SQLITE_TEXT: sqlite3_bind_text(s, i + 1, v->bytes, -1, SQLITE_STATIC); break;
        case SQLITE_BLOB: sqlite3_bind_blob64(s, i + 1, v->bytes, v->size, SQLITE_STATIC); break;
        default: sqlite3_bind_null(s, i + 1); break;
        }
    }
}

sqlite3_stmt *dado_sql_prepare(dado_store *store, dado_error *err, const char *sql,
                               const dado_sql_value *values, int count)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK) {
        dado_sql_bind(statement, values, count);
        return statement;
    }
    dado_sql_refused(store, err);
    return NULL;
}

bool dado_sql_next(sqlite3_stmt *statement)
{
    return statement && sqlite3_step(statement) == SQLITE_ROW;
}

bool dado_sql_finish(dado_store *store, sqlite3_stmt *statement, dado_error *err)
{
    if (!statement) return false;
    return sqlite3_finalize(statement) == SQLITE_OK || dado_sql_refused(store, err);
}

bool dado_sql_step(dado_store *store, sqlite3_stmt *statement, dado_error *err)
{
    dado_sql_next(statement);
    return dado_sql_finish(store, statement, err);
}

bool dado_sql_number(dado_store *store, sqlite3_stmt *s, int64_t *number, dado_error *err)
{
    *number = dado_sql_next(s) ? sqlite3_column_int64(s, 0) : 0;
    return dado_sql_finish(store, s, err);
}

bool dado_sql_has_table(dado_store *store, const char *name, bool *there, dado_error *err)
{
    int64_t one = 0;
    const char *sql = "SELECT 1 FROM sqlite_master WHERE name = ?";
    bool fine = dado_sql_number(store, dado_sql_ask(store, err, sql, name), &one, err);
    *there = one;
    return fine;
}

const char *dado_sql_text(sqlite3_stmt *s, int column, dado_arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text ? dado_arena_copy(arena, text, strlen(text)) : "";
}
