// background_jobs.c - see background_jobs.h.
#define _GNU_SOURCE
#include "studio/background_jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/confine.h"
#include "core/json_writer.h"
#include "job/events_json.h"
#include "job/json_request.h"

typedef struct event {
    int number;
    const char *kind;  // "progress", "say", "answer", "done", "failed"
    char *data;        // one line of JSON
} event;

typedef struct background_job {
    dado_background_jobs *all;
    int number;
    pthread_t thread;
    bool running;
    volatile sig_atomic_t stop;
    dado_region region;
    dado_json_request request;
    event *events;
    int count, room, next;
} background_job;

struct dado_background_jobs {
    dado_background_jobs_how how;
    pthread_mutex_t lock;  // protects everything below, and all events
    pthread_cond_t event_added;
    background_job *kept[DADO_BACKGROUND_JOBS_KEPT];
    int next;
    bool closing;
};

dado_background_jobs *dado_background_jobs_open(dado_background_jobs_how how)
{
    dado_background_jobs *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    all->how = how;
    all->next = 1;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->event_added, &clock);
    pthread_condattr_destroy(&clock);
    return all;
}

static void free_background_job(background_job *e)
{
    if (!e) return;
    for (int i = 0; i < e->count; i++) free(e->events[i].data);
    free(e->events);
    dado_region_free(&e->region);
    free(e);
}

void dado_background_jobs_stop_all(dado_background_jobs *all)
{
    pthread_mutex_lock(&all->lock);
    all->closing = true;
    for (int i = 0; i < DADO_BACKGROUND_JOBS_KEPT; i++) {
        if (all->kept[i]) all->kept[i]->stop = 1;
    }
    pthread_cond_broadcast(&all->event_added);
    pthread_mutex_unlock(&all->lock);
}

void dado_background_jobs_close(dado_background_jobs *all)
{
    if (!all) return;
    dado_background_jobs_stop_all(all);
    for (int i = 0; i < DADO_BACKGROUND_JOBS_KEPT; i++) {
        if (all->kept[i]) pthread_join(all->kept[i]->thread, NULL);
        free_background_job(all->kept[i]);
    }
    pthread_cond_destroy(&all->event_added);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

// --- events ---

// Tells whether an event of this kind makes the older one unnecessary.
static bool replaces(const char *kind, const char *older)
{
    if (strcmp(older, "progress") == 0) return strcmp(kind, "say") != 0;
    return strcmp(older, "answer") == 0 && strcmp(kind, "progress") != 0 &&
           strcmp(kind, "say") != 0;
}

static void add_event(background_job *e, const char *kind, dado_text *data)
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
    pthread_cond_broadcast(&e->all->event_added);
    pthread_mutex_unlock(&e->all->lock);
    dado_text_free(data);
}

static void on_progress(void *context, const dado_progress *progress)
{
    dado_text data = { 0 };
    dado_progress_json(progress, &data);
    add_event(context, "progress", &data);
}

static void on_say(void *context, const char *words)
{
    dado_text data = { 0 };
    dado_message_json(words, &data);
    add_event(context, "say", &data);
}

static void on_answer(void *context, const dado_document *so_far)
{
    dado_text data = { 0 };
    dado_answer_json(so_far, &data);
    add_event(context, "answer", &data);
}

// --- files: those in the request first, then those of the folder ---

static bool read_file(void *context, const char *name, dado_region *region, const char **text,
                      dado_error *err)
{
    background_job *e = context;
    *text = dado_json_request_file_named(&e->request, name);
    if (*text) return true;
    dado_text bytes = { 0 };
    char tag[DADO_TAG_SIZE];
    bool fine =
        dado_confined_folder_read(e->all->how.folder, name, DADO_FILE_MOST, &bytes, tag, err);
    if (fine && memchr(dado_text_string(&bytes), 0, bytes.length)) {
        fine = dado_fail(err, DADO_INVALID, "%s is not a text file", name);
    }
    if (fine) *text = dado_region_copy(region, dado_text_string(&bytes), bytes.length);
    dado_text_free(&bytes);
    return fine && (*text || dado_fail(err, DADO_LIMIT, "no memory left to read %s", name));
}

