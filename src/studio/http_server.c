// http_server.c - see http_server.h. Turns HTTP requests into calls of jobs, files and
// tables.
#include "studio/http_server.h"

#include <civetweb.h>
#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/clock.h"
#include "core/json_writer.h"
#include "core/scope_cleanup.h"
#include "job/events_json.h"
#include "lab/file.h"
#include "lab/game_source.h"
#include "report/format.h"
#include "report/scene_svg.h"
#include "studio/guest_page.h"
#include "studio/web_assets.h"
#include "studio/background_jobs.h"
#include "studio/request_guard.h"
#include "studio/seat_sessions.h"

enum { most_body = 24 << 20, wait_milliseconds = 10000, path_most = 1024, stack_size = 8 << 20 };
enum { guest_body_seconds = 5, body_seconds = 120 };  // within which a body must be there

struct dado_studio {
    dado_request_guard guard;
    dado_confined_folder folder;
    dado_background_jobs *background_jobs;
    dado_seat_sessions *sittings;
    struct mg_context *server;
    bool has_folder;
    int port;
    char host[DADO_HOST_SIZE];
    char guest_address[DADO_HOST_SIZE + 16];  // what links of guests begin with
};

// Everything that is needed to answer one request.
typedef struct request {
    dado_studio *studio;
    struct mg_connection *connection;
    const struct mg_request_info *info;
    char rest[path_most];  // the decoded path after the name of the route
    char cookie[200];      // a line for the head of the answer; or ""
    dado_text body, answer;
} request;

// --- answers ---

static const char *reason(int status)
{
    switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 409: return "Conflict";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 429: return "Too Many Requests";
    default: return "Internal Server Error";
    }
}

static void send_head(struct mg_connection *to, int status, const char *type, long long length,
                      const char *nonce, const char *more)
{
    mg_printf(to,
              "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nCache-Control: no-store\r\n"
              "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
              "Cross-Origin-Opener-Policy: same-origin\r\n"
              "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n"
              "Content-Security-Policy: default-src 'none'; script-src 'self'; "
              "style-src 'self' 'nonce-%s'; style-src-attr 'unsafe-inline'; "
              "img-src 'self' data: blob:; connect-src 'self'; "
              "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n%s",
              status, reason(status), type, nonce, more);
    if (length >= 0) mg_printf(to, "Content-Length: %lld\r\nConnection: close\r\n\r\n", length);
    else mg_printf(to, "Connection: close\r\n\r\n");
}

static int send_text(request *r, int status, const char *type, const char *bytes, size_t count)
{
    send_head(r->connection, status, type, (long long)count, "none", r->cookie);
    if (strcmp(r->info->request_method, "HEAD") != 0) mg_write(r->connection, bytes, count);
    return status;
}

static int send_json(request *r, int status)
{
    return send_text(r, status, "application/json", dado_text_string(&r->answer), r->answer.length);
}

static int refuse(request *r, int status, const char *why)
{
    dado_text_clear(&r->answer);
    dado_json json = dado_json_to(&r->answer);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "error", why);
    dado_json_end(&json);
    return send_json(r, status);
}

// Answers with an error of a lower room: its HTTP status, and the place in the text if
// there is one.
static int fail(request *r, const dado_error *err)
{
    int status = err->status == DADO_MISSING ? 404
                 : err->status == DADO_IO    ? 500
                 : err->status == DADO_LIMIT ? 429
                                             : 400;
    dado_text_clear(&r->answer);
    dado_json json = dado_json_to(&r->answer);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "error", err->text);
    dado_json_string(&json, "code", err->code);
    dado_json_int(&json, "line", err->place.line);
    dado_json_int(&json, "column", err->place.column);
    dado_json_int(&json, "length", err->place.length);
    dado_json_end(&json);
    return send_json(r, status);
}

