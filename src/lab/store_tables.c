// store_tables.c - see store_tables.h.
#define _POSIX_C_SOURCE 200809L
#include "lab/store_tables.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/ends.h"
#include "lab/file.h"

enum { application = 0x64616474 };

struct dado_tables {
    sqlite3 *db;
    const dado_results *results;
    char *path, *beside;
    sqlite3_stmt *match, *round;
    int players;
    int64_t matches, rounds;
    bool wrong;  // err says what
    dado_error err;
};

static bool refused(dado_tables *t)
{
    if (!t->wrong) {
        t->wrong = true;
        dado_fail(&t->err, DADO_IO, "%s could not be written: %s", t->path, sqlite3_errmsg(t->db));
    }
    return false;
}

static bool run_sql(dado_tables *t, const char *sql)
{
    return sqlite3_exec(t->db, sql, NULL, NULL, NULL) == SQLITE_OK || refused(t);
}

static bool done(dado_tables *t, sqlite3_stmt *statement)
{
    bool fine = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return fine || refused(t);
}

static bool left_out(const dado_tables *t, int measure)
{
    return measure < t->results->measures.metrics && dado_metrics[measure]->across;
}

// "name", with quotes inside it doubled.
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

static sqlite3_stmt *inserting(dado_tables *t, const char *table, int columns)
{
    dado_draft sql = { 0 };
    sqlite3_stmt *statement = NULL;
    dado_text_addf(&sql, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < columns; i++) dado_text_add(&sql, ",?");
    dado_text_char(&sql, ')');
    if (sqlite3_prepare_v2(t->db, dado_text_string(&sql), -1, &statement, NULL) != SQLITE_OK) {
        refused(t);
    }
    return statement;
}

// Tables with a column a seat and a column a measure, once it is known how many there are.
static bool make_tables(dado_tables *t)
{
    const dado_measures *measures = &t->results->measures;
    int columns = 5 + 2 * (t->players = t->results->game.players);
    dado_draft sql = { 0 };
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
    if (fine) t->match = inserting(t, "match", columns);
    if (t->match) t->round = inserting(t, "round", 2 + t->players);
    return t->round != NULL;
}

bool dado_tables_begin(dado_tables **tables, const char *path, const dado_results *results,
                       dado_error *err)
{
    size_t room = strlen(path) + 20;
    dado_tables *t = *tables = calloc(1, sizeof *t);
    if (t) t->path = strdup(path);
    if (t) t->beside = malloc(room);
    if (!t || !t->path || !t->beside) {
        return dado_fail(err, DADO_LIMIT, "no memory left for tables");
    }
    t->results = results;
    snprintf(t->beside, room, "%s.part%ld", path, (long)getpid());
    unlink(t->beside);
    char pragmas[120];
    snprintf(pragmas, sizeof pragmas, "PRAGMA journal_mode=OFF;PRAGMA application_id=%d;"
             "PRAGMA user_version=%d;BEGIN;", application, DADO_TABLES_VERSION);
    if (sqlite3_open(t->beside, &t->db) != SQLITE_OK) refused(t);
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

// Numbers of the seats there are; nothing for the rest.
static int bind_seats(sqlite3_stmt *statement, int at, const int32_t *row, int there, int players,
                      int sign, int add)
{
    for (int p = 0; p < players; p++, at++) {
        if (p < there) sqlite3_bind_int64(statement, at, (int64_t)sign * row[p] + add);
        else sqlite3_bind_null(statement, at);
    }
    return at;
}

void dado_tables_block(dado_tables *t, const dado_block *block)
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
        bind_text(t->match, 5, dado_end_names[block->ends[i]]);
        int at = bind_seats(t->match, 6, block->scores + row, block->players, t->players, sign, 0);
        at = bind_seats(t->match, at, block->places + row, block->players, t->players, 1, 1);
        for (int m = 0; m < results->measures.count; m++) {
            if (left_out(t, m)) continue;
            double value = dado_block_value(block, i, m);
            if (dado_is_none(value)) sqlite3_bind_null(t->match, at++);
            else sqlite3_bind_double(t->match, at++, value);
        }
        done(t, t->match);
    }
}

static void add_rounds(dado_tables *t, int64_t id, const dado_trace *trace, bool lowest_wins)
{
    for (int round = 0; round <= trace->rounds && !t->wrong; round++) {
        sqlite3_bind_int64(t->round, 1, id);
        sqlite3_bind_int(t->round, 2, round);
        bind_seats(t->round, 3, dado_trace_row(trace, round), trace->players, t->players,
                   lowest_wins ? -1 : 1, 0);
        t->rounds += done(t, t->round);
    }
}

