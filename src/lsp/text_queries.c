// text_queries.c - positions and changes of open texts, and what an editor shows of their words:
// highlights, folds, colours, forms and quick fixes.
//
// Columns of the protocol are counted in UTF-16 unless both sides can count bytes.
#include "lsp/text_queries.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- positions ----

const char *lsp_line(const char *text, int line)
{
    for (int i = 1; i < line; i++) {
        text += strcspn(text, "\n");
        if (*text) text++;
        else break;
    }
    return text;
}

// Number of UTF-16 units of a character that begins with this byte.
static int units_of(unsigned char c)
{
    return c >= 0xF0 ? 2 : (c & 0xC0) == 0x80 ? 0 : 1;
}

// Returns a column from 0.
int lsp_column_out(const lsp_server *d, const char *text, int line, int column)
{
    if (d->bytes) return column - 1;
    const char *at = lsp_line(text, line);
    int units = 0;
    for (int i = 1; i < column && *at && *at != '\n'; i++) units += units_of((unsigned char)*at++);
    return units;
}

int lsp_column_in(const lsp_server *d, const char *text, int line,
                  int column)  // returns a column from 1, in bytes
{
    const char *at = lsp_line(text, line);
    int bytes = 0, units = 0;
    for (; *at && *at != '\n'; at++, bytes++) {
        if ((*at & 0xC0) == 0x80 && !d->bytes) continue;
        if ((d->bytes ? bytes : units) >= column) break;
        units += units_of((unsigned char)*at);
    }
    return bytes + 1;
}

void lsp_put_range(const lsp_server *d, dado_json *json, const char *key, const char *text,
                   int line, int column, int to, int end)
{
    dado_json_object(json, key);
    dado_json_object(json, "start");
    dado_json_int(json, "line", line - 1);
    dado_json_int(json, "character", lsp_column_out(d, text, line, column));
    dado_json_end(json);
    dado_json_object(json, "end");
    dado_json_int(json, "line", to - 1);
    dado_json_int(json, "character", lsp_column_out(d, text, to, end));
    dado_json_end(json);
    dado_json_end(json);
}

void lsp_put_span(const lsp_server *d, dado_json *json, const char *key, const char *text,
                  dado_span span)
{
    lsp_put_range(d, json, key, text, span.line, span.column, span.line, span.column + span.length);
}

bool lsp_read_position(const lsp_server *d, const char *text, const json_t *position, int *line,
                       int *column)
{
    const json_t *row = json_object_get(position, "line");
    const json_t *character = json_object_get(position, "character");
    if (!json_is_integer(row) || !json_is_integer(character) || json_integer_value(row) < 0 ||
        json_integer_value(row) >= 1 << 28 || json_integer_value(character) < 0 ||
        json_integer_value(character) >= 1 << 28) {
        return false;
    }
    *line = (int)json_integer_value(row) + 1;
    *column = lsp_column_in(d, text, *line, (int)json_integer_value(character));
    return true;
}

// ---- changes ----

// Returns the text with one change made; NULL if it makes no sense, or there is no memory.
static char *change_once(const lsp_server *d, const char *text, const json_t *one)
{
    const json_t *range = json_object_get(one, "range");
    const char *put = json_string_value(json_object_get(one, "text"));
    size_t from = 0, to = strlen(text);
    if (!put) return NULL;
    if (range) {
        int line, column, last, end;
        if (!lsp_read_position(d, text, json_object_get(range, "start"), &line, &column) ||
            !lsp_read_position(d, text, json_object_get(range, "end"), &last, &end)) {
            return NULL;
        }
        from = (size_t)(lsp_line(text, line) - text) + (size_t)(column - 1);
        to = (size_t)(lsp_line(text, last) - text) + (size_t)(end - 1);
        if (to < from) return NULL;
    }
    size_t added = strlen(put), rest = strlen(text + to);
    char *made = malloc(from + added + rest + 1);
    if (!made) return NULL;
    memcpy(made, text, from);
    memcpy(made + from, put, added);
    memcpy(made + from + added, text + to, rest);
    made[from + added + rest] = '\0';
    return made;
}

char *lsp_changed_text(const lsp_server *d, const char *text, const json_t *changes)
{
    char *made = NULL;
    size_t i;
    const json_t *one;
    json_array_foreach(changes, i, one)
    {
        char *next = change_once(d, made ? made : text, one);
        free(made);
        if (!next) return NULL;
        made = next;
    }
    return made;
}

// ---- highlights, folds, colours, forms ----