// Reads the body. One read waits for all the bytes it asks for, as long as they keep coming one by
// one; so guests' bodies, which are short, are read byte by byte, and have a deadline as a whole.
static bool read_body(request *r)
{
    char buffer[16384];
    bool guest = strncmp(r->info->request_uri, dado_guest_path, strlen(dado_guest_path)) == 0;
    double late = dado_seconds() + (guest ? guest_body_seconds : body_seconds);
    for (long long left = r->info->content_length; left > 0;) {
        size_t most = guest ? 1 : sizeof buffer;
        int got = mg_read(r->connection, buffer, left < (long long)most ? (size_t)left : most);
        if (got <= 0 || dado_seconds() > late) return false;
        dado_text_add_bytes(&r->body, buffer, (size_t)got);
        left -= got;
    }
    return !r->body.cut;
}

static bool is(const request *r, const char *method)
{
    return strcmp(r->info->request_method, method) == 0;
}

static int number_in(const char *text)
{
    int64_t number;
    return dado_read_int(text, &number) && number > 0 && number < INT32_MAX ? (int)number : 0;
}

// --- requests ---

static int page(request *r)
{
    const char *path = r->info->local_uri;
    const dado_web_asset *asset = dado_web_asset_at(path);
    if (strcmp(path, "/report.css") == 0) {
        dado_page_style(&r->answer);
        dado_scene_style(&r->answer);
        return send_text(r, 200, "text/css; charset=utf-8", dado_text_string(&r->answer),
                         r->answer.length);
    }
    if (dado_guest_page_at(path)) {
        const dado_web_asset *own = dado_guest_page_at(path);
        return send_text(r, 200, own->type, (const char *)own->bytes, own->size);
    }
    if (!asset && strcmp(path, "/") == 0) {
        return refuse(r, 404,
                      "this dado was built without the page of the studio; "
                      "./dev studio builds it in");
    }
    if (!asset) return refuse(r, 404, "there is no such page");
    if (strcmp(path, "/") != 0) {
        return send_text(r, 200, asset->type, (const char *)asset->bytes, asset->size);
    }
    // The editor adds style elements of its own; they carry a random word that only this
    // answer allows.
    dado_request_guard word;
    dado_error err;
    if (!dado_request_guard_make_token(&word, &err)) return fail(r, &err);
    static const char mark[] = "{{nonce}}";
    const char *text = (const char *)asset->bytes, *end = text + asset->size;
    for (const char *at = text; at < end; at++) {
        if ((size_t)(end - at) >= sizeof mark - 1 && memcmp(at, mark, sizeof mark - 1) == 0) {
            dado_text_add(&r->answer, word.token);
            at += sizeof mark - 2;
        } else {
            dado_text_char(&r->answer, *at);
        }
    }
    send_head(r->connection, 200, asset->type, (long long)r->answer.length, word.token, "");
    if (!is(r, "HEAD")) mg_write(r->connection, r->answer.data, r->answer.length);
    return 200;
}

static void list_shipped(void *context, const dado_confined_folder_file *file)
{
    dado_json_string(context, NULL, file->name);
}

typedef struct shipped_games {
    dado_confined_folder *shelf;
    dado_json *json;
} shipped_games;

// A game goes with its text: the gallery reads title, tagline and players there before it draws.
static void list_shipped_game(void *context, const dado_confined_folder_file *file)
{
    const shipped_games *games = context;
    char tag[DADO_TAG_SIZE];
    const char *ending = strrchr(file->name, '.');
    if (!ending || strcmp(ending, ".rcy") != 0) return;
    DADO_CLEANUP(dado_text_free) dado_text bytes = { 0 };
    if (dado_confined_folder_read(games->shelf, file->name, DADO_FILE_MOST, &bytes, tag, NULL)) {
        dado_json_bytes(games->json, file->name, dado_text_string(&bytes), bytes.length);
    }
}

static int about(request *r)
{
    dado_json json = dado_json_to(&r->answer);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "version", dado_version);
    dado_text known = { 0 };
    dado_jobs_json(&known);
    dado_json_raw(&json, "jobs", dado_text_string(&known));
    dado_text_free(&known);
    const char *library = dado_library_folder();
    dado_confined_folder shelf;
    bool found = library && dado_confined_folder_open(&shelf, library, NULL);
    dado_json_array(&json, "shipped");
    if (found) dado_confined_folder_list(&shelf, &json, list_shipped, NULL);
    dado_json_end(&json);
    dado_json_object(&json, "games");
    if (found) {
        shipped_games games = { &shelf, &json };
        dado_confined_folder_list(&shelf, &games, list_shipped_game, NULL);
        dado_confined_folder_close(&shelf);
    }
    dado_json_end(&json);
    dado_json_end(&json);
    return send_json(r, 200);
}

