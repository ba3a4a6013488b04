// jobs.c - dado as a library: a request in, a document out. See include/dado.h.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "dado.h"
#include "job/events_json.h"
#include "job/json_request.h"
#include "lab/file.h"
#include "report/format.h"

int dado_abi(void)
{
    return DADO_ABI;
}

const char *dado_release(void)
{
    return dado_version;
}

void dado_free(void *memory)
{
    free(memory);
}

char *dado_lib_jobs(void)
{
    dado_text out = { 0 };
    dado_jobs_json(&out);
    return out.data;
}

typedef struct listener {
    dado_hear hear;
    void *context;
    volatile int *stop;
    const dado_json_request *request;
} listener;

static void pass_on(listener *l, const char *kind, dado_text *data)
{
    if (l->hear && l->hear(l->context, kind, dado_text_string(data))) *l->stop = 1;
    dado_text_free(data);
}

static void on_progress(void *context, const dado_progress *progress)
{
    dado_text data = { 0 };
    dado_progress_json(progress, &data);
    pass_on(context, "progress", &data);
}

static void on_work_progress(void *context, int64_t done, int64_t all, const char *what,
                             const char *words)
{
    dado_text data = { 0 };
    dado_work_progress_json(done, all, what, words, &data);
    pass_on(context, "work", &data);
}

static void on_say(void *context, const char *words)
{
    dado_text data = { 0 };
    dado_message_json(words, &data);
    pass_on(context, "say", &data);
}

static void write_document(const dado_document *document, dado_text *out)
{
    dado_terminal_style look = { .columns = 80 };
    dado_format_named("json")->write(document, &look, out);
}

// Looks for a file among those in the request first, then on the disk.
static bool read_file(void *context, const char *name, dado_region *region, const char **text,
                      dado_error *err)
{
    const listener *l = context;
    *text = dado_json_request_file_named(l->request, name);
    return *text || dado_file_read(name, DADO_FILE_MOST, region, text, err);
}

static bool write_file(void *context, const char *name, const char *bytes, size_t count,
                       dado_error *err)
{
    (void)context;
    return dado_file_write(name, bytes, count, err);
}

static void fail(const dado_job_run *job_run, const dado_error *err, dado_text *out, int *failed)
{
    dado_text_clear(out);
    dado_failure_json(job_run, err, out);
    *failed = 1;
}

// Reads the request and runs it. `out` receives the document, or the error.
static void read_and_run(listener *l, const char *request, dado_job_run *job_run, dado_text *out,
                         int *failed)
{
    dado_json_request asked;
    dado_document answer;
    dado_error err = { 0 };
    dado_virtual_files files = { l, read_file, write_file };
    dado_document_init(&answer);
    l->request = &asked;
    bool fine = job_run->threads >= 0 ||
                dado_fail(&err, DADO_INVALID, "threads must be 0 (one per core) or more, not %d",
                          job_run->threads);
    fine = fine && dado_json_request_read(&asked, request, strlen(request), job_run->region, &err);
    if (fine) {
        job_run->job = asked.job;
        job_run->given = asked.given;
        job_run->given_count = asked.given_count;
        if (asked.file_count) job_run->files = &files;
        fine = dado_job_run_execute(job_run, &answer, &err);
    }
    if (fine) write_document(&answer, out);
    else fail(job_run, &err, out, failed);
    dado_document_free(&answer);
}

// Jobs check a sig_atomic_t, which the public header declares as an int.
_Static_assert(sizeof(sig_atomic_t) == sizeof(int), "sig_atomic_t is an int");

char *dado_lib_run_until(const char *request, const char *store, int threads, dado_hear hear,
                         void *context, volatile int *stop, int *failed)
{
    dado_region region = { 0 };
    dado_text out = { 0 };
    int ignored;
    volatile int own_stop = 0;
    if (!failed) failed = &ignored;
    if (!stop) stop = &own_stop;
    *failed = 0;
    listener l = { .hear = hear, .context = context, .stop = stop };
    dado_job_callbacks callbacks = {
        .context = &l, .progress = on_progress, .work_progress = on_work_progress, .say = on_say
    };
    dado_job_run job_run = { .region = &region,
                             .store = store,
                             .threads = threads,
                             .stop = (const volatile sig_atomic_t *)stop,
                             .callbacks = hear ? &callbacks : NULL };
    read_and_run(&l, request, &job_run, &out, failed);
    dado_region_free(&region);
    return out.data;
}

char *dado_lib_run(const char *request, const char *store, int threads, dado_hear hear,
                   void *context, int *failed)
{
    return dado_lib_run_until(request, store, threads, hear, context, NULL, failed);
}
