// job_run.c - see job_run.h.
#include "job/job_run.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "job/explanations.h"
#include "job/assertion.h"
#include "job/outside_seed.h"
#include "lab/merge_parts.h"
#include "measure/number_format.h"
#include "recycle/recycle.h"

// --- values ---

static const char *last_argument(const dado_job_run *job_run, const char *name)
{
    for (int i = job_run->given_count - 1; i >= 0; i--) {
        if (strcmp(job_run->given[i].param->name, name) == 0) return job_run->given[i].value;
    }
    return NULL;
}

const char *dado_job_run_text(const dado_job_run *job_run, const char *name)
{
    const char *value = last_argument(job_run, name);
    if (value) return value;
    const dado_param *param = dado_job_param_named(job_run->job, name);
    return param ? param->usual : NULL;
}

bool dado_job_run_is_given(const dado_job_run *job_run, const char *name)
{
    return last_argument(job_run, name) != NULL;
}

int64_t dado_job_run_int(const dado_job_run *job_run, const char *name)
{
    const char *text = dado_job_run_text(job_run, name);
    int64_t value = 0;
    return text && dado_read_int(text, &value) ? value : 0;
}

uint64_t dado_job_run_seed(const dado_job_run *job_run)
{
    const char *text = dado_job_run_text(job_run, "seed");
    uint64_t value = 0;
    return text && dado_read_bits(text, &value) ? value : 0;
}

double dado_job_run_real(const dado_job_run *job_run, const char *name)
{
    const char *text = dado_job_run_text(job_run, name);
    double value = 0;
    return text && dado_read_real(text, &value) ? value : 0;
}

int dado_job_run_choice_index(const dado_job_run *job_run, const char *name)
{
    const char *text = dado_job_run_text(job_run, name);
    int place = text ? dado_param_place(dado_job_param_named(job_run->job, name), text) : 0;
    return place < 0 ? 0 : place;
}

int dado_job_run_arg_count(const dado_job_run *job_run, const char *name)
{
    int count = 0;
    for (int i = 0; i < job_run->given_count; i++) {
        count += strcmp(job_run->given[i].param->name, name) == 0;
    }
    return count;
}

const char *dado_job_run_nth_arg(const dado_job_run *job_run, const char *name, int which)
{
    for (int i = 0; i < job_run->given_count; i++) {
        if (strcmp(job_run->given[i].param->name, name) == 0 && which-- == 0) {
            return job_run->given[i].value;
        }
    }
    return NULL;
}

// --- running ---

// Records every parameter that has a say in the answer, defaults included, so that a document says
// what it is about and makes a complete request.
static void add_settings(const dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    const dado_param *param;
    int room = job_run->given_count;
    while (dado_job_param(job_run->job, room - job_run->given_count)) room++;
    answer->setting_count = 0;
    answer->settings = dado_new(&answer->region, dado_setting, room + 1);
    if (!answer->settings) {
        answer->cut = true;
        return;
    }
    for (int i = 0; (param = dado_job_param(job_run->job, i)); i++) {
        if (param->beside && !param->needed) continue;
        int count = param->many ? dado_job_run_arg_count(job_run, param->name) : 1;
        for (int k = 0; k < count; k++) {
            const char *value = param->many ? dado_job_run_nth_arg(job_run, param->name, k)
                                            : dado_job_run_text(job_run, param->name);
            if (!value) continue;
            if (param->kind == DADO_PARAM_FLAG) value = "yes";
            answer->settings[answer->setting_count++] =
                (dado_setting){ .name = param->name,
                                .value = dado_document_copy(answer, value),
                                .json = dado_param_kinds[param->kind].json,
                                .many = param->many };
        }
    }
}

