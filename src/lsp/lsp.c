// lsp.c - what an editor asks, and what it is answered.
//
// One message at a time. What is wrong with a text is what `check` says of it, read from what is
// open in the editor first and then from the disk; everything else is a glance at its words
// (recycle/glance.h). Columns of the protocol count UTF-16 unless both sides can count bytes.
#include "lsp/lsp.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "job/errand.h"
#include "job/request.h"
#include "lab/file.h"
#include "lsp/wire.h"
#include "recycle/glance.h"
#include "recycle/recycle.h"
#include "report/format.h"

enum {
    WRONG_JSON = -32700, WRONG_REQUEST = -32600, WRONG_METHOD = -32601, WRONG_PARAMS = -32602,
    NOT_YET = -32002, FAILED = -32803,
    most_open = 1000,
};

typedef struct page {
    char *uri, *text;
    struct page *next;
} page;

typedef struct desk {
    const dado_lsp_how *how;
    page *pages;
    int page_count;
    bool begun, leaving, bytes;  // bytes: columns are counted in them
    bool lost;                   // nothing can be written any more
} desk;

// ---- texts that are open

static page *page_of(const desk *d, const char *uri)
{
    for (page *p = d->pages; p; p = p->next) {
        if (uri && strcmp(p->uri, uri) == 0) return p;
    }
    return NULL;
}

static char *copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *made = malloc(size);
    if (made) memcpy(made, text, size);
    return made;
}

static page *keep_page(desk *d, const char *uri, const char *text)
{
    page *p = page_of(d, uri);
    if (!p) {
        p = d->page_count < most_open ? calloc(1, sizeof *p) : NULL;
        if (!p || !(p->uri = copy(uri))) {
            free(p);
            return NULL;
        }
        p->next = d->pages;
        d->pages = p;
        d->page_count++;
    }
    char *made = copy(text);
    if (!made) return NULL;
    free(p->text);
    p->text = made;
    return p;
}

static void drop_page(desk *d, const char *uri)
{
    for (page **at = &d->pages; *at; at = &(*at)->next) {
        if (strcmp((*at)->uri, uri) != 0) continue;
        page *gone = *at;
        *at = gone->next;
        free(gone->uri);
        free(gone->text);
        free(gone);
        d->page_count--;
        return;
    }
}

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The file an address names; what is none stays as it is, so that texts without a file have one.
static void path_of(const char *uri, dado_text *out)
{
    if (strncmp(uri, "file://", 7) != 0) {
        dado_text_add(out, uri);
        return;
    }
    uri += 7;
    uri += strcspn(uri, "/");
    for (; *uri; uri++) {
        int high = *uri == '%' ? hex(uri[1]) : -1, low = high >= 0 ? hex(uri[2]) : -1;
        if (low < 0) {
            dado_text_char(out, *uri);
            continue;
        }
        if (high * 16 + low) dado_text_char(out, (char)(high * 16 + low));
        uri += 2;
    }
}

static bool is_description(const page *p)
{
    return dado_ends_with(p->uri, ".rcy");
}

static bool read_open(void *context, const char *name, dado_arena *arena, const char **text,
                      dado_error *err)
{
    const desk *d = context;
    for (const page *p = d->pages; p; p = p->next) {
        dado_text path = { 0 };
        path_of(p->uri, &path);
        bool same = strcmp(dado_text_string(&path), name) == 0;
        dado_text_free(&path);
        if (!same) continue;
        *text = p->text;
        return true;
    }
    return dado_file_read(name, DADO_FILE_MOST, arena, text, err);
}

static bool write_nothing(void *context, const char *name, const char *bytes, size_t count,
                          dado_error *err)
{
    (void)context, (void)bytes, (void)count;
    return dado_fail(err, DADO_IO, "%s is not written from an editor", name);
}

// ---- places

static const char *line_of(const char *text, int line)  // from 1; the end if there are fewer
{
    for (int i = 1; i < line; i++) {
        text += strcspn(text, "\n");
        if (*text) text++;
        else break;
    }
    return text;
}

static int units_of(unsigned char c)  // of UTF-16 that a character beginning so has
{
    return c >= 0xF0 ? 2 : (c & 0xC0) == 0x80 ? 0 : 1;
}

