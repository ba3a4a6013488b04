// errands.c - see errands.h.
#define _GNU_SOURCE
#include "studio/errands.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/json.h"
#include "job/heard.h"
#include "job/request.h"

typedef struct event {
    int number;
    const char *kind;  // "progress", "say", "answer", "done", "failed"
    char *data;        // one line of JSON
} event;

typedef struct errand {
    dado_errands *all;
    int number;
    pthread_t thread;
    bool running;
    volatile sig_atomic_t stop;
    dado_arena arena;
    dado_request request;
    event *events;
    int count, room, next;
} errand;

struct dado_errands {
    dado_errands_how how;
    pthread_mutex_t lock;  // of everything below, and of all events
    pthread_cond_t happened;
    errand *kept[DADO_ERRANDS_KEPT];
    int next;
    bool closing;
};

dado_errands *dado_errands_open(dado_errands_how how)
{
    dado_errands *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    all->how = how;
    all->next = 1;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->happened, &clock);
    pthread_condattr_destroy(&clock);
    return all;
}

static void free_errand(errand *e)
{
    if (!e) return;
    for (int i = 0; i < e->count; i++) free(e->events[i].data);
    free(e->events);
    dado_arena_free(&e->arena);
    free(e);
}

void dado_errands_quit(dado_errands *all)
{
    pthread_mutex_lock(&all->lock);
    all->closing = true;
    for (int i = 0; i < DADO_ERRANDS_KEPT; i++) {
        if (all->kept[i]) all->kept[i]->stop = 1;
    }
    pthread_cond_broadcast(&all->happened);
    pthread_mutex_unlock(&all->lock);
}

