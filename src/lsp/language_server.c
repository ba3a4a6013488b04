// language_server.c - answers the requests of an editor.
//
// Messages are handled one at a time. Diagnostics are those of `check`; texts that are
// open in the editor are used instead of files on the disk. Everything else comes from
// recycle/editor_queries.h; positions, changes and what is read off the words of a text are in
// text_queries.c.
#include "lsp/language_server.h"

#include <stdlib.h>
#include <string.h>

#include "job/job_run.h"
#include "job/json_request.h"
#include "lab/file.h"
#include "lsp/message_io.h"
#include "lsp/text_queries.h"
#include "recycle/recycle.h"
#include "report/format.h"

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002,
    REQUEST_FAILED = -32803,
    most_open_texts = 1000,
};

// ---- open texts ----

static open_text *find_open_text(const lsp_server *d, const char *uri)
{
    for (open_text *p = d->open_texts; p; p = p->next) {
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

static open_text *store_open_text(lsp_server *d, const char *uri, const char *text)
{
    open_text *p = find_open_text(d, uri);
    if (!p) {
        p = d->open_text_count < most_open_texts ? calloc(1, sizeof *p) : NULL;
        if (!p || !(p->uri = copy(uri))) {
            free(p);
            return NULL;
        }
        p->next = d->open_texts;
        d->open_texts = p;
        d->open_text_count++;
    }
    char *made = copy(text);
    if (!made) return NULL;
    free(p->text);
    p->text = made;
    return p;
}

static void close_open_text(lsp_server *d, const char *uri)
{
    for (open_text **at = &d->open_texts; *at; at = &(*at)->next) {
        if (strcmp((*at)->uri, uri) != 0) continue;
        open_text *gone = *at;
        *at = gone->next;
        free(gone->uri);
        free(gone->text);
        free(gone);
        d->open_text_count--;
        return;
    }
}

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Returns the file that a URI names. Another URI is used as it is, so that texts without
// a file have a name too.
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

static bool is_description(const open_text *p)
{
    return dado_ends_with(p->uri, ".rcy");
}

static bool read_open(void *context, const char *name, dado_region *region, const char **text,
                      dado_error *err)
{
    const lsp_server *d = context;
    for (const open_text *p = d->open_texts; p; p = p->next) {
        dado_text path = { 0 };
        path_of(p->uri, &path);
        bool same = strcmp(dado_text_string(&path), name) == 0;
        dado_text_free(&path);
        if (!same) continue;
        *text = p->text;
        return true;
    }
    return dado_file_read(name, DADO_FILE_MOST, region, text, err);
}

static bool write_nothing(void *context, const char *name, const char *bytes, size_t count,
                          dado_error *err)
{
    (void)context, (void)bytes, (void)count;
    return dado_fail(err, DADO_IO, "%s cannot be written from an editor", name);
}

// ---- sending ----

static void send(lsp_server *d, dado_text *message)
{
    if (!dado_lsp_message_write(d->how->out, message)) d->output_failed = true;
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
    if (json_is_integer(id)) dado_json_int(json, "id", json_integer_value(id));
    else if (json_is_string(id)) dado_json_string(json, "id", json_string_value(id));
    else dado_json_null(json, "id");
}

static void send_error(lsp_server *d, const json_t *id, int code, const char *words)
{
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    put_id(&json, id);
    dado_json_object(&json, "error");
    dado_json_int(&json, "code", code);
    dado_json_string(&json, "message", words);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
}

// ---- diagnostics ----

static bool run_job(lsp_server *d, const char *job, const dado_argument *given, int count,
                    dado_region *region, dado_document *answer, dado_error *err)
{
    dado_virtual_files files = { d, read_open, write_nothing };
    dado_job_run job_run = { .job = dado_job_named(job),
                             .given = given,
                             .given_count = count,
                             .region = region,
                             .files = &files,
                             .threads = 1,
                             .flag_prefix = "--",
                             .stop = d->how->stop };
    return dado_job_run_execute(&job_run, answer, err);
}

static void put_remark(const lsp_server *d, dado_json *json, const char *text,
                       const dado_diagnostic *r)
{
    const dado_place *at = &r->error.place;
    int line = at->line > 0 ? at->line : 1, column = at->column > 0 ? at->column : 1;
    dado_json_object(json, NULL);
    lsp_put_range(d, json, "range", text, line, column, line,
                  column + (at->length > 0 ? at->length : 1));
    dado_json_int(json, "severity", r->warning ? 2 : 1);
    if (r->error.code[0]) dado_json_string(json, "code", r->error.code);
    dado_json_string(json, "source", "dado");
    dado_json_string(json, "message", r->error.text);
    dado_json_end(json);
}

static void publish_diagnostics(lsp_server *d, const open_text *p)
{
    dado_region region = { 0 };
    dado_document answer;
    dado_error err = { 0 };
    dado_text path = { 0 }, out = { 0 };
    dado_document_init(&answer);
    path_of(p->uri, &path);
    dado_argument given = { dado_job_param_named(dado_job_named("check"), "game"),
                            dado_text_string(&path) };
    bool fine = run_job(d, "check", &given, 1, &region, &answer, &err);
    const dado_part *part = fine ? dado_document_part(&answer, "diagnostics") : NULL;
    dado_json json = begin_message(&out);
    dado_json_string(&json, "method", "textDocument/publishDiagnostics");
    dado_json_object(&json, "params");
    dado_json_string(&json, "uri", p->uri);
    dado_json_array(&json, "diagnostics");
    for (int i = 0; part && i < part->count; i++) {
        put_remark(d, &json, p->text, &part->remarks[i]);
    }
    if (!fine) put_remark(d, &json, p->text, &(dado_diagnostic){ .error = err });
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
    dado_text_free(&path);
    dado_document_free(&answer);
    dado_region_free(&region);
}

static void clear_diagnostics(lsp_server *d, const char *uri)
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

// ---- requests about a position; each writes its result under "result" ----

static void answer_hover(query *q)
{
    dado_text said = { 0 };
    dado_span span;
    dado_editor_kind kind;
    if (!dado_editor_symbol_at(q->g, q->line, q->column, &span, &kind) ||
        !dado_editor_hover(q->g, q->line, q->column, &said)) {
        dado_json_null(q->json, "result");
    } else {
        dado_json_object(q->json, "result");
        dado_json_object(q->json, "contents");
        dado_json_string(q->json, "kind", "markdown");
        dado_json_string(q->json, "value", dado_text_string(&said));
        dado_json_end(q->json);
        lsp_put_span(q->d, q->json, "range", q->p->text, span);
        dado_json_end(q->json);
    }
    dado_text_free(&said);
}

static void answer_definition(query *q)
{
    dado_span span;
    if (!dado_editor_definition(q->g, q->line, q->column, &span)) {
        dado_json_null(q->json, "result");
        return;
    }
    dado_json_object(q->json, "result");
    dado_json_string(q->json, "uri", q->p->uri);
    lsp_put_span(q->d, q->json, "range", q->p->text, span);
    dado_json_end(q->json);
}

static void put_reference(void *context, dado_span span)
{
    query *q = context;
    dado_json_object(q->json, NULL);
    dado_json_string(q->json, "uri", q->p->uri);
    lsp_put_span(q->d, q->json, "range", q->p->text, span);
    dado_json_end(q->json);
}

static void answer_references(query *q)
{
    dado_json_array(q->json, "result");
    dado_editor_references(q->g, q->line, q->column, put_reference, q);
    dado_json_end(q->json);
}

static void answer_prepare_rename(query *q)
{
    dado_span span;
    dado_editor_kind kind;
    dado_error err = { 0 };
    if (!dado_editor_symbol_at(q->g, q->line, q->column, &span, &kind) ||
        kind == DADO_EDITOR_KEYWORD ||
        (!dado_editor_check_rename(q->g, q->line, q->column, "A", &err) &&
         strstr(err.text, "about"))) {
        dado_json_null(q->json, "result");
        return;
    }
    lsp_put_span(q->d, q->json, "result", q->p->text, span);
}

typedef struct renaming {
    query *q;
    const char *name;
} renaming;

static void put_edit(void *context, dado_span span)
{
    renaming *r = context;
    dado_json_object(r->q->json, NULL);
    lsp_put_span(r->q->d, r->q->json, "range", r->q->p->text, span);
    dado_json_string(r->q->json, "newText", r->name);
    dado_json_end(r->q->json);
}

static void answer_rename(query *q)
{
    const char *name = json_string_value(json_object_get(q->params, "newName"));
    dado_error err = { 0 };
    if (name && *name == '\'') name++;
    if (!dado_editor_check_rename(q->g, q->line, q->column, name ? name : "", &err)) {
        dado_text_add(&q->failure_text, err.text);
        return;
    }
    renaming r = { q, name };
    dado_json_object(q->json, "result");
    dado_json_object(q->json, "changes");
    dado_json_array(q->json, q->p->uri);
    dado_editor_references(q->g, q->line, q->column, put_edit, &r);
    dado_json_end(q->json);
    dado_json_end(q->json);
    dado_json_end(q->json);
}

static void put_completion_item(void *context, const char *label, dado_editor_kind kind,
                                const char *detail, const char *about)
{
    static const int kinds[] = { 14, 12, 6, 3 };  // keyword, value, variable, function
    dado_json *json = context;
    dado_json_object(json, NULL);
    dado_json_string(json, "label", label);
    dado_json_int(json, "kind", kinds[kind]);
    dado_json_string(json, "detail", detail);
    if (*about) dado_json_string(json, "documentation", about);
    dado_json_end(json);
}

static void answer_completion(query *q)
{
    dado_json_array(q->json, "result");
    dado_editor_complete(q->g, q->line, q->column, put_completion_item, q->json);
    dado_json_end(q->json);
}

typedef struct outline {
    query *q;
    int open;  // nesting depth of the symbols written so far
} outline;

static void close_parts(outline *o, int depth)
{
    for (; o->open > depth; o->open--) {
        dado_json_end(o->q->json);  // closes its list of children
        dado_json_end(o->q->json);
    }
}

static void put_part(void *context, const dado_editor_symbol *part)
{
    outline *o = context;
    query *q = o->q;
    dado_text name = { 0 };
    close_parts(o, part->depth);
    dado_text_addf(&name, "%s %s", part->word, part->name);
    dado_json_object(q->json, NULL);
    dado_json_string(q->json, "name", dado_text_string(&name));
    dado_json_int(q->json, "kind",
                  strcmp(part->word, "define") == 0    ? 12
                  : strcmp(part->word, "declare") == 0 ? 14
                                                       : 2);
    lsp_put_range(q->d, q->json, "range", q->p->text, part->at.line, part->at.column, part->to,
                  part->end);
    lsp_put_span(q->d, q->json, "selectionRange", q->p->text, part->at);
    dado_json_array(q->json, "children");
    o->open++;
    dado_text_free(&name);
}

static void answer_outline(query *q)
{
    outline o = { .q = q };
    dado_json_array(q->json, "result");
    dado_editor_outline(q->g, put_part, &o);
    close_parts(&o, 0);
    dado_json_end(q->json);
}

static void answer_formatting(query *q)
{
    dado_text laid = { 0 };
    dado_recycle_diagnostics found;
    if (!dado_recycle_format(q->p->uri, q->p->text, &laid, q->region, &found)) {
        dado_text_add(&q->failure_text,
                      found.count ? found.items[0].error.text : "it cannot be read");
    } else {
        int lines = 1;
        for (const char *at = q->p->text; *at; at++) lines += *at == '\n';
        dado_json_array(q->json, "result");
        if (strcmp(dado_text_string(&laid), q->p->text) != 0) {
            dado_json_object(q->json, NULL);
            lsp_put_range(q->d, q->json, "range", q->p->text, 1, 1, lines + 1, 1);
            dado_json_string(q->json, "newText", dado_text_string(&laid));
            dado_json_end(q->json);
        }
        dado_json_end(q->json);
    }
    dado_text_free(&laid);
}

static const struct {
    const char *method;
    void (*answer)(query *q);
    bool placed;  // the request is about a position in the text
} query_handlers[] = {
    { "textDocument/hover", answer_hover, true },
    { "textDocument/definition", answer_definition, true },
    { "textDocument/references", answer_references, true },
    { "textDocument/prepareRename", answer_prepare_rename, true },
    { "textDocument/rename", answer_rename, true },
    { "textDocument/completion", answer_completion, true },
    { "textDocument/documentSymbol", answer_outline, false },
    { "textDocument/formatting", answer_formatting, false },
    { "textDocument/codeAction", lsp_answer_code_actions, false },
    { "textDocument/documentHighlight", lsp_answer_highlights, true },
    { "textDocument/foldingRange", lsp_answer_folds, false },
    { "textDocument/semanticTokens/full", lsp_answer_tokens, false },
    { "textDocument/signatureHelp", lsp_answer_signature, true },
};

static bool answer_request(lsp_server *d, const json_t *id, const char *method,
                           const json_t *params)
{
    size_t which = 0, count = sizeof query_handlers / sizeof *query_handlers;
    while (which < count && strcmp(query_handlers[which].method, method) != 0) which++;
    if (which == count) return false;
    const char *uri =
        json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    const open_text *p = find_open_text(d, uri);
    int at_line = 0, at_column = 0;
    bool sensible =
        !p || !query_handlers[which].placed ||
        lsp_read_position(d, p->text, json_object_get(params, "position"), &at_line, &at_column);
    if (!p || !sensible) {
        send_error(d, id, INVALID_PARAMS,
                   p ? "a position has a line and a character, both from 0"
                     : "this text is not open");
        return true;
    }
    dado_region region = { 0 };
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    put_id(&json, id);
    query q = { .d = d,
                .p = p,
                .line = at_line,
                .column = at_column,
                .params = params,
                .region = &region,
                .json = &json };
    bool described = is_description(p);
    q.g = described ? dado_editor_index_make(p->text, &region) : NULL;
    if (!described) dado_json_null(&json, "result");  // maps and expectations are only checked
    else if (!q.g) dado_text_add(&q.failure_text, "there is no memory for this text");
    else query_handlers[which].answer(&q);
    dado_json_end(&json);
    if (q.failure_text.length) {
        dado_text_free(&out);
        send_error(d, id, REQUEST_FAILED, dado_text_string(&q.failure_text));
    } else {
        send(d, &out);
    }
    dado_text_free(&q.failure_text);
    dado_region_free(&region);
    return true;
}

// ---- playing the open game ----

static void show(lsp_server *d, int kind, const char *words)
{
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    dado_json_string(&json, "method", "window/showMessage");
    dado_json_object(&json, "params");
    dado_json_int(&json, "type", kind);
    dado_json_string(&json, "message", words);
    dado_json_end(&json);
    dado_json_end(&json);
    send(d, &out);
}

static void answer_workspace_symbols(lsp_server *d, const json_t *id, const json_t *params)
{
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    put_id(&json, id);
    lsp_answer_workspace_symbols(d, params, &json);
    dado_json_end(&json);
    send(d, &out);
}

static void play(lsp_server *d, const json_t *id, const json_t *params)
{
    const char *command = json_string_value(json_object_get(params, "command"));
    const char *uri = json_string_value(json_array_get(json_object_get(params, "arguments"), 0));
    const open_text *p = find_open_text(d, uri);
    if (!command || strcmp(command, "dado.run") != 0 || !p) {
        send_error(d, id, INVALID_PARAMS,
                   p ? "the only command is dado.run" : "this text is not open");
        return;
    }
    dado_region region = { 0 };
    dado_document answer;
    dado_error err = { 0 };
    dado_text path = { 0 }, words = { 0 }, out = { 0 };
    dado_document_init(&answer);
    path_of(uri, &path);
    const dado_job *job = dado_job_named("sim");
    dado_argument given[] = {
        { dado_job_param_named(job, "game"), dado_text_string(&path) },
        { dado_job_param_named(job, "matches"), "200" },
        { dado_job_param_named(job, "limit"), "5000" },
        { dado_job_param_named(job, "no-store"), "" },
    };
    bool fine = run_job(d, "sim", given, 4, &region, &answer, &err);
    if (fine) {
        dado_terminal_style look = { .columns = 80 };
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
    dado_region_free(&region);
}

// ---- starting, changes, shutting down ----

static void put_simple_capabilities(dado_json *json)
{
    static const char *const can[] = { "hoverProvider",
                                       "definitionProvider",
                                       "referencesProvider",
                                       "documentSymbolProvider",
                                       "documentFormattingProvider",
                                       "codeActionProvider",
                                       "documentHighlightProvider",
                                       "foldingRangeProvider",
                                       "workspaceSymbolProvider" };
    for (size_t k = 0; k < sizeof can / sizeof *can; k++) dado_json_bool(json, can[k], true);
    dado_json_object(json, "signatureHelpProvider");
    dado_json_array(json, "triggerCharacters");
    dado_json_string(json, NULL, "(");
    dado_json_string(json, NULL, " ");
    dado_json_end(json);
    dado_json_end(json);
    dado_json_object(json, "semanticTokensProvider");
    dado_json_object(json, "legend");
    dado_json_array(json, "tokenTypes");
    for (int i = 0; lsp_token_kinds[i]; i++) dado_json_string(json, NULL, lsp_token_kinds[i]);
    dado_json_end(json);
    dado_json_array(json, "tokenModifiers");
    dado_json_end(json);
    dado_json_end(json);
    dado_json_bool(json, "full", true);
    dado_json_end(json);
}

static void answer_initialize(lsp_server *d, const json_t *id, const json_t *params)
{
    const json_t *general = json_object_get(json_object_get(params, "capabilities"), "general");
    const json_t *known = json_object_get(general, "positionEncodings"), *one;
    size_t i;
    json_array_foreach(known, i, one)
    {
        if (json_is_string(one) && strcmp(json_string_value(one), "utf-8") == 0) d->bytes = true;
    }
    d->initialized = true;
    dado_text out = { 0 };
    dado_json json = begin_message(&out);
    put_id(&json, id);
    dado_json_object(&json, "result");
    dado_json_object(&json, "capabilities");
    dado_json_string(&json, "positionEncoding", d->bytes ? "utf-8" : "utf-16");
    dado_json_object(&json, "textDocumentSync");
    dado_json_bool(&json, "openClose", true);
    dado_json_int(&json, "change", 2);  // the editor sends what has changed
    dado_json_end(&json);
    put_simple_capabilities(&json);
    dado_json_object(&json, "renameProvider");
    dado_json_bool(&json, "prepareProvider", true);
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

static void change(lsp_server *d, const char *uri, const char *text)
{
    if (!uri || !text) return;
    const open_text *p = store_open_text(d, uri, text);
    if (p) publish_diagnostics(d, p);
    else show(d, 2, "too many texts are open, or there is no memory for one more");
}

static bool handle_notification(lsp_server *d, const char *method, const json_t *params)
{
    const json_t *document = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(document, "uri"));
    if (strcmp(method, "textDocument/didOpen") == 0) {
        change(d, uri, json_string_value(json_object_get(document, "text")));
    } else if (strcmp(method, "textDocument/didChange") == 0) {
        const open_text *p = find_open_text(d, uri);
        char *text =
            p ? lsp_changed_text(d, p->text, json_object_get(params, "contentChanges")) : NULL;
        if (text) change(d, uri, text);
        free(text);
    } else if (strcmp(method, "textDocument/didClose") == 0) {
        if (uri && find_open_text(d, uri)) {
            close_open_text(d, uri);
            clear_diagnostics(d, uri);
        }
    } else {
        return false;
    }
    return true;
}

// Handles one message. Returns false when the editor has said "exit".
static bool handle_message(lsp_server *d, const dado_text *message)
{
    json_error_t why;
    json_t *root = json_loadb(dado_text_string(message), message->length, 0, &why);
    const char *method = json_string_value(json_object_get(root, "method"));
    const json_t *id = json_object_get(root, "id"), *params = json_object_get(root, "params");
    bool on = true;
    if (!root) {
        send_error(d, NULL, PARSE_ERROR, why.text);
    } else if (!json_is_object(root) ||
               (!method && !json_object_get(root, "result") && !json_object_get(root, "error"))) {
        send_error(d, id, INVALID_REQUEST, "a message must be an object with a method");
    } else if (!method) {  // a response to a request that was never sent
    } else if (strcmp(method, "exit") == 0) {
        on = false;
    } else if (d->shutting_down) {
        if (id) send_error(d, id, INVALID_REQUEST, "the server is shutting down");
    } else if (strcmp(method, "initialize") == 0) {
        if (d->initialized) send_error(d, id, INVALID_REQUEST, "initialize was sent before");
        else answer_initialize(d, id, params);
    } else if (!d->initialized) {
        if (id) send_error(d, id, NOT_INITIALIZED, "the first request must be initialize");
    } else if (strcmp(method, "shutdown") == 0) {
        d->shutting_down = true;
        dado_text out = { 0 };
        dado_json json = begin_message(&out);
        put_id(&json, id);
        dado_json_null(&json, "result");
        dado_json_end(&json);
        send(d, &out);
    } else if (!id) {
        handle_notification(d, method, params);
    } else if (strcmp(method, "workspace/executeCommand") == 0) {
        play(d, id, params);
    } else if (strcmp(method, "workspace/symbol") == 0) {
        answer_workspace_symbols(d, id, params);
    } else if (!answer_request(d, id, method, params)) {
        send_error(d, id, METHOD_NOT_FOUND, "this server has no such method");
    }
    json_decref(root);
    return on;
}

int dado_lsp_serve(const dado_lsp_how *how)
{
    lsp_server d = { .how = how };
    dado_text message = { 0 };
    dado_lsp_read_result read = DADO_LSP_READ_MESSAGE;
    bool on = true;
    while (on && !d.output_failed && !(how->stop && *how->stop)) {
        read = dado_lsp_message_read(how->in, &message);
        if (read != DADO_LSP_READ_MESSAGE) break;
        on = handle_message(&d, &message);
    }
    if (read == DADO_LSP_READ_BROKEN) {
        send_error(
            &d, NULL, PARSE_ERROR,
            "a message must begin with Content-Length:, then an empty line and that many bytes");
    }
    while (d.open_texts) close_open_text(&d, d.open_texts->uri);
    dado_text_free(&message);
    return d.shutting_down && read != DADO_LSP_READ_BROKEN ? 0 : 1;
}