static int column_out(const desk *d, const char *text, int line, int column)  // from 0
{
    if (d->bytes) return column - 1;
    const char *at = line_of(text, line);
    int units = 0;
    for (int i = 1; i < column && *at && *at != '\n'; i++) units += units_of((unsigned char)*at++);
    return units;
}

static int column_in(const desk *d, const char *text, int line, int column)  // from 1, in bytes
{
    const char *at = line_of(text, line);
    int bytes = 0, units = 0;
    for (; *at && *at != '\n'; at++, bytes++) {
        if ((*at & 0xC0) == 0x80 && !d->bytes) continue;
        if ((d->bytes ? bytes : units) >= column) break;
        units += units_of((unsigned char)*at);
    }
    return bytes + 1;
}

static void put_range(const desk *d, dado_json *json, const char *key, const char *text, int line,
                      int column, int to, int end)
{
    dado_json_object(json, key);
    dado_json_object(json, "start");
    dado_json_whole(json, "line", line - 1);
    dado_json_whole(json, "character", column_out(d, text, line, column));
    dado_json_end(json);
    dado_json_object(json, "end");
    dado_json_whole(json, "line", to - 1);
    dado_json_whole(json, "character", column_out(d, text, to, end));
    dado_json_end(json);
    dado_json_end(json);
}

static void put_span(const desk *d, dado_json *json, const char *key, const char *text,
                     dado_stretch span)
{
    put_range(d, json, key, text, span.line, span.column, span.line, span.column + span.length);
}

// ---- sending

static void send(desk *d, dado_text *message)
{
    if (!dado_wire_send(d->how->out, message)) d->lost = true;
    dado_text_free(message);
}

static dado_json begin_message(dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "jsonrpc", "2.0");
    return json;
}

static void put_id(dado_json *json, const json_t *id)
{
    if (json_is_integer(id)) dado_json_whole(json, "id", json_integer_value(id));
    else if (json_is_string(id)) dado_json_string(json, "id", json_string_value(id));
    else dado_json_null(json, "id");
}

static void refuse(desk *d, const json_t *id, int code, const char *words)
{
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    put_id(&json, id);
    dado_json_object(&json, "error");
    dado_json_whole(&json, "code", code);
    dado_json_string(&json, "message", words);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
}

// ---- what is wrong with a text

static bool run_job(desk *d, const char *job, const dado_given *given, int count,
                    dado_arena *arena, dado_document *answer, dado_error *err)
{
    dado_files files = { d, read_open, write_nothing };
    dado_errand errand = { .job = dado_job_named(job), .given = given, .given_count = count,
                           .arena = arena, .files = &files, .threads = 1, .mark = "--",
                           .stop = d->how->stop };
    return dado_errand_run(&errand, answer, err);
}

static void put_remark(const desk *d, dado_json *json, const char *text, const dado_remark *r)
{
    const dado_place *at = &r->error.place;
    int line = at->line > 0 ? at->line : 1, column = at->column > 0 ? at->column : 1;
    dado_json_object(json, NULL);
    put_range(d, json, "range", text, line, column, line,
              column + (at->length > 0 ? at->length : 1));
    dado_json_whole(json, "severity", r->warning ? 2 : 1);
    if (r->error.code[0]) dado_json_string(json, "code", r->error.code);
    dado_json_string(json, "source", "dado");
    dado_json_string(json, "message", r->error.text);
    dado_json_end(json);
}

static void tell_wrong(desk *d, const page *p)
{
    dado_arena arena = { 0 };
    dado_document answer;
    dado_error err = { 0 };
    dado_text path = { 0 }, out = { 0 };
    dado_document_init(&answer);
    path_of(p->uri, &path);
    dado_given given = { dado_job_param_named(dado_job_named("check"), "game"),
                         dado_text_string(&path) };
    bool fine = run_job(d, "check", &given, 1, &arena, &answer, &err);
    const dado_part *part = fine ? dado_document_part(&answer, "diagnostics") : NULL;
    dado_json json = begin_message(&out);
    dado_json_string(&json, "method", "textDocument/publishDiagnostics");
    dado_json_object(&json, "params");
    dado_json_string(&json, "uri", p->uri);
    dado_json_array(&json, "diagnostics");
    for (int i = 0; part && i < part->count; i++) {
        put_remark(d, &json, p->text, &part->remarks[i]);
    }
    if (!fine) put_remark(d, &json, p->text, &(dado_remark){ .error = err });
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
    dado_text_free(&path);
    dado_document_free(&answer);
    dado_arena_free(&arena);
}

