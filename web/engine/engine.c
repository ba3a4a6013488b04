// engine.c - the door to the engine in a browser: jobs and tables, asked for by a worker.
//
// A worker gives a job's name, values and files one by one and then runs it; what happens meanwhile
// it hears through `hear`, as a page hears a server. One instance does one thing at a time; a worker
// that is to stop is thrown away.
#include <stdlib.h>
#include <string.h>

#include "job/guest.h"
#include "job/heard.h"
#include "lab/library.h"
#include "report/format.h"
#include "report/scene.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { most_given = 256, most_files = 64 };

__attribute__((import_module("dado"), import_name("hear"))) void hear(const char *kind,
                                                                      const char *data, size_t size);

static struct {
    const dado_job *job;
    dado_given given[most_given];
    int given_count;
    struct {
        const char *name, *text;
    } files[most_files];
    int file_count;
} asked;

EXPORT(take) void *engine_take(size_t size)
{
    return malloc(size);
}

static void tell(const char *kind, dado_text *data)
{
    hear(kind, dado_text_string(data), data->length);
    dado_text_free(data);
}

static void tell_trouble(const dado_error *err)
{
    dado_errand nobody = { 0 };
    dado_text data = { 0 };
    dado_heard_failure(&nobody, err, &data);
    tell("failed", &data);
}

EXPORT(about) void engine_about(void)
{
    dado_text jobs = { 0 }, version = { 0 }, style = { 0 };
    dado_heard_jobs(&jobs);
    tell("jobs", &jobs);
    dado_text_add(&version, dado_version);
    tell("version", &version);
    dado_page_style(&style);
    dado_scene_style(&style);
    tell("style", &style);
}

// --- jobs

EXPORT(ask) int engine_ask(const char *job)
{
    memset(&asked, 0, sizeof asked);
    asked.job = dado_job_named(job);
    return asked.job && asked.job->run;
}

EXPORT(give) int engine_give(const char *name, const char *value)
{
    const dado_param *param = asked.job ? dado_job_param_named(asked.job, name) : NULL;
    if (!param || asked.given_count == most_given) return 0;
    asked.given[asked.given_count++] = (dado_given){ param, value };
    return 1;
}

EXPORT(file) int engine_file(const char *name, const char *text)
{
    if (asked.file_count == most_files) return 0;
    asked.files[asked.file_count].name = name;
    asked.files[asked.file_count++].text = text;
    return 1;
}

static bool read_file(void *context, const char *name, dado_arena *arena, const char **text,
                      dado_error *err)
{
    (void)context, (void)arena;
    for (int i = 0; i < asked.file_count; i++) {
        if (strcmp(asked.files[i].name, name) != 0) continue;
        *text = asked.files[i].text;
        return true;
    }
    return dado_fail(err, DADO_MISSING, "there is no file %s here", name);
}

static bool write_file(void *context, const char *name, const char *bytes, size_t count,
                       dado_error *err)
{
    (void)context, (void)bytes, (void)count;
    return dado_fail(err, DADO_IO, "%s cannot be written: a page has no folder", name);
}

static void on_progress(void *context, const dado_progress *progress)
{
    (void)context;
    dado_text data = { 0 };
    dado_heard_progress(progress, &data);
    tell("progress", &data);
}

static void on_say(void *context, const char *words)
{
    (void)context;
    dado_text data = { 0 };
    dado_heard_words(words, &data);
    tell("say", &data);
}

static void on_answer(void *context, const dado_document *so_far)
{
    (void)context;
    dado_text data = { 0 };
    dado_heard_answer(so_far, &data);
    tell("answer", &data);
}

