// errand.c - see errand.h.
#include "job/errand.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "job/explained.h"
#include "job/promise.h"
#include "lab/merge.h"
#include "measure/words.h"

// --- values ---

static const char *last_given(const dado_errand *errand, const char *name)
{
    for (int i = errand->given_count - 1; i >= 0; i--) {
        if (strcmp(errand->given[i].param->name, name) == 0) return errand->given[i].value;
    }
    return NULL;
}

const char *dado_errand_text(const dado_errand *errand, const char *name)
{
    const char *value = last_given(errand, name);
    if (value) return value;
    const dado_param *param = dado_job_param_named(errand->job, name);
    return param ? param->usual : NULL;
}

bool dado_errand_given(const dado_errand *errand, const char *name)
{
    return last_given(errand, name) != NULL;
}

int64_t dado_errand_whole(const dado_errand *errand, const char *name)
{
    const char *text = dado_errand_text(errand, name);
    int64_t value = 0;
    return text && dado_read_int(text, &value) ? value : 0;
}

double dado_errand_real(const dado_errand *errand, const char *name)
{
    const char *text = dado_errand_text(errand, name);
    double value = 0;
    return text && dado_read_real(text, &value) ? value : 0;
}

int dado_errand_choice(const dado_errand *errand, const char *name)
{
    const char *text = dado_errand_text(errand, name);
    int place = text ? dado_param_place(dado_job_param_named(errand->job, name), text) : 0;
    return place < 0 ? 0 : place;
}

int dado_errand_count(const dado_errand *errand, const char *name)
{
    int count = 0;
    for (int i = 0; i < errand->given_count; i++) {
        count += strcmp(errand->given[i].param->name, name) == 0;
    }
    return count;
}

const char *dado_errand_nth(const dado_errand *errand, const char *name, int which)
{
    for (int i = 0; i < errand->given_count; i++) {
        if (strcmp(errand->given[i].param->name, name) == 0 && which-- == 0) {
            return errand->given[i].value;
        }
    }
    return NULL;
}

// --- running ---

// All that has a say in the answer, usual values too: a document says what it is about.
static void add_settings(const dado_errand *errand)
{
    dado_document *answer = errand->answer;
    const dado_param *param;
    int room = errand->given_count;
    while (dado_job_param(errand->job, room - errand->given_count)) room++;
    answer->setting_count = 0;
    answer->settings = dado_new(&answer->arena, dado_setting, room + 1);
    if (!answer->settings) {
        answer->cut = true;
        return;
    }
    for (int i = 0; (param = dado_job_param(errand->job, i)); i++) {
        if (param->beside) continue;
        int count = param->many ? dado_errand_count(errand, param->name) : 1;
        for (int k = 0; k < count; k++) {
            const char *value = param->many ? dado_errand_nth(errand, param->name, k)
                                            : dado_errand_text(errand, param->name);
            if (!value) continue;
            if (param->kind == DADO_PARAM_FLAG) value = "yes";
            answer->settings[answer->setting_count++] = (dado_setting){
                .name = param->name, .value = dado_document_copy(answer, value),
                .many = param->many
            };
        }
    }
}

// Options set are in order of their names, so that whoever sets the same asks for the same.
static bool sort_set(dado_errand *errand)
{
    int count = errand->given_count;
    dado_given *sorted = dado_errand_new(errand, dado_given, count + 1);
    if (!sorted) return false;
    if (count) memcpy(sorted, errand->given, sizeof *sorted * (size_t)count);
    for (int i = 0; i < count; i++) {
        if (sorted[i].param->kind != DADO_PARAM_SET) continue;
        for (int j = i + 1; j < count; j++) {
            if (sorted[j].param != sorted[i].param ||
                strcmp(sorted[j].value, sorted[i].value) >= 0) {
                continue;
            }
            dado_given other = sorted[i];
            sorted[i] = sorted[j];
            sorted[j] = other;
        }
    }
    errand->given = sorted;
    return true;
}

