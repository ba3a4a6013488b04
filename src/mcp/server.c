// server.c - see server.h.
#define _POSIX_C_SOURCE 200809L
#include "mcp/server.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "lab/file.h"
#include "mcp/resources.h"
#include "mcp/tools.h"

enum { CALLS_MOST = 8, LINE_MOST = 16 << 20 };

// Error codes of JSON-RPC, and the protocol's own for a missing resource.
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    BUSY = -32000,
    RESOURCE_NOT_FOUND = -32002
};

// The protocol versions that this server supports, newest first.
static const char *const versions[] = { "2025-06-18", "2025-03-26", "2024-11-05" };

typedef struct server server;

typedef struct tool_call {
    server *server;
    pthread_t thread;
    bool used, done, cancelled;  // protected by the server's lock
    volatile sig_atomic_t stop;
    json_t *id, *token, *params;
    double reported;
} tool_call;

struct server {
    const dado_mcp_how *how;
    pthread_mutex_t lock;  // protects `out`, `broken` and the flags of calls
    bool broken;           // `out` cannot be written
    bool initialized;
    tool_call calls[CALLS_MOST];
};

// --- writing: one line per message ---

static void send_line(server *s, const dado_text *message)
{
    pthread_mutex_lock(&s->lock);
    size_t length = message->length;
    bool fine = fwrite(dado_text_string((dado_text *)(uintptr_t)message), 1, length, s->how->out) ==
                    length &&
                fputc('\n', s->how->out) != EOF && fflush(s->how->out) == 0;
    if (!fine) s->broken = true;
    pthread_mutex_unlock(&s->lock);
}

static void put_json(dado_json *json, const char *key, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (text) dado_json_raw(json, key, text);
    else dado_json_null(json, key);
    free(text);
}

static void send_result(server *s, const json_t *id, const char *result)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "jsonrpc", "2.0");
    put_json(&json, "id", id);
    dado_json_raw(&json, "result", result);
    dado_json_end(&json);
    send_line(s, &out);
}

static void send_error(server *s, const json_t *id, int code, const char *words)
{
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "jsonrpc", "2.0");
    put_json(&json, "id", id);
    dado_json_object(&json, "error");
    dado_json_put(&json, "code", code, "message", words);
    dado_json_end(&json);
    dado_json_end(&json);
    send_line(s, &out);
}

// --- tools, each on a thread of its own ---

static void on_progress(void *context, double done, double all, const char *words)
{
    tool_call *call = context;
    // The protocol requires that progress increases.
    if (!call->token || done <= call->reported) return;
    call->reported = done;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    dado_json json = dado_json_to(&out);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "jsonrpc", "2.0", "method", "notifications/progress");
    dado_json_object(&json, "params");
    put_json(&json, "progressToken", call->token);
    dado_json_real(&json, "progress", done);
    if (all > 0) dado_json_real(&json, "total", all);
    dado_json_string(&json, "message", words);
    while (json.depth) dado_json_end(&json);
    send_line(call->server, &out);
}

