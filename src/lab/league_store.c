// league_store.c - see league_store.h.
#define _GNU_SOURCE
#include "lab/league_store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/keyed_hash.h"
#include "core/scope_cleanup.h"
#include "lab/sqlite_helpers.h"

const char *const dado_submission_states[] = { "waiting", "refused", "ready", NULL };

static const char league_schema[] =
    "CREATE TABLE league (seed TEXT NOT NULL, seats INTEGER NOT NULL);"
    "CREATE TABLE league_team ("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE COLLATE NOCASE,"
    "  key TEXT);"  // hash of its key; NULL: a house player
    "CREATE TABLE league_submission ("
    "  id INTEGER PRIMARY KEY,"
    "  team INTEGER NOT NULL REFERENCES league_team (id),"
    "  number INTEGER NOT NULL,"
    "  state INTEGER NOT NULL,"
    "  added INTEGER NOT NULL,"
    "  player TEXT NOT NULL DEFAULT '',"
    "  said TEXT NOT NULL DEFAULT '',"
    "  UNIQUE (team, number));"
    "CREATE TABLE league_round (id INTEGER PRIMARY KEY, entrants TEXT NOT NULL);"
    "CREATE TABLE league_match ("
    "  id INTEGER PRIMARY KEY,"
    "  round INTEGER NOT NULL REFERENCES league_round (id),"
    "  board INTEGER NOT NULL,"
    "  turn INTEGER NOT NULL,"
    "  who TEXT NOT NULL,"  // submissions by seat, separated by blanks
    "  ended INTEGER,"      // NULL: it is not over
    "  places TEXT,"
    "  gave_up TEXT,"
    "  replay BLOB,"
    "  notes TEXT,"
    "  UNIQUE (round, board, turn));";

static bool damaged(dado_error *err)
{
    return dado_fail(err, DADO_IO,
                     "the log of the league is damaged; restore league.db from a copy");
}

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the log of the league");
}

// Writes whole numbers, separated by blanks.
static void write_numbers(const int *numbers, int count, dado_text *out)
{
    for (int i = 0; i < count; i++) dado_text_addf(out, "%s%d", i ? " " : "", numbers[i]);
}

// Reads exactly `count` numbers from 0 to `most`.
static bool read_numbers(const char *text, int count, int most, int *numbers)
{
    for (int i = 0; i < count; i++) {
        char *end;
        long number = text ? strtol(text, &end, 10) : -1;
        if (number < 0 || number > most || end == text) return false;
        numbers[i] = (int)number;
        text = end;
    }
    return !text || *text == '\0';
}

static int count_numbers(const char *text)
{
    int count = text && *text ? 1 : 0;
    for (; text && *text; text++) count += *text == ' ';
    return count;
}

bool dado_league_begin(dado_store *store, uint64_t seed, int seats, dado_error *err)
{
    bool there;
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, seed);
    if (!dado_sql_has_table(store, "league", &there, err)) return false;
    if (there) {
        return dado_fail(err, DADO_INVALID, "there is a league in this folder; name another");
    }
    if (!dado_sql_run(store, "BEGIN IMMEDIATE", err)) return false;
    bool fine = dado_sql_run(store, league_schema, err) &&
                dado_sql_exec(store, err, "INSERT INTO league (seed, seats) VALUES (?, ?)",
                              (const char *)digits, seats);
    return dado_sql_end(store, fine, err);
}

// ---- reading

static bool count_rows(dado_store *store, const char *table, int *count, dado_error *err)
{
    char sql[80];
    int64_t rows = 0, last = 0;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    if (!dado_sql_number(store, dado_sql_prepare(store, err, sql, NULL, 0), &rows, err)) {
        return false;
    }
    snprintf(sql, sizeof sql, "SELECT max(id) FROM %s", table);
    if (!dado_sql_number(store, dado_sql_prepare(store, err, sql, NULL, 0), &last, err)) {
        return false;
    }
    *count = (int)rows;
    // Rows are never removed, so their numbers have no gaps.
    return (rows == last && rows < INT32_MAX) || damaged(err);
}

static bool read_head(dado_store *store, dado_league_log *log, dado_error *err)
{
    bool there;
    if (!dado_sql_has_table(store, "league", &there, err)) return false;
    if (!there) return dado_fail(err, DADO_MISSING, "there is no league in this folder");
    sqlite3_stmt *s = dado_sql_prepare(store, err, "SELECT seed, seats FROM league", NULL, 0);
    bool fine = dado_sql_next(s);
    if (fine) {
        const char *digits = (const char *)sqlite3_column_text(s, 0);
        log->seed = digits ? strtoull(digits, NULL, 10) : 0;
        log->seats = sqlite3_column_int(s, 1);
        fine = log->seats >= 1 && log->seats <= DADO_LEAGUE_SEATS;
    }
    return dado_sql_finish(store, s, err) && (fine || damaged(err));
}

