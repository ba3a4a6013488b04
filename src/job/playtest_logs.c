// playtest_logs.c - see playtest_logs.h.
#include "job/playtest_logs.h"

#include <stdio.h>
#include <string.h>

#include "job/results_output.h"
#include "lab/playtest_store.h"

enum { most_records = 1 << 20 };

bool dado_playtest_is_log(const char *name)
{
    const char *ending = strrchr(name, '.');
    return ending && strcmp(ending, ".jsonl") == 0;
}

static bool add_record(dado_job_run *job_run, dado_playtest_log *log, int *room,
                       const dado_playtest_record *record)
{
    if (log->count == *room) {
        int more = *room ? 2 * *room : 64;
        dado_playtest_record *grown = dado_job_run_new(job_run, dado_playtest_record, more);
        if (!grown) return false;
        if (log->count) memcpy(grown, log->records, sizeof *grown * (size_t)log->count);
        log->records = grown;
        *room = more;
    }
    if (log->count == most_records) {
        return dado_job_run_usage_error(job_run, "there are more than a million matches");
    }
    log->records[log->count++] = *record;
    return true;
}

// Returns whether the record can be kept, before anything is played.
static bool can_be_kept(dado_job_run *job_run, const dado_playtest_record *record)
{
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    return dado_playtest_record_write_checked(record, &line, job_run->err);
}

// Records without an id get one that is made of their bytes and of the number of their
// line, so that reading a file twice keeps each match once.
static bool give_id(dado_job_run *job_run, dado_playtest_record *record, const char *line,
                    size_t length)
{
    if (record->id) return true;
    uint64_t hash = (uint64_t)record->place.line;
    for (size_t i = 0; i < length; i++) hash = dado_derive_seed(hash, (unsigned char)line[i]);
    record->id = dado_job_run_copyf(job_run, "%016llx", (unsigned long long)hash);
    return record->id != NULL;
}

static bool read_file(dado_job_run *job_run, const char *name, dado_playtest_log *log, int *room)
{
    const char *text;
    if (!dado_job_run_read(job_run, name, &text)) return false;
    int number = 1;
    for (const char *at = text; *at; number++) {
        size_t length = strcspn(at, "\n");
        dado_place place = { .source = name, .line = number };
        dado_playtest_record record;
        bool empty = strspn(at, " \t\r") >= length;
        if (!empty && (!dado_playtest_record_read(&record, at, length, place, job_run->region,
                                                  job_run->err) ||
                       !give_id(job_run, &record, at, length) || !can_be_kept(job_run, &record) ||
                       !add_record(job_run, log, room, &record))) {
            return false;
        }
        at += length + (at[length] == '\n');
    }
    return true;
}

