// playtest_store.c - see playtest_store.h.
#include "lab/playtest_store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "core/confine.h"
#include "core/scope_cleanup.h"
#include "lab/file.h"
#include "lab/sqlite_helpers.h"

enum { most_exported = 1 << 30 };  // bytes of an exported file that a deletion reads
enum { log_patience_ms = 3000 };   // how long a deletion waits for those who read the store

static const char playtest_schema[] =
    "CREATE TABLE IF NOT EXISTS playtest ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  id TEXT NOT NULL UNIQUE,"
    "  rules TEXT NOT NULL,"    // hash of the game, in hexadecimal digits
    "  run INTEGER NOT NULL,"   // the run that has the match; 0: none
    "  record TEXT NOT NULL);"  // the line
    "CREATE TABLE IF NOT EXISTS playtest_export (path TEXT PRIMARY KEY);"
    // marks of deleted matches: a table where one is still open must not write it again
    "CREATE TABLE IF NOT EXISTS playtest_deleted (mark INTEGER PRIMARY KEY);";

// Returns a number that stands for a deleted match, whose id itself is nowhere any more.
static int64_t deletion_mark(const char *id)
{
    uint64_t mark = 0xcbf29ce484222325u;
    for (; *id; id++) mark = (mark ^ (unsigned char)*id) * 0x100000001b3u;
    return (int64_t)mark;
}

bool dado_playtest_new_id(char id[17], dado_error *err)
{
    uint64_t word;
    if (getrandom(&word, sizeof word, 0) != (ssize_t)sizeof word) {
        return dado_fail(err, DADO_IO, "the system gives no random numbers for a record's id");
    }
    snprintf(id, 17, "%016" PRIx64, word);
    return true;
}

// Writes a record; not if it was deleted, unless `even_deleted`.
static bool write_record(dado_store *store, const dado_playtest_record *record, uint64_t rules,
                         int64_t run, bool even_deleted, dado_error *err)
{
    char hash[20];
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    snprintf(hash, sizeof hash, "%016" PRIx64, rules);
    return dado_playtest_record_write_checked(record, &line, err) &&
           dado_sql_run(store, playtest_schema, err) &&
           dado_sql_exec(store, err,
                         "INSERT INTO playtest (id, rules, run, record) SELECT ?, ?, ?, ? "
                         "WHERE ? OR NOT EXISTS (SELECT 1 FROM playtest_deleted WHERE mark = ?) "
                         "ON CONFLICT (id) DO UPDATE SET rules = excluded.rules, "
                         "run = CASE excluded.run WHEN 0 THEN run ELSE excluded.run END, "
                         "record = excluded.record",
                         record->id, (const char *)hash, run, (const char *)dado_text_string(&line),
                         (int64_t)even_deleted, deletion_mark(record->id));
}

bool dado_store_playtest_put(dado_store *store, const dado_playtest_record *record, uint64_t rules,
                             int64_t run, dado_error *err)
{
    // What is kept on purpose is not deleted any more.
    return write_record(store, record, rules, run, true, err) &&
           dado_sql_exec(store, err, "DELETE FROM playtest_deleted WHERE mark = ?",
                         deletion_mark(record->id));
}

bool dado_store_playtest_put_open(dado_store *store, const dado_playtest_record *record,
                                  uint64_t rules, dado_error *err)
{
    return write_record(store, record, rules, 0, false, err);
}

bool dado_store_playtest_link_run(dado_store *store, const char *id, int64_t run, bool *linked,
                                  dado_error *err)
{
    if (!dado_sql_run(store, playtest_schema, err) ||
        !dado_sql_exec(store, err, "UPDATE playtest SET run = ? WHERE id = ?", run, id)) {
        return false;
    }
    *linked = sqlite3_changes(store->db) > 0;
    return true;
}

bool dado_store_playtest_in_run(dado_store *store, int64_t run, bool *any, dado_error *err)
{
    bool there;
    int64_t count = 0;
    *any = false;
    if (!dado_sql_has_table(store, "playtest", &there, err)) return false;
    if (!there) return true;
    bool fine = dado_sql_number(
        store, dado_sql_query(store, err, "SELECT count(*) FROM playtest WHERE run = ?", run),
        &count, err);
    *any = count > 0;
    return fine;
}

bool dado_store_playtest_has_other(dado_store *store, const dado_playtest_record *record,
                                   bool *other, dado_error *err)
{
    int64_t count = 0;
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    bool fine =
        dado_playtest_record_write_checked(record, &line, err) &&
        dado_sql_run(store, playtest_schema, err) &&
        dado_sql_number(store,
                        dado_sql_query(store, err,
                                       "SELECT count(*) FROM playtest WHERE id = ? AND record <> ?",
                                       record->id, (const char *)dado_text_string(&line)),
                        &count, err);
    *other = count > 0;
    return fine;
}