// Sorts the options by name, so that equal settings make equal requests.
static bool sort_options(dado_job_run *job_run)
{
    int count = job_run->given_count;
    dado_argument *sorted = dado_job_run_new(job_run, dado_argument, count + 1);
    if (!sorted) return false;
    if (count) memcpy(sorted, job_run->given, sizeof *sorted * (size_t)count);
    for (int i = 0; i < count; i++) {
        if (sorted[i].param->kind != DADO_PARAM_SET) continue;
        for (int j = i + 1; j < count; j++) {
            if (sorted[j].param != sorted[i].param ||
                strcmp(sorted[j].value, sorted[i].value) >= 0) {
                continue;
            }
            dado_argument other = sorted[i];
            sorted[i] = sorted[j];
            sorted[j] = other;
        }
    }
    job_run->given = sorted;
    return true;
}

bool dado_job_run_is_typed(const dado_job_run *job_run)
{
    return job_run->flag_prefix && *job_run->flag_prefix;
}

// Returns the parameter whose typed name begins here and differs from its name for programs.
static const dado_param *param_typed(const dado_job *job, const char *word)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz-");
    const dado_param *param;
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (param->typed && strlen(param->typed) == length &&
            memcmp(param->typed, word, length) == 0) {
            break;
        }
    }
    return param;
}

// Rewrites words so that parameters are named the way the caller writes them.
static void strip_flag_prefix(const dado_job_run *job_run, char *words, size_t room)
{
    char before = ' ';
    if (dado_job_run_is_typed(job_run)) return;
    DADO_CLEANUP(dado_text_free) dado_text told = { 0 };
    for (const char *at = words; *at; before = *at++) {
        bool begins = !isalnum((unsigned char)before) && before != '-';
        if (begins && strncmp(at, "--", 2) == 0 && islower((unsigned char)at[2])) {
            at += 2;
            const dado_param *param = param_typed(job_run->job, at);
            if (param) {
                dado_text_add(&told, param->name);
                at += strlen(param->typed) - 1;
                continue;
            }
        }
        dado_text_char(&told, *at);
    }
    snprintf(words, room, "%s", dado_text_string(&told));
}

static bool run_job(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    job_run->is_usage_error =
        !dado_arguments_check(job_run->job, job_run->given, job_run->given_count,
                              dado_job_run_is_typed(job_run), job_run->err);
    if (job_run->is_usage_error || (!job_run->job->ordered && !sort_options(job_run))) return false;
    dado_outside_seed seed;
    if (!dado_outside_seed_choose(job_run, &seed)) return false;
    DADO_CLEANUP(dado_text_free) dado_text command = { 0 };
    dado_job_command(job_run->job, job_run->given, job_run->given_count, &command);
    answer->job = job_run->job->name;
    answer->command = dado_document_copy(answer, dado_text_string(&command));
    add_settings(job_run);
    if (!dado_assertions_parse(job_run) || !job_run->job->run(job_run) ||
        !dado_assertions_check(job_run)) {
        return false;
    }
    if (seed == DADO_SEED_TOLD) {
        dado_document_text(answer, "luck",
                           "The seed was told. Players from outside who know it, or guess it, "
                           "could know what is dealt.");
    }
    if (!answer->rules) answer->rules = job_run->found[0];
    if (!answer->against && job_run->found[1] != answer->rules) answer->against = job_run->found[1];
    dado_explanations_add_to(answer, job_run->region);
    return !answer->cut || dado_fail(job_run->err, DADO_LIMIT, "no memory left for the answer");
}

bool dado_job_run_execute(dado_job_run *job_run, dado_document *answer, dado_error *err)
{
    job_run->answer = answer;
    job_run->err = err;
    if (!job_run->flag_prefix) job_run->flag_prefix = "";
    bool fine = run_job(job_run);
    if (!fine) strip_flag_prefix(job_run, err->text, sizeof err->text);
    dado_store_close(job_run->opened);
    job_run->opened = NULL;
    return fine;
}