// Words as whoever asked would write names of parameters.
static void unmark(const dado_errand *errand, char *words)
{
    char before = ' ', *to = words;
    if (errand->mark && *errand->mark) return;
    for (const char *at = words; *at; before = *at++) {
        bool begins = !isalnum((unsigned char)before) && before != '-';
        if (begins && strncmp(at, "--", 2) == 0 && islower((unsigned char)at[2])) at += 2;
        *to++ = *at;
    }
    *to = '\0';
}

static bool answer_it(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    errand->misused = !dado_given_check(errand->job, errand->given, errand->given_count,
                                        errand->err);
    if (errand->misused || (!errand->job->ordered && !sort_set(errand))) return false;
    dado_draft command = { 0 };
    dado_job_command(errand->job, errand->given, errand->given_count, &command);
    answer->job = errand->job->name;
    answer->command = dado_document_copy(answer, dado_text_string(&command));
    add_settings(errand);
    if (!dado_promises_read(errand) || !errand->job->run(errand) || !dado_promises_keep(errand)) {
        return false;
    }
    if (!answer->rules) answer->rules = errand->found[0];
    if (!answer->against && errand->found[1] != answer->rules) answer->against = errand->found[1];
    dado_explain_tables(answer, errand->arena);
    return !answer->cut || dado_fail(errand->err, DADO_LIMIT, "no memory left for the answer");
}

bool dado_errand_run(dado_errand *errand, dado_document *answer, dado_error *err)
{
    errand->answer = answer;
    errand->err = err;
    if (!errand->mark) errand->mark = "";
    bool fine = answer_it(errand);
    if (!fine) unmark(errand, err->text);
    dado_store_close(errand->opened);
    errand->opened = NULL;
    return fine;
}

bool dado_errand_misused(dado_errand *errand, const char *format, ...)
{
    char text[400];
    DADO_TOLD(text, format);
    errand->misused = true;
    return dado_fail(errand->err, DADO_MEANING, "%s", text);
}

bool dado_errand_failed(dado_errand *errand)
{
    const char *source = errand->err->place.source;
    if (source) errand->err->place.source = dado_arena_copy(errand->arena, source, strlen(source));
    return false;
}

void *dado_errand_take(const dado_errand *errand, size_t count, size_t size)
{
    void *memory = dado_arena_take(errand->arena, count, size);
    if (!memory) dado_fail(errand->err, DADO_LIMIT, "no memory left for what was asked");
    return memory;
}

const char *dado_errand_copy(const dado_errand *errand, const char *text, size_t length)
{
    char *copy = dado_errand_new(errand, char, length + 1);
    return copy ? memcpy(copy, text, length) : NULL;
}

void dado_errand_say(const dado_errand *errand, const char *format, ...)
{
    if (!errand->watcher || !errand->watcher->say) return;
    char text[1000];
    DADO_TOLD(text, format);
    unmark(errand, text);
    errand->watcher->say(errand->watcher->context, text);
}

void dado_errand_working(const dado_errand *errand, int64_t done, int64_t all, const char *what,
                         const char *format, ...)
{
    if (!errand->watcher || !errand->watcher->working) return;
    char words[300];
    DADO_TOLD(words, format);
    errand->watcher->working(errand->watcher->context, done, all, what, words);
}

const atomic_int *dado_errand_halt(const dado_errand *errand)
{
    return dado_heed_flag(&(dado_heed){ .told = errand->stop });
}

bool dado_errand_stopped(const dado_errand *errand)
{
    return errand->stop && *errand->stop;
}

void dado_errand_stop_at(dado_errand *errand, const char *format, ...)
{
    char text[400];
    DADO_TOLD(text, format);
    errand->stopped_where = dado_arena_copy(errand->arena, text, strlen(text));
    if (!errand->stopped_where) errand->stopped_where = "";
    errand->kept = errand->opened && errand->writes;
    errand->answer->unfinished = true;
}

void dado_errand_stop_matches(dado_errand *errand, const dado_results *results)
{
    if (!results->interrupted) return;
    dado_errand_stop_at(errand, "after %s of %s matches", dado_said_count(results->matches).s,
                        dado_said_count(results->all).s);
}

bool dado_errand_may_resume(dado_errand *errand)
{
    return !dado_errand_given(errand, "resume") || !dado_errand_given(errand, "no-store") ||
           dado_errand_misused(errand, "--resume needs the store that --no-store does without");
}

