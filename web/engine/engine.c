// engine.c - the door to the engine in a browser: jobs, asked for by a worker. Tables are in tables.c.
//
// A worker gives a job's name, values and files one by one and then runs it; what happens meanwhile
// it hears through `hear`, as a page hears a server. One instance does one thing at a time; a worker
// that is to stop is thrown away.
#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "job/events_json.h"
#include "lab/file.h"
#include "report/format.h"
#include "report/scene_svg.h"

enum { most_given = 256, most_files = 64 };

__attribute__((import_module("dado"), import_name("hear"))) void hear(const char *kind,
                                                                      const char *data,
                                                                      size_t size);

static struct {
    const dado_job *job;
    dado_argument given[most_given];
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
    dado_job_run nobody = { 0 };
    dado_text data = { 0 };
    dado_failure_json(&nobody, err, &data);
    door_tell("failed", &data);
}

EXPORT(about) void engine_about(void)
{
    dado_text jobs = { 0 }, version = { 0 }, style = { 0 };
    dado_jobs_json(&jobs);
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
    asked.given[asked.given_count++] = (dado_argument){ param, value };
    return 1;
}

EXPORT(file) int engine_file(const char *name, const char *text)
{
    if (asked.file_count == most_files) return 0;
    asked.files[asked.file_count].name = name;
    asked.files[asked.file_count++].text = text;
    return 1;
}

static bool read_file(void *context, const char *name, dado_region *region, const char **text,
                      dado_error *err)
{
    (void)context, (void)region;
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
    dado_progress_json(progress, &data);
    door_tell("progress", &data);
}

static void on_say(void *context, const char *words)
{
    (void)context;
    dado_text data = { 0 };
    dado_message_json(words, &data);
    door_tell("say", &data);
}

static void on_answer(void *context, const dado_document *so_far)
{
    (void)context;
    dado_text data = { 0 };
    dado_answer_json(so_far, &data);
    door_tell("answer", &data);
}

EXPORT(run) void engine_run(void)
{
    static const dado_virtual_files files = { NULL, read_file, write_file };
    static const dado_job_callbacks callbacks = { .progress = on_progress,
                                                  .say = on_say,
                                                  .answer = on_answer };
    dado_region region;
    dado_document answer;
    dado_error err = { 0 };
    dado_text data = { 0 };
    dado_region_init_large(&region);
    dado_document_init(&answer);
    dado_job_run job_run = { .job = asked.job,
                             .given = asked.given,
                             .given_count = asked.given_count,
                             .region = &region,
                             .files = &files,
                             .threads = -1,
                             .callbacks = &callbacks };
    if (dado_job_run_execute(&job_run, &answer, &err)) {
        dado_answer_json(&answer, &data);
        door_tell("done", &data);
    } else {
        dado_failure_json(&job_run, &err, &data);
        door_tell("failed", &data);
    }
    dado_document_free(&answer);
    dado_region_free(&region);
}