static int library(request *r)
{
    dado_confined_folder shelf;
    dado_error err = { 0 };
    char tag[DADO_TAG_SIZE];
    const char *path = dado_library_folder();
    if (!path) return refuse(r, 404, "the folder of dado's library is missing; install dado again");
    if (!dado_confined_folder_open(&shelf, path, &err)) return fail(r, &err);
    bool fine = dado_confined_folder_read(&shelf, r->rest, DADO_FILE_MOST, &r->answer, tag, &err);
    dado_confined_folder_close(&shelf);
    if (!fine) return fail(r, &err);
    return send_text(r, 200, "text/plain; charset=utf-8", dado_text_string(&r->answer),
                     r->answer.length);
}

static void list_file(void *context, const dado_confined_folder_file *file)
{
    dado_json *json = context;
    dado_json_object(json, NULL);
    dado_json_string(json, "name", file->name);
    dado_json_int(json, "size", file->size);
    dado_json_int(json, "changed", file->changed);
    dado_json_end(json);
}

static int send_file(request *r)
{
    dado_error err = { 0 };
    dado_text bytes = { 0 };
    char tag[DADO_TAG_SIZE];
    bool fine =
        dado_confined_folder_read(&r->studio->folder, r->rest, DADO_FILE_MOST, &bytes, tag, &err);
    if (fine) {
        dado_json json = dado_json_to(&r->answer);
        dado_json_object(&json, NULL);
        dado_json_string(&json, "name", r->rest);
        dado_json_string(&json, "tag", tag);
        dado_json_bytes(&json, "text", dado_text_string(&bytes), bytes.length);
        dado_json_end(&json);
    }
    dado_text_free(&bytes);
    return fine ? send_json(r, 200) : fail(r, &err);
}

// The body is the text as a JSON string; the tag of the file it replaces is in If-Match.
static int save_file(request *r)
{
    dado_error err = { 0 };
    json_error_t why;
    char tag[DADO_TAG_SIZE] = "";
    const char *expected = mg_get_header(r->connection, "If-Match");
    json_t *text = json_loadb(dado_text_string(&r->body), r->body.length,
                              JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);
    dado_write_result done = DADO_WRITE_FAILED;
    if (json_is_string(text)) {
        done = dado_confined_folder_write(&r->studio->folder, r->rest, json_string_value(text),
                                          json_string_length(text), expected ? expected : "", tag,
                                          &err);
    } else {
        dado_fail(&err, DADO_SYNTAX, "send the text of the file as one JSON string");
    }
    json_decref(text);
    if (done == DADO_WRITE_CONFLICT) return refuse(r, 409, err.text);
    if (done != DADO_WRITE_DONE) return fail(r, &err);
    dado_json json = dado_json_to(&r->answer);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "tag", tag);
    dado_json_end(&json);
    return send_json(r, 200);
}

static int files(request *r)
{
    dado_error err = { 0 };
    const char *expected = mg_get_header(r->connection, "If-Match");
    if (*r->rest && is(r, "GET")) return send_file(r);
    if (*r->rest && is(r, "PUT")) return save_file(r);
    if (*r->rest && is(r, "DELETE")) {
        if (!dado_confined_folder_remove(&r->studio->folder, r->rest, expected ? expected : "",
                                         &err)) {
            return err.status == DADO_INVALID ? refuse(r, 409, err.text) : fail(r, &err);
        }
        dado_text_add(&r->answer, "{}");
        return send_json(r, 200);
    }
    if (!is(r, "GET")) return refuse(r, 405, "/api/files takes GET, PUT and DELETE");
    dado_json json = dado_json_to(&r->answer);
    dado_json_array(&json, NULL);
    bool fine = dado_confined_folder_list(&r->studio->folder, &json, list_file, &err);
    dado_json_end(&json);
    return fine ? send_json(r, 200) : fail(r, &err);
}