static void put_highlight(void *context, dado_span span)
{
    const query *q = context;
    dado_json_object(q->json, NULL);
    lsp_put_span(q->d, q->json, "range", q->p->text, span);
    dado_json_end(q->json);
}

void lsp_answer_highlights(query *q)
{
    dado_json_array(q->json, "result");
    dado_editor_references(q->g, q->line, q->column, put_highlight, q);
    dado_json_end(q->json);
}

static void put_fold(void *context, int from, int to)
{
    dado_json *json = context;
    dado_json_object(json, NULL);
    dado_json_int(json, "startLine", from - 1);
    dado_json_int(json, "endLine", to - 1);
    dado_json_end(json);
}

void lsp_answer_folds(query *q)
{
    dado_json_array(q->json, "result");
    dado_editor_folds(q->g, put_fold, q->json);
    dado_json_end(q->json);
}

const char *const lsp_token_kinds[] = { "keyword", "property", "variable", "function",
                                        "number",  "string",   NULL };

typedef struct token_writer {
    const query *q;
    int line, column;  // of the token before, as the protocol counts
} token_writer;

static void put_token(void *context, dado_span span, dado_editor_token kind)
{
    token_writer *w = context;
    const query *q = w->q;
    int line = span.line - 1;
    int from = lsp_column_out(q->d, q->p->text, span.line, span.column);
    int to = lsp_column_out(q->d, q->p->text, span.line, span.column + span.length);
    dado_json_int(q->json, NULL, line - w->line);
    dado_json_int(q->json, NULL, line == w->line ? from - w->column : from);
    dado_json_int(q->json, NULL, to - from);
    dado_json_int(q->json, NULL, (int)kind);
    dado_json_int(q->json, NULL, 0);
    w->line = line;
    w->column = from;
}

void lsp_answer_tokens(query *q)
{
    token_writer w = { .q = q };
    dado_json_object(q->json, "result");
    dado_json_array(q->json, "data");
    dado_editor_tokens(q->g, put_token, &w);
    dado_json_end(q->json);
    dado_json_end(q->json);
}

// Writes the parts of "(if CONDITION X CONDITION X ... X)" behind its head word, as places in the
// label. Returns how many there are.
static int put_parameters(dado_json *json, const char *form)
{
    int count = 0, depth = 0;
    size_t start = 0, length = strlen(form);
    dado_json_array(json, "parameters");
    for (size_t i = 1; i < length; i++) {
        bool ends = form[i] == ' ' || i + 1 == length;
        if (ends && depth == 0 && start) {
            dado_json_object(json, NULL);
            dado_json_array(json, "label");
            dado_json_int(json, NULL, (int)start);
            dado_json_int(json, NULL, (int)i);
            dado_json_end(json);
            dado_json_end(json);
            count++;
        }
        if (form[i] == ' ' && depth == 0) start = i + 1;
        depth += form[i] == '(' ? 1 : form[i] == ')' ? -1 : 0;
    }
    dado_json_end(json);
    return count;
}

void lsp_answer_signature(query *q)
{
    dado_editor_form form;
    if (!dado_editor_form_at(q->g, q->line, q->column, &form)) {
        dado_json_null(q->json, "result");
        return;
    }
    dado_json_object(q->json, "result");
    dado_json_array(q->json, "signatures");
    dado_json_object(q->json, NULL);
    dado_json_string(q->json, "label", form.form);
    dado_json_string(q->json, "documentation", form.about);
    int count = put_parameters(q->json, form.form);
    dado_json_end(q->json);
    dado_json_end(q->json);
    dado_json_int(q->json, "activeSignature", 0);
    // Forms that go on ("...") stay at their last part.
    if (count > 0) {
        dado_json_int(q->json, "activeParameter",
                      form.argument < count ? form.argument : count - 1);
    }
    dado_json_end(q->json);
}

// ---- quick fixes ----

// Finds the word of a diagnostic's range that its message is about: the first that it names
// before "did you mean". Returns false if there is none.
static bool find_wrong_word(const char *line, int from, int to, const char *message,
                            const char *hint, int *start, int *length)
{
    static const char ends[] = " \t\r\n()";
    for (int at = from; at < to && line[at] && line[at] != '\n';) {
        int skipped = (int)strspn(line + at, ends);
        at += skipped;
        int size = at < to ? (int)strcspn(line + at, ends) : 0;
        if (size == 0) break;
        int quoted = line[at] == '\'' || line[at] == '"';
        int word = size - quoted - (size > 1 && line[at + size - 1] == '"');
        for (const char *in = message; word > 0 && in + word <= hint; in++) {
            bool same = memcmp(in, line + at + quoted, (size_t)word) == 0;
            bool begins = in == message || strchr(" \"'(", in[-1]);
            if (!same || !begins || !strchr(" \"';,)", in[word])) continue;
            *start = at + quoted;
            *length = word;
            return true;
        }
        at += size;
    }
    return false;
}