EXPORT(run) void engine_run(void)
{
    static const dado_files files = { NULL, read_file, write_file };
    static const dado_watcher watcher = { .progress = on_progress, .say = on_say,
                                          .answer = on_answer };
    dado_arena arena;
    dado_document answer;
    dado_error err = { 0 };
    dado_text data = { 0 };
    dado_arena_init_generous(&arena);
    dado_document_init(&answer);
    dado_errand errand = { .job = asked.job, .given = asked.given,
                           .given_count = asked.given_count, .arena = &arena, .files = &files,
                           .threads = -1, .watcher = &watcher };
    if (dado_errand_run(&errand, &answer, &err)) {
        dado_heard_answer(&answer, &data);
        tell("done", &data);
    } else {
        dado_heard_failure(&errand, &err, &data);
        tell("failed", &data);
    }
    dado_document_free(&answer);
    dado_arena_free(&arena);
}

// --- tables: one at a time

static struct {
    dado_arena arena;
    dado_source source;
    dado_guest *guest;
} table;

static void show(int seat, double width)
{
    dado_error err = { 0 };
    dado_text data = { 0 };
    bool more;
    if (!dado_guest_advance(table.guest, 400, &more, &err) ||
        !dado_guest_tell(table.guest, seat, width, &data, &err)) {
        dado_text_free(&data);
        tell_trouble(&err);
        return;
    }
    tell(more ? "more" : "table", &data);
}

// Options of a game, "NAME=VALUE" one a line.
static bool read_options(const char *lines, dado_options *options, dado_error *err)
{
    enum { most_options = 64 };
    dado_option *items = dado_new(&table.arena, dado_option, most_options);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for options");
    *options = (dado_options){ items, 0 };
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        const char *typed = dado_arena_copy(&table.arena, lines, length);
        if (options->count == most_options) return dado_fail(err, DADO_LIMIT, "too many options");
        if (!typed || !dado_option_parse(&items[options->count++], typed, &table.arena, err)) {
            return false;
        }
        lines += length + (lines[length] == '\n');
    }
    return true;
}

// `match` below 0 is a new one; otherwise that of a plan: see dado_guest_match.
EXPORT(sit) void engine_sit(const char *game, const char *text, const char *set, const char *seats,
                            double seed, double width, double match, int lineup, int paired)
{
    dado_error err = { 0 };
    dado_options options;
    dado_guest_end(table.guest);
    dado_arena_free(&table.arena);
    memset(&table, 0, sizeof table);
    dado_arena_init_generous(&table.arena);
    bool fine = read_options(set, &options, &err) &&
                (*text ? dado_source_text(&table.source, game, text, &options, &table.arena, &err)
                       : dado_source_find(&table.source, game, &options, &table.arena, &err));
    fine = fine && dado_source_keep(&table.source, &table.arena, &err) &&
           dado_guest_begin(&table.guest, &table.source, seats, (uint64_t)seed, &err);
    if (fine && match >= 0) {
        dado_guest_match which = { (uint64_t)seed, lineup, paired != 0, (uint64_t)match };
        dado_guest_deal(table.guest, &which);
    }
    if (fine) show(dado_guest_first(table.guest), width);
    else tell_trouble(&err);
}

// `what` is 'p'lay, 'u'ndo, 'h'int, 's'how, 'l'ook at a step or 't'ake a seat; a hint is told as its
// place before the table.
EXPORT(say) void engine_say(int what, int seat, int place, const char *agent, double width)
{
    dado_error err = { 0 };
    bool fine = table.guest != NULL || dado_fail(&err, DADO_MISSING, "nobody sits at a table");
    if (fine && what == 'p') fine = dado_guest_play(table.guest, seat, place, &err);
    if (fine && what == 'u') fine = dado_guest_undo(table.guest, &err);
    if (fine && what == 'h') {
        int hint;
        dado_text data = { 0 };
        fine = dado_guest_hint(table.guest, seat, agent, &hint, &err);
        dado_text_addf(&data, "%d", hint);
        if (fine) tell("hint", &data);
        else dado_text_free(&data);
    }
    if (fine && what == 'l') dado_guest_look(table.guest, place);
    if (fine && what == 't') {
        fine = dado_guest_take(table.guest, place, &err);
        seat = place;
    }
    if (fine) show(seat, width);
    else tell_trouble(&err);
}