static bool write_file(void *context, const char *name, const char *bytes, size_t count,
                       dado_error *err)
{
    background_job *e = context;
    char tag[DADO_TAG_SIZE] = "";
    dado_text now = { 0 };
    dado_confined_folder_read(e->all->how.folder, name, DADO_FILE_MOST, &now, tag, NULL);
    dado_text_free(&now);
    return dado_confined_folder_write(e->all->how.folder, name, bytes, count, tag, tag, err) ==
           DADO_WRITE_DONE;
}

// --- running

static void *run(void *context)
{
    background_job *e = context;
    dado_virtual_files files = { e, read_file, write_file };
    dado_job_callbacks callbacks = {
        .context = e, .progress = on_progress, .say = on_say, .answer = on_answer
    };
    dado_job_run asked = { .job = e->request.job,
                           .given = e->request.given,
                           .given_count = e->request.given_count,
                           .region = &e->region,
                           .files = &files,
                           .store = e->all->how.store,
                           .threads = e->all->how.threads,
                           .stop = &e->stop,
                           .callbacks = &callbacks };
    dado_document answer;
    dado_error err = { 0 };
    dado_document_init(&answer);
    dado_text data = { 0 };
    if (dado_job_run_execute(&asked, &answer, &err)) {
        dado_answer_json(&answer, &data);
        add_event(e, "done", &data);
    } else {
        dado_failure_json(&asked, &err, &data);
        add_event(e, "failed", &data);
    }
    dado_document_free(&answer);
    pthread_mutex_lock(&e->all->lock);
    e->running = false;
    pthread_cond_broadcast(&e->all->event_added);
    pthread_mutex_unlock(&e->all->lock);
    return NULL;
}

// Built-in players and scripts, which run in a sandbox, are allowed; programs are refused
// before anything runs. What this check misses is refused when a program is started.
static bool names_program(const char *typed)
{
    size_t length = strcspn(typed, ":");
    const char *dot = NULL;
    bool path = false;
    if ((length == 7 && strncmp(typed, "process", 7) == 0) ||
        (length == 6 && strncmp(typed, "plugin", 6) == 0)) {
        return true;
    }
    for (size_t i = 0; i < length; i++) {
        if (typed[i] == '/') path = true;
        if (typed[i] == '/' || typed[i] == '.') dot = typed[i] == '.' ? typed + i : NULL;
    }
    bool script = dot && length - (size_t)(dot - typed) == 4 && strncmp(dot, ".lua", 4) == 0;
    return (path || dot) && !script;
}

// Tells whether any of the players is a program: "./bot.py", "0=./bot.so",
// "random,./bot.so".
static bool starts_programs(const char *value)
{
    const char *equals = strchr(value, '=');
    if (equals && strspn(value, "0123456789") == (size_t)(equals - value)) value = equals + 1;
    while (*value) {
        size_t length = strcspn(value, ",");
        bool option = memchr(value, '=', length) && !memchr(value, ':', length);
        if (!option && names_program(value)) return true;
        value += length + (value[length] == ',');
    }
    return false;
}

static bool is_allowed(const dado_argument *given, dado_error *err)
{
    bool risky = given->param->kind == DADO_PARAM_AGENT && starts_programs(given->value);
    bool unsafe =
        given->param->kind == DADO_PARAM_FLAG && strcmp(given->param->name, "unsafe") == 0;
    bool native = strcmp(given->param->name, "native") == 0 && strcmp(given->value, "yes") == 0;
    return !(risky || unsafe || native) || dado_may_run_programs(err);
}

// Values that name files must be names in the folder: no request may reach outside it.
static bool stays_inside(const dado_confined_folder *folder, const dado_json_request *request,
                         dado_error *err)
{
    for (int i = 0; i < request->given_count; i++) {
        dado_param_kind kind = request->given[i].param->kind;
        const char *value = request->given[i].value;
        if (!is_allowed(&request->given[i], err)) return false;
        bool file = kind >= DADO_PARAM_GAME && kind != DADO_PARAM_METRIC && kind != DADO_PARAM_RUN;
        bool at = kind == DADO_PARAM_SET && strstr(value, "=@");
        if (!file && !at) continue;
        if (value[0] == '/' || strstr(value, "..") || strstr(value, "=/") || strstr(value, "@/") ||
            strstr(value, ":/") ||
            (kind >= DADO_PARAM_FILE && dado_confined_folder_escapes(folder, value))) {
            return dado_fail(err, DADO_INVALID,
                             "%s: the studio cannot reach files outside its folder; name files "
                             "from there",
                             request->given[i].param->name);
        }
    }
    return true;
}