// Sends events on an open connection until the job ends or the page goes away.
static int stream(request *r, int number)
{
    dado_error err = { 0 };
    const char *last = mg_get_header(r->connection, "Last-Event-ID");
    int after = last ? number_in(last) : 0;
    dado_text events = { 0 };
    bool more =
        dado_background_jobs_events(r->studio->background_jobs, number, &after, 0, &events, &err);
    if (err.text[0]) {
        dado_text_free(&events);
        return fail(r, &err);
    }
    send_head(r->connection, 200, "text/event-stream", -1, "none", "");
    for (;;) {
        if (events.length == 0) dado_text_add(&events, ": still here\n\n");
        if (mg_write(r->connection, events.data, events.length) <= 0 || !more) break;
        dado_text_clear(&events);
        more = dado_background_jobs_events(r->studio->background_jobs, number, &after,
                                           wait_milliseconds, &events, &err);
    }
    dado_text_free(&events);
    return 200;
}

static int jobs(request *r)
{
    dado_error err = { 0 };
    char *slash = strchr(r->rest, '/');
    bool events = slash && strcmp(slash, "/events") == 0;
    if (slash) *slash = '\0';
    int number = number_in(r->rest);
    if (!*r->rest && is(r, "GET")) {
        dado_background_jobs_list(r->studio->background_jobs, &r->answer);
        return send_json(r, 200);
    }
    if (!*r->rest && is(r, "POST")) {
        number = dado_background_jobs_start(r->studio->background_jobs, dado_text_string(&r->body),
                                            r->body.length, &err);
        if (!number) return fail(r, &err);
        dado_text_addf(&r->answer, "{\"id\":%d}", number);
        return send_json(r, 200);
    }
    if (number && events && is(r, "GET")) return stream(r, number);
    if (number && !slash && is(r, "DELETE")) {
        if (!dado_background_jobs_stop(r->studio->background_jobs, number, &err))
            return fail(r, &err);
        dado_text_add(&r->answer, "{}");
        return send_json(r, 200);
    }
    return refuse(r, 404, "/api/jobs takes POST, GET .../events and DELETE");
}

static int sittings(request *r)
{
    dado_error err = { 0 };
    int number = number_in(r->rest);
    bool fine;
    if (!*r->rest && is(r, "POST")) {
        fine = dado_seat_sessions_begin(r->studio->sittings, dado_text_string(&r->body),
                                        r->body.length, &r->answer, &err);
    } else if (number && is(r, "POST")) {
        fine = dado_seat_sessions_request(r->studio->sittings, number, dado_text_string(&r->body),
                                          r->body.length, &r->answer, &err);
    } else if (number && is(r, "DELETE")) {
        fine = dado_seat_sessions_end(r->studio->sittings, number, &err);
        if (fine) dado_text_add(&r->answer, "{}");
    } else {
        return refuse(r, 404, "/api/sittings takes POST and DELETE");
    }
    return fine ? send_json(r, 200) : fail(r, &err);
}

// --- guests ---

static int invite(request *r)
{
    dado_error err = { 0 };
    if (*r->rest || !is(r, "POST")) return refuse(r, 404, "/api/invitations takes POST");
    bool fine =
        dado_seat_sessions_invite(r->studio->sittings, dado_text_string(&r->body), r->body.length,
                                  r->studio->guest_address, &r->answer, &err);
    return fine ? send_json(r, 200) : fail(r, &err);
}

// Exchanges the token of an invitation for a cookie that only these two paths get, and
// that no script can read.
static int join(request *r)
{
    dado_error err = { 0 };
    char cookie[DADO_TOKEN_SIZE];
    if (!dado_seat_sessions_join(r->studio->sittings, dado_text_string(&r->body), r->body.length,
                                 cookie, &r->answer, &err)) {
        return err.status == DADO_INVALID ? refuse(r, 401, err.text) : fail(r, &err);
    }
    bool secure = strncmp(r->studio->guest_address, "https://", 8) == 0;
    snprintf(r->cookie, sizeof r->cookie,
             "Set-Cookie: dado_seat=%s; Path=%s; HttpOnly; SameSite=Strict; Max-Age=86400%s\r\n",
             cookie, dado_guest_path, secure ? "; Secure" : "");
    return send_json(r, 200);
}

