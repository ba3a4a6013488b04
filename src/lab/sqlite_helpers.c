// sqlite_helpers.c - see sqlite_helpers.h.
#include "lab/sqlite_helpers.h"

#include <stdio.h>
#include <string.h>

// Whether SQLite may look at or remove this file: the journals of the database, no others. A
// journal can name a further file ("super-journal"), which SQLite would open and remove,
// wherever it is. A store may come from a stranger, and so may the journal beside it.
static bool is_own_journal(const dado_sql_files *files, const char *name)
{
    size_t length = strlen(files->database);
    if (length == 0 || strncmp(name, files->database, length) != 0) return false;
    return strcmp(name + length, "-journal") == 0 || strcmp(name + length, "-wal") == 0;
}

static int open_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                     int *got)
{
    dado_sql_files *files = (dado_sql_files *)vfs;
    if (flags & SQLITE_OPEN_SUPER_JOURNAL) return SQLITE_CANTOPEN;
    if (flags & SQLITE_OPEN_MAIN_DB) {
        int length = snprintf(files->database, sizeof files->database, "%s", name);
        if (length < 0 || length >= (int)sizeof files->database) return SQLITE_CANTOPEN;
    }
    return files->usual->xOpen(vfs, name, file, flags, got);
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    dado_sql_files *files = (dado_sql_files *)vfs;
    return is_own_journal(files, name) ? files->usual->xDelete(vfs, name, sync_folder)
                                       : SQLITE_IOERR_DELETE;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int what, int *found)
{
    dado_sql_files *files = (dado_sql_files *)vfs;
    *found = 0;
    if (!is_own_journal(files, name) && strcmp(name, files->database) != 0) return SQLITE_OK;
    return files->usual->xAccess(vfs, name, what, found);
}

static int keep_name(sqlite3_vfs *vfs, const char *name, int room, char *out)
{
    (void)vfs;
    int length = snprintf(out, (size_t)room, "%s", name);
    return length >= 0 && length < room ? SQLITE_OK : SQLITE_CANTOPEN;
}

const char *dado_sql_files_open(dado_sql_files *files, bool pinned)
{
    files->usual = sqlite3_vfs_find(NULL);
    if (!files->usual) return NULL;
    snprintf(files->name, sizeof files->name, "dado-%p", (void *)files);
    files->vfs = *files->usual;
    files->vfs.pNext = NULL;
    files->vfs.zName = files->name;
    files->vfs.xOpen = open_file;
    files->vfs.xDelete = delete_file;
    files->vfs.xAccess = access_file;
    if (pinned) files->vfs.xFullPathname = keep_name;
    return sqlite3_vfs_register(&files->vfs, 0) == SQLITE_OK ? files->name : NULL;
}

void dado_sql_files_close(dado_sql_files *files)
{
    if (files->usual) sqlite3_vfs_unregister(&files->vfs);
}

void dado_sql_distrust(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
}

// Turns an error of the database into a message that says what to do about it.
bool dado_sql_error(dado_store *store, dado_error *err)
{
    int code = sqlite3_errcode(store->db) & 0xFF;
    const char *path = store->path, *why = sqlite3_errmsg(store->db);
    switch (code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // one of our statements failed: the tables are not ours
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
           dado_sql_error(store, err);
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
    dado_sql_error(store, err);
    return NULL;
}

bool dado_sql_next(sqlite3_stmt *statement)
{
    return statement && sqlite3_step(statement) == SQLITE_ROW;
}

bool dado_sql_finish(dado_store *store, sqlite3_stmt *statement, dado_error *err)
{
    if (!statement) return false;
    return sqlite3_finalize(statement) == SQLITE_OK || dado_sql_error(store, err);
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
    bool fine = dado_sql_number(store, dado_sql_query(store, err, sql, name), &one, err);
    *there = one;
    return fine;
}

const char *dado_sql_text(sqlite3_stmt *s, int column, dado_region *region)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text ? dado_region_copy(region, text, strlen(text)) : "";
}