void dado_errands_close(dado_errands *all)
{
    if (!all) return;
    dado_errands_quit(all);
    for (int i = 0; i < DADO_ERRANDS_KEPT; i++) {
        if (all->kept[i]) pthread_join(all->kept[i]->thread, NULL);
        free_errand(all->kept[i]);
    }
    pthread_cond_destroy(&all->happened);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

// --- events

// An event that makes an older one of its kind needless.
static bool replaces(const char *kind, const char *older)
{
    if (strcmp(older, "progress") == 0) return strcmp(kind, "say") != 0;
    return strcmp(older, "answer") == 0 && strcmp(kind, "progress") != 0 &&
           strcmp(kind, "say") != 0;
}

static void add_event(errand *e, const char *kind, dado_text *data)
{
    pthread_mutex_lock(&e->all->lock);
    int kept = 0;
    for (int i = 0; i < e->count; i++) {
        if (replaces(kind, e->events[i].kind)) free(e->events[i].data);
        else e->events[kept++] = e->events[i];
    }
    e->count = kept;
    if (e->count == e->room) {
        int room = e->room ? 2 * e->room : 16;
        event *more = realloc(e->events, sizeof *more * (size_t)room);
        if (more) {
            e->events = more;
            e->room = room;
        }
    }
    if (e->count < e->room && data->data) {
        e->events[e->count++] = (event){ ++e->next, kind, data->data };
        *data = (dado_text){ 0 };
    }
    pthread_cond_broadcast(&e->all->happened);
    pthread_mutex_unlock(&e->all->lock);
    dado_text_free(data);
}

static void on_progress(void *context, const dado_progress *progress)
{
    dado_text data = { 0 };
    dado_heard_progress(progress, &data);
    add_event(context, "progress", &data);
}

static void on_say(void *context, const char *words)
{
    dado_text data = { 0 };
    dado_heard_words(words, &data);
    add_event(context, "say", &data);
}

static void on_answer(void *context, const dado_document *so_far)
{
    dado_text data = { 0 };
    dado_heard_answer(so_far, &data);
    add_event(context, "answer", &data);
}

// --- files: those that came along first, then the folder's

static bool read_file(void *context, const char *name, dado_arena *arena, const char **text,
                      dado_error *err)
{
    errand *e = context;
    *text = dado_request_file_named(&e->request, name);
    if (*text) return true;
    dado_text bytes = { 0 };
    char tag[DADO_TAG_SIZE];
    bool fine = dado_folder_read(e->all->how.folder, name, DADO_FILE_MOST, &bytes, tag, err);
    if (fine && memchr(dado_text_string(&bytes), 0, bytes.length)) {
        fine = dado_fail(err, DADO_MEANING, "%s is not a text", name);
    }
    if (fine) *text = dado_arena_copy(arena, dado_text_string(&bytes), bytes.length);
    dado_text_free(&bytes);
    return fine && (*text || dado_fail(err, DADO_LIMIT, "no memory left to read %s", name));
}

static bool write_file(void *context, const char *name, const char *bytes, size_t count,
                       dado_error *err)
{
    errand *e = context;
    char tag[DADO_TAG_SIZE] = "";
    dado_text now = { 0 };
    dado_folder_read(e->all->how.folder, name, DADO_FILE_MOST, &now, tag, NULL);
    dado_text_free(&now);
    return dado_folder_write(e->all->how.folder, name, bytes, count, tag, tag, err) == DADO_WRITTEN;
}

// --- running

static void *run(void *context)
{
    errand *e = context;
    dado_files files = { e, read_file, write_file };
    dado_watcher watcher = { .context = e, .progress = on_progress, .say = on_say,
                             .answer = on_answer };
    dado_errand asked = { .job = e->request.job, .given = e->request.given,
                          .given_count = e->request.given_count, .arena = &e->arena,
                          .files = &files, .store = e->all->how.store,
                          .threads = e->all->how.threads, .stop = &e->stop, .watcher = &watcher };
    dado_document answer;
    dado_error err = { 0 };
    dado_document_init(&answer);
    dado_text data = { 0 };
    if (dado_errand_run(&asked, &answer, &err)) {
        dado_heard_answer(&answer, &data);
        add_event(e, "done", &data);
    } else {
        dado_heard_failure(&asked, &err, &data);
        add_event(e, "failed", &data);
    }
    dado_document_free(&answer);
    pthread_mutex_lock(&e->all->lock);
    e->running = false;
    pthread_cond_broadcast(&e->all->happened);
    pthread_mutex_unlock(&e->all->lock);
    return NULL;
}

// Values that name files are names in the folder: nobody may be sent out of it by a request.
static bool stays_inside(const dado_folder *folder, const dado_request *request, dado_error *err)
{
    for (int i = 0; i < request->given_count; i++) {
        dado_param_kind kind = request->given[i].param->kind;
        const char *value = request->given[i].value;
        bool file = kind >= DADO_PARAM_GAME && kind != DADO_PARAM_METRIC && kind != DADO_PARAM_RUN;
        bool at = kind == DADO_PARAM_SET && strstr(value, "=@");
        if (!file && !at) continue;
        if (value[0] == '/' || strstr(value, "..") || strstr(value, "=/") || strstr(value, "@/") ||
            strstr(value, ":/") ||
            (kind >= DADO_PARAM_FILE && dado_folder_is_left(folder, value))) {
            return dado_fail(err, DADO_MEANING, "%s: the studio keeps to its folder; name files "
                             "from there", request->given[i].param->name);
        }
    }
    return true;
}

// A free place, made by forgetting the oldest that is over. NULL: all are running.
static errand **free_place(dado_errands *all)
{
    errand **oldest = NULL;
    int running = 0;
    for (int i = 0; i < DADO_ERRANDS_KEPT; i++) {
        errand **at = &all->kept[i];
        running += *at && (*at)->running;
        if (!*at) oldest = oldest && !*oldest ? oldest : at;
        else if (!(*at)->running && (!oldest || (*oldest && (*oldest)->number > (*at)->number))) {
            oldest = at;
        }
    }
    if (running >= DADO_ERRANDS_AT_ONCE || all->closing) return NULL;
    if (oldest && *oldest) {
        pthread_join((*oldest)->thread, NULL);
        free_errand(*oldest);
        *oldest = NULL;
    }
    return oldest;
}

int dado_errands_begin(dado_errands *all, const char *json, size_t length, dado_error *err)
{
    errand *e = calloc(1, sizeof *e);
    if (!e) {
        dado_fail(err, DADO_LIMIT, "no memory left for another job");
        return 0;
    }
    e->all = all;
    if (!dado_request_read(&e->request, json, length, &e->arena, err) ||
        !stays_inside(all->how.folder, &e->request, err)) {
        free_errand(e);
        return 0;
    }
    int number = 0;
    pthread_mutex_lock(&all->lock);
    errand **place = free_place(all);
    if (!place) {
        dado_fail(err, DADO_LIMIT, "%d jobs are running; stop one, or wait", DADO_ERRANDS_AT_ONCE);
    } else {
        e->number = all->next;
        e->running = true;
        if (pthread_create(&e->thread, NULL, run, e) == 0) {
            number = all->next++;
            *place = e;
        } else {
            dado_fail(err, DADO_LIMIT, "this machine gives no more threads");
        }
    }
    pthread_mutex_unlock(&all->lock);
    if (!number) free_errand(e);
    return number;
}

static errand *find(dado_errands *all, int number)
{
    for (int i = 0; i < DADO_ERRANDS_KEPT; i++) {
        if (all->kept[i] && all->kept[i]->number == number) return all->kept[i];
    }
    return NULL;
}

static struct timespec in_milliseconds(int milliseconds)
{
    struct timespec when;
    clock_gettime(CLOCK_MONOTONIC, &when);
    when.tv_sec += milliseconds / 1000;
    when.tv_nsec += milliseconds % 1000 * 1000000L;
    if (when.tv_nsec >= 1000000000L) {
        when.tv_sec++;
        when.tv_nsec -= 1000000000L;
    }
    return when;
}

bool dado_errands_hear(dado_errands *all, int number, int *after, int milliseconds, dado_text *out,
                       dado_error *err)
{
    struct timespec until = in_milliseconds(milliseconds);
    pthread_mutex_lock(&all->lock);
    errand *e = find(all, number);
    while (e && e->running && e->next <= *after && !all->closing) {
        if (pthread_cond_timedwait(&all->happened, &all->lock, &until) == ETIMEDOUT) break;
        e = find(all, number);
    }
    bool more = e && e->running && !all->closing;
    if (!e) dado_fail(err, DADO_MISSING, "there is no job %d, or no longer", number);
    for (int i = 0; e && i < e->count; i++) {
        const event *happened = &e->events[i];
        if (happened->number <= *after) continue;
        dado_text_addf(out, "id: %d\nevent: %s\ndata: ", happened->number, happened->kind);
        dado_text_add(out, happened->data);
        dado_text_add(out, "\n\n");
    }
    if (e && e->next > *after) *after = e->next;
    pthread_mutex_unlock(&all->lock);
    return more;
}

bool dado_errands_stop(dado_errands *all, int number, dado_error *err)
{
    pthread_mutex_lock(&all->lock);
    errand *e = find(all, number);
    if (e) e->stop = 1;
    pthread_mutex_unlock(&all->lock);
    return e || dado_fail(err, DADO_MISSING, "there is no job %d, or no longer", number);
}

void dado_errands_list(dado_errands *all, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_array(&json, NULL);
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < DADO_ERRANDS_KEPT; i++) {
        const errand *e = all->kept[i];
        if (!e) continue;
        dado_json_object(&json, NULL);
        dado_json_whole(&json, "id", e->number);
        dado_json_string(&json, "job", e->request.job->name);
        dado_json_flag(&json, "running", e->running);
        dado_json_end(&json);
    }
    pthread_mutex_unlock(&all->lock);
    dado_json_end(&json);
}