static void tell_nothing_wrong(desk *d, const char *uri)
{
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    dado_json_string(&json, "method", "textDocument/publishDiagnostics");
    dado_json_object(&json, "params");
    dado_json_string(&json, "uri", uri);
    dado_json_array(&json, "diagnostics");
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
}

// ---- questions about a place; each writes its result under "result"

typedef struct question {
    desk *d;
    const page *p;
    dado_glance *g;
    int line, column;
    const json_t *params;
    dado_arena *arena;
    dado_json *json;
    dado_text trouble;  // why there is no result
} question;

static void answer_hover(question *q)
{
    dado_text said = { 0 };
    dado_stretch span;
    dado_glance_kind kind;
    if (!dado_glance_find(q->g, q->line, q->column, &span, &kind) ||
        !dado_glance_tell(q->g, q->line, q->column, &said)) {
        dado_json_null(q->json, "result");
    } else {
        dado_json_object(q->json, "result");
        dado_json_object(q->json, "contents");
        dado_json_string(q->json, "kind", "markdown");
        dado_json_string(q->json, "value", dado_text_string(&said));
        dado_json_end(q->json);
        put_span(q->d, q->json, "range", q->p->text, span);
        dado_json_end(q->json);
    }
    dado_text_free(&said);
}

static void answer_definition(question *q)
{
    dado_stretch span;
    if (!dado_glance_origin(q->g, q->line, q->column, &span)) {
        dado_json_null(q->json, "result");
        return;
    }
    dado_json_object(q->json, "result");
    dado_json_string(q->json, "uri", q->p->uri);
    put_span(q->d, q->json, "range", q->p->text, span);
    dado_json_end(q->json);
}

static void put_use(void *context, dado_stretch span)
{
    question *q = context;
    dado_json_object(q->json, NULL);
    dado_json_string(q->json, "uri", q->p->uri);
    put_span(q->d, q->json, "range", q->p->text, span);
    dado_json_end(q->json);
}

static void answer_references(question *q)
{
    dado_json_array(q->json, "result");
    dado_glance_uses(q->g, q->line, q->column, put_use, q);
    dado_json_end(q->json);
}

static void answer_prepare(question *q)
{
    dado_stretch span;
    dado_glance_kind kind;
    dado_error err = { 0 };
    if (!dado_glance_find(q->g, q->line, q->column, &span, &kind) || kind == DADO_GLANCE_WORD ||
        (!dado_glance_rename(q->g, q->line, q->column, "A", &err) &&
         strstr(err.text, "about"))) {
        dado_json_null(q->json, "result");
        return;
    }
    put_span(q->d, q->json, "result", q->p->text, span);
}

typedef struct renaming {
    question *q;
    const char *name;
} renaming;

static void put_edit(void *context, dado_stretch span)
{
    renaming *r = context;
    dado_json_object(r->q->json, NULL);
    put_span(r->q->d, r->q->json, "range", r->q->p->text, span);
    dado_json_string(r->q->json, "newText", r->name);
    dado_json_end(r->q->json);
}

static void answer_rename(question *q)
{
    const char *name = json_string_value(json_object_get(q->params, "newName"));
    dado_error err = { 0 };
    if (name && *name == '\'') name++;
    if (!dado_glance_rename(q->g, q->line, q->column, name ? name : "", &err)) {
        dado_text_add(&q->trouble, err.text);
        return;
    }
    renaming r = { q, name };
    dado_json_object(q->json, "result");
    dado_json_object(q->json, "changes");
    dado_json_array(q->json, q->p->uri);
    dado_glance_uses(q->g, q->line, q->column, put_edit, &r);
    dado_json_end(q->json);
    dado_json_end(q->json);
    dado_json_end(q->json);
}

static void put_offer(void *context, const char *label, dado_glance_kind kind, const char *detail,
                      const char *about)
{
    static const int kinds[] = { 14, 12, 6, 3 };  // keyword, value, variable, function
    dado_json *json = context;
    dado_json_object(json, NULL);
    dado_json_string(json, "label", label);
    dado_json_whole(json, "kind", kinds[kind]);
    dado_json_string(json, "detail", detail);
    if (*about) dado_json_string(json, "documentation", about);
    dado_json_end(json);
}

