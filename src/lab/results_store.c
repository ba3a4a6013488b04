// results_store.c - see results_store.h. The other files that use SQL are
// sqlite_helpers.c, search_progress_store.c, option_worth_store.c and sqlite_export.c.
//
// Everything that depends on the clock is in a table of its own, so that equal
// experiments leave equal rows everywhere else. Blocks wait in memory until they are
// committed, which takes the lock only for a moment. So two processes can write to one
// file without making each other wait for long.
#define _POSIX_C_SOURCE 200809L
#include "lab/results_store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/scope_cleanup.h"
#include "lab/file.h"
#include "lab/sqlite_helpers.h"

enum {
    application = 0x6461646F,  // "dado", in the header of the file
    schema_version = 1,
    // of new stores; twice the default, so that there are half as many system calls
    page_size = 8192,
    patience_ms = 60000,  // how long to wait for another process, in milliseconds
    most_plan = 1 << 30,
};

static const char schema[] =
    "CREATE TABLE run ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  hash TEXT NOT NULL,"  // of the plan: equal hash, equal results
    "  game TEXT NOT NULL,"  // as the user named it
    "  command TEXT NOT NULL,"
    "  version TEXT NOT NULL,"
    "  seed TEXT NOT NULL,"
    "  instances INTEGER NOT NULL,"
    "  lineups INTEGER NOT NULL,"
    "  matches INTEGER NOT NULL,"  // planned, in all cells together
    "  finished INTEGER NOT NULL DEFAULT 0,"
    "  measures TEXT NOT NULL,"  // names of the measures in blocks, separated by spaces
    "  plan BLOB NOT NULL);"     // the whole plan with the texts of games, compressed with zstd
    "CREATE INDEX run_hash ON run (hash);"
    "CREATE TABLE clock ("
    "  run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,"
    "  started INTEGER NOT NULL,"
    "  seconds REAL NOT NULL DEFAULT 0);"
    "CREATE TABLE block ("
    "  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
    "  slot INTEGER NOT NULL,"  // its number in the plan
    "  matches INTEGER NOT NULL,"
    "  data BLOB NOT NULL,"  // see match_block_serialize.c
    "  PRIMARY KEY (run, slot));";

const char *dado_store_path(void)
{
    const char *path = getenv("DADO_STORE");
    return path && *path ? path : "dado.db";
}

static bool ask_number(dado_store *store, const char *sql, int64_t *number, dado_error *err)
{
    return dado_sql_number(store, dado_sql_prepare(store, err, sql, NULL, 0), number, err);
}

static bool check_schema(dado_store *store, int64_t version, dado_error *err)
{
    if (version > schema_version) {
        return dado_fail(err, DADO_INVALID,
                         "the store %.160s was made by a newer dado (layout %" PRId64 ", this one "
                         "knows %d); name another with --store FILE",
                         store->path, version, schema_version);
    }
    int64_t tables;
    const char *ours = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND "
                       "name IN ('run', 'clock', 'block')";
    if (!ask_number(store, ours, &tables, err)) return false;
    if (tables == 3) {
        return dado_sql_run(store,
                            "SELECT id, hash, game, command, version, seed, instances, lineups, "
                            "run.matches, finished, measures, plan, started, seconds, clock.run, "
                            "block.run, slot, block.matches, data FROM run, clock, block LIMIT 0",
                            err);
    }
    return dado_fail(
        err, DADO_IO,
        "the store %.160s is damaged: tables are missing; move it away or name another "
        "with --store FILE",
        store->path);
}

// Switches to a write-ahead log. SQLite does not wait for other processes here, as it
// does elsewhere, so two processes that open a new store at once would fail; this
// function tries again.
static bool write_ahead(dado_store *store, dado_error *err)
{
    enum { nap_ms = 10 };
    int code = SQLITE_BUSY;
    for (int waited = 0; waited <= patience_ms && code == SQLITE_BUSY; waited += nap_ms) {
        if (waited) sqlite3_sleep(nap_ms);
        code = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    }
    return code == SQLITE_OK || dado_sql_error(store, err);
}