static bool read_teams(dado_store *store, dado_league_log *log, dado_region *region,
                       dado_error *err)
{
    log->teams = dado_new(region, dado_league_team, log->team_count + 1);
    if (!log->teams) return no_memory(err);
    sqlite3_stmt *s = dado_sql_prepare(
        store, err, "SELECT name, key IS NULL FROM league_team ORDER BY id", NULL, 0);
    int at = 0;
    bool fine = true;
    while (fine && at < log->team_count && dado_sql_next(s)) {
        dado_league_team *team = &log->teams[at++];
        team->name = dado_sql_text(s, 0, region);
        team->house = sqlite3_column_int(s, 1);
        fine = team->name != NULL;
    }
    return dado_sql_finish(store, s, err) && ((fine && at == log->team_count) || damaged(err));
}

static bool read_submissions(dado_store *store, dado_league_log *log, dado_region *region,
                             dado_error *err)
{
    log->submissions = dado_new(region, dado_league_submission, log->submission_count + 1);
    if (!log->submissions) return no_memory(err);
    sqlite3_stmt *s = dado_sql_prepare(store, err,
                                       "SELECT team - 1, number, state, added, player, said "
                                       "FROM league_submission ORDER BY id",
                                       NULL, 0);
    int at = 0;
    bool fine = true;
    while (fine && at < log->submission_count && dado_sql_next(s)) {
        dado_league_submission *one = &log->submissions[at++];
        int state = sqlite3_column_int(s, 2);
        *one = (dado_league_submission){ .team = sqlite3_column_int(s, 0),
                                         .number = sqlite3_column_int(s, 1),
                                         .state = (dado_submission_state)state,
                                         .added = sqlite3_column_int64(s, 3),
                                         .player = dado_sql_text(s, 4, region),
                                         .said = dado_sql_text(s, 5, region) };
        fine = one->team >= 0 && one->team < log->team_count && one->player && one->said &&
               state >= DADO_SUBMISSION_WAITING && state <= DADO_SUBMISSION_READY;
    }
    return dado_sql_finish(store, s, err) &&
           ((fine && at == log->submission_count) || damaged(err));
}

static bool read_rounds(dado_store *store, dado_league_log *log, dado_region *region,
                        dado_error *err)
{
    log->rounds = dado_new(region, dado_league_round, log->round_count + 1);
    if (!log->rounds) return no_memory(err);
    sqlite3_stmt *s =
        dado_sql_prepare(store, err, "SELECT entrants FROM league_round ORDER BY id", NULL, 0);
    int at = 0;
    bool fine = true;
    while (fine && at < log->round_count && dado_sql_next(s)) {
        const char *text = (const char *)sqlite3_column_text(s, 0);
        int count = count_numbers(text);
        int *entrants = dado_new(region, int, count + 1);
        fine = entrants && read_numbers(text, count, log->submission_count - 1, entrants);
        log->rounds[at++] = (dado_league_round){ entrants, count };
    }
    return dado_sql_finish(store, s, err) && ((fine && at == log->round_count) || damaged(err));
}

static bool read_match(sqlite3_stmt *s, const dado_league_log *log, dado_league_match *match)
{
    int numbers[DADO_LEAGUE_SEATS], seats = log->seats;
    *match = (dado_league_match){ .round = sqlite3_column_int(s, 0),
                                  .board = sqlite3_column_int(s, 1),
                                  .turn = sqlite3_column_int(s, 2),
                                  .played = sqlite3_column_type(s, 4) != SQLITE_NULL };
    const char *who = (const char *)sqlite3_column_text(s, 3);
    if (match->round < 0 || match->round >= log->round_count ||
        !read_numbers(who, seats, log->submission_count - 1, match->who)) {
        return false;
    }
    if (!match->played) return true;
    int end = sqlite3_column_int(s, 4);
    match->end = (dado_match_end)end;
    if (end < DADO_FINISHED || end > DADO_BROKEN ||
        !read_numbers((const char *)sqlite3_column_text(s, 5), seats, seats - 1, numbers)) {
        return false;
    }
    for (int i = 0; i < seats; i++) match->places[i] = numbers[i];
    if (!read_numbers((const char *)sqlite3_column_text(s, 6), seats, 1, numbers)) return false;
    for (int i = 0; i < seats; i++) match->gave_up[i] = numbers[i];
    return true;
}

static bool read_matches(dado_store *store, dado_league_log *log, dado_region *region,
                         dado_error *err)
{
    log->matches = dado_new(region, dado_league_match, log->match_count + 1);
    if (!log->matches) return no_memory(err);
    sqlite3_stmt *s = dado_sql_prepare(store, err,
                                       "SELECT round - 1, board, turn, who, ended, places, gave_up "
                                       "FROM league_match ORDER BY id",
                                       NULL, 0);
    int at = 0;
    bool fine = true;
    while (fine && at < log->match_count && dado_sql_next(s)) {
        fine = read_match(s, log, &log->matches[at++]);
    }
    return dado_sql_finish(store, s, err) && ((fine && at == log->match_count) || damaged(err));
}