static bool same_words(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_game(const dado_playtest_record *a, const dado_playtest_record *b)
{
    bool same = same_words(a->game, b->game) && same_words(a->rules, b->rules) &&
                a->set_count == b->set_count;
    for (int i = 0; same && i < a->set_count; i++) same = same_words(a->set[i], b->set[i]);
    return same;
}

// Joins the options of the log and those of -D.
static bool join_options(dado_job_run *job_run, const dado_playtest_record *record,
                         dado_options *joined)
{
    dado_options given;
    if (!dado_job_run_options(job_run, &given)) return false;
    int count = record->set_count + given.count;
    dado_option *items = dado_job_run_new(job_run, dado_option, count + 1);
    if (!items) return false;
    for (int i = 0; i < record->set_count; i++) {
        if (!dado_option_parse(&items[i], record->set[i], job_run->region, job_run->err)) {
            return false;
        }
    }
    for (int i = 0; i < given.count; i++) items[record->set_count + i] = given.items[i];
    *joined = (dado_options){ items, count };
    return true;
}

// Finds the game: the one of --game, the text in the log, or the name there. Nothing in
// the log may name a file of this machine.
static bool find_source(dado_job_run *job_run, const dado_playtest_record *record,
                        dado_game_source *source)
{
    const char *named = dado_job_run_text(job_run, "game");
    dado_options options;
    if (record->game && (record->game[0] == '.' || strchr(record->game, '/'))) {
        return dado_fail_at(job_run->err, DADO_INVALID, record->place,
                            "\"game\" must be the name of a game, not a path like \"%.80s\"",
                            record->game);
    }
    if (!join_options(job_run, record, &options)) return false;
    if (named) return dado_job_run_find_game_with(job_run, named, &options, source);
    if (record->rules) {
        const char *name = record->game ? record->game : "rules.rcy";
        if (!strchr(name, '.')) name = dado_job_run_copyf(job_run, "%s.rcy", name);
        return name && dado_game_source_from_text_alone(source, name, record->rules, &options,
                                                        job_run->region, job_run->err);
    }
    if (!record->game || strpbrk(record->game, "/.")) {
        return dado_fail_at(job_run->err, DADO_INVALID, record->place,
                            "the log does not say which game it is: name one with --game");
    }
    return dado_game_source_find(source, record->game, &options, job_run->region, job_run->err);
}

static bool play_records(dado_job_run *job_run, dado_playtest_log *log)
{
    const atomic_int *stop = dado_job_run_stop_flag(job_run);
    for (int i = 0; i < log->count; i++) {
        dado_playtest_record *record = &log->records[i];
        DADO_CLEANUP(dado_text_free) dado_text table = { 0 };
        if (!same_game(record, &log->records[0])) {
            return dado_fail_at(job_run->err, DADO_INVALID, record->place,
                                "this match is of another game, or has other options, than the "
                                "first one: import them separately");
        }
        if (dado_playtest_record_play(record, &log->game, stop, job_run->region, &table,
                                      job_run->err)) {
            continue;
        }
        if (table.length) {
            dado_job_run_message(job_run, "The table as it stood:\n%s", dado_text_string(&table));
        }
        return false;
    }
    return true;
}

bool dado_playtest_log_open(dado_job_run *job_run, dado_playtest_log *log)
{
    int room = 0;
    *log = (dado_playtest_log){ 0 };
    for (int i = 0; i < dado_job_run_arg_count(job_run, "file"); i++) {
        if (!read_file(job_run, dado_job_run_nth_arg(job_run, "file", i), log, &room)) return false;
    }
    if (log->count == 0) {
        return dado_fail(job_run->err, DADO_INVALID, "%.200s has no match: there is no line in it",
                         dado_job_run_nth_arg(job_run, "file", 0));
    }
    return find_source(job_run, &log->records[0], &log->source) &&
           dado_job_run_open_shared_game(job_run, &log->source, &log->game) &&
           play_records(job_run, log);
}

// Makes the player of all seats: nobody is asked, since all steps are known.
static const dado_lineup *lineup_of(dado_job_run *job_run, const char *who)
{
    dado_lineup *lineup = dado_job_run_new(job_run, dado_lineup, 1);
    dado_player *player = dado_job_run_new(job_run, dado_player, 1);
    dado_option *option = dado_job_run_new(job_run, dado_option, 1);
    if (!lineup || !player || !option) return NULL;
    *option = (dado_option){ .name = "who", .text = who };
    *player = (dado_player){ .typed = who,
                             .kind = dado_agent_named("recorded"),
                             .options = { option, 1 } };
    *lineup = (dado_lineup){ .name = "as played", .players = player, .count = 1 };
    return lineup;
}

bool dado_playtest_log_plan(dado_job_run *job_run, dado_playtest_log *log, const char *who,
                            dado_plan *plan)
{
    dado_played_match *played = dado_job_run_new(job_run, dado_played_match, log->count);
    const dado_lineup *lineup = lineup_of(job_run, who);
    uint64_t hash = 0;
    int longest = 0;
    if (!played || !lineup) return false;
    for (int i = 0; i < log->count; i++) {
        const dado_playtest_record *record = &log->records[i];
        played[i] = (dado_played_match){ record->path, record->steps };
        if (record->steps > longest) longest = record->steps;
        hash = dado_derive_seed(hash, (uint64_t)record->steps);
        for (int s = 0; s < record->steps; s++) hash = dado_derive_seed(hash, record->path[s].move);
    }
    *plan = (dado_plan){
        .instances = &log->source,
        .instance_count = 1,
        .lineups = lineup,
        .lineup_count = 1,
        .matches = log->count,
        .seed = hash,
        .keep_moves = true,
        .move_limit = longest > DADO_MOVE_LIMIT ? longest : 0,
        .command = job_run->answer->command,
        .played = played,
    };
    return true;
}

// Returns whether somebody sat at the table, as far as the log says who did.
static bool has_people(const dado_playtest_record *record)
{
    for (int s = 0; s < record->seat_count; s++) {
        if (record->seats[s].person) return true;
    }
    return record->seat_count == 0;
}

// A log, which a stranger may have written, replaces no match that is kept.
static bool keep_records(dado_job_run *job_run, const dado_playtest_log *log, int64_t run)
{
    uint64_t rules = dado_game_source_hash(&log->source);
    int others = 0;
    if (!job_run->opened) return true;
    for (int i = 0; i < log->count; i++) {
        const dado_playtest_record *record = &log->records[i];
        bool other;
        if (!has_people(record)) continue;
        if (!dado_store_playtest_has_other(job_run->opened, record, &other, job_run->err)) {
            return false;
        }
        others += other;
        if (!other && !dado_store_playtest_put(job_run->opened, record, rules, run, job_run->err)) {
            return false;
        }
    }
    if (others == 0) return true;
    job_run->answer->partly_failed = true;
    dado_job_run_message(job_run,
                         "%d of %d matches were not kept as playtests: others with the "
                         "same \"id\" are kept already, and stay",
                         others, log->count);
    return true;
}

bool dado_playtest_log_import(dado_job_run *job_run)
{
    dado_playtest_log log;
    dado_plan plan;
    if (!dado_playtest_log_open(job_run, &log) ||
        !dado_playtest_log_plan(job_run, &log, "people", &plan)) {
        return dado_job_run_keep_error_path(job_run);
    }
    dado_plan usual = plan;
    dado_job_run_fill_plan(job_run, &usual);
    plan.reading = usual.reading;
    DADO_CLEANUP(dado_results_output_end) dado_results_output results_output = { 0 };
    return (dado_results_output_begin(&results_output, job_run, &log.game, true) &&
            dado_job_run_open_store(job_run, DADO_STORE_WRITE) &&
            dado_job_run_experiment(job_run, &plan, &results_output, dado_results_output_block,
                                    &results_output.results) &&
            keep_records(job_run, &log, results_output.results.run) &&
            dado_results_output_write(&results_output)) ||
           dado_job_run_keep_error_path(job_run);
}