static void answer_completion(question *q)
{
    dado_json_array(q->json, "result");
    dado_glance_complete(q->g, q->line, q->column, put_offer, q->json);
    dado_json_end(q->json);
}

typedef struct outline {
    question *q;
    int open;  // parts begun and not ended
} outline;

static void close_parts(outline *o, int depth)
{
    for (; o->open > depth; o->open--) {
        dado_json_end(o->q->json);  // its children
        dado_json_end(o->q->json);
    }
}

static void put_part(void *context, const dado_glance_part *part)
{
    outline *o = context;
    question *q = o->q;
    dado_text name = { 0 };
    close_parts(o, part->depth);
    dado_text_addf(&name, "%s %s", part->word, part->name);
    dado_json_object(q->json, NULL);
    dado_json_string(q->json, "name", dado_text_string(&name));
    dado_json_whole(q->json, "kind", strcmp(part->word, "define") == 0 ? 12
                                     : strcmp(part->word, "declare") == 0 ? 14 : 2);
    put_range(q->d, q->json, "range", q->p->text, part->at.line, part->at.column, part->to,
              part->end);
    put_span(q->d, q->json, "selectionRange", q->p->text, part->at);
    dado_json_array(q->json, "children");
    o->open++;
    dado_text_free(&name);
}

static void answer_outline(question *q)
{
    outline o = { .q = q };
    dado_json_array(q->json, "result");
    dado_glance_outline(q->g, put_part, &o);
    close_parts(&o, 0);
    dado_json_end(q->json);
}

static void answer_formatting(question *q)
{
    dado_text laid = { 0 };
    dado_diagnosis found;
    if (!dado_recycle_format(q->p->uri, q->p->text, &laid, q->arena, &found)) {
        dado_text_add(&q->trouble, found.count ? found.items[0].error.text : "it cannot be read");
    } else {
        int lines = 1;
        for (const char *at = q->p->text; *at; at++) lines += *at == '\n';
        dado_json_array(q->json, "result");
        if (strcmp(dado_text_string(&laid), q->p->text) != 0) {
            dado_json_object(q->json, NULL);
            put_range(q->d, q->json, "range", q->p->text, 1, 1, lines + 1, 1);
            dado_json_string(q->json, "newText", dado_text_string(&laid));
            dado_json_end(q->json);
        }
        dado_json_end(q->json);
    }
    dado_text_free(&laid);
}

static void answer_actions(question *q)
{
    dado_json_array(q->json, "result");
    dado_json_object(q->json, NULL);
    dado_json_string(q->json, "title", "dado: play this game 200 times");
    dado_json_string(q->json, "kind", "source");
    dado_json_object(q->json, "command");
    dado_json_string(q->json, "title", "Play this game");
    dado_json_string(q->json, "command", "dado.run");
    dado_json_array(q->json, "arguments");
    dado_json_string(q->json, NULL, q->p->uri);
    dado_json_end(q->json);
    dado_json_end(q->json);
    dado_json_end(q->json);
    dado_json_end(q->json);
}

static const struct {
    const char *method;
    void (*answer)(question *q);
    bool placed;  // it is about a place in the text
} questions[] = {
    { "textDocument/hover", answer_hover, true },
    { "textDocument/definition", answer_definition, true },
    { "textDocument/references", answer_references, true },
    { "textDocument/prepareRename", answer_prepare, true },
    { "textDocument/rename", answer_rename, true },
    { "textDocument/completion", answer_completion, true },
    { "textDocument/documentSymbol", answer_outline, false },
    { "textDocument/formatting", answer_formatting, false },
    { "textDocument/codeAction", answer_actions, false },
};