bool dado_job_run_usage_error(dado_job_run *job_run, const char *format, ...)
{
    char text[400];
    DADO_FORMAT_ARGS(text, format);
    job_run->is_usage_error = true;
    return dado_fail(job_run->err, DADO_INVALID, "%s", text);
}

bool dado_job_run_keep_error_path(dado_job_run *job_run)
{
    const char *source = job_run->err->place.source;
    if (source)
        job_run->err->place.source = dado_region_copy(job_run->region, source, strlen(source));
    return false;
}

void *dado_job_run_alloc(const dado_job_run *job_run, size_t count, size_t size)
{
    void *memory = dado_region_alloc(job_run->region, count, size);
    if (!memory) dado_fail(job_run->err, DADO_LIMIT, "no memory left for what was asked");
    return memory;
}

const char *dado_job_run_copy(const dado_job_run *job_run, const char *text, size_t length)
{
    char *copy = dado_job_run_new(job_run, char, length + 1);
    return copy ? memcpy(copy, text, length) : NULL;
}

void dado_job_run_message(const dado_job_run *job_run, const char *format, ...)
{
    if (!job_run->callbacks || !job_run->callbacks->say) return;
    char text[1000];
    DADO_FORMAT_ARGS(text, format);
    strip_flag_prefix(job_run, text, sizeof text);
    job_run->callbacks->say(job_run->callbacks->context, text);
}

void dado_job_run_report_progress(const dado_job_run *job_run, int64_t done, int64_t all,
                                  const char *what, const char *format, ...)
{
    if (!job_run->callbacks || !job_run->callbacks->work_progress) return;
    char words[300];
    DADO_FORMAT_ARGS(words, format);
    job_run->callbacks->work_progress(job_run->callbacks->context, done, all, what, words);
}

const atomic_int *dado_job_run_stop_flag(const dado_job_run *job_run)
{
    return dado_stop_signal_flag(&(dado_stop_signal){ .told = job_run->stop });
}

bool dado_job_run_is_stopped(const dado_job_run *job_run)
{
    return job_run->stop && *job_run->stop;
}

void dado_job_run_record_stop(dado_job_run *job_run, const char *format, ...)
{
    char text[400];
    DADO_FORMAT_ARGS(text, format);
    job_run->stopped_where = dado_region_copy(job_run->region, text, strlen(text));
    if (!job_run->stopped_where) job_run->stopped_where = "";
    job_run->kept = job_run->opened && job_run->writes;
    job_run->answer->unfinished = true;
}

void dado_job_run_record_match_stop(dado_job_run *job_run, const dado_results *results)
{
    if (!results->interrupted) return;
    dado_job_run_record_stop(job_run, "after %s of %s matches",
                             dado_string_count(results->matches).s,
                             dado_string_count(results->all).s);
}

bool dado_job_run_can_resume(dado_job_run *job_run)
{
    return !dado_job_run_is_given(job_run, "resume") ||
           !dado_job_run_is_given(job_run, "no-store") ||
           dado_job_run_usage_error(job_run, "--resume needs a store; leave out --no-store");
}

// --- files ---

bool dado_job_run_read(dado_job_run *job_run, const char *name, const char **text)
{
    if (!job_run->files)
        return dado_file_read(name, DADO_FILE_MOST, job_run->region, text, job_run->err);
    return job_run->files->read(job_run->files->context, name, job_run->region, text, job_run->err);
}

bool dado_job_run_read_file(dado_job_run *job_run, const char *name, const char *shelf,
                            const char *ending, const char **path, const char **bytes, size_t *size)
{
    *path = name;
    if (job_run->files && dado_job_run_read(job_run, name, bytes)) {
        if (size) *size = strlen(*bytes);
        return true;
    }
    const char *shipped =
        dado_library_find_file(name, shelf, ending, job_run->region, job_run->err);
    if (!shipped || (job_run->files && shipped == name)) return false;
    const unsigned char *read;
    *path = shipped;
    if (!size) return dado_file_read(shipped, DADO_FILE_MOST, job_run->region, bytes, job_run->err);
    if (!dado_file_read_bytes(shipped, DADO_FILE_MOST, job_run->region, &read, size, job_run->err))
        return false;
    *bytes = (const char *)read;
    return true;
}