bool dado_league_read(dado_store *store, dado_league_log *log, dado_region *region, dado_error *err)
{
    *log = (dado_league_log){ 0 };
    if (!read_head(store, log, err)) return false;
    // One transaction, so that all tables are of the same moment.
    if (!dado_sql_run(store, "BEGIN", err)) return false;
    bool fine = count_rows(store, "league_team", &log->team_count, err) &&
                count_rows(store, "league_submission", &log->submission_count, err) &&
                count_rows(store, "league_round", &log->round_count, err) &&
                count_rows(store, "league_match", &log->match_count, err) &&
                read_teams(store, log, region, err) && read_submissions(store, log, region, err) &&
                read_rounds(store, log, region, err) && read_matches(store, log, region, err);
    return dado_sql_end(store, fine, err);
}

// ---- teams and keys

// Writes the hash of a key: a pseudorandom function of a fixed text under the key, from
// which the key cannot be computed. Returns false if it is no key.
static bool hash_key(const char *key, char hash[DADO_LEAGUE_KEY_SIZE])
{
    static const char first[] = "dado league, first half", second[] = "dado league, second half";
    uint64_t halves[2] = { 0 };
    if (strlen(key) != DADO_LEAGUE_KEY_SIZE - 1 || key[strspn(key, "0123456789abcdef")] != '\0') {
        return false;
    }
    for (int i = 0; i < DADO_LEAGUE_KEY_SIZE - 1; i++) {
        unsigned digit = (unsigned)(key[i] <= '9' ? key[i] - '0' : key[i] - 'a' + 10);
        halves[i / 16] = halves[i / 16] << 4 | digit;
    }
    snprintf(hash, DADO_LEAGUE_KEY_SIZE, "%016" PRIx64 "%016" PRIx64,
             dado_keyed_hash(halves[0], halves[1], first, sizeof first),
             dado_keyed_hash(halves[0], halves[1], second, sizeof second));
    return true;
}

static bool make_key(char key[DADO_LEAGUE_KEY_SIZE], dado_error *err)
{
    uint64_t halves[2];
    if (getrandom(halves, sizeof halves, 0) != (ssize_t)sizeof halves) {
        return dado_fail(err, DADO_IO, "the system gives no random numbers for a team's key");
    }
    snprintf(key, DADO_LEAGUE_KEY_SIZE, "%016" PRIx64 "%016" PRIx64, halves[0], halves[1]);
    return true;
}

static bool check_name(const char *name, dado_error *err)
{
    size_t length = strlen(name);
    if (length > 0 && length <= DADO_LEAGUE_NAME && dado_text_is_printable(name) &&
        !strchr(name, '\n') && !strchr(name, '\t') && name[0] != ' ' && name[length - 1] != ' ') {
        return true;
    }
    return dado_fail(err, DADO_INVALID,
                     "a team needs a name of at most %d bytes, on one line, without control "
                     "characters and without blanks at its ends",
                     DADO_LEAGUE_NAME);
}

bool dado_league_add_team(dado_store *store, const char *name, char key[DADO_LEAGUE_KEY_SIZE],
                          int *team, dado_error *err)
{
    char hash[DADO_LEAGUE_KEY_SIZE];
    int64_t same = 0;
    if (!check_name(name, err) || (key && (!make_key(key, err) || !hash_key(key, hash)))) {
        return false;
    }
    if (!dado_sql_run(store, "BEGIN IMMEDIATE", err)) return false;
    bool fine = dado_sql_number(
        store, dado_sql_query(store, err, "SELECT count(*) FROM league_team WHERE name = ?", name),
        &same, err);
    if (fine && same) {
        fine = dado_fail(err, DADO_INVALID, "there is a team called %.60s already", name);
    }
    fine = fine && dado_sql_exec(store, err, "INSERT INTO league_team (name, key) VALUES (?, ?)",
                                 name, key ? (const char *)hash : (const char *)NULL);
    if (fine) *team = (int)sqlite3_last_insert_rowid(store->db) - 1;
    return dado_sql_end(store, fine, err);
}

bool dado_league_team_of_key(dado_store *store, const char *key, int *team, dado_error *err)
{
    char hash[DADO_LEAGUE_KEY_SIZE];
    int64_t id = 0;
    *team = -1;
    if (!hash_key(key, hash)) return true;
    if (!dado_sql_number(store,
                         dado_sql_query(store, err, "SELECT id FROM league_team WHERE key = ?",
                                        (const char *)hash),
                         &id, err)) {
        return false;
    }
    *team = (int)id - 1;
    return true;
}