// --- files ---

bool dado_errand_read(dado_errand *errand, const char *name, const char **text)
{
    if (!errand->files)
        return dado_file_read(name, DADO_FILE_MOST, errand->arena, text, errand->err);
    return errand->files->read(errand->files->context, name, errand->arena, text, errand->err);
}

bool dado_errand_read_file(dado_errand *errand, const char *name, const char *shelf,
                           const char *ending, const char **path, const char **bytes, size_t *size)
{
    *path = name;
    if (errand->files && dado_errand_read(errand, name, bytes)) {
        if (size) *size = strlen(*bytes);
        return true;
    }
    const char *shipped = dado_library_file(name, shelf, ending, errand->arena, errand->err);
    if (!shipped || (errand->files && shipped == name)) return false;
    const unsigned char *read;
    *path = shipped;
    if (!size) return dado_file_read(shipped, DADO_FILE_MOST, errand->arena, bytes, errand->err);
    if (!dado_file_read_bytes(shipped, DADO_FILE_MOST, errand->arena, &read, size, errand->err))
        return false;
    *bytes = (const char *)read;
    return true;
}

enum { files_most = 10000 };

typedef struct finds {
    dado_errand *errand;
    const char *ending;
    const char **paths;
    int count;
} finds;

static void add_path(void *context, const char *path)
{
    finds *f = context;
    if (f->count == files_most || !dado_ends_with(path, f->ending)) return;
    const char *kept = dado_arena_copy(f->errand->arena, path, strlen(path));
    if (kept) f->paths[f->count++] = kept;
}

const char *const *dado_errand_files(dado_errand *errand, const char *param, const char *ending,
                                     int *count)
{
    finds f = { errand, ending, dado_new(errand->arena, const char *, files_most), 0 };
    for (int i = 0; f.paths && i < dado_errand_count(errand, param); i++) {
        const char *word = dado_errand_nth(errand, param, i);
        if (!errand->files && dado_folder_exists(word)) dado_library_each(word, &f, add_path);
        else if (f.count < files_most) f.paths[f.count++] = word;
    }
    *count = f.count;
    if (f.count) return f.paths;
    dado_errand_misused(errand, "there is no %s file in %.200s", ending,
                        dado_errand_count(errand, param) ? dado_errand_nth(errand, param, 0)
                                                         : "nothing");
    return NULL;
}

bool dado_errand_write(dado_errand *errand, const char *name, const char *bytes, size_t count)
{
    if (!errand->files) return dado_file_write(name, bytes, count, errand->err);
    return errand->files->write(errand->files->context, name, bytes, count, errand->err);
}

bool dado_errand_write_text(dado_errand *errand, const char *name, const dado_text *text)
{
    return dado_errand_write(errand, name, dado_text_string(text), text->length);
}