static void put_fix(query *q, const json_t *diagnostic)
{
    static const char asks[] = "did you mean ";
    const char *message = json_string_value(json_object_get(diagnostic, "message"));
    const char *hint = message ? strstr(message, asks) : NULL;
    const json_t *range = json_object_get(diagnostic, "range");
    int line, column, to, end, start, length;
    if (!hint ||
        !lsp_read_position(q->d, q->p->text, json_object_get(range, "start"), &line, &column) ||
        !lsp_read_position(q->d, q->p->text, json_object_get(range, "end"), &to, &end)) {
        return;
    }
    const char *text = lsp_line(q->p->text, line), *better = hint + sizeof asks - 1;
    int last = to == line ? end - 1 : (int)strcspn(text, "\n");
    size_t size = strcspn(better, "?, ");
    while (size && (better[0] == '\'' || better[0] == '"')) better++, size--;
    if (!size || !find_wrong_word(text, column - 1, last, message, hint, &start, &length)) return;
    dado_text name = { 0 }, title = { 0 };
    dado_text_add_bytes(&name, better, size);
    if (name.data[name.length - 1] == '"') name.data[--name.length] = '\0';
    dado_text_addf(&title, "Change to %s", dado_text_string(&name));
    dado_json_object(q->json, NULL);
    dado_json_string(q->json, "title", dado_text_string(&title));
    dado_json_string(q->json, "kind", "quickfix");
    dado_json_bool(q->json, "isPreferred", true);
    dado_json_object(q->json, "edit");
    dado_json_object(q->json, "changes");
    dado_json_array(q->json, q->p->uri);
    dado_json_object(q->json, NULL);
    lsp_put_span(q->d, q->json, "range", q->p->text, (dado_span){ line, start + 1, length });
    dado_json_string(q->json, "newText", dado_text_string(&name));
    for (int i = 0; i < 5; i++) dado_json_end(q->json);
    dado_text_free(&name);
    dado_text_free(&title);
}

void lsp_answer_code_actions(query *q)
{
    const json_t *found = json_object_get(json_object_get(q->params, "context"), "diagnostics");
    const json_t *one;
    size_t i;
    dado_json_array(q->json, "result");
    json_array_foreach(found, i, one) put_fix(q, one);
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

// ---- all open texts ----

typedef struct symbol_search {
    const lsp_server *d;
    const open_text *p;
    const char *words;
    dado_json *json;
} symbol_search;

static bool contains_loosely(const char *text, const char *words)
{
    size_t length = strlen(words);
    for (; *text; text++) {
        if (strncasecmp(text, words, length) == 0) return true;
    }
    return length == 0;
}

static void put_symbol(void *context, const dado_editor_symbol *part)
{
    const symbol_search *s = context;
    dado_text name = { 0 };
    dado_text_addf(&name, "%s %s", part->word, part->name);
    if (contains_loosely(dado_text_string(&name), s->words)) {
        dado_json_object(s->json, NULL);
        dado_json_string(s->json, "name", dado_text_string(&name));
        dado_json_int(s->json, "kind", strcmp(part->word, "define") == 0 ? 12 : 2);
        dado_json_object(s->json, "location");
        dado_json_string(s->json, "uri", s->p->uri);
        lsp_put_range(s->d, s->json, "range", s->p->text, part->at.line, part->at.column, part->to,
                      part->end);
        dado_json_end(s->json);
        dado_json_end(s->json);
    }
    dado_text_free(&name);
}

void lsp_answer_workspace_symbols(lsp_server *d, const json_t *params, dado_json *json)
{
    const char *words = json_string_value(json_object_get(params, "query"));
    dado_json_array(json, "result");
    for (const open_text *p = d->open_texts; p; p = p->next) {
        dado_region region = { 0 };
        bool described = dado_ends_with(p->uri, ".rcy");
        const dado_editor_index *g = described ? dado_editor_index_make(p->text, &region) : NULL;
        symbol_search s = { d, p, words ? words : "", json };
        if (g) dado_editor_outline(g, put_symbol, &s);
        dado_region_free(&region);
    }
    dado_json_end(json);
}
