// option_worth_store.c - stores recordings of decisions beside the runs of a store.
#include "lab/file.h"
#include "lab/sqlite_helpers.h"

enum { most_recordings = 64 };                         // older ones are removed
static const size_t most_recording = (size_t)1 << 30;  // most bytes of one recording, unpacked

static const char recording_schema[] = "CREATE TABLE IF NOT EXISTS recording ("
                                       "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
                                       "  settings TEXT NOT NULL,"  // what was recorded
                                       "  build TEXT NOT NULL,"     // the program that made it
                                       "  data BLOB NOT NULL);";    // compressed with zstd

bool dado_store_recording_put(dado_store *store, const char *settings, const unsigned char *bytes,
                              size_t size, dado_error *err)
{
    char build[48];
    dado_byte_writer packed = { .grows = true };
    bool fine = dado_compress(&store->packer, bytes, size, &packed, err) &&
                dado_sql_run(store, recording_schema, err) &&
                dado_sql_run(store, "BEGIN IMMEDIATE", err);
    if (fine) {
        fine =
            dado_sql_exec(store, err, "DELETE FROM recording WHERE settings = ?", settings) &&
            dado_sql_exec(store, err,
                          "INSERT INTO recording (settings, build, data) VALUES (?, ?, ?)",
                          settings, (const char *)dado_build_id(build),
                          dado_sql_blob(packed.bytes, packed.used)) &&
            dado_sql_exec(store, err,
                          "DELETE FROM recording WHERE id <= (SELECT max(id) FROM recording) - ?",
                          (int)most_recordings);
        fine = dado_sql_end(store, fine, err);
    }
    dado_byte_writer_free(&packed);
    return fine;
}

bool dado_store_recording_get(dado_store *store, const char *settings, const unsigned char **bytes,
                              size_t *size, dado_region *region, dado_error *err)
{
    char build[48];
    bool there, fine = true;
    *bytes = NULL;
    *size = 0;
    if (!dado_sql_has_table(store, "recording", &there, err)) return false;
    if (!there) return true;
    sqlite3_stmt *s = dado_sql_query(
        store, err, "SELECT data FROM recording WHERE settings = ? AND build = ? LIMIT 1", settings,
        (const char *)dado_build_id(build));
    if (dado_sql_next(s)) {
        fine = dado_decompress(sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0),
                               most_recording, region, bytes, size, err);
    }
    return dado_sql_finish(store, s, err) && fine;
}