const char *dado_errand_copyf(const dado_errand *errand, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = dado_errand_new(errand, char, length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

const char *dado_errand_form(dado_errand *errand, const char *choice, const char *path,
                             const char *usual)
{
    const char *dot = path ? strrchr(dado_base_name(path), '.') : NULL;
    const dado_param *param = dado_job_param_named(errand->job, choice);
    if (dado_errand_given(errand, choice)) return dado_errand_text(errand, choice);
    if (!dot || strcmp(dot, ".txt") == 0 || strcmp(dot, ".level") == 0) return usual;
    if (dado_param_place(param, dot + 1) >= 0) return dot + 1;
    dado_errand_misused(errand, "%s: nothing is written as %s; the forms are %s (--%s)", path, dot,
                        param->choices, choice);
    return NULL;
}

bool dado_errand_put(dado_errand *errand, const char *path, const dado_text *made, bool bytes,
                     const char *name)
{
    if (!path && !bytes) {
        dado_document_source(errand->answer, name, dado_text_string(made));
        return true;
    }
    if (!path && errand->files) return dado_errand_misused(errand, "--out says where to write it");
    return dado_errand_write(errand, path ? path : "-", made->data, made->length);
}

// --- what jobs that play share ---

bool dado_errand_options(dado_errand *errand, dado_options *options)
{
    return dado_errand_options_of(errand, "set", options);
}

bool dado_errand_options_of(dado_errand *errand, const char *param, dado_options *options)
{
    int count = dado_errand_count(errand, param);
    dado_option *items = dado_errand_new(errand, dado_option, count + 1);
    if (!items) return false;
    for (int i = 0; i < count; i++) {
        const char *typed = dado_errand_nth(errand, param, i);
        if (!dado_option_parse(&items[i], typed, errand->arena, errand->err)) return false;
        for (int j = 0; j < i; j++) {
            if (strcmp(items[j].name, items[i].name) == 0) {
                return dado_fail(errand->err, DADO_MEANING, "%s is set twice", items[j].name);
            }
        }
    }
    *options = (dado_options){ items, count };
    return true;
}

bool dado_errand_find(dado_errand *errand, const char *name, const dado_options *options,
                      dado_source *source)
{
    const char *text;
    // A name with an ending is a file; where files are somebody's own, it is looked for there.
    if (errand->files && strchr(name, '.') && dado_errand_read(errand, name, &text)) {
        if (!dado_source_text(source, name, text, options, errand->arena, errand->err))
            return false;
    } else if (!dado_source_find(source, name, options, errand->arena, errand->err)) {
        return false;
    }
    uint64_t hash = dado_source_hash(source);
    if (!errand->found[0]) errand->found[0] = hash;
    else if (!errand->found[1]) errand->found[1] = hash;
    return true;
}

bool dado_errand_game(dado_errand *errand, const char *name, dado_source *source)
{
    dado_options options;
    return dado_errand_options(errand, &options) &&
           dado_errand_find(errand, name, &options, source);
}

bool dado_errand_open(dado_errand *errand, const dado_source *source, dado_game *game)
{
    bool fine = dado_source_open(source, game, errand->arena, errand->err);
    if (!fine) errand->blamed = dado_source_of_error(source, errand->err);
    return fine;
}

bool dado_errand_listed(dado_errand *errand, dado_source *source, dado_game *game)
{
    dado_source plain;
    if (!dado_errand_game(errand, dado_errand_text(errand, "game"), &plain)) return false;
    if (dado_source_open_luck(&plain, "listed", source, game, errand->arena, errand->err)) {
        return true;
    }
    errand->blamed = errand->err ? dado_source_of_error(&plain, errand->err) : NULL;
    return false;
}

bool dado_errand_keep(dado_errand *errand, dado_source *source, dado_game *game)
{
    bool fine = dado_source_keep(source, errand->arena, errand->err);
    if (!fine) errand->blamed = dado_source_of_error(source, errand->err);
    return fine && dado_errand_open(errand, source, game);
}

bool dado_errand_trust(dado_errand *errand, dado_player *player)
{
    if (!dado_errand_given(errand, "unsafe") || strcmp(player->kind->name, "process") != 0) {
        return true;
    }
    dado_option *trust = dado_errand_new(errand, dado_option, 1);
    if (!trust) return false;
    *trust = (dado_option){ .name = "unsafe", .text = "yes" };
    dado_options own = player->options, risk = { trust, 1 };
    return dado_options_join(&player->options, &own, &risk, errand->arena, errand->err);
}

static bool take_seat(dado_errand *errand, const char *typed, dado_player *players, int count)
{
    const char *equals = strchr(typed, '=');
    char number[16] = "";
    int64_t seat = 0;
    if (equals && (size_t)(equals - typed) < sizeof number) {
        memcpy(number, typed, (size_t)(equals - typed));
    }
    if (!equals || !dado_read_int(number, &seat)) {
        return dado_fail(errand->err, DADO_MEANING,
                         "--seat is written SEAT=AGENT, as in --seat 1=greedy, not \"%.60s\"",
                         typed);
    }
    if (seat < 0 || seat >= count) {
        return dado_fail(errand->err, DADO_MEANING,
                         "there is no seat %" PRId64 ": the seats of this game are 0 to %d", seat,
                         count - 1);
    }
    return dado_player_parse(&players[seat], equals + 1, errand->arena, errand->err);
}

bool dado_errand_lineup(dado_errand *errand, int count, dado_lineup *lineup)
{
    const char *typed = dado_errand_text(errand, "agents");
    const dado_player *named;
    int named_count;
    if (!dado_players_parse(&named, &named_count, typed, errand->arena, errand->err)) return false;
    if (named_count != 1 && named_count != count) {
        return dado_fail(errand->err, DADO_MEANING,
                         "--agents names %d and this game has %d seat%s; name one for each seat, "
                         "or one for all",
                         named_count, count, count == 1 ? "" : "s");
    }
    dado_player *players = dado_errand_new(errand, dado_player, count);
    if (!players) return false;
    for (int p = 0; p < count; p++) players[p] = named[named_count == 1 ? 0 : p];
    for (int i = 0; i < dado_errand_count(errand, "seat"); i++) {
        if (!take_seat(errand, dado_errand_nth(errand, "seat", i), players, count)) return false;
    }
    for (int p = 0; p < count; p++) {
        if (!dado_errand_trust(errand, &players[p])) return false;
    }
    dado_draft name = { 0 };
    for (int p = 0; p < count; p++) dado_text_addf(&name, "%s%s", p ? "," : "", players[p].typed);
    *lineup = (dado_lineup){ .players = players, .count = count };
    lineup->name = dado_errand_copy(errand, dado_text_string(&name), name.length);
    return lineup->name != NULL;
}

void dado_errand_plan(const dado_errand *errand, dado_plan *plan)
{
    const dado_job *job = errand->job;
    if (dado_job_param_named(job, "matches")) plan->matches = dado_errand_whole(errand, "matches");
    if (dado_job_param_named(job, "seed")) plan->seed = (uint64_t)dado_errand_whole(errand, "seed");
    plan->move_limit = (int)dado_errand_whole(errand, "limit");
    plan->keep_moves = dado_errand_choice(errand, "keep") == 1;
    plan->six_only = dado_errand_choice(errand, "metrics") == 1;
    plan->reading.preset = (dado_preset)dado_errand_choice(errand, "preset");
    plan->reading.ties = (dado_ties)dado_errand_choice(errand, "ties");
    plan->reading.floor = (int32_t)dado_errand_whole(errand, "floor");
}

bool dado_errand_expect(dado_errand *errand, const char *name, const char *shelf,
                        const dado_measures *measures, dado_expect *expect)
{
    const char *path, *text;
    if (!dado_errand_read_file(errand, name, shelf, ".expect", &path, &text, NULL)) return false;
    if (dado_expect_read(expect, path, text, measures, errand->arena, errand->err)) return true;
    errand->blamed = text;
    return false;
}

const char *dado_errand_store_name(const dado_errand *errand)
{
    if (dado_errand_given(errand, "no-store")) return NULL;
    bool journal = dado_job_param_named(errand->job, "journal");
    if (journal) return dado_errand_text(errand, "journal");
    const char *named = last_given(errand, "store");
    return named ? named : errand->store;
}

bool dado_errand_store(dado_errand *errand, dado_store_mode mode)
{
    int part, parts;
    if (errand->opened) return true;
    if (!dado_errand_part(errand, &part, &parts)) return false;
    const char *path = parts ? dado_errand_text(errand, "out") : dado_errand_store_name(errand);
    errand->writes = mode == DADO_STORE_WRITE;
    if (path) return dado_store_open(&errand->opened, path, mode, errand->err);
    return mode != DADO_STORE_READ ||
           dado_fail(errand->err, DADO_MISSING, "there is no store to read");
}

bool dado_errand_part(dado_errand *errand, int *part, int *parts)
{
    *part = *parts = 0;
    if (!dado_job_param_named(errand->job, "part")) return true;  // its --out is something else
    bool asked = dado_errand_given(errand, "part"), out = dado_errand_given(errand, "out");
    if (asked != out) {
        return dado_errand_misused(errand, "--part and --out go together: which part, and the "
                                   "file it is kept in");
    }
    if (!asked) return true;
    if (errand->fleet) {
        return dado_errand_misused(errand, "a part is played by one process: --part or --mpi");
    }
    if (dado_errand_given(errand, "no-store")) {
        return dado_errand_misused(errand, "a part is kept, whatever --no-store says");
    }
    errand->misused = !dado_part_parse(dado_errand_text(errand, "part"), part, parts, errand->err);
    return !errand->misused;
}

bool dado_errand_told_part(dado_errand *errand, int64_t done, int64_t all, const char *what,
                           bool stopped)
{
    dado_document *answer = errand->answer;
    const char *part = dado_errand_text(errand, "part"), *file = dado_errand_text(errand, "out");
    if (!part) return false;
    answer->title = dado_document_copyf(answer, "part %s", part);
    answer->said = dado_document_copyf(answer, "%s of %s %s are in %s", dado_said_count(done).s,
                                       dado_said_count(all).s, what, file);
    dado_part *facts = dado_document_facts(answer, DADO_PART("part", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "part", "part", part);
    dado_fact(facts, what, what, done);
    dado_fact(facts, "planned", "of", all);
    dado_fact(facts, "file", "file", file);
    if (stopped) {
        dado_errand_stop_at(errand, "after %s of %s %s of this part, kept in %s",
                            dado_said_count(done).s, dado_said_count(all).s, what, file);
    }
    return true;
}

bool dado_errand_run_named(dado_errand *errand, const char *word, int64_t *run)
{
    if (!dado_errand_store(errand, DADO_STORE_READ)) return false;
    if (!word || strcmp(word, "last") == 0) {
        return dado_store_latest(errand->opened, run, errand->err);
    }
    return (dado_read_int(word, run) && *run > 0) ||
           dado_fail(errand->err, DADO_MEANING,
                     "a run is a number from dado runs, or last, not \"%.60s\"", word);
}

int dado_errand_threads(const dado_errand *errand)
{
    return dado_errand_given(errand, "threads") ? (int)dado_errand_whole(errand, "threads")
                                                : errand->threads;
}

bool dado_errand_bout(dado_errand *errand, const char *command, dado_bout *bout)
{
    bout->plan = (dado_plan){
        .instances = &bout->source, .instance_count = 1, .lineups = &bout->lineup,
        .lineup_count = 1, .command = command,
    };
    dado_errand_plan(errand, &bout->plan);
    return dado_errand_game(errand, dado_errand_text(errand, "game"), &bout->source) &&
           dado_errand_keep(errand, &bout->source, &bout->game) &&
           dado_errand_lineup(errand, bout->game.players, &bout->lineup);
}

static void on_progress(void *context, const dado_progress *progress)
{
    const dado_watcher *watcher = context;
    watcher->progress(watcher->context, progress);
}

static void on_note(void *context, const dado_block *block, const dado_note *note,
                    const dado_player *who)
{
    (void)block;
    const dado_watcher *watcher = context;
    dado_thought thought = { 0 };
    if (dado_thought_read(note, &thought)) return;  // of a tournament that is looked at again
    watcher->note(watcher->context, note, who);
}

bool dado_errand_how(dado_errand *errand, dado_experiment_how *how)
{
    const dado_watcher *watcher = errand->watcher;
    *how = (dado_experiment_how){
        .threads = dado_errand_threads(errand),
        .store = errand->writes ? errand->opened : NULL,
        .reuse = !dado_errand_given(errand, "again"),
        .stop = errand->stop,
        .fleet = errand->fleet,
        .context = (void *)(uintptr_t)watcher,  // which is only read
    };
    dado_native_read(dado_errand_text(errand, "native"), &how->native);
    if (watcher && watcher->progress) how->progress = on_progress;
    if (watcher && watcher->note) how->note = on_note;
    if (!dado_errand_part(errand, &how->part, &how->parts)) return false;
    how->resume = dado_errand_given(errand, "resume") || dado_errand_given(errand, "journal") ||
                  how->parts > 0;
    return true;
}

bool dado_errand_experiment(dado_errand *errand, const dado_plan *plan, void *taker,
                            void (*block)(void *taker, const dado_block *block),
                            dado_results *results)
{
    dado_experiment_how how;
    if (!dado_errand_how(errand, &how)) return false;
    how.taker = taker;
    how.block = block;
    if (dado_experiment_run(plan, &how, results, errand->err)) return true;
    if (plan->instance_count) {
        errand->blamed = dado_source_of_error(&plan->instances[0], errand->err);
    }
    return false;
}