bool dado_tables_rounds(dado_tables *t, const volatile sig_atomic_t *stop, dado_error *err)
{
    const dado_results *results = t->results;
    int64_t id = 0;
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, results->plan);
    desk.heed.told = stop;
    for (int c = 0; c < results->cell_count && t->round; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        if (!dado_desk_open(&desk, cell->instance, cell->lineup, &t->err)) {
            t->wrong = true;
            break;
        }
        for (int64_t i = 0; i < cell->sums.matches && !t->wrong; i++) {
            const dado_trace *trace = dado_desk_match(&desk, i);
            if (!trace) break;
            add_rounds(t, ++id, trace, desk.game.lowest_wins);
        }
    }
    if (t->wrong && err) *err = t->err;
    return !t->wrong;
}

static void say(dado_tables *t, const char *name, const char *value)
{
    sqlite3_stmt *statement = inserting(t, "export", 2);
    if (!statement) return;
    bind_text(statement, 1, name);
    bind_text(statement, 2, value ? value : "");
    done(t, statement);
    sqlite3_finalize(statement);
}

static void say_what_it_is_of(dado_tables *t, const dado_run *run)
{
    char number[40];
    snprintf(number, sizeof number, "%d", DADO_TABLES_VERSION);
    say(t, "schema", number);
    say(t, "dado", dado_version);
    snprintf(number, sizeof number, "%" PRId64, run->id);
    say(t, "run", number);
    say(t, "game", run->game);
    say(t, "title", t->results->game.rules ? t->results->game.rules->title : "");
    say(t, "command", run->command);
    snprintf(number, sizeof number, "%" PRIu64, run->seed);
    say(t, "seed", number);
    snprintf(number, sizeof number, "%016" PRIx64, run->hash);
    say(t, "plan", number);
    say(t, "lowest_wins", t->results->game.lowest_wins ? "1" : "0");
}

static void say_who_sat(dado_tables *t)
{
    const dado_plan *plan = t->results->plan;
    sqlite3_stmt *statement = inserting(t, "seat", 4);
    for (int c = 0; statement && c < t->results->cell_count; c++) {
        const dado_cell *cell = &t->results->cells[c];
        const dado_lineup *lineup = &plan->lineups[cell->lineup];
        for (int p = 0; p < t->players && !t->wrong; p++) {
            bind_text(statement, 1, plan->instances[cell->instance].name);
            bind_text(statement, 2, lineup->name);
            sqlite3_bind_int(statement, 3, p);
            bool there = lineup->count == 1 || p < lineup->count;
            bind_text(statement, 4, there ? dado_lineup_player(lineup, p)->typed : "");
            done(t, statement);
        }
    }
    sqlite3_finalize(statement);
}

static void say_what_was_set(dado_tables *t)
{
    const dado_plan *plan = t->results->plan;
    sqlite3_stmt *statement = inserting(t, "setting", 3);
    for (int i = 0; statement && i < plan->instance_count; i++) {
        const dado_options *set = &plan->instances[i].options;
        for (int k = 0; k < set->count && !t->wrong; k++) {
            if (strcmp(set->items[k].name, "file") == 0) continue;
            bind_text(statement, 1, plan->instances[i].name);
            bind_text(statement, 2, set->items[k].name);
            bind_text(statement, 3, set->items[k].text);
            done(t, statement);
        }
    }
    sqlite3_finalize(statement);
}

bool dado_tables_end(dado_tables *t, const dado_run *run, bool keep, dado_error *err)
{
    if (!t) return true;
    if (keep && !t->wrong && !t->match) make_tables(t);  // of no matches
    if (keep && !t->wrong) {
        say_what_it_is_of(t, run);
        say_who_sat(t);
        say_what_was_set(t);
        if (!t->wrong) run_sql(t, "COMMIT");
    }
    sqlite3_finalize(t->match);
    sqlite3_finalize(t->round);
    sqlite3_close(t->db);
    bool fine = !t->wrong;
    if (keep && fine && rename(t->beside, t->path) != 0) {
        fine = dado_fail(&t->err, DADO_IO, "%s could not be put in its place", t->path);
    }
    if ((!keep || !fine) && t->beside) unlink(t->beside);
    if (!fine && err) *err = t->err;
    free(t->path);
    free(t->beside);
    free(t);
    return fine;
}

int64_t dado_tables_matches(const dado_tables *t) { return t->matches; }
int64_t dado_tables_round_rows(const dado_tables *t) { return t->rounds; }