enum { files_most = 10000 };

typedef struct found_files {
    dado_job_run *job_run;
    const char *ending;
    const char **paths;
    int count;
} found_files;

static void add_path(void *context, const char *path)
{
    found_files *f = context;
    if (f->count == files_most || !dado_ends_with(path, f->ending)) return;
    const char *kept = dado_region_copy(f->job_run->region, path, strlen(path));
    if (kept) f->paths[f->count++] = kept;
}

const char *const *dado_job_run_expand_files(dado_job_run *job_run, const char *param,
                                             const char *ending, int *count)
{
    found_files f = { job_run, ending, dado_new(job_run->region, const char *, files_most), 0 };
    for (int i = 0; f.paths && i < dado_job_run_arg_count(job_run, param); i++) {
        const char *word = dado_job_run_nth_arg(job_run, param, i);
        if (!job_run->files && dado_folder_exists(word)) dado_library_foreach(word, &f, add_path);
        else if (f.count < files_most) f.paths[f.count++] = word;
    }
    *count = f.count;
    if (f.count) return f.paths;
    dado_job_run_usage_error(job_run, "there is no %s file in %.200s", ending,
                             dado_job_run_arg_count(job_run, param)
                                 ? dado_job_run_nth_arg(job_run, param, 0)
                                 : "nothing");
    return NULL;
}

bool dado_job_run_write(dado_job_run *job_run, const char *name, const char *bytes, size_t count)
{
    if (!job_run->files) return dado_file_write(name, bytes, count, job_run->err);
    return job_run->files->write(job_run->files->context, name, bytes, count, job_run->err);
}

bool dado_job_run_write_text(dado_job_run *job_run, const char *name, const dado_text *text)
{
    return dado_job_run_write(job_run, name, dado_text_string(text), text->length);
}

