// engine.c - the door to the engine in a browser: jobs, asked for by a worker. Tables are in tables.c.
//
// A worker gives a job's name, values and files one by one and then runs it; what happens meanwhile
// it hears through `hear`, as a page hears a server. One instance does one thing at a time; a worker
// that is to stop is thrown away.
#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "job/heard.h"
#include "lab/file.h"
#include "report/format.h"
#include "report/scene.h"

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

void door_tell(const char *kind, dado_text *data)
{
    hear(kind, dado_text_string(data), data->length);
    dado_text_free(data);
}

void door_tell_trouble(const dado_error *err)
{
    dado_errand nobody = { 0 };
    dado_text data = { 0 };
    dado_heard_failure(&nobody, err, &data);
    door_tell("failed", &data);
}

EXPORT(about) void engine_about(void)
{
    dado_text jobs = { 0 }, version = { 0 }, style = { 0 };
    dado_heard_jobs(&jobs);
    door_tell("jobs", &jobs);
    dado_text_add(&version, dado_version);
    door_tell("version", &version);
    dado_page_style(&style);
    dado_scene_style(&style);
    door_tell("style", &style);
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
    door_tell("progress", &data);
}

static void on_say(void *context, const char *words)
{
    (void)context;
    dado_text data = { 0 };
    dado_heard_words(words, &data);
    door_tell("say", &data);
}

static void on_answer(void *context, const dado_document *so_far)
{
    (void)context;
    dado_text data = { 0 };
    dado_heard_answer(so_far, &data);
    door_tell("answer", &data);
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
        door_tell("done", &data);
    } else {
        dado_heard_failure(&errand, &err, &data);
        door_tell("failed", &data);
    }
    dado_document_free(&answer);
    dado_arena_free(&arena);
}