static bool ask(desk *d, const json_t *id, const char *method, const json_t *params)
{
    size_t which = 0, count = sizeof questions / sizeof *questions;
    while (which < count && strcmp(questions[which].method, method) != 0) which++;
    if (which == count) return false;
    const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"),
                                                        "uri"));
    const json_t *place = json_object_get(params, "position");
    const json_t *line = json_object_get(place, "line");
    const json_t *character = json_object_get(place, "character");
    const page *p = page_of(d, uri);
    bool sensible = !questions[which].placed ||
                    (json_is_integer(line) && json_is_integer(character) &&
                     json_integer_value(line) >= 0 && json_integer_value(line) < 1 << 28 &&
                     json_integer_value(character) >= 0 &&
                     json_integer_value(character) < 1 << 28);
    if (!p || !sensible) {
        refuse(d, id, WRONG_PARAMS, p ? "a position has a line and a character, both from 0"
                                      : "this text is not open");
        return true;
    }
    dado_arena arena = { 0 };
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    put_id(&json, id);
    question q = { .d = d, .p = p, .params = params, .arena = &arena, .json = &json };
    if (questions[which].placed) {
        q.line = (int)json_integer_value(line) + 1;
        q.column = column_in(d, p->text, q.line, (int)json_integer_value(character));
    }
    bool described = is_description(p);
    q.g = described ? dado_glance_at(p->text, &arena) : NULL;
    if (!described) dado_json_null(&json, "result");  // maps and lists of wishes are only checked
    else if (!q.g) dado_text_add(&q.trouble, "there is no memory for this text");
    else questions[which].answer(&q);
    dado_json_end(&json);
    if (q.trouble.length) {
        dado_text_free(&out);
        refuse(d, id, FAILED, dado_text_string(&q.trouble));
    } else {
        send(d, &out);
    }
    dado_text_free(&q.trouble);
    dado_arena_free(&arena);
    return true;
}

// ---- playing what is open

static void show(desk *d, int kind, const char *words)
{
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    dado_json_string(&json, "method", "window/showMessage");
    dado_json_object(&json, "params");
    dado_json_whole(&json, "type", kind);
    dado_json_string(&json, "message", words);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
}

static void play(desk *d, const json_t *id, const json_t *params)
{
    const char *command = json_string_value(json_object_get(params, "command"));
    const char *uri = json_string_value(json_array_get(json_object_get(params, "arguments"), 0));
    const page *p = page_of(d, uri);
    if (!command || strcmp(command, "dado.run") != 0 || !p) {
        refuse(d, id, WRONG_PARAMS, p ? "there is one command, dado.run" : "this text is not open");
        return;
    }
    dado_arena arena = { 0 };
    dado_document answer;
    dado_error err = { 0 };
    dado_text path = { 0 }, words = { 0 }, out = { 0 };
    dado_document_init(&answer);
    path_of(uri, &path);
    const dado_job *job = dado_job_named("sim");
    dado_given given[] = {
        { dado_job_param_named(job, "game"), dado_text_string(&path) },
        { dado_job_param_named(job, "matches"), "200" },
        { dado_job_param_named(job, "limit"), "5000" },
        { dado_job_param_named(job, "no-store"), "" },
    };
    bool fine = run_job(d, "sim", given, 4, &arena, &answer, &err);
    if (fine) {
        dado_look look = { .columns = 80 };
        dado_format_named("text")->write(&answer, &look, &words);
    }
    show(d, fine ? 3 : 1, fine ? dado_text_string(&words) : err.text);
    dado_json json = begin_message(&out);
    put_id(&json, id);
    dado_json_null(&json, "result");
    dado_json_end(&json);
    send(d, &out);
    dado_text_free(&path);
    dado_text_free(&words);
    dado_document_free(&answer);
    dado_arena_free(&arena);
}

// ---- beginning, changing, leaving

static void greet(desk *d, const json_t *id, const json_t *params)
{
    const json_t *general = json_object_get(json_object_get(params, "capabilities"), "general");
    const json_t *known = json_object_get(general, "positionEncodings"), *one;
    size_t i;
    json_array_foreach(known, i, one) {
        if (json_is_string(one) && strcmp(json_string_value(one), "utf-8") == 0) d->bytes = true;
    }
    d->begun = true;
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    put_id(&json, id);
    dado_json_object(&json, "result");
    dado_json_object(&json, "capabilities");
    dado_json_string(&json, "positionEncoding", d->bytes ? "utf-8" : "utf-16");
    dado_json_object(&json, "textDocumentSync");
    dado_json_flag(&json, "openClose", true);
    dado_json_whole(&json, "change", 1);  // the whole text each time
    dado_json_end(&json);
    static const char *const can[] = { "hoverProvider", "definitionProvider", "referencesProvider",
                                       "documentSymbolProvider", "documentFormattingProvider",
                                       "codeActionProvider" };
    for (size_t k = 0; k < sizeof can / sizeof *can; k++) dado_json_flag(&json, can[k], true);
    dado_json_object(&json, "renameProvider");
    dado_json_flag(&json, "prepareProvider", true);
    dado_json_end(&json);
    dado_json_object(&json, "completionProvider");
    dado_json_array(&json, "triggerCharacters");
    dado_json_string(&json, NULL, "(");
    dado_json_string(&json, NULL, "'");
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_object(&json, "executeCommandProvider");
    dado_json_array(&json, "commands");
    dado_json_string(&json, NULL, "dado.run");
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_object(&json, "serverInfo");
    dado_json_string(&json, "name", "dado");
    dado_json_string(&json, "version", dado_version);
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
}