const char *dado_job_run_copyf(const dado_job_run *job_run, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = dado_job_run_new(job_run, char, length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

const char *dado_job_run_output_format(dado_job_run *job_run, const char *choice, const char *path,
                                       const char *usual)
{
    const char *dot = path ? strrchr(dado_base_name(path), '.') : NULL;
    const dado_param *param = dado_job_param_named(job_run->job, choice);
    if (dado_job_run_is_given(job_run, choice)) return dado_job_run_text(job_run, choice);
    if (!dot || strcmp(dot, ".txt") == 0 || strcmp(dot, ".level") == 0) return usual;
    if (dado_param_place(param, dot + 1) >= 0) return dot + 1;
    dado_job_run_usage_error(job_run,
                             "%s: the ending %s is not a known format; there are %s "
                             "(--%s)",
                             path, dot, param->choices, choice);
    return NULL;
}

bool dado_job_run_output(dado_job_run *job_run, const char *path, const dado_text *made, bool bytes,
                         const char *name)
{
    if (!path && !bytes) {
        dado_document_source(job_run->answer, name, dado_text_string(made));
        return true;
    }
    if (!path && job_run->files)
        return dado_job_run_usage_error(job_run, "give the file to write: --output FILE");
    return dado_job_run_write(job_run, path ? path : "-", made->data, made->length);
}

// --- what jobs that play share ---

bool dado_job_run_options(dado_job_run *job_run, dado_options *options)
{
    return dado_job_run_options_of(job_run, "set", options);
}

bool dado_job_run_options_of(dado_job_run *job_run, const char *param, dado_options *options)
{
    int count = dado_job_run_arg_count(job_run, param);
    dado_option *items = dado_job_run_new(job_run, dado_option, count + 1);
    if (!items) return false;
    for (int i = 0; i < count; i++) {
        const char *typed = dado_job_run_nth_arg(job_run, param, i);
        if (!dado_option_parse(&items[i], typed, job_run->region, job_run->err)) return false;
        for (int j = 0; j < i; j++) {
            if (strcmp(items[j].name, items[i].name) == 0) {
                return dado_fail(job_run->err, DADO_INVALID, "%s is set twice", items[j].name);
            }
        }
    }
    *options = (dado_options){ items, count };
    return true;
}

// Looks for card files that a description names, in the folder of the description, and adds those
// it finds to `options`.
static bool add_card_files(dado_job_run *job_run, const char *path, const char *text,
                           dado_options *options)
{
    enum { most_files = 16 };
    const char *names[most_files];
    int count = dado_recycle_card_files(text, names, most_files, job_run->region);
    dado_option *items = dado_job_run_new(job_run, dado_option, count + 1);
    int folder = (int)(dado_base_name(path) - path), found = 0;
    if (!items) return false;
    for (int i = 0; i < count; i++) {
        char beside[4096];
        int length = snprintf(beside, sizeof beside, "%.*s%s", folder, path, names[i]);
        dado_option *file = &items[found];
        *file = (dado_option){ .name = names[i], .place = { .source = names[i] } };
        if (length < 0 || (size_t)length >= sizeof beside) continue;
        if (dado_options_find(options, names[i])) continue;
        found += dado_job_run_read(job_run, beside, &file->text);
    }
    dado_options more = { items, found }, given = *options;
    return dado_options_join(options, &given, &more, job_run->region, job_run->err);
}

bool dado_job_run_find_game_with(dado_job_run *job_run, const char *name,
                                 const dado_options *options, dado_game_source *source)
{
    const char *text;
    // A name with an ending is a file. If the caller brought files of its own, look there first.
    if (job_run->files && strchr(name, '.') && dado_job_run_read(job_run, name, &text)) {
        dado_options with = options ? *options : (dado_options){ 0 };
        if (!add_card_files(job_run, name, text, &with) ||
            !dado_game_source_from_text(source, name, text, &with, job_run->region, job_run->err)) {
            return false;
        }
    } else if (!dado_game_source_find(source, name, options, job_run->region, job_run->err)) {
        return false;
    }
    uint64_t hash = dado_game_source_hash(source);
    if (!job_run->found[0]) job_run->found[0] = hash;
    else if (!job_run->found[1]) job_run->found[1] = hash;
    return true;
}

bool dado_job_run_find_game(dado_job_run *job_run, const char *name, dado_game_source *source)
{
    dado_options options;
    return dado_job_run_options(job_run, &options) &&
           dado_job_run_find_game_with(job_run, name, &options, source);
}

bool dado_job_run_open_game(dado_job_run *job_run, const dado_game_source *source, dado_game *game)
{
    bool fine = dado_game_source_open(source, game, job_run->region, job_run->err);
    if (!fine) job_run->source_with_error = dado_game_source_error_text(source, job_run->err);
    return fine;
}

bool dado_job_run_open_listed_game(dado_job_run *job_run, dado_game_source *source, dado_game *game)
{
    dado_game_source plain;
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &plain)) return false;
    if (dado_game_source_open_chance(&plain, "listed", source, game, job_run->region,
                                     job_run->err)) {
        return true;
    }
    job_run->source_with_error =
        job_run->err ? dado_game_source_error_text(&plain, job_run->err) : NULL;
    return false;
}

bool dado_job_run_open_shared_game(dado_job_run *job_run, dado_game_source *source, dado_game *game)
{
    bool fine = dado_game_source_preopen(source, job_run->region, job_run->err);
    if (!fine) job_run->source_with_error = dado_game_source_error_text(source, job_run->err);
    return fine && dado_job_run_open_game(job_run, source, game);
}

