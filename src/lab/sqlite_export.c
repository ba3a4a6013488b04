// sqlite_export.c - see sqlite_export.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/sqlite_export.h"

#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/scope_cleanup.h"
#include "lab/file.h"
#include "lab/replay.h"
#include "lab/sqlite_helpers.h"

enum { application = 0x64616474 };

struct dado_sqlite_export {
    sqlite3 *db;
    dado_sql_files files;
    const dado_results *results;
    char *path;
    bool begun;  // whether `whole` must be kept or dropped
    dado_atomic_file whole;
    sqlite3_stmt *match, *round;
    int players;
    int64_t matches, rounds;
    bool wrong;  // whether it failed; `err` says why
    dado_error err;
};

static bool refused(dado_sqlite_export *t)
{
    if (!t->wrong) {
        t->wrong = true;
        dado_fail(&t->err, DADO_IO, "%s could not be written: %s", t->path, sqlite3_errmsg(t->db));
    }
    return false;
}

static bool run_sql(dado_sqlite_export *t, const char *sql)
{
    return sqlite3_exec(t->db, sql, NULL, NULL, NULL) == SQLITE_OK || refused(t);
}

static bool step_done(dado_sqlite_export *t, sqlite3_stmt *statement)
{
    bool fine = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return fine || refused(t);
}

static bool left_out(const dado_sqlite_export *t, int measure)
{
    return measure < t->results->measures.metrics && dado_metrics[measure]->across;
}

// Writes a quoted name, with quotes inside it doubled.
static void add_name(dado_text *sql, const char *name)
{
    dado_text_char(sql, '"');
    for (; *name; name++) {
        if (*name == '"') dado_text_char(sql, '"');
        dado_text_char(sql, *name);
    }
    dado_text_char(sql, '"');
}

static void add_seats(dado_text *sql, const char *what, int players)
{
    for (int p = 0; p < players; p++) dado_text_addf(sql, ",%s_p%d INTEGER", what, p);
}

static sqlite3_stmt *prepare_insert(dado_sqlite_export *t, const char *table, int columns)
{
    DADO_CLEANUP(dado_text_free) dado_text sql = { 0 };
    sqlite3_stmt *statement = NULL;
    dado_text_addf(&sql, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < columns; i++) dado_text_add(&sql, ",?");
    dado_text_char(&sql, ')');
    if (sqlite3_prepare_v2(t->db, dado_text_string(&sql), -1, &statement, NULL) != SQLITE_OK) {
        refused(t);
    }
    return statement;
}

// Creates tables with one column per seat and per measure, once these are known.
static bool make_tables(dado_sqlite_export *t)
{
    const dado_measures *measures = &t->results->measures;
    int columns = 5 + 2 * (t->players = t->results->game.players);
    DADO_CLEANUP(dado_text_free) dado_text sql = { 0 };
    dado_text_add(&sql, "CREATE TABLE match (id INTEGER PRIMARY KEY,instance TEXT NOT NULL,"
                        "lineup TEXT NOT NULL,match INTEGER NOT NULL,\"end\" TEXT NOT NULL");
    add_seats(&sql, "score", t->players);
    add_seats(&sql, "place", t->players);
    for (int m = 0; m < measures->count; m++) {
        if (left_out(t, m)) continue;
        dado_text_char(&sql, ',');
        add_name(&sql, measures->items[m]->name);
        dado_text_add(&sql, " REAL");
        columns++;
    }
    dado_text_add(&sql, ");CREATE TABLE round (match_id INTEGER NOT NULL REFERENCES match (id),"
                        "round INTEGER NOT NULL");
    add_seats(&sql, "score", t->players);
    dado_text_add(&sql, ",PRIMARY KEY (match_id,round)) WITHOUT ROWID");
    bool fine = run_sql(t, dado_text_string(&sql));
    if (fine) t->match = prepare_insert(t, "match", columns);
    if (t->match) t->round = prepare_insert(t, "round", 2 + t->players);
    return t->round != NULL;
}

// Creates the file that will replace the target once it is complete.
static bool create_file(dado_sqlite_export *t)
{
    const char *leaf;
    int folder = dado_atomic_folder(t->path, &leaf);
    t->begun = folder >= 0 && dado_atomic_begin(&t->whole, folder, leaf, 0666);
    if (t->begun) return true;
    t->wrong = true;
    dado_fail(&t->err, DADO_IO, "%s could not be written: %s", t->path, strerror(errno));
    if (folder >= 0) close(folder);
    return false;
}