// Creates the tables, with the write lock held, so that only one of two processes does
// it.
static bool make_schema(dado_store *store, dado_error *err)
{
    if (!dado_sql_run(store, "BEGIN IMMEDIATE", err)) return false;
    int64_t version, tables;
    bool fine = ask_number(store, "PRAGMA user_version", &version, err) &&
                ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, err);
    if (fine && version == 0 && tables > 0) {
        fine = dado_fail(err, DADO_INVALID,
                         "%.160s is a database of some other program; name another file with "
                         "--store FILE",
                         store->path);
    } else if (fine && version == 0) {
        char pragmas[120];
        snprintf(pragmas, sizeof pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 application, schema_version);
        fine = dado_sql_run(store, schema, err) && dado_sql_run(store, pragmas, err);
    }
    return dado_sql_end(store, fine, err);
}

static bool prepare_file(dado_store *store, dado_store_mode mode, dado_error *err)
{
    sqlite3_busy_timeout(store->db, patience_ms);
    dado_sql_distrust(store->db);
    int64_t version, owner;
    if (!ask_number(store, "PRAGMA user_version", &version, err)) return false;
    if (!ask_number(store, "PRAGMA application_id", &owner, err)) return false;
    if (version != 0 && owner != application) {
        return dado_fail(err, DADO_INVALID,
                         "%.160s is a database of some other program; name another file with "
                         "--store FILE",
                         store->path);
    }
    if (mode == DADO_STORE_WRITE) {
        char pages[40];
        snprintf(pages, sizeof pages, "PRAGMA page_size = %d", page_size);
        if (version == 0 && !dado_sql_run(store, pages, err)) return false;
        if (!dado_sql_run(store, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", err) ||
            !write_ahead(store, err)) {
            return false;
        }
        if (version == 0) {
            if (!make_schema(store, err)) return false;
            version = schema_version;
        }
    } else if (version == 0) {
        return dado_fail(err, DADO_INVALID,
                         "%.160s is not a store of dado; name another file "
                         "with --store FILE",
                         store->path);
    }
    return check_schema(store, version, err);
}

// Opens a store of another user, in a folder where nothing can be written. It can be read
// as long as nobody writes to it, which a log file beside it would show.
static bool open_untouched(dado_store *store)
{
    int code = sqlite3_extended_errcode(store->db) & 0xff;
    if (code != SQLITE_READONLY && code != SQLITE_CANTOPEN) return false;
    DADO_CLEANUP(dado_text_free) dado_text uri = { 0 };
    dado_text_addf(&uri, "%s-wal", store->at);
    struct stat log;
    bool busy = stat(dado_text_string(&uri), &log) == 0 && log.st_size > 0;
    dado_text_clear(&uri);
    dado_text_add(&uri, "file:");
    for (const char *c = store->at; *c; c++) {
        if (strchr("?#%", *c)) dado_text_addf(&uri, "%%%02X", (unsigned char)*c);
        else dado_text_char(&uri, *c);
    }
    dado_text_add(&uri, "?immutable=1");
    bool fine = false;
    if (!busy) {
        sqlite3_close(store->db);
        store->db = NULL;
        fine = sqlite3_open_v2(dado_text_string(&uri), &store->db,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, store->vfs) == SQLITE_OK;
    }
    return fine;
}

static bool refuse_place(const char *path, dado_error *err)
{
    return dado_fail(err, DADO_INVALID,
                     "%.160s cannot be a store: one is a plain file in the folder that is served, "
                     "no link, and in no folder below",
                     path);
}

bool dado_store_open(dado_store **store, const char *path, dado_store_mode mode, dado_error *err)
{
    *store = NULL;
    char at[4096];
    struct stat found;
    if (!dado_pin_here(at, path)) {
        return errno == EROFS ? dado_open_failed(path, err) : refuse_place(path, err);
    }
    bool pinned = strcmp(at, path) != 0;
    bool there = (pinned ? lstat : stat)(at, &found) == 0;
    if (pinned && there && !S_ISREG(found.st_mode)) return refuse_place(path, err);
    if (mode == DADO_STORE_READ && !there) {
        return dado_fail(err, DADO_MISSING,
                         "there is no store %.160s here; dado sim makes one, --store FILE names "
                         "another",
                         path);
    }
    if (there && S_ISDIR(found.st_mode)) {
        return dado_fail(err, DADO_INVALID,
                         "%.160s is a folder; a store is a file: name one with --store FILE", path);
    }
    dado_store *s = calloc(1, sizeof *s);
    if (s) s->path = strdup(path);
    if (!s || !s->path) {
        free(s);
        return dado_fail(err, DADO_LIMIT, "no memory left for the store");
    }
    memcpy(s->at, at, sizeof s->at);
    s->vfs = dado_sql_files_open(&s->files, pinned);
    if (!s->vfs) {
        dado_store_close(s);
        return dado_fail(err, DADO_LIMIT, "no memory left for the store");
    }
    s->bytes.grows = true;
    int flags = SQLITE_OPEN_READWRITE | (mode == DADO_STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
    int code = sqlite3_open_v2(at, &s->db, flags, s->vfs);
    if (code != SQLITE_OK && mode == DADO_STORE_READ) {
        sqlite3_close(s->db);
        code = sqlite3_open_v2(at, &s->db, SQLITE_OPEN_READONLY, s->vfs);
    }
    bool fine = code == SQLITE_OK ? prepare_file(s, mode, err) : dado_sql_error(s, err);
    if (!fine && mode == DADO_STORE_READ) fine = open_untouched(s) && prepare_file(s, mode, err);
    if (fine) *store = s;
    else dado_store_close(s);
    // A file that was created and never written, as on a full disk, is removed.
    if (!fine && !there && lstat(at, &found) == 0 && found.st_size == 0) unlink(at);
    return fine;
}

void dado_store_close(dado_store *store)
{
    if (!store) return;
    sqlite3_close(store->db);
    dado_sql_files_close(&store->files);
    dado_byte_writer_free(&store->bytes);
    dado_byte_writer_free(&store->notes);
    dado_compressor_free(&store->packer);
    free(store->blocks);
    free(store->path);
    free(store);
}

bool dado_store_mark_latest(dado_store *store, int64_t run, dado_error *err)
{
    char build[48];
    if (!dado_build_id(build)[0]) return true;
    if (!dado_sql_run(store,
                      "CREATE TABLE IF NOT EXISTS made ("
                      "  run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,"
                      "  by TEXT NOT NULL,"
                      "  seen INTEGER NOT NULL);",
                      err)) {
        return false;
    }
    return dado_sql_exec(store, err,
                         "INSERT OR REPLACE INTO made (run, by, seen) SELECT ?, ?, 1 + "
                         "max(coalesce(seen, id)) FROM run LEFT JOIN made ON made.run = run.id",
                         run, build);
}

static bool insert_run(dado_store *store, const dado_plan *plan, const char *measures,
                       const dado_byte_writer *packed, int64_t *run, dado_error *err)
{
    char seed[24], hash[20];
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    snprintf(hash, sizeof hash, "%016" PRIx64, dado_plan_hash(plan));
    if (!dado_sql_exec(store, err,
                       "INSERT INTO run (hash, game, command, version, seed, instances, lineups, "
                       "matches, measures, plan) VALUES (?,?,?,?,?,?,?,?,?,?)",
                       hash, plan->instance_count ? plan->instances[0].name : "",
                       plan->command ? plan->command : "", dado_version, seed, plan->instance_count,
                       plan->lineup_count,
                       plan->matches * plan->instance_count * plan->lineup_count, measures,
                       dado_sql_blob(packed->bytes, packed->used))) {
        return false;
    }
    *run = sqlite3_last_insert_rowid(store->db);
    return dado_sql_exec(store, err, "INSERT INTO clock (run, started) VALUES (?, ?)", *run,
                         (int64_t)time(NULL)) &&
           dado_store_mark_latest(store, *run, err);
}

bool dado_store_begin(dado_store *store, const dado_plan *plan, const char *measures, int64_t *run,
                      dado_error *err)
{
    DADO_CLEANUP(dado_compressor_free) dado_compressor packer = { .raw = { .grows = true } };
    DADO_CLEANUP(dado_byte_writer_free) dado_byte_writer packed = { 0 };
    dado_plan_pack(plan, &packer.raw);
    bool fine = !packer.raw.full ||
                dado_fail(err, DADO_LIMIT, "no memory left to keep the plan of the experiment");
    fine = fine && dado_compress(&packer, packer.raw.bytes, packer.raw.used, &packed, err);
    return fine && dado_sql_run(store, "BEGIN IMMEDIATE", err) &&
           dado_sql_end(store, insert_run(store, plan, measures, &packed, run, err), err);
}

bool dado_store_find(dado_store *store, uint64_t hash, bool finished, int64_t *run, dado_error *err)
{
    const char *any = "SELECT max(id) FROM run WHERE hash = ?";
    const char *own = "SELECT max(id) FROM run JOIN made ON made.run = run.id "
                      "WHERE hash = ? AND finished AND made.by = ?";
    bool known = true;
    char build[48];
    *run = 0;
    if (finished) {
        if (!dado_sql_has_table(store, "made", &known, err)) return false;
        if (!known || !dado_build_id(build)[0]) return true;
    }
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    sqlite3_stmt *s = finished ? dado_sql_query(store, err, own, text, build)
                               : dado_sql_query(store, err, any, text);
    return dado_sql_number(store, s, run, err);
}

bool dado_store_put(dado_store *store, int64_t slot, int matches, const unsigned char *packed,
                    size_t size, const char *notes, dado_error *err)
{
    size_t notes_size = 0;
    if (*notes) {
        const unsigned char *text = (const unsigned char *)notes;
        if (!dado_compress(&store->packer, text, strlen(notes), &store->notes, err)) return false;
        notes_size = store->notes.used;
    }
    if (store->count == store->room) {
        int room = store->room ? store->room * 2 : 256;
        dado_pending_block *larger = realloc(store->blocks, sizeof *larger * (size_t)room);
        if (!larger) return dado_fail(err, DADO_LIMIT, "no memory left for results to be kept");
        store->blocks = larger;
        store->room = room;
    }
    store->blocks[store->count++] =
        (dado_pending_block){ slot, matches, store->bytes.used, size, notes_size };
    dado_pack_bytes(&store->bytes, packed, size);
    dado_pack_bytes(&store->bytes, store->notes.bytes, notes_size);
    if (!store->bytes.full) return true;
    return dado_fail(err, DADO_LIMIT, "no memory left for results to be kept");
}

size_t dado_store_pending_bytes(const dado_store *store)
{
    return store->bytes.used;
}

static bool write_blocks(dado_store *store, int64_t run, dado_error *err)
{
    sqlite3_stmt *s = dado_sql_query(
        store, err, "INSERT OR REPLACE INTO block (run, slot, matches, data) VALUES (?,?,?,?)",
        run);
    if (!s) return false;
    for (int i = 0; i < store->count; i++) {
        const dado_pending_block *w = &store->blocks[i];
        dado_sql_bind(s, DADO_SQL_VALUES(run, w->slot, w->matches,
                                         dado_sql_blob(store->bytes.bytes + w->at, w->size)));
        if (sqlite3_step(s) != SQLITE_DONE) return dado_sql_finish(store, s, err);
        sqlite3_reset(s);
    }
    return dado_sql_finish(store, s, err);
}

// Created when a referee first has a note, so that other stores stay as they are.
static const char note_schema[] = "CREATE TABLE IF NOT EXISTS note ("
                                  "  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
                                  "  slot INTEGER NOT NULL,"
                                  // lines as in referee_notes.h, compressed with zstd
                                  "  data BLOB NOT NULL,"
                                  "  PRIMARY KEY (run, slot));";

static bool write_note(dado_store *store, int64_t run, const dado_pending_block *w, dado_error *err)
{
    if (!w->notes_size) {
        return dado_sql_exec(store, err, "DELETE FROM note WHERE run = ? AND slot = ?", run,
                             w->slot);
    }
    return dado_sql_exec(store, err, "INSERT OR REPLACE INTO note (run, slot, data) VALUES (?,?,?)",
                         run, w->slot,
                         dado_sql_blob(store->bytes.bytes + w->at + w->size, w->notes_size));
}

static bool write_notes(dado_store *store, int64_t run, dado_error *err)
{
    bool there, any = false;
    for (int i = 0; i < store->count; i++) any = any || store->blocks[i].notes_size;
    if (any && !dado_sql_run(store, note_schema, err)) return false;
    if (!dado_sql_has_table(store, "note", &there, err)) return false;
    for (int i = 0; there && i < store->count; i++) {
        if (!write_note(store, run, &store->blocks[i], err)) return false;
    }
    return true;
}

static bool write_clock(dado_store *store, int64_t run, double more, bool finished, dado_error *err)
{
    return dado_sql_exec(store, err, "UPDATE clock SET seconds = seconds + ? WHERE run = ?", more,
                         run) &&
           (!finished ||
            dado_sql_exec(store, err, "UPDATE run SET finished = 1 WHERE id = ?", run));
}

// Checks that a run was not deleted meanwhile, so that it is not created again.
static bool still_there(dado_store *store, int64_t run, dado_error *err)
{
    int64_t there;
    sqlite3_stmt *s = dado_sql_query(store, err, "SELECT 1 FROM run WHERE id = ?", run);
    if (!dado_sql_number(store, s, &there, err)) return false;
    return there || dado_fail(err, DADO_MISSING,
                              "run %" PRId64 " was deleted from %.160s while it was being played",
                              run, store->path);
}

bool dado_store_commit(dado_store *store, int64_t run, double more_seconds, bool finished,
                       dado_error *err)
{
    if (!dado_sql_run(store, "BEGIN IMMEDIATE", err)) return false;
    bool fine = still_there(store, run, err) && write_blocks(store, run, err) &&
                write_notes(store, run, err) &&
                write_clock(store, run, more_seconds, finished, err);
    fine = dado_sql_end(store, fine, err);
    store->count = 0;
    store->bytes.used = 0;
    return fine;
}

#define RUN_COLUMNS \
    "SELECT id, hash, game, command, version, seed, instances, lineups, matches, finished, " \
    "started, seconds, (SELECT count(*) FROM block WHERE run = id), " \
    "(SELECT total(matches) FROM block WHERE run = id), " \
    "(SELECT total(length(data)) FROM block WHERE run = id), measures " \
    "FROM run JOIN clock ON clock.run = id "

static bool read_run(sqlite3_stmt *s, dado_run *run, dado_region *region, dado_error *err)
{
    const char *hash = dado_sql_text(s, 1, region), *seed = dado_sql_text(s, 5, region);
    *run = (dado_run){
        .id = sqlite3_column_int64(s, 0),
        .hash = hash ? strtoull(hash, NULL, 16) : 0,
        .game = dado_sql_text(s, 2, region),
        .command = dado_sql_text(s, 3, region),
        .version = dado_sql_text(s, 4, region),
        .seed = seed ? strtoull(seed, NULL, 10) : 0,
        .instances = sqlite3_column_int(s, 6),
        .lineups = sqlite3_column_int(s, 7),
        .all = sqlite3_column_int64(s, 8),
        .finished = sqlite3_column_int(s, 9) != 0,
        .started = sqlite3_column_int64(s, 10),
        .seconds = sqlite3_column_double(s, 11),
        .blocks = sqlite3_column_int64(s, 12),
        .matches = sqlite3_column_int64(s, 13),
        .bytes = sqlite3_column_int64(s, 14),
        .measures = dado_sql_text(s, 15, region),
    };
    return (hash && seed && run->game && run->command && run->version && run->measures) ||
           dado_fail(err, DADO_LIMIT, "no memory left for the list of runs");
}

bool dado_store_runs(dado_store *store, const dado_run **runs, int *count, dado_region *region,
                     dado_error *err)
{
    int64_t most;
    if (!ask_number(store, "SELECT count(*) FROM run", &most, err)) return false;
    dado_run *list = dado_new(region, dado_run, most + 1);
    if (!list) return dado_fail(err, DADO_LIMIT, "no memory left for the list of runs");
    sqlite3_stmt *s = dado_sql_query(store, err, RUN_COLUMNS "WHERE id > ? ORDER BY id", 0);
    *count = 0;
    bool fine = true;
    while (fine && *count < most && dado_sql_next(s)) {
        fine = read_run(s, &list[(*count)++], region, err);
    }
    *runs = list;
    return dado_sql_finish(store, s, err) && fine;
}

static bool no_such_run(dado_store *store, int64_t id, dado_error *err)
{
    return dado_fail(err, DADO_MISSING,
                     "there is no run %" PRId64 " in %.160s; dado runs lists those there are", id,
                     store->path);
}

bool dado_store_run(dado_store *store, int64_t id, dado_run *run, dado_region *region,
                    dado_error *err)
{
    sqlite3_stmt *s = dado_sql_query(store, err, RUN_COLUMNS "WHERE id = ?", id);
    bool there = dado_sql_next(s), fine = there && read_run(s, run, region, err);
    if (!dado_sql_finish(store, s, err)) return false;
    return there ? fine : no_such_run(store, id, err);
}

bool dado_store_latest(dado_store *store, int64_t *run, dado_error *err)
{
    bool signed_too;
    const char *latest = "SELECT max(id) FROM run";
    if (!dado_sql_has_table(store, "made", &signed_too, err)) return false;
    if (signed_too) {
        latest = "SELECT id FROM run LEFT JOIN made ON made.run = run.id "
                 "ORDER BY coalesce(seen, id) DESC LIMIT 1";
    }
    if (!ask_number(store, latest, run, err)) return false;
    if (*run) return true;
    return dado_fail(err, DADO_MISSING, "the store %.160s has no runs yet; dado sim makes one",
                     store->path);
}

void dado_store_name_players(dado_store *store, const dado_player *players, int count)
{
    store->named = players;
    store->named_count = count;
}

bool dado_store_plan(dado_store *store, int64_t run, dado_plan *plan, dado_region *region,
                     dado_error *err)
{
    sqlite3_stmt *s = dado_sql_query(store, err, "SELECT plan FROM run WHERE id = ?", run);
    bool there = dado_sql_next(s), fine = there;
    if (there) {
        const unsigned char *bytes = sqlite3_column_blob(s, 0), *raw;
        size_t size = (size_t)sqlite3_column_bytes(s, 0), raw_size;
        fine = dado_decompress(bytes, size, most_plan, region, &raw, &raw_size, err);
        if (fine) {
            dado_byte_reader in = { .bytes = raw, .size = raw_size };
            fine = dado_plan_unpack(plan, &in, region, err);
            if (fine) dado_plan_set_stored(plan, store->named, store->named_count);
        }
    }
    if (!dado_sql_finish(store, s, err)) return false;
    return there ? fine : no_such_run(store, run, err);
}

bool dado_store_explain_damage(const dado_store *store, int64_t run, dado_error *err)
{
    if (err && err->status == DADO_SYNTAX) {
        dado_fail(err, DADO_IO,
                  "run %" PRId64 " in the store %.120s is damaged; delete it with: dado runs "
                  "delete %" PRId64 " --store %.60s",
                  run, store->path, run, store->path);
    }
    return false;
}

bool dado_store_blocks(dado_store *store, int64_t run, dado_store_reader *reader, void *context,
                       dado_error *err)
{
    sqlite3_stmt *s =
        dado_sql_query(store, err, "SELECT slot, data FROM block WHERE run = ? ORDER BY slot", run);
    if (!s) return false;
    bool fine = true;
    while (fine && dado_sql_next(s)) {
        const unsigned char *bytes = sqlite3_column_blob(s, 1);
        fine = reader(context, sqlite3_column_int64(s, 0), bytes,
                      (size_t)sqlite3_column_bytes(s, 1), err);
    }
    bool ended = sqlite3_finalize(s) == SQLITE_OK;
    return fine ? ended || dado_sql_error(store, err) : dado_store_explain_damage(store, run, err);
}

bool dado_store_notes(dado_store *store, int64_t run, int64_t slot, const char **notes,
                      dado_region *region, dado_error *err)
{
    enum { most_notes = 1 << 28 };
    *notes = "";
    bool there;
    if (!dado_sql_has_table(store, "note", &there, err)) return false;
    if (!there) return true;
    sqlite3_stmt *s =
        dado_sql_query(store, err, "SELECT data FROM note WHERE run = ? AND slot = ?", run, slot);
    bool fine = true;
    if (dado_sql_next(s)) {
        const unsigned char *lines;
        size_t size;
        fine = dado_decompress(sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0),
                               most_notes, region, &lines, &size, err);
        if (fine) *notes = (const char *)lines;  // decompressed bytes are followed by a zero byte
    }
    return dado_sql_finish(store, s, err) && fine;
}

bool dado_store_block(dado_store *store, int64_t run, int64_t slot, const unsigned char **packed,
                      size_t *size, int *matches, dado_region *region, dado_error *err)
{
    *size = 0;
    sqlite3_stmt *s = dado_sql_query(
        store, err, "SELECT data, matches FROM block WHERE run = ? AND slot = ?", run, slot);
    bool there = dado_sql_next(s), fine = true;
    if (there) {
        size_t bytes = (size_t)sqlite3_column_bytes(s, 0);
        *packed = (unsigned char *)dado_region_copy(region, sqlite3_column_blob(s, 0), bytes);
        *matches = sqlite3_column_int(s, 1);
        *size = bytes;
        fine = *packed || dado_fail(err, DADO_LIMIT, "no memory left to read a block");
    }
    return dado_sql_finish(store, s, err) && fine;
}

// Created when the first part is stored, so that stores without parts stay as they are.
static const char part_schema[] = "CREATE TABLE IF NOT EXISTS part ("
                                  "  run INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,"
                                  "  part INTEGER NOT NULL,"
                                  "  parts INTEGER NOT NULL)";

bool dado_store_part_set(dado_store *store, int64_t run, int part, int parts, dado_error *err)
{
    return dado_sql_run(store, part_schema, err) &&
           dado_sql_exec(store, err, "INSERT INTO part (run, part, parts) VALUES (?, ?, ?)", run,
                         part, parts);
}

bool dado_store_part(dado_store *store, int64_t run, int *part, int *parts, dado_error *err)
{
    bool there;
    *part = *parts = 0;
    if (!dado_sql_has_table(store, "part", &there, err)) return false;
    if (!there) return true;
    sqlite3_stmt *s = dado_sql_query(store, err, "SELECT part, parts FROM part WHERE run = ?", run);
    if (dado_sql_next(s)) {
        *part = sqlite3_column_int(s, 0);
        *parts = sqlite3_column_int(s, 1);
    }
    return dado_sql_finish(store, s, err);
}

typedef struct fingerprint {  // a hash of a run, while it is computed
    XXH3_state_t hash;
    dado_store *store;
    int64_t run;
    dado_region region;
} fingerprint;

static void mix(fingerprint *p, const void *bytes, size_t size)
{
    uint64_t length = size;
    XXH3_64bits_update(&p->hash, &length, sizeof length);
    if (size) XXH3_64bits_update(&p->hash, bytes, size);
}

static bool hash_block(void *context, int64_t slot, const unsigned char *packed, size_t size,
                       dado_error *err)
{
    fingerprint *p = context;
    dado_block block;
    const char *notes;
    dado_region_rewind(&p->region, 0);
    mix(p, &slot, sizeof slot);
    mix(p, packed, size);
    return dado_block_unpack(&block, packed, size, &p->region, err) &&
           dado_store_notes(p->store, p->run, slot, &notes, &p->region, err);
}

bool dado_store_check_integrity(dado_store *store, dado_error *err)
{
    sqlite3_stmt *s = dado_sql_prepare(store, err, "PRAGMA quick_check(1)", NULL, 0);
    bool sound = dado_sql_next(s) && strcmp((const char *)sqlite3_column_text(s, 0), "ok") == 0;
    if (!dado_sql_finish(store, s, err)) return false;
    return sound || dado_fail(err, DADO_IO,
                              "the store %.160s is damaged; move it away or name another with "
                              "--store FILE",
                              store->path);
}

// Checks the plan of a run: its text may differ from that of an equal plan, but its hash
// may not.
static bool plan_is_sound(dado_store *store, int64_t id, dado_region *region, dado_error *err)
{
    dado_run run;
    dado_plan plan;
    if (!dado_store_run(store, id, &run, region, err) ||
        !dado_store_plan(store, id, &plan, region, err)) {
        return false;
    }
    return strcmp(run.version, dado_version) != 0 || dado_plan_hash(&plan) == run.hash ||
           dado_fail(err, DADO_IO, "the plan of run %" PRId64 " in %.140s is damaged", id,
                     store->path);
}

bool dado_store_fingerprint(dado_store *store, int64_t run, uint64_t *hash, dado_error *err)
{
    sqlite3_stmt *s = dado_sql_query(store, err,
                                     "SELECT hash, version, seed, instances, lineups, matches, "
                                     "finished, measures FROM run WHERE id = ?",
                                     run);
    fingerprint p = { .store = store, .run = run };
    XXH3_INITSTATE(&p.hash);
    XXH3_64bits_reset(&p.hash);
    bool there = dado_sql_next(s);
    for (int c = 0; there && c < sqlite3_column_count(s); c++) {
        const void *bytes = sqlite3_column_blob(s, c);
        mix(&p, bytes, (size_t)sqlite3_column_bytes(s, c));
    }
    if (!dado_sql_finish(store, s, err)) return false;
    if (!there) return no_such_run(store, run, err);
    bool fine = plan_is_sound(store, run, &p.region, err) &&
                dado_store_blocks(store, run, hash_block, &p, err);
    dado_region_free(&p.region);
    *hash = (uint64_t)XXH3_64bits_digest(&p.hash);
    return fine;
}

bool dado_store_delete(dado_store *store, int64_t run, dado_error *err)
{
    if (!dado_sql_exec(store, err, "DELETE FROM run WHERE id = ?", run)) return false;
    return sqlite3_changes(store->db) > 0 || no_such_run(store, run, err);
}