bool dado_job_run_allow_unsafe(dado_job_run *job_run, dado_player *player)
{
    if (!dado_job_run_is_given(job_run, "unsafe") || strcmp(player->kind->name, "process") != 0) {
        return true;
    }
    dado_option *trust = dado_job_run_new(job_run, dado_option, 1);
    if (!trust) return false;
    *trust = (dado_option){ .name = "unsafe", .text = "yes" };
    dado_options own = player->options, risk = { trust, 1 };
    return dado_options_join(&player->options, &own, &risk, job_run->region, job_run->err);
}

static bool parse_seat(dado_job_run *job_run, const char *typed, dado_player *players, int count)
{
    const char *equals = strchr(typed, '=');
    char number[16] = "";
    int64_t seat = 0;
    if (equals && (size_t)(equals - typed) < sizeof number) {
        memcpy(number, typed, (size_t)(equals - typed));
    }
    if (!equals || !dado_read_int(number, &seat)) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "--seat is written SEAT=AGENT, as in --seat 1=greedy, not \"%.60s\"",
                         typed);
    }
    if (seat < 0 || seat >= count) {
        int first = dado_job_run_is_typed(job_run) ? 1 : 0;
        return dado_fail(job_run->err, DADO_INVALID,
                         "there is no seat %" PRId64 ": the seats of this game are %d to %d",
                         seat + first, first, count - 1 + first);
    }
    return dado_player_parse(&players[seat], equals + 1, job_run->region, job_run->err);
}

bool dado_job_run_lineup(dado_job_run *job_run, int count, dado_lineup *lineup)
{
    const char *typed = dado_job_run_text(job_run, "agents");
    const dado_player *named;
    int named_count;
    if (!typed) typed = "random";  // a job without --agents
    if (!dado_players_parse(&named, &named_count, typed, job_run->region, job_run->err))
        return false;
    if (named_count != 1 && named_count != count) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "--agents names %d players, but this game has %d seat%s; name one for "
                         "each seat, "
                         "or one for all",
                         named_count, count, count == 1 ? "" : "s");
    }
    dado_player *players = dado_job_run_new(job_run, dado_player, count);
    if (!players) return false;
    for (int p = 0; p < count; p++) players[p] = named[named_count == 1 ? 0 : p];
    for (int i = 0; i < dado_job_run_arg_count(job_run, "seat"); i++) {
        if (!parse_seat(job_run, dado_job_run_nth_arg(job_run, "seat", i), players, count))
            return false;
    }
    for (int p = 0; p < count; p++) {
        if (!dado_job_run_allow_unsafe(job_run, &players[p])) return false;
    }
    DADO_CLEANUP(dado_text_free) dado_text name = { 0 };
    for (int p = 0; p < count; p++) dado_text_addf(&name, "%s%s", p ? "," : "", players[p].typed);
    *lineup = (dado_lineup){ .players = players, .count = count };
    lineup->name = dado_job_run_copy(job_run, dado_text_string(&name), name.length);
    return lineup->name != NULL;
}

void dado_job_run_fill_plan(const dado_job_run *job_run, dado_plan *plan)
{
    const dado_job *job = job_run->job;
    if (dado_job_param_named(job, "matches")) plan->matches = dado_job_run_int(job_run, "matches");
    if (dado_job_param_named(job, "seed")) plan->seed = dado_job_run_seed(job_run);
    plan->move_limit = (int)dado_job_run_int(job_run, "limit");
    plan->keep_moves = dado_job_run_choice_index(job_run, "keep") == 1;
    plan->six_metrics_only = dado_job_run_choice_index(job_run, "metrics") == 1;
    plan->reading.preset = (dado_metric_preset)dado_job_run_choice_index(job_run, "preset");
    plan->reading.ties = (dado_tie_rule)dado_job_run_choice_index(job_run, "ties");
    plan->reading.floor = (int32_t)dado_job_run_int(job_run, "floor");
}