static int guest_seat(request *r)
{
    dado_error err = { 0 };
    dado_guest guest;
    if (strcmp(r->rest, "join") == 0) return join(r);
    if (*r->rest) return refuse(r, 404, "there is no such seat");
    if (!dado_seat_sessions_find_guest(r->studio->sittings, mg_get_header(r->connection, "Cookie"),
                                       &guest)) {
        return refuse(r, 401, "you have no seat here (any more); ask for another link");
    }
    bool fine = dado_seat_sessions_guest(r->studio->sittings, guest, dado_text_string(&r->body),
                                         r->body.length, &r->answer, &err);
    return fine ? send_json(r, 200) : fail(r, &err);
}

// --- routing ---

typedef struct route {
    const char *path;
    int (*answer)(request *r);
} route;

static const route routes[] = {
    { "/api/about", about },     { "/api/library", library },   { "/api/files", files },
    { "/api/jobs", jobs },       { "/api/sittings", sittings }, { "/api/invitations", invite },
    { "/api/seat", guest_seat },
};

// Decodes the part of the path after `prefix`; returns false if the path does not begin
// with it.
static bool below(const char *path, const char *prefix, char *rest)
{
    size_t length = strlen(prefix);
    if (strncmp(path, prefix, length) != 0 || (path[length] != '\0' && path[length] != '/')) {
        return false;
    }
    const char *from = path[length] ? path + length + 1 : path + length;
    int got = mg_url_decode(from, (int)strlen(from), rest, path_most, 0);
    return got >= 0 && (size_t)got == strlen(rest);
}

typedef struct route_call {
    const route *route;
    request *request;
    int status;
} route_call;

static void *run_route(void *context)
{
    route_call *e = context;
    e->status = e->route->answer(e->request);
    return NULL;
}

// The web server's own threads have small stacks, but games need large ones.
static int run_on_large_stack(const route *chosen, request *r)
{
    route_call e = { chosen, r, 500 };
    pthread_attr_t large;
    pthread_t thread;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, stack_size);
    bool begun = pthread_create(&thread, &large, run_route, &e) == 0;
    pthread_attr_destroy(&large);
    if (!begun)
        return refuse(r, 429, "no more threads can be started; stop a job or try again later");
    pthread_join(thread, NULL);
    return e.status;
}

static int answer(struct mg_connection *connection, void *context)
{
    request r = { .studio = context,
                  .connection = connection,
                  .info = mg_get_request_info(connection) };
    const char *why = NULL, *path = r.info->request_uri ? r.info->request_uri : "";
    dado_request_head request_head = {
        .method = r.info->request_method,
        .path = path,
        .host = mg_get_header(connection, "Host"),
        .origin = mg_get_header(connection, "Origin"),
        .fetch_site = mg_get_header(connection, "Sec-Fetch-Site"),
        .token = mg_get_header(connection, "X-Dado-Token"),
        .content_type = mg_get_header(connection, "Content-Type"),
        .body = r.info->content_length,
    };
    int status = dado_request_guard_check(&r.studio->guard, &request_head, &why);
    if (status) {
        status = refuse(&r, status, why);
    } else if (strncmp(path, "/api/", 5) != 0) {
        status = page(&r);
    } else if (!read_body(&r)) {
        status = refuse(&r, 400, "the body is shorter than its Content-Length, or came too slowly");
    } else {
        const route *found = NULL;
        for (size_t i = 0; i < sizeof routes / sizeof *routes && !found; i++) {
            if (below(path, routes[i].path, r.rest)) found = &routes[i];
        }
        status = found ? run_on_large_stack(found, &r)
                       : refuse(&r, 404, "the studio has nothing at this path");
    }
    dado_text_free(&r.body);
    dado_text_free(&r.answer);
    return status;
}