// Opens the database. SQLite opens files only by name, so the name goes through the open
// folder. It creates no file here.
static bool open_database(dado_sqlite_export *t)
{
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    dado_text_addf(&name, "/proc/self/fd/%d/%s", t->whole.folder, t->whole.name);
    const char *vfs = dado_sql_files_open(&t->files, true);
    return vfs && sqlite3_open_v2(dado_text_string(&name), &t->db, SQLITE_OPEN_READWRITE, vfs) ==
                      SQLITE_OK;
}

bool dado_sqlite_export_begin(dado_sqlite_export **tables, const char *path,
                              const dado_results *results, dado_error *err)
{
    dado_sqlite_export *t = *tables = calloc(1, sizeof *t);
    if (t) t->path = strdup(path);
    if (!t || !t->path) return dado_fail(err, DADO_LIMIT, "no memory left for tables");
    t->results = results;
    if (!create_file(t)) {
        if (err) *err = t->err;
        return false;
    }
    char pragmas[120];
    snprintf(pragmas, sizeof pragmas,
             "PRAGMA journal_mode=OFF;PRAGMA application_id=%d;"
             "PRAGMA user_version=%d;BEGIN;",
             application, DADO_SQLITE_EXPORT_VERSION);
    if (!open_database(t)) refused(t);
    else if (run_sql(t, pragmas)) {
        run_sql(t, "CREATE TABLE export (name TEXT PRIMARY KEY,value TEXT);"
                   "CREATE TABLE seat (instance TEXT NOT NULL,lineup TEXT NOT NULL,"
                   "seat INTEGER NOT NULL,agent TEXT NOT NULL);"
                   "CREATE TABLE setting (instance TEXT NOT NULL,name TEXT NOT NULL,value TEXT)");
    }
    if (t->wrong && err) *err = t->err;
    return !t->wrong;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

// Binds the numbers of the seats there are, and NULL for the rest.
static int bind_seats(sqlite3_stmt *statement, int at, const int32_t *row, int there, int players,
                      int sign, int add)
{
    for (int p = 0; p < players; p++, at++) {
        if (p < there) sqlite3_bind_int64(statement, at, (int64_t)sign * row[p] + add);
        else sqlite3_bind_null(statement, at);
    }
    return at;
}

void dado_sqlite_export_block(dado_sqlite_export *t, const dado_block *block)
{
    const dado_results *results = t->results;
    if (t->wrong || block->players == 0 || (!t->match && !make_tables(t))) return;
    int sign = results->game.lowest_wins ? -1 : 1;
    for (int i = 0; i < block->count && !t->wrong; i++) {
        int64_t row = (int64_t)i * block->players;
        sqlite3_bind_int64(t->match, 1, ++t->matches);
        bind_text(t->match, 2, results->plan->instances[block->instance].name);
        bind_text(t->match, 3, results->plan->lineups[block->lineup].name);
        sqlite3_bind_int64(t->match, 4, block->first + i);
        bind_text(t->match, 5, dado_match_end_names[block->ends[i]]);
        int at = bind_seats(t->match, 6, block->scores + row, block->players, t->players, sign, 0);
        at = bind_seats(t->match, at, block->places + row, block->players, t->players, 1, 1);
        for (int m = 0; m < results->measures.count; m++) {
            if (left_out(t, m)) continue;
            double value = dado_block_value(block, i, m);
            if (dado_is_none(value)) sqlite3_bind_null(t->match, at++);
            else sqlite3_bind_double(t->match, at++, value);
        }
        step_done(t, t->match);
    }
}

static void add_rounds(dado_sqlite_export *t, int64_t id, const dado_trace *trace, bool lowest_wins)
{
    for (int round = 0; round <= trace->rounds && !t->wrong; round++) {
        sqlite3_bind_int64(t->round, 1, id);
        sqlite3_bind_int(t->round, 2, round);
        bind_seats(t->round, 3, dado_trace_row(trace, round), trace->players, t->players,
                   lowest_wins ? -1 : 1, 0);
        t->rounds += step_done(t, t->round);
    }
}

bool dado_sqlite_export_rounds(dado_sqlite_export *t, const volatile sig_atomic_t *stop,
                               dado_error *err)
{
    const dado_results *results = t->results;
    int64_t id = 0;
    DADO_CLEANUP(dado_round_reader_end) dado_round_reader reader = { 0 };
    dado_round_reader_begin(&reader, results, stop);
    for (int c = 0; c < results->cell_count && t->round; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        if (!dado_round_reader_open(&reader, cell, &t->err)) {
            t->wrong = true;
            break;
        }
        for (int64_t i = 0; i < cell->sums.matches && !t->wrong; i++) {
            const dado_trace *trace = dado_round_reader_match(&reader, i, &t->err);
            t->wrong = !trace && !(stop && *stop);
            if (!trace) break;
            add_rounds(t, ++id, trace, results->game.lowest_wins);
        }
    }
    if (t->wrong && err) *err = t->err;
    return !t->wrong;
}

static void add_setting(dado_sqlite_export *t, const char *name, const char *value)
{
    sqlite3_stmt *statement = prepare_insert(t, "export", 2);
    if (!statement) return;
    bind_text(statement, 1, name);
    bind_text(statement, 2, value ? value : "");
    step_done(t, statement);
    sqlite3_finalize(statement);
}

static void add_run_info(dado_sqlite_export *t, const dado_run *run)
{
    char number[40];
    snprintf(number, sizeof number, "%d", DADO_SQLITE_EXPORT_VERSION);
    add_setting(t, "schema", number);
    add_setting(t, "dado", dado_version);
    snprintf(number, sizeof number, "%" PRId64, run->id);
    add_setting(t, "run", number);
    add_setting(t, "game", run->game);
    add_setting(t, "title", t->results->game.rules ? t->results->game.rules->title : "");
    add_setting(t, "command", run->command);
    snprintf(number, sizeof number, "%" PRIu64, run->seed);
    add_setting(t, "seed", number);
    snprintf(number, sizeof number, "%016" PRIx64, run->hash);
    add_setting(t, "plan", number);
    add_setting(t, "lowest_wins", t->results->game.lowest_wins ? "1" : "0");
}

static void add_seats_info(dado_sqlite_export *t)
{
    const dado_plan *plan = t->results->plan;
    sqlite3_stmt *statement = prepare_insert(t, "seat", 4);
    for (int c = 0; statement && c < t->results->cell_count; c++) {
        const dado_cell *cell = &t->results->cells[c];
        const dado_lineup *lineup = &plan->lineups[cell->lineup];
        for (int p = 0; p < t->players && !t->wrong; p++) {
            bind_text(statement, 1, plan->instances[cell->instance].name);
            bind_text(statement, 2, lineup->name);
            sqlite3_bind_int(statement, 3, p);
            bool there = lineup->count == 1 || p < lineup->count;
            bind_text(statement, 4, there ? dado_lineup_player(lineup, p)->typed : "");
            step_done(t, statement);
        }
    }
    sqlite3_finalize(statement);
}

static void add_options_info(dado_sqlite_export *t)
{
    const dado_plan *plan = t->results->plan;
    sqlite3_stmt *statement = prepare_insert(t, "setting", 3);
    for (int i = 0; statement && i < plan->instance_count; i++) {
        const dado_options *set = &plan->instances[i].options;
        for (int k = 0; k < set->count && !t->wrong; k++) {
            if (strcmp(set->items[k].name, "file") == 0) continue;
            bind_text(statement, 1, plan->instances[i].name);
            bind_text(statement, 2, set->items[k].name);
            bind_text(statement, 3, set->items[k].text);
            step_done(t, statement);
        }
    }
    sqlite3_finalize(statement);
}

bool dado_sqlite_export_end(dado_sqlite_export *t, const dado_run *run, bool keep, dado_error *err)
{
    if (!t) return true;
    if (keep && !t->wrong && !t->match) make_tables(t);  // empty tables
    if (keep && !t->wrong) {
        add_run_info(t, run);
        add_seats_info(t);
        add_options_info(t);
        if (!t->wrong) run_sql(t, "COMMIT");
    }
    sqlite3_finalize(t->match);
    sqlite3_finalize(t->round);
    sqlite3_close(t->db);
    dado_sql_files_close(&t->files);
    bool fine = !t->wrong;
    if (t->begun && keep && fine) {
        fine = dado_atomic_keep(&t->whole) ||
               dado_fail(&t->err, DADO_IO, "%s could not be renamed to its final name", t->path);
    } else if (t->begun) {
        dado_atomic_drop(&t->whole);
    }
    if (!fine && err) *err = t->err;
    free(t->path);
    free(t);
    return fine;
}

int64_t dado_sqlite_export_matches(const dado_sqlite_export *t)
{
    return t->matches;
}
int64_t dado_sqlite_export_round_rows(const dado_sqlite_export *t)
{
    return t->rounds;
}