bool dado_job_run_read_expect(dado_job_run *job_run, const char *name, const char *shelf,
                              const dado_measures *measures, dado_expectations *expect)
{
    const char *path, *text;
    if (!dado_job_run_read_file(job_run, name, shelf, ".expect", &path, &text, NULL)) return false;
    if (dado_expectations_read(expect, path, text, measures, job_run->region, job_run->err))
        return true;
    job_run->source_with_error = text;
    return false;
}

const char *dado_job_run_store_name(const dado_job_run *job_run)
{
    if (dado_job_run_is_given(job_run, "no-store")) return NULL;
    bool journal = dado_job_param_named(job_run->job, "journal");
    if (journal) return dado_job_run_text(job_run, "journal");
    const char *named = last_argument(job_run, "store");
    return named ? named : job_run->store;
}

// Tells the store which recorded players may run their code: those that this call names.
static bool name_players(dado_job_run *job_run)
{
    const dado_param *param = dado_job_param_named(job_run->job, "player");
    int count = param && !param->word ? dado_job_run_arg_count(job_run, "player") : 0;
    if (count == 0) return true;
    dado_player *players = dado_job_run_new(job_run, dado_player, count);
    if (!players) return false;
    for (int i = 0; i < count; i++) {
        if (!dado_player_parse(&players[i], dado_job_run_nth_arg(job_run, "player", i),
                               job_run->region, job_run->err) ||
            !dado_job_run_allow_unsafe(job_run, &players[i])) {
            return false;
        }
    }
    dado_store_name_players(job_run->opened, players, count);
    return true;
}

bool dado_job_run_open_store(dado_job_run *job_run, dado_store_mode mode)
{
    int part, parts;
    if (job_run->opened) return true;
    if (!dado_job_run_parse_part(job_run, &part, &parts)) return false;
    const char *path = parts ? dado_job_run_text(job_run, "out") : dado_job_run_store_name(job_run);
    job_run->writes = mode == DADO_STORE_WRITE;
    if (path) {
        return dado_store_open(&job_run->opened, path, mode, job_run->err) && name_players(job_run);
    }
    return mode != DADO_STORE_READ ||
           dado_fail(job_run->err, DADO_MISSING, "there is no store to read");
}

bool dado_job_run_parse_part(dado_job_run *job_run, int *part, int *parts)
{
    *part = *parts = 0;
    if (!dado_job_param_named(job_run->job, "part")) return true;  // its --out means something else
    bool asked = dado_job_run_is_given(job_run, "part"),
         out = dado_job_run_is_given(job_run, "out");
    if (asked != out) {
        return dado_job_run_usage_error(job_run,
                                        "--part and --part-file go together: the number of the "
                                        "part, and its file");
    }
    if (!asked) return true;
    if (job_run->cluster) {
        return dado_job_run_usage_error(job_run,
                                        "a part is played by one process: --part or --mpi");
    }
    if (dado_job_run_is_given(job_run, "no-store")) {
        return dado_job_run_usage_error(job_run, "a part must be stored; leave out --no-store");
    }
    job_run->is_usage_error =
        !dado_part_parse(dado_job_run_text(job_run, "part"), part, parts, job_run->err);
    return !job_run->is_usage_error;
}