static void *run_call(void *context)
{
    tool_call *call = context;
    server *s = call->server;
    DADO_CLEANUP(dado_text_free) dado_text result = { 0 };
    dado_error err = { 0 };
    dado_mcp_call tool = { .name = json_string_value(json_object_get(call->params, "name")),
                           .arguments = json_object_get(call->params, "arguments"),
                           .may_write = s->how->write,
                           .threads = s->how->threads,
                           .stop = &call->stop,
                           .context = call,
                           .progress = on_progress };
    bool fine = dado_mcp_run_tool(&tool, &result, &err);
    pthread_mutex_lock(&s->lock);
    bool cancelled = call->cancelled;
    pthread_mutex_unlock(&s->lock);
    // By the protocol, a cancelled request gets no answer.
    if (!cancelled && fine) send_result(s, call->id, dado_text_string(&result));
    if (!cancelled && !fine) send_error(s, call->id, INVALID_PARAMS, err.text);
    pthread_mutex_lock(&s->lock);
    call->done = true;
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void end_call(tool_call *call)
{
    pthread_join(call->thread, NULL);
    json_decref(call->id);
    json_decref(call->token);
    json_decref(call->params);
    *call = (tool_call){ 0 };
}

static void end_finished_calls(server *s)
{
    for (int i = 0; i < CALLS_MOST; i++) {
        pthread_mutex_lock(&s->lock);
        bool is_over = s->calls[i].used && s->calls[i].done;
        pthread_mutex_unlock(&s->lock);
        if (is_over) end_call(&s->calls[i]);
    }
}

static void begin_call(server *s, const json_t *id, json_t *params)
{
    tool_call *call = NULL;
    for (int i = 0; i < CALLS_MOST && !call; i++) {
        if (!s->calls[i].used) call = &s->calls[i];
    }
    json_t *arguments = json_object_get(params, "arguments");
    if (!json_is_string(json_object_get(params, "name")) ||
        (arguments && !json_is_object(arguments))) {
        send_error(s, id, INVALID_PARAMS, "tools/call needs a \"name\" and an object of arguments");
        return;
    }
    if (!call) {
        send_error(s, id, BUSY, "eight tools are already running; wait for one, or cancel one");
        return;
    }
    // The thread gets its own copies, because reference counts must not be shared between
    // threads.
    json_t *token = json_object_get(json_object_get(params, "_meta"), "progressToken");
    *call = (tool_call){ .server = s,
                         .used = true,
                         .id = json_deep_copy(id),
                         .token = json_deep_copy(token),
                         .params = json_deep_copy(params) };
    if (pthread_create(&call->thread, NULL, run_call, call) == 0) return;
    send_error(s, id, BUSY, "no thread could be started");
    json_decref(call->id);
    json_decref(call->token);
    json_decref(call->params);
    *call = (tool_call){ 0 };
}

static void cancel_call(server *s, const json_t *params)
{
    const json_t *id = json_object_get(params, "requestId");
    pthread_mutex_lock(&s->lock);
    for (int i = 0; id && i < CALLS_MOST; i++) {
        tool_call *call = &s->calls[i];
        if (!call->used || !json_equal(call->id, id)) continue;
        call->cancelled = true;
        call->stop = 1;
    }
    pthread_mutex_unlock(&s->lock);
}

// --- requests that are answered at once ---

static const char *version_for(const json_t *params)
{
    const char *asked = json_string_value(json_object_get(params, "protocolVersion"));
    for (size_t i = 0; asked && i < sizeof versions / sizeof *versions; i++) {
        if (strcmp(asked, versions[i]) == 0) return versions[i];
    }
    return versions[0];
}

static void write_initialize(const server *s, const json_t *params, dado_json *json)
{
    dado_json_string(json, "protocolVersion", version_for(params));
    dado_json_raw(json, "capabilities", "{\"tools\":{},\"resources\":{},\"prompts\":{}}");
    dado_json_object(json, "serverInfo");
    dado_json_put(json, "name", "dado", "version", dado_version);
    dado_json_end(json);
    dado_json_string(json, "instructions",
                     s->how->write
                         ? "dado plays games thousands of times and says what is wrong with them. "
                           "Read dado://language before you describe a game. Texts may come along "
                           "with a call as \"files\"; write_file keeps them."
                         : "dado plays games thousands of times and says what is wrong with them. "
                           "Read dado://language before you describe a game. Texts come along with "
                           "a call as \"files\"; nothing is written.");
}

// Answers a request that needs no thread. Returns false if the method is not one of
// these.
static bool answer_list(const server *s, const char *method, const json_t *params, dado_json *json)
{
    if (strcmp(method, "ping") == 0) return true;
    if (strcmp(method, "initialize") == 0) write_initialize(s, params, json);
    else if (strcmp(method, "tools/list") == 0) dado_mcp_write_tools(json, s->how->write);
    else if (strcmp(method, "resources/list") == 0) dado_mcp_write_resources(json);
    else if (strcmp(method, "resources/templates/list") == 0)
        dado_mcp_write_resource_templates(json);
    else if (strcmp(method, "prompts/list") == 0) dado_mcp_write_prompts(json);
    else return false;
    return true;
}

static void answer_named(server *s, const json_t *id, const char *method, const json_t *params)
{
    bool is_resource = strcmp(method, "resources/read") == 0;
    const char *key = is_resource ? "uri" : "name";
    const char *name = json_string_value(json_object_get(params, key));
    DADO_CLEANUP(dado_text_free) dado_text result = { 0 };
    dado_error err = { 0 };
    if (!name) dado_fail(&err, DADO_INVALID, "%s needs the parameter \"%s\"", method, key);
    bool fine =
        name && (is_resource ? dado_mcp_read_resource(name, &result, &err)
                             : dado_mcp_get_prompt(name, json_object_get(params, "arguments"),
                                                   &result, &err));
    int code = is_resource && err.status == DADO_MISSING ? RESOURCE_NOT_FOUND : INVALID_PARAMS;
    if (fine) send_result(s, id, dado_text_string(&result));
    else send_error(s, id, code, err.text);
}

static void answer_request(server *s, const json_t *id, const char *method, json_t *params)
{
    bool is_first = strcmp(method, "initialize") == 0 || strcmp(method, "ping") == 0;
    if (!s->initialized && !is_first) {
        send_error(s, id, INVALID_REQUEST, "the first request must be initialize");
        return;
    }
    if (strcmp(method, "initialize") == 0) s->initialized = true;
    DADO_CLEANUP(dado_text_free) dado_text result = { 0 };
    dado_json json = dado_json_to(&result);
    dado_json_object(&json, NULL);
    if (strcmp(method, "tools/call") == 0) {
        begin_call(s, id, params);
    } else if (strcmp(method, "resources/read") == 0 || strcmp(method, "prompts/get") == 0) {
        answer_named(s, id, method, params);
    } else if (answer_list(s, method, params, &json)) {
        dado_json_end(&json);
        send_result(s, id, dado_text_string(&result));
    } else {
        send_error(s, id, METHOD_NOT_FOUND, "there is no such method");
    }
}

static void take_message(server *s, const dado_text *line)
{
    enum { flags = JSON_REJECT_DUPLICATES };
    json_t *root = json_loadb(line->data, line->length, flags, NULL);
    const json_t *id = json_object_get(root, "id");
    const char *method = json_string_value(json_object_get(root, "method"));
    const char *version = json_string_value(json_object_get(root, "jsonrpc"));
    json_t *params = json_object_get(root, "params");
    bool id_fits = !id || json_is_string(id) || json_is_integer(id);
    bool is_answer = json_object_get(root, "result") || json_object_get(root, "error");
    if (!root) {
        send_error(s, NULL, PARSE_ERROR, "a message must be one line of JSON");
    } else if (!json_is_object(root) || !version || strcmp(version, "2.0") != 0 || !id_fits ||
               (!method && !is_answer) || (params && !json_is_object(params))) {
        send_error(s, id_fits ? id : NULL, INVALID_REQUEST, "this is not a JSON-RPC 2.0 request");
    } else if (method && id) {
        answer_request(s, id, method, params);
    } else if (method && strcmp(method, "notifications/cancelled") == 0) {
        cancel_call(s, params);
    }
    json_decref(root);
}

// --- reading ---

typedef enum line_kind { LINE_WHOLE, LINE_TOO_LONG, LINE_END } line_kind;

static line_kind read_line(FILE *in, dado_text *line)
{
    bool is_too_long = false;
    int c;
    dado_text_clear(line);
    while ((c = getc(in)) != EOF && c != '\n') {
        if (line->length < LINE_MOST) dado_text_char(line, (char)c);
        else is_too_long = true;
    }
    if (is_too_long) return LINE_TOO_LONG;
    return c == EOF && line->length == 0 ? LINE_END : LINE_WHOLE;
}

static bool is_broken(server *s)
{
    pthread_mutex_lock(&s->lock);
    bool broken = s->broken;
    pthread_mutex_unlock(&s->lock);
    return broken;
}

bool dado_mcp_serve(const dado_mcp_how *how)
{
    server *s = calloc(1, sizeof *s);
    if (!s) return false;
    s->how = how;
    pthread_mutex_init(&s->lock, NULL);
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    line_kind kind;
    while (!is_broken(s) && (kind = read_line(how->in, &line)) != LINE_END) {
        end_finished_calls(s);
        if (kind == LINE_TOO_LONG) send_error(s, NULL, INVALID_REQUEST, "the message is too long");
        else if (line.length > strspn(dado_text_string(&line), " \t\r")) take_message(s, &line);
    }
    for (int i = 0; i < CALLS_MOST; i++) {
        if (!s->calls[i].used) continue;
        s->calls[i].stop = 1;
        end_call(&s->calls[i]);
    }
    bool fine = !s->broken;
    pthread_mutex_destroy(&s->lock);
    free(s);
    return fine;
}
