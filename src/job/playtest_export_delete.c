// playtest_export_delete.c - the jobs `playtest export` and `playtest delete`.
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "job/job_run.h"
#include "lab/playtest_store.h"
#include "lab/replay.h"

// An export that is being written.
typedef struct export_writer {
    dado_job_run *job_run;
    dado_text lines;
    int64_t matches, left_out;  // written; and broken or forfeited ones
    dado_playtest_record head;  // what all matches of a run have in common
    const dado_game *game;
    bool failed;
} export_writer;

static void free_writer(export_writer *w)
{
    dado_text_free(&w->lines);
}

// --- matches that people played

static bool export_kept(dado_job_run *job_run, export_writer *w)
{
    dado_game_source source;
    const dado_kept_playtest *kept;
    int count;
    bool names = dado_job_run_is_given(job_run, "with-names");
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_store(job_run, DADO_STORE_WRITE) ||
        !dado_store_playtests(job_run->opened, dado_game_source_hash(&source), &kept, &count,
                              job_run->region, job_run->err)) {
        return false;
    }
    dado_playtest_record *records = dado_job_run_new(job_run, dado_playtest_record, count + 1);
    if (!records) return false;
    for (int i = 0; i < count; i++) {
        if (!dado_playtest_record_read(&records[i], kept[i].line, strlen(kept[i].line),
                                       (dado_place){ 0 }, job_run->region, job_run->err)) {
            return false;
        }
    }
    if (!names &&
        !dado_playtest_records_number_people(records, count, job_run->region, job_run->err)) {
        return false;
    }
    for (int i = 0; i < count; i++) dado_playtest_record_write(&records[i], names, &w->lines);
    w->matches = count;
    return true;
}

// --- matches of a run

// Lists the options of a game without the text of its file.
static bool list_options(dado_job_run *job_run, const dado_game_source *source,
                         dado_playtest_record *head)
{
    head->set = dado_job_run_new(job_run, const char *, source->options.count + 1);
    if (!head->set) return false;
    for (int i = 0; i < source->options.count; i++) {
        const dado_option *option = &source->options.items[i];
        if (strcmp(option->name, "file") == 0) continue;
        const char *typed = dado_job_run_copyf(job_run, "%s=%s", option->name, option->text);
        if (!typed) return false;
        head->set[head->set_count++] = typed;
    }
    return true;
}

static bool list_seats(dado_job_run *job_run, const dado_lineup *lineup, int players,
                       dado_playtest_record *head)
{
    head->seats = dado_job_run_new(job_run, dado_playtest_seat, players);
    if (!head->seats) return false;
    for (int p = 0; p < players; p++) {
        head->seats[p].agent = dado_lineup_player(lineup, p)->typed;
    }
    head->seat_count = players;
    return true;
}

static void export_match(void *context, const dado_game *game, const void *state,
                         const dado_trace *log)
{
    (void)state;
    export_writer *w = context;
    double scores[DADO_PLAYTEST_SEATS];
    if (w->failed || log->end == DADO_FORFEITED || log->end == DADO_BROKEN) {
        w->left_out++;
        return;
    }
    dado_region region = { 0 };
    dado_playtest_record record = w->head;
    for (int p = 0; p < log->players; p++) {
        scores[p] = game->lowest_wins ? -(double)log->result[p] : log->result[p];
    }
    record.left = log->end == DADO_STOPPED;
    record.result = scores;
    record.result_count = record.left ? 0 : log->players;
    w->failed = !dado_playtest_record_from_path(
        &record, game, (dado_playtest_path){ log->path, log->steps, NULL, NULL }, &region,
        w->job_run->err);
    if (!w->failed) dado_playtest_record_write(&record, true, &w->lines);
    w->matches += !w->failed;
    dado_region_free(&region);
}

static bool export_block(void *context, int64_t slot, const unsigned char *packed, size_t size,
                         dado_error *err)
{
    (void)slot;
    export_writer *w = context;
    dado_region region = { 0 };
    dado_block block;
    dado_move_log_visitor visitor = { .context = w, .end = export_match };
    bool fine = dado_block_unpack(&block, packed, size, &region, err) &&
                dado_block_replay(&block, w->game, &visitor, &region, err) && !w->failed;
    dado_region_free(&region);
    return fine;
}

static bool export_run(dado_job_run *job_run, export_writer *w)
{
    int64_t run;
    dado_plan plan;
    dado_game game;
    if (!dado_job_run_find_stored_run(job_run, dado_job_run_text(job_run, "from-run"), &run) ||
        !dado_store_plan(job_run->opened, run, &plan, job_run->region, job_run->err)) {
        return false;
    }
    if (!plan.keep_moves || plan.instance_count != 1 || plan.lineup_count != 1) {
        return dado_job_run_usage_error(
            job_run, "run %lld has %s; play it with --keep moves to export it", (long long)run,
            plan.keep_moves ? "more than one line-up or instance" : "no moves");
    }
    bool people;
    if (!dado_store_playtest_in_run(job_run->opened, run, &people, job_run->err)) return false;
    if (people) {
        return dado_job_run_usage_error(job_run,
                                        "people played run %lld; name the game instead, so that "
                                        "a deletion finds them: dado playtest export GAME",
                                        (long long)run);
    }
    const dado_game_source *source = &plan.instances[0];
    if (!dado_job_run_open_game(job_run, source, &game)) return false;
    if (game.players > DADO_PLAYTEST_SEATS) {
        return dado_fail(job_run->err, DADO_LIMIT, "records are kept of up to 64 players");
    }
    w->game = &game;
    w->head.game = source->name;
    // A game of the library is known by its name; any other goes with its text.
    if (strpbrk(source->name, "./")) {
        const dado_option *file = dado_options_find(&source->options, "file");
        w->head.rules = file ? file->text : NULL;
    }
    return list_options(job_run, source, &w->head) &&
           list_seats(job_run, &plan.lineups[0], game.players, &w->head) &&
           dado_store_blocks(job_run->opened, run, export_block, w, job_run->err);
}

