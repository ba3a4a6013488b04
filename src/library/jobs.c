// jobs.c - dado as a library: a request in, a document out. See include/dado.h.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "dado.h"
#include "job/heard.h"
#include "job/request.h"
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
    dado_heard_jobs(&out);
    return out.data;
}

typedef struct listener {
    dado_hear hear;
    void *context;
    volatile sig_atomic_t stop;
    const dado_request *request;
} listener;

static void pass_on(listener *l, const char *kind, dado_text *data)
{
    if (l->hear && l->hear(l->context, kind, dado_text_string(data))) l->stop = 1;
    dado_text_free(data);
}

static void on_progress(void *context, const dado_progress *progress)
{
    dado_text data = { 0 };
    dado_heard_progress(progress, &data);
    pass_on(context, "progress", &data);
}

static void on_say(void *context, const char *words)
{
    dado_text data = { 0 };
    dado_heard_words(words, &data);
    pass_on(context, "say", &data);
}

static void write_document(const dado_document *document, dado_text *out)
{
    dado_look look = { .columns = 80 };
    dado_format_named("json")->write(document, &look, out);
}

// Files that came along first, then the disk.
static bool read_file(void *context, const char *name, dado_arena *arena, const char **text,
                      dado_error *err)
{
    const listener *l = context;
    *text = dado_request_file_named(l->request, name);
    return *text || dado_file_read(name, DADO_FILE_MOST, arena, text, err);
}

static bool write_file(void *context, const char *name, const char *bytes, size_t count,
                       dado_error *err)
{
    (void)context;
    return dado_file_write(name, bytes, count, err);
}

static void fail(const dado_errand *errand, const dado_error *err, dado_text *out, int *failed)
{
    dado_text_clear(out);
    dado_heard_failure(errand, err, out);
    *failed = 1;
}

char *dado_lib_run(const char *request, const char *store, int threads, dado_hear hear,
                   void *context, int *failed)
{
    dado_arena arena = { 0 };
    dado_request asked;
    dado_document answer;
    dado_error err = { 0 };
    dado_text out = { 0 };
    int ignored;
    if (!failed) failed = &ignored;
    *failed = 0;
    dado_document_init(&answer);
    listener l = { .hear = hear, .context = context, .request = &asked };
    dado_files files = { &l, read_file, write_file };
    dado_watcher watcher = { .context = &l, .progress = on_progress, .say = on_say };
    dado_errand errand = { .arena = &arena, .store = store, .threads = threads, .stop = &l.stop,
                           .watcher = &watcher };
    if (dado_request_read(&asked, request, strlen(request), &arena, &err)) {
        errand.job = asked.job;
        errand.given = asked.given;
        errand.given_count = asked.given_count;
        if (asked.file_count) errand.files = &files;
        if (dado_errand_run(&errand, &answer, &err)) write_document(&answer, &out);
        else fail(&errand, &err, &out, failed);
    } else {
        fail(&errand, &err, &out, failed);
    }
    dado_document_free(&answer);
    dado_arena_free(&arena);
    return out.data;
}