bool dado_store_playtest_exported(dado_store *store, const char *path, dado_error *err)
{
    return dado_sql_run(store, playtest_schema, err) &&
           dado_sql_exec(store, err, "INSERT OR IGNORE INTO playtest_export (path) VALUES (?)",
                         path);
}

static bool count_rows(dado_store *store, const char *hash, int64_t *count, dado_error *err)
{
    return dado_sql_number(store,
                           dado_sql_query(store, err,
                                          "SELECT count(*) FROM playtest WHERE rules = ? OR ? = ''",
                                          hash, hash),
                           count, err);
}

bool dado_store_playtests(dado_store *store, uint64_t rules, const dado_kept_playtest **kept,
                          int *count, dado_region *region, dado_error *err)
{
    bool there;
    int64_t rows = 0;
    char hash[20] = "";
    if (rules) snprintf(hash, sizeof hash, "%016" PRIx64, rules);
    *count = 0;
    *kept = NULL;
    if (!dado_sql_has_table(store, "playtest", &there, err)) return false;
    if (!there) return true;
    if (!count_rows(store, hash, &rows, err)) return false;
    dado_kept_playtest *all = dado_new(region, dado_kept_playtest, (size_t)rows + 1);
    if (!all) return dado_fail(err, DADO_LIMIT, "no memory left for the records of matches");
    sqlite3_stmt *s = dado_sql_query(store, err,
                                     "SELECT record, rules, run, id FROM playtest "
                                     "WHERE rules = ? OR ? = '' ORDER BY number",
                                     (const char *)hash, (const char *)hash);
    bool fine = true;
    while (fine && *count < rows && dado_sql_next(s)) {
        dado_kept_playtest *row = &all[(*count)++];
        row->line = dado_sql_text(s, 0, region);
        const char *digits = (const char *)sqlite3_column_text(s, 1);
        row->run = sqlite3_column_int64(s, 2);
        row->id = dado_sql_text(s, 3, region);
        char *end = NULL;
        if (digits) row->rules = strtoull(digits, &end, 16);
        fine = row->line && row->id && digits && end != digits && *end == '\0';
    }
    if (!fine) dado_fail(err, DADO_IO, "the records of matches in the store are damaged");
    *kept = all;
    return dado_sql_finish(store, s, err) && fine;
}

// --- deleting a person

typedef struct deletion {
    dado_store *store;
    dado_region *region;
    const char **ids;  // of the matches to delete
    int64_t *runs;
    int count, run_count;
    dado_playtest_deletion *done;
    dado_error *err;
} deletion;

static void note_run(deletion *d, int64_t run)
{
    if (run == 0) return;
    for (int i = 0; i < d->run_count; i++) {
        if (d->runs[i] == run) return;
    }
    d->runs[d->run_count++] = run;
}

// Whether a match is of a person. What cannot be read is if the name stands anywhere in it.
static bool is_match_of(deletion *d, const dado_kept_playtest *kept, const char *person)
{
    dado_playtest_record record;
    if (dado_playtest_record_read(&record, kept->line, strlen(kept->line), (dado_place){ 0 },
                                  d->region, NULL)) {
        return dado_playtest_record_has_person(&record, person);
    }
    DADO_CLEANUP(dado_text_free) dado_text written = { 0 };
    dado_text_json(&written, person);
    bool found =
        *person && (strstr(kept->line, person) || strstr(kept->line, dado_text_string(&written)));
    d->done->unreadable += !found;
    return found;
}

static bool find_matches(deletion *d, const char *person)
{
    const dado_kept_playtest *kept;
    int count;
    if (!dado_store_playtests(d->store, 0, &kept, &count, d->region, d->err)) return false;
    d->ids = dado_new(d->region, const char *, (size_t)count + 1);
    d->runs = dado_new(d->region, int64_t, (size_t)count + 1);
    if (!d->ids || !d->runs) {
        return dado_fail(d->err, DADO_LIMIT, "no memory left for the matches of a person");
    }
    for (int i = 0; i < count; i++) {
        if (!is_match_of(d, &kept[i], person)) continue;
        d->ids[d->count++] = kept[i].id;
        note_run(d, kept[i].run);
    }
    return true;
}

// Writes the log of the store into its file and empties it. While somebody else reads the store
// it cannot be emptied, after some waiting.
static bool empty_log(deletion *d)
{
    int64_t busy = 0;
    sqlite3_busy_timeout(d->store->db, log_patience_ms);
    sqlite3_stmt *s =
        dado_sql_prepare(d->store, d->err, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, 0);
    if (!dado_sql_number(d->store, s, &busy, d->err)) return false;
    d->done->log_busy = busy != 0;
    return true;
}