static void change(desk *d, const char *uri, const char *text)
{
    if (!uri || !text) return;
    const page *p = keep_page(d, uri, text);
    if (p) tell_wrong(d, p);
    else show(d, 2, "too many texts are open, or there is no memory for one more");
}

static bool notice(desk *d, const char *method, const json_t *params)
{
    const json_t *document = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(document, "uri"));
    if (strcmp(method, "textDocument/didOpen") == 0) {
        change(d, uri, json_string_value(json_object_get(document, "text")));
    } else if (strcmp(method, "textDocument/didChange") == 0) {
        const json_t *changes = json_object_get(params, "contentChanges");
        size_t count = json_array_size(changes);
        const json_t *last = count ? json_array_get(changes, count - 1) : NULL;
        if (page_of(d, uri) && !json_object_get(last, "range")) {
            change(d, uri, json_string_value(json_object_get(last, "text")));
        }
    } else if (strcmp(method, "textDocument/didClose") == 0) {
        if (uri && page_of(d, uri)) {
            drop_page(d, uri);
            tell_nothing_wrong(d, uri);
        }
    } else {
        return false;
    }
    return true;
}

// One message. False where the editor has taken its leave.
static bool hear(desk *d, const dado_text *message)
{
    json_error_t why;
    json_t *root = json_loadb(dado_text_string(message), message->length, 0, &why);
    const char *method = json_string_value(json_object_get(root, "method"));
    const json_t *id = json_object_get(root, "id"), *params = json_object_get(root, "params");
    bool on = true;
    if (!root) {
        refuse(d, NULL, WRONG_JSON, why.text);
    } else if (!json_is_object(root) ||
               (!method && !json_object_get(root, "result") && !json_object_get(root, "error"))) {
        refuse(d, id, WRONG_REQUEST, "a message is an object with a method");
    } else if (!method) {  // an answer to something never asked
    } else if (strcmp(method, "exit") == 0) {
        on = false;
    } else if (d->leaving) {
        if (id) refuse(d, id, WRONG_REQUEST, "the server is shutting down");
    } else if (strcmp(method, "initialize") == 0) {
        if (d->begun) refuse(d, id, WRONG_REQUEST, "this was said before");
        else greet(d, id, params);
    } else if (!d->begun) {
        if (id) refuse(d, id, NOT_YET, "initialize comes first");
    } else if (strcmp(method, "shutdown") == 0) {
        d->leaving = true;
        dado_text out = { 0 };
        dado_json json = begin_message(&out);
        put_id(&json, id);
        dado_json_null(&json, "result");
        dado_json_end(&json);
        send(d, &out);
    } else if (!id) {
        notice(d, method, params);
    } else if (strcmp(method, "workspace/executeCommand") == 0) {
        play(d, id, params);
    } else if (!ask(d, id, method, params)) {
        refuse(d, id, WRONG_METHOD, "this server has no such method");
    }
    json_decref(root);
    return on;
}

int dado_lsp_serve(const dado_lsp_how *how)
{
    desk d = { .how = how };
    dado_text message = { 0 };
    dado_wire_read read = DADO_WIRE_MESSAGE;
    bool on = true;
    while (on && !d.lost && !(how->stop && *how->stop)) {
        read = dado_wire_next(how->in, &message);
        if (read != DADO_WIRE_MESSAGE) break;
        on = hear(&d, &message);
    }
    if (read == DADO_WIRE_BROKEN) {
        refuse(&d, NULL, WRONG_JSON, "a message begins with Content-Length: and its bytes follow");
    }
    while (d.pages) drop_page(&d, d.pages->uri);
    dado_text_free(&message);
    return d.leaving && read != DADO_WIRE_BROKEN ? 0 : 1;
}