// Remembers where the file is, so that a deletion reaches it.
static bool remember_file(dado_job_run *job_run, const char *path)
{
    if (!path || !job_run->opened || strcmp(path, "-") == 0) return true;
    char *whole = realpath(path, NULL);
    bool fine = !whole || dado_store_playtest_exported(job_run->opened, whole, job_run->err);
    free(whole);
    return fine;
}

static bool run_export(dado_job_run *job_run)
{
    DADO_CLEANUP(free_writer) export_writer w = { .job_run = job_run };
    const char *path = dado_job_run_text(job_run, "output");
    bool of_run = dado_job_run_is_given(job_run, "from-run");
    if (of_run == dado_job_run_is_given(job_run, "game")) {
        return dado_job_run_usage_error(job_run, "name either a game or a run (--from-run)");
    }
    if (path && strcmp(path, "-") != 0 && !dado_ends_with(path, ".jsonl")) {
        return dado_job_run_usage_error(job_run, "a log is called FILE.jsonl, not %s", path);
    }
    if (!(of_run ? export_run : export_kept)(job_run, &w)) return false;
    if (w.lines.cut) return dado_fail(job_run->err, DADO_LIMIT, "no memory left for the export");
    dado_part *facts =
        dado_document_facts(job_run->answer, DADO_PART("exported", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "matches", "matches", w.matches);
    dado_fact(facts, "left_out", "left out", w.left_out);
    job_run->answer->title = dado_document_copyf(job_run->answer, "%lld match%s",
                                                 (long long)w.matches, w.matches == 1 ? "" : "es");
    if (w.left_out) {
        dado_job_run_message(job_run, "%lld matches that broke off are left out",
                             (long long)w.left_out);
    }
    return dado_job_run_output(job_run, path, &w.lines, false, "log") &&
           (of_run || remember_file(job_run, path));
}

const dado_job dado_job_playtest_export = {
    .name = "playtest export",
    .about = "writes matches with all their moves, one JSON object per line",
    .details =
        "Of a game it writes the matches that people played and that the store keeps, with "
        "times, notes and answers. Names are left out unless --with-names is given: people are "
        "numbered. With --from-run it writes the matches of a run that was played with --keep "
        "moves. dado playtest import reads such files. docs/reference/playtest-log.md "
        "describes them.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(GAME, "game", .word = true,
                               .about = "The game whose playtests are written."),
                    DADO_PARAM(RUN, "from-run", .about = "Writes the matches of this run instead."),
                    DADO_PARAM(FLAG, "with-names", .about = "Keeps the names that people gave."),
                    DADO_PARAM(OUTPUT, "output", 'o', .value = "FILE", .beside = true,
                               .unset = "it is printed", .about = "The file to write.")),
                dado_params_game, dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado playtest export hearts -o evenings.jsonl", "What people played, without names." },
        { "dado playtest export --from-run last -o run.jsonl", "The matches of the latest run." }),
    .run = run_export,
};

static bool run_delete(dado_job_run *job_run)
{
    dado_playtest_deletion done;
    const char *person = dado_job_run_text(job_run, "person");
    if (!dado_job_run_open_store(job_run, DADO_STORE_READ)) return false;
    dado_store_close(job_run->opened);
    job_run->opened = NULL;
    if (!dado_job_run_open_store(job_run, DADO_STORE_WRITE) ||
        !dado_store_playtest_delete(job_run->opened, person, job_run->region, &done,
                                    job_run->err)) {
        return false;
    }
    if (done.unreadable) {
        job_run->answer->partly_failed = true;
        dado_job_run_message(
            job_run, "%d record%s cannot be read and %s left; the name is not in %s",
            done.unreadable, done.unreadable == 1 ? "" : "s", done.unreadable == 1 ? "was" : "were",
            done.unreadable == 1 ? "it" : "them");
    }
    if (done.matches == 0 && done.files == 0) {
        return dado_fail(job_run->err, DADO_MISSING,
                         "no match of %.100s is kept here; names are written as they were given",
                         person);
    }
    dado_part *facts = dado_document_facts(job_run->answer, "deleted");
    dado_fact(facts, "matches", "matches", done.matches);
    dado_fact(facts, "runs", "runs", done.runs);
    dado_fact(facts, "files", "exported files changed", done.files);
    job_run->answer->title = dado_document_copyf(job_run->answer, "Deleted");
    if (done.unreachable) {
        job_run->answer->partly_failed = true;
        dado_job_run_message(job_run, "this export could not be changed: %s", done.unreachable);
    }
    if (done.log_busy) {
        job_run->answer->partly_failed = true;
        dado_job_run_message(
            job_run,
            "somebody else reads the store, so its log (%s-wal) still has what was "
            "deleted; delete once more when they are done",
            dado_job_run_store_name(job_run));
    }
    return true;
}

const dado_job dado_job_playtest_delete = {
    .name = "playtest delete",
    .about = "deletes every match of a person: records, runs and exports",
    .details = "Removes the matches in which the person sat from the store, with the runs that "
               "hold them, and from the files that dado playtest export wrote on this machine. "
               "The bytes are overwritten. Other people's matches in such a run stay as records.",
    .params = { DADO_PARAMS(DADO_PARAM(TEXT, "person", .word = true, .needed = true,
                                       .about = "The name, or the word for the person.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES({ "dado playtest delete Rui", "Rui was at the table, and is not "
                                                            "any more." }),
    .run = run_delete,
};