// ---- submissions

bool dado_league_add_submission(dado_store *store, int team, int64_t when,
                                bool (*place)(void *context, int submission, dado_error *err),
                                void *context, int *submission, dado_error *err)
{
    if (!dado_sql_run(store, "BEGIN IMMEDIATE", err)) return false;
    bool fine = dado_sql_exec(store, err,
                              "INSERT INTO league_submission (team, number, state, added) "
                              "SELECT ?, 1 + count(*), 0, ? FROM league_submission WHERE team = ?",
                              team + 1, when, team + 1);
    *submission = (int)sqlite3_last_insert_rowid(store->db) - 1;
    fine = fine && place(context, *submission, err);
    return dado_sql_end(store, fine, err);
}

bool dado_league_settle_submission(dado_store *store, int submission, dado_submission_state state,
                                   const char *player, const char *said, dado_error *err)
{
    return dado_sql_exec(store, err,
                         "UPDATE league_submission SET state = ?, player = ?, said = ? "
                         "WHERE id = ? AND state = 0",
                         (int)state, player, said, submission + 1);
}

// ---- rounds and matches

static bool add_match(dado_store *store, int round, const dado_league_match *match, int seats,
                      dado_error *err)
{
    DADO_CLEANUP(dado_text_free) dado_text who = { 0 };
    write_numbers(match->who, seats, &who);
    return dado_sql_exec(store, err,
                         "INSERT INTO league_match (round, board, turn, who) VALUES (?, ?, ?, ?)",
                         round + 1, match->board, match->turn, (const char *)who.data);
}

bool dado_league_add_round(dado_store *store, int round, const dado_league_round *entrants,
                           const dado_league_match *matches, int count, int seats, dado_error *err)
{
    int64_t rounds = 0;
    DADO_CLEANUP(dado_text_free) dado_text list = { 0 };
    write_numbers(entrants->entrants, entrants->count, &list);
    if (!dado_sql_run(store, "BEGIN IMMEDIATE", err)) return false;
    bool fine = dado_sql_number(
        store, dado_sql_prepare(store, err, "SELECT count(*) FROM league_round", NULL, 0), &rounds,
        err);
    if (fine && rounds != round) {
        fine = dado_fail(err, DADO_INVALID,
                         "another process plays this league; let one play at a time");
    }
    fine = fine && dado_sql_exec(store, err, "INSERT INTO league_round (entrants) VALUES (?)",
                                 dado_text_string(&list));
    for (int i = 0; fine && i < count; i++) fine = add_match(store, round, &matches[i], seats, err);
    return dado_sql_end(store, fine, err);
}

bool dado_league_put_result(dado_store *store, int match, const dado_league_result *result,
                            dado_error *err)
{
    const dado_league_match *m = result->match;
    int numbers[DADO_LEAGUE_SEATS];
    DADO_CLEANUP(dado_text_free) dado_text places = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text gave_up = { 0 };
    for (int i = 0; i < result->seats; i++) numbers[i] = m->places[i];
    write_numbers(numbers, result->seats, &places);
    for (int i = 0; i < result->seats; i++) numbers[i] = m->gave_up[i];
    write_numbers(numbers, result->seats, &gave_up);
    return dado_sql_exec(store, err,
                         "UPDATE league_match SET ended = ?, places = ?, gave_up = ?, replay = ?, "
                         "notes = ? WHERE id = ? AND ended IS NULL",
                         (int)m->end, (const char *)places.data, (const char *)gave_up.data,
                         dado_sql_blob(result->replay, result->replay_size), result->notes,
                         match + 1);
}

bool dado_league_replay(dado_store *store, int match, const unsigned char **replay, size_t *size,
                        dado_region *region, dado_error *err)
{
    *replay = NULL;
    *size = 0;
    sqlite3_stmt *s =
        dado_sql_query(store, err, "SELECT replay FROM league_match WHERE id = ?", match + 1);
    bool fine = true;
    if (dado_sql_next(s) && sqlite3_column_bytes(s, 0) > 0) {
        *size = (size_t)sqlite3_column_bytes(s, 0);
        *replay = (const unsigned char *)dado_region_copy(region, sqlite3_column_blob(s, 0), *size);
        fine = *replay != NULL;
    }
    return dado_sql_finish(store, s, err) && (fine || no_memory(err));
}

bool dado_league_notes(dado_store *store, int match, const char **notes, dado_region *region,
                       dado_error *err)
{
    *notes = "";
    sqlite3_stmt *s = dado_sql_query(
        store, err, "SELECT coalesce(notes, '') FROM league_match WHERE id = ?", match + 1);
    if (dado_sql_next(s)) *notes = dado_sql_text(s, 0, region);
    return dado_sql_finish(store, s, err) && (*notes || no_memory(err));
}