// Returns a free slot, if necessary by removing the oldest job that has ended. NULL: all
// are running.
static background_job **free_slot(dado_background_jobs *all)
{
    background_job **oldest = NULL;
    int running = 0;
    for (int i = 0; i < DADO_BACKGROUND_JOBS_KEPT; i++) {
        background_job **at = &all->kept[i];
        running += *at && (*at)->running;
        if (!*at) oldest = oldest && !*oldest ? oldest : at;
        else if (!(*at)->running && (!oldest || (*oldest && (*oldest)->number > (*at)->number))) {
            oldest = at;
        }
    }
    if (running >= DADO_BACKGROUND_JOBS_RUNNING || all->closing) return NULL;
    if (oldest && *oldest) {
        pthread_join((*oldest)->thread, NULL);
        free_background_job(*oldest);
        *oldest = NULL;
    }
    return oldest;
}

int dado_background_jobs_start(dado_background_jobs *all, const char *json, size_t length,
                               dado_error *err)
{
    background_job *e = calloc(1, sizeof *e);
    if (!e) {
        dado_fail(err, DADO_LIMIT, "no memory left for another job");
        return 0;
    }
    e->all = all;
    if (!dado_json_request_read(&e->request, json, length, &e->region, err) ||
        !stays_inside(all->how.folder, &e->request, err)) {
        free_background_job(e);
        return 0;
    }
    int number = 0;
    pthread_mutex_lock(&all->lock);
    background_job **place = free_slot(all);
    if (!place) {
        dado_fail(err, DADO_LIMIT, "%d jobs are running; stop one, or wait",
                  DADO_BACKGROUND_JOBS_RUNNING);
    } else {
        e->number = all->next;
        e->running = true;
        if (pthread_create(&e->thread, NULL, run, e) == 0) {
            number = all->next++;
            *place = e;
        } else {
            dado_fail(err, DADO_LIMIT,
                      "no more threads can be started; stop a job or try again later");
        }
    }
    pthread_mutex_unlock(&all->lock);
    if (!number) free_background_job(e);
    return number;
}

static background_job *find(dado_background_jobs *all, int number)
{
    for (int i = 0; i < DADO_BACKGROUND_JOBS_KEPT; i++) {
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

bool dado_background_jobs_events(dado_background_jobs *all, int number, int *after,
                                 int milliseconds, dado_text *out, dado_error *err)
{
    struct timespec until = in_milliseconds(milliseconds);
    pthread_mutex_lock(&all->lock);
    background_job *e = find(all, number);
    while (e && e->running && e->next <= *after && !all->closing) {
        if (pthread_cond_timedwait(&all->event_added, &all->lock, &until) == ETIMEDOUT) break;
        e = find(all, number);
    }
    bool more = e && e->running && !all->closing;
    if (!e) dado_fail(err, DADO_MISSING, "there is no job %d (any more)", number);
    for (int i = 0; e && i < e->count; i++) {
        const event *event_added = &e->events[i];
        if (event_added->number <= *after) continue;
        dado_text_addf(out, "id: %d\nevent: %s\ndata: ", event_added->number, event_added->kind);
        dado_text_add(out, event_added->data);
        dado_text_add(out, "\n\n");
    }
    if (e && e->next > *after) *after = e->next;
    pthread_mutex_unlock(&all->lock);
    return more;
}

bool dado_background_jobs_stop(dado_background_jobs *all, int number, dado_error *err)
{
    pthread_mutex_lock(&all->lock);
    background_job *e = find(all, number);
    if (e) e->stop = 1;
    pthread_mutex_unlock(&all->lock);
    return e || dado_fail(err, DADO_MISSING, "there is no job %d (any more)", number);
}

void dado_background_jobs_list(dado_background_jobs *all, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_array(&json, NULL);
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < DADO_BACKGROUND_JOBS_KEPT; i++) {
        const background_job *e = all->kept[i];
        if (!e) continue;
        dado_json_object(&json, NULL);
        dado_json_int(&json, "id", e->number);
        dado_json_string(&json, "job", e->request.job->name);
        dado_json_bool(&json, "running", e->running);
        dado_json_end(&json);
    }
    pthread_mutex_unlock(&all->lock);
    dado_json_end(&json);
}