// --- opening and closing ---

bool dado_studio_make_folder(const char *folder, dado_error *err)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) return true;
    return dado_fail(err, DADO_IO, "cannot make the folder %s: %s; make it, or name another",
                     folder, strerror(errno));
}

bool dado_studio_has_page(dado_error *err)
{
    return dado_web_asset_at("/") ||
           dado_fail(err, DADO_INVALID,
                     "this dado was built without the page of the studio; run ./dev studio in the "
                     "source folder, which builds the page in and opens the studio");
}

static bool listen_at(dado_studio *studio, const dado_studio_how *how, dado_error *err)
{
    char ports[200], where[DADO_HOST_SIZE];
    snprintf(where, sizeof where, "%s", how->listen ? how->listen : "127.0.0.1");
    snprintf(ports, sizeof ports, "%s:%d", where, how->port);
    // A connection that sends nothing is closed soon, and there are many threads: a
    // thousand such connections delay others by seconds, not minutes.
    const char *options[] = {
        "listening_ports",   ports, "num_threads", "250", "request_timeout_ms", "2500",
        "enable_keep_alive", "no",  "decode_url",  "no",  "max_request_size",   "16384",
        "connection_queue",  "200", NULL,
    };
    struct mg_callbacks callbacks = { 0 };
    studio->server = mg_start(&callbacks, studio, options);
    if (!studio->server) {
        return dado_fail(err, DADO_IO,
                         "cannot listen on %s; is another studio there? "
                         "--port 0 takes any that is free",
                         ports);
    }
    struct mg_server_port bound[4];
    int count = mg_get_server_ports(studio->server, 4, bound);
    studio->port = count > 0 ? bound[0].port : how->port;
    snprintf(studio->host, sizeof studio->host, "%s", where);
    dado_request_guard_add_host(&studio->guard, where, studio->port);
    if (!how->listen) dado_request_guard_add_host(&studio->guard, "localhost", studio->port);
    if (how->invite) {
        if (!dado_request_guard_add_address(&studio->guard, how->invite, err)) return false;
        snprintf(studio->guest_address, sizeof studio->guest_address, "%s", how->invite);
    } else {
        snprintf(studio->guest_address, sizeof studio->guest_address, "http://%s",
                 studio->guard.hosts[0]);
    }
    mg_set_request_handler(studio->server, "/", answer, studio);
    return true;
}

bool dado_studio_open(dado_studio **made, const dado_studio_how *how, dado_error *err)
{
    dado_studio *studio = calloc(1, sizeof *studio);
    *made = studio;
    if (!studio) return dado_fail(err, DADO_LIMIT, "no memory left for the studio");
    studio->guard.most_body = most_body;
    if (!dado_request_guard_make_token(&studio->guard, err)) return false;
    studio->has_folder = dado_confined_folder_open(&studio->folder, how->folder, err);
    if (!studio->has_folder) return false;
    studio->background_jobs = dado_background_jobs_open((dado_background_jobs_how){
        .folder = &studio->folder, .store = how->store, .threads = how->threads });
    studio->sittings = dado_seat_sessions_open(&studio->folder, how->store);
    if (!studio->background_jobs || !studio->sittings) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the studio");
    }
    mg_init_library(0);
    return listen_at(studio, how, err);
}

void dado_studio_close(dado_studio *studio)
{
    if (!studio) return;
    if (studio->background_jobs)
        dado_background_jobs_stop_all(studio->background_jobs);  // listeners receive the end
    dado_seat_sessions_stop(studio->sittings);
    if (studio->server) mg_stop(studio->server);
    dado_background_jobs_close(studio->background_jobs);
    dado_seat_sessions_close(studio->sittings);
    if (studio->has_folder) dado_confined_folder_close(&studio->folder);
    mg_exit_library();
    free(studio);
}

void dado_studio_link(const dado_studio *studio, dado_text *out)
{
    dado_text_addf(out, "http://%s:%d/#token=%s", studio->host, studio->port, studio->guard.token);
}