bool dado_job_run_report_part(dado_job_run *job_run, int64_t done, int64_t all, const char *what,
                              bool stopped)
{
    dado_document *answer = job_run->answer;
    const char *part = dado_job_run_text(job_run, "part"),
               *file = dado_job_run_text(job_run, "out");
    if (!part) return false;
    answer->title = dado_document_copyf(answer, "part %s", part);
    answer->said = dado_document_copyf(answer, "%s of %s %s are in %s", dado_string_count(done).s,
                                       dado_string_count(all).s, what, file);
    dado_part *facts = dado_document_facts(answer, DADO_PART("part", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "part", "part", part);
    dado_fact(facts, what, what, done);
    dado_fact(facts, "planned", "of", all);
    dado_fact(facts, "file", "file", file);
    if (stopped) {
        dado_job_run_record_stop(job_run, "after %s of %s %s of this part, kept in %s",
                                 dado_string_count(done).s, dado_string_count(all).s, what, file);
    }
    return true;
}

bool dado_job_run_find_stored_run(dado_job_run *job_run, const char *word, int64_t *run)
{
    if (!dado_job_run_open_store(job_run, DADO_STORE_READ)) return false;
    if (!word || strcmp(word, "last") == 0) {
        return dado_store_latest(job_run->opened, run, job_run->err);
    }
    return (dado_read_int(word, run) && *run > 0) ||
           dado_fail(job_run->err, DADO_INVALID,
                     "a run is a number from dado runs, or last, not \"%.60s\"", word);
}

int dado_job_run_threads(const dado_job_run *job_run)
{
    if (job_run->threads < 0) return job_run->threads;  // no other thread can be started
    return dado_job_run_is_given(job_run, "threads") ? (int)dado_job_run_int(job_run, "threads")
                                                     : job_run->threads;
}

bool dado_job_run_matchup(dado_job_run *job_run, const char *command, dado_matchup *bout)
{
    bout->plan = (dado_plan){
        .instances = &bout->source,
        .instance_count = 1,
        .lineups = &bout->lineup,
        .lineup_count = 1,
        .command = command,
    };
    dado_job_run_fill_plan(job_run, &bout->plan);
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &bout->source) ||
        !dado_job_run_open_shared_game(job_run, &bout->source, &bout->game) ||
        !dado_job_run_lineup(job_run, bout->game.players, &bout->lineup)) {
        return false;
    }
    // Moves of such players are stored, so that the matches can be seen later without them.
    if (dado_plan_has_outside_code(&bout->plan)) bout->plan.keep_moves = true;
    return true;
}

static void on_progress(void *context, const dado_progress *progress)
{
    const dado_job_callbacks *callbacks = context;
    callbacks->progress(callbacks->context, progress);
}

static void on_note(void *context, const dado_block *block, const dado_note *note,
                    const dado_player *who)
{
    (void)block;
    const dado_job_callbacks *callbacks = context;
    dado_thinking_time thought = { 0 };
    // It is from a tournament that is shown again.
    if (dado_thinking_time_read(note, &thought)) return;
    callbacks->note(callbacks->context, note, who);
}

bool dado_job_run_experiment_how(dado_job_run *job_run, dado_experiment_settings *how)
{
    const dado_job_callbacks *callbacks = job_run->callbacks;
    *how = (dado_experiment_settings){
        .threads = dado_job_run_threads(job_run),
        .store = job_run->writes ? job_run->opened : NULL,
        .reuse = !dado_job_run_is_given(job_run, "again"),
        .stop = job_run->stop,
        .cluster = job_run->cluster,
        .context = (void *)(uintptr_t)callbacks,  // it is only read
    };
    dado_native_read(dado_job_run_text(job_run, "native"), &how->native);
    if (callbacks && callbacks->progress) how->progress = on_progress;
    if (callbacks && callbacks->note) how->note = on_note;
    if (!dado_job_run_parse_part(job_run, &how->part, &how->parts)) return false;
    how->resume = dado_job_run_is_given(job_run, "resume") ||
                  dado_job_run_is_given(job_run, "journal") || how->parts > 0;
    return true;
}

bool dado_job_run_experiment(dado_job_run *job_run, const dado_plan *plan, void *taker,
                             void (*block)(void *taker, const dado_block *block),
                             dado_results *results)
{
    dado_experiment_settings how;
    if (!dado_job_run_experiment_how(job_run, &how)) return false;
    how.taker = taker;
    how.block = block;
    if (dado_experiment_run(plan, &how, results, job_run->err)) return true;
    if (plan->instance_count) {
        job_run->source_with_error = dado_game_source_error_text(&plan->instances[0], job_run->err);
    }
    return false;
}
