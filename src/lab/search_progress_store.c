// search_progress_store.c - stores the search logs of results_store.h: numbers that a
// search writes as it goes.
#include "lab/file.h"
#include "lab/sqlite_helpers.h"

// Created when the first log is stored, so that stores without logs stay as they are.
static const char search_log_schema[] =
    "CREATE TABLE IF NOT EXISTS trail ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  settings TEXT NOT NULL,"
    "  columns TEXT NOT NULL,"
    "  command TEXT NOT NULL,"
    "  version TEXT NOT NULL,"
    "  state TEXT NOT NULL DEFAULT '',"
    "  finished INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE IF NOT EXISTS trail_row ("
    "  trail INTEGER NOT NULL REFERENCES trail (id) ON DELETE CASCADE,"
    "  number INTEGER NOT NULL,"
    "  place INTEGER NOT NULL,"  // index of the column, from 0
    "  value REAL,"
    "  PRIMARY KEY (trail, number, place)) WITHOUT ROWID;";

bool dado_store_search_log_begin(dado_store *store, const char *settings, const char *columns,
                                 const char *command, int64_t *id, dado_error *err)
{
    if (!dado_sql_run(store, search_log_schema, err)) return false;
    if (!dado_sql_exec(store, err,
                       "INSERT INTO trail (settings, columns, command, version) "
                       "VALUES (?, ?, ?, ?)",
                       settings, columns, command ? command : "", dado_version)) {
        return false;
    }
    *id = sqlite3_last_insert_rowid(store->db);
    return true;
}

static bool put_search_log_rows(dado_store *store, int64_t id, int64_t first, const double *values,
                                int rows, int width, dado_error *err)
{
    sqlite3_stmt *s = dado_sql_query(store, err,
                                     "INSERT OR REPLACE INTO trail_row (trail, number, "
                                     "place, value) VALUES (?, ?, ?, ?)",
                                     id);
    if (!s) return false;
    for (int i = 0; i < rows * width; i++) {
        dado_sql_bind(s, DADO_SQL_VALUES(id, first + i / width, i % width, values[i]));
        if (sqlite3_step(s) != SQLITE_DONE) break;
        sqlite3_reset(s);
    }
    return dado_sql_finish(store, s, err);
}

bool dado_store_search_log_put(dado_store *store, int64_t id, int64_t first, const double *values,
                               int rows, int width, const char *state, bool finished,
                               dado_error *err)
{
    const char *sql = "UPDATE trail SET state = coalesce(?, state), finished = ? WHERE id = ?";
    if (!dado_sql_run(store, "BEGIN IMMEDIATE", err)) return false;
    return dado_sql_end(store,
                        put_search_log_rows(store, id, first, values, rows, width, err) &&
                            dado_sql_exec(store, err, sql, state, finished, id),
                        err);
}

#define TRAIL_COLUMNS \
    "SELECT id, columns, command, state, finished, (SELECT count(DISTINCT number) FROM " \
    "trail_row WHERE trail = id), settings FROM trail WHERE "

bool dado_store_search_log_find(dado_store *store, const char *settings, int64_t behind,
                                dado_search_log *kept, dado_region *region, dado_error *err)
{
    *kept = (dado_search_log){ .settings = settings, .columns = "", .command = "", .state = "" };
    bool there;
    if (!dado_sql_has_table(store, "trail", &there, err)) return false;
    if (!there) return true;
    sqlite3_stmt *s =
        settings ? dado_sql_query(store, err, TRAIL_COLUMNS "settings = ? ORDER BY id DESC LIMIT 1",
                                  settings)
                 : dado_sql_query(store, err, TRAIL_COLUMNS "id > ? ORDER BY id LIMIT 1", behind);
    if (dado_sql_next(s)) {
        kept->id = sqlite3_column_int64(s, 0);
        kept->columns = dado_sql_text(s, 1, region);
        kept->command = dado_sql_text(s, 2, region);
        kept->state = dado_sql_text(s, 3, region);
        kept->finished = sqlite3_column_int(s, 4) != 0;
        kept->rows = sqlite3_column_int64(s, 5);
        if (!settings) kept->settings = dado_sql_text(s, 6, region);
        if (!kept->columns || !kept->command || !kept->state || !kept->settings) {
            sqlite3_finalize(s);
            return dado_fail(err, DADO_LIMIT, "no memory left for a search kept in %s",
                             store->path);
        }
    }
    return dado_sql_finish(store, s, err);
}

bool dado_store_search_log_read(dado_store *store, int64_t id, int64_t first, double *values,
                                int rows, int width, int *read, dado_error *err)
{
    *read = 0;
    sqlite3_stmt *s = dado_sql_query(store, err,
                                     "SELECT number, place, value FROM trail_row WHERE trail = ? "
                                     "AND number >= ? ORDER BY number, place LIMIT ?",
                                     id, first, (int64_t)rows * width);
    int64_t at = 0;
    while (at < (int64_t)rows * width && dado_sql_next(s)) {
        bool next = sqlite3_column_int64(s, 0) == first + at / width &&
                    sqlite3_column_int64(s, 1) == at % width;
        if (!next) break;
        bool none = sqlite3_column_type(s, 2) == SQLITE_NULL;
        values[at++] = none ? DADO_NONE : sqlite3_column_double(s, 2);
    }
    *read = (int)(at / width);
    return dado_sql_finish(store, s, err);
}