// Removes rows so that their bytes are overwritten, in the file and in its log.
static bool remove_rows(deletion *d)
{
    dado_store *store = d->store;
    if (!dado_sql_run(store, playtest_schema, d->err) ||
        !dado_sql_run(store, "PRAGMA secure_delete = ON", d->err) ||
        !dado_sql_run(store, "BEGIN IMMEDIATE", d->err)) {
        return false;
    }
    bool fine = true;
    for (int i = 0; fine && i < d->count; i++) {
        fine =
            dado_sql_exec(store, d->err, "DELETE FROM playtest WHERE id = ?", d->ids[i]) &&
            dado_sql_exec(store, d->err, "INSERT OR IGNORE INTO playtest_deleted (mark) VALUES (?)",
                          deletion_mark(d->ids[i]));
    }
    for (int i = 0; fine && i < d->run_count; i++) {
        fine =
            dado_sql_exec(store, d->err, "DELETE FROM run WHERE id = ?", d->runs[i]) &&
            dado_sql_exec(store, d->err, "UPDATE playtest SET run = 0 WHERE run = ?", d->runs[i]);
        d->done->runs += fine;
    }
    return dado_sql_end(store, fine, d->err);
}

// Only a line that is a record of a deleted match is removed: the paths stand in the store, which
// somebody else may have written. Earlier deletions count, too: they may not have reached a file.
static bool line_is_deleted(const deletion *d, const char *line, size_t length)
{
    dado_region region = { 0 };
    dado_playtest_record record;
    int64_t found = 0;
    bool read = dado_playtest_record_read(&record, line, length, (dado_place){ 0 }, &region, NULL);
    if (read && record.id) {
        sqlite3_stmt *s =
            dado_sql_query(d->store, NULL, "SELECT count(*) FROM playtest_deleted WHERE mark = ?",
                           deletion_mark(record.id));
        dado_sql_number(d->store, s, &found, NULL);
    }
    dado_region_free(&region);
    return found > 0;
}

// Returns the path by which this process can open a file: a server opens what is below its
// folder. NULL: it cannot.
static const char *reachable_path(const char *path)
{
    char here[4096];
    if (!dado_confined()) return path;
    if (!getcwd(here, sizeof here)) return NULL;
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

static bool clean_file(deletion *d, const char *whole)
{
    const unsigned char *bytes;
    size_t size;
    if (!dado_ends_with(whole, ".jsonl")) return true;
    const char *path = reachable_path(whole);
    if (!path) {
        return (access(whole, F_OK) != 0 && errno == ENOENT) ||
               dado_fail(d->err, DADO_INVALID,
                         "it is outside of this folder; dado playtest delete in a terminal, with "
                         "this store, changes it");
    }
    if (!dado_file_exists(path)) return true;
    if (!dado_file_read_bytes(path, most_exported, d->region, &bytes, &size, d->err)) return false;
    DADO_CLEANUP(dado_text_free) dado_text rest = { 0 };
    const char *at = (const char *)bytes, *end = at + size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop + 1 : end;
        if (!line_is_deleted(d, at, (size_t)(stop - at))) {
            dado_text_add_bytes(&rest, at, (size_t)(stop - at));
        }
        at = stop;
    }
    if (rest.cut) return dado_fail(d->err, DADO_LIMIT, "no memory left to change %.200s", path);
    if (rest.length == size) return true;
    d->done->files++;
    return dado_file_write(path, dado_text_string(&rest), rest.length, d->err);
}

// Removes the matches from all exported files. A file that cannot be changed is reported.
static bool clean_files(deletion *d)
{
    bool there;
    if (!dado_sql_has_table(d->store, "playtest_export", &there, d->err)) return false;
    if (!there) return true;
    if (!dado_sql_run(d->store, playtest_schema, d->err)) return false;
    sqlite3_stmt *s =
        dado_sql_prepare(d->store, d->err, "SELECT path FROM playtest_export", NULL, 0);
    while (dado_sql_next(s)) {
        const char *path = dado_sql_text(s, 0, d->region);
        if (!path || clean_file(d, path)) continue;
        DADO_CLEANUP(dado_text_free) dado_text why = { 0 };
        dado_text_addf(&why, "%s: %s", path, d->err->text);
        d->done->unreachable = dado_region_copy(d->region, dado_text_string(&why), why.length);
        *d->err = (dado_error){ 0 };
    }
    return dado_sql_finish(d->store, s, d->err);
}

bool dado_store_playtest_delete(dado_store *store, const char *person, dado_region *region,
                                dado_playtest_deletion *done, dado_error *err)
{
    deletion d = { .store = store, .region = region, .done = done, .err = err };
    *done = (dado_playtest_deletion){ 0 };
    if (!find_matches(&d, person)) return false;
    done->matches = d.count;
    return (d.count == 0 || remove_rows(&d)) && clean_files(&d) && empty_log(&d);
}
