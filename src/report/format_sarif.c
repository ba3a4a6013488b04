// format_sarif.c - writes findings with their places, for tools that show them beside the
// text.
//
// Diagnostics, and verdicts that warn, become results of SARIF 2.1.0. A verdict about a
// rule of the game has a place; others are about the whole file. Each code and each topic
// of a verdict is listed once as a rule, and results refer to it. Columns are counted in
// UTF-16, as editors do.
#include <ctype.h>
#include <string.h>

#include "core/json_writer.h"
#include "report/format.h"

typedef struct finding {
    const char *rule, *words;
    bool is_error, is_verdict;
    const dado_place *place;
    dado_columns columns;
} finding;

// Calls `take` for every finding of the document, in order.
static void each_finding(const dado_document *document, void *context,
                         void (*take)(void *context, const finding *f))
{
    for (const dado_part *part = document->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_DIAGNOSTICS && i < part->count; i++) {
            const dado_diagnostic *r = &part->remarks[i];
            const dado_place *place = &r->error.place;
            take(context, &(finding){ .rule = r->error.code[0] ? r->error.code : "error",
                                      .words = r->error.text,
                                      .is_error = !r->warning,
                                      .place = place,
                                      .columns = dado_place_columns(place, r->text, DADO_UTF16) });
        }
        for (int i = 0; dado_part_has_verdicts(part) && i < part->count; i++) {
            const dado_verdict *v = &part->verdicts[i];
            if (v->tone != DADO_WARN && v->tone != DADO_BAD) continue;
            DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
            dado_text_addf(&words, "%s %s", v->claim, v->evidence);
            take(context, &(finding){ .rule = v->topic ? v->topic : "verdict",
                                      .words = dado_text_string(&words),
                                      .is_error = v->tone == DADO_BAD,
                                      .is_verdict = true,
                                      .place = &v->place,
                                      .columns = v->utf16 });
        }
    }
}

enum { MOST_RULES = 512 };

typedef struct writer {
    dado_json *json;
    const char *rules[MOST_RULES];
    int rule_count;
} writer;

static int rule_index(const writer *w, const char *rule)
{
    for (int i = 0; i < w->rule_count; i++) {
        if (strcmp(w->rules[i], rule) == 0) return i;
    }
    return -1;
}

static void write_message(dado_json *json, const char *key, const char *words)
{
    dado_json_object(json, key);
    dado_json_string(json, "text", words);
    dado_json_end(json);
}

static void write_rule(void *context, const finding *f)
{
    writer *w = context;
    if (w->rule_count == MOST_RULES || rule_index(w, f->rule) >= 0) return;
    w->rules[w->rule_count++] = f->rule;
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_json_object(w->json, NULL);
    dado_json_string(w->json, "id", f->rule);
    if (f->is_verdict) dado_text_addf(&words, "A verdict about %s.", f->rule);
    else dado_text_addf(&words, "Diagnostic %s of dado check.", f->rule);
    write_message(w->json, "shortDescription", dado_text_string(&words));
    dado_text_clear(&words);
    dado_text_addf(&words, f->is_verdict ? "dado help doctor" : "dado explain %s", f->rule);
    write_message(w->json, "help", dado_text_string(&words));
    dado_json_end(w->json);
}

// Writes a path as a reference of RFC 3986: bytes that paths may not have are written as
// %XX. A path that begins with a slash is a file of this machine, any other is relative.
static void write_uri(dado_json *json, const char *path)
{
    DADO_CLEANUP(dado_text_free) dado_text uri = { 0 };
    bool is_relative = path[0] != '/';
    if (!is_relative) dado_text_add(&uri, "file://");
    for (const char *at = path; *at; at++) {
        unsigned char c = (unsigned char)*at;
        // A colon in the first segment of a relative reference would make a scheme of it.
        bool is_plain = c < 0x80 && (isalnum(c) || strchr("-._~/!$&'()*+,;=@", c));
        if (is_plain) dado_text_char(&uri, (char)c);
        else dado_text_addf(&uri, "%%%02X", c);
    }
    dado_json_object(json, "artifactLocation");
    dado_json_string(json, "uri", dado_text_string(&uri));
    if (is_relative) dado_json_string(json, "uriBaseId", "%SRCROOT%");
    dado_json_end(json);
}

static void write_location(dado_json *json, const finding *f)
{
    dado_json_array(json, "locations");
    dado_json_object(json, NULL);
    dado_json_object(json, "physicalLocation");
    write_uri(json, f->place->source);
    if (f->place->line > 0) {
        dado_json_object(json, "region");
        dado_json_put(json, "startLine", f->place->line, "startColumn", f->columns.begin,
                      "endColumn", f->columns.end);
        dado_json_end(json);
    }
    dado_json_end(json);
    dado_json_end(json);
    dado_json_end(json);
}

static void write_result(void *context, const finding *f)
{
    writer *w = context;
    int index = rule_index(w, f->rule);
    dado_json_object(w->json, NULL);
    dado_json_string(w->json, "ruleId", f->rule);
    if (index >= 0) dado_json_int(w->json, "ruleIndex", index);
    dado_json_string(w->json, "level", f->is_error ? "error" : "warning");
    write_message(w->json, "message", f->words);
    if (f->place->source && *f->place->source) write_location(w->json, f);
    dado_json_end(w->json);
}

static void write_sarif(const dado_document *document, const dado_terminal_style *look,
                        dado_text *out)
{
    (void)look;
    dado_json json = dado_json_to(out);
    writer w = { .json = &json };
    dado_json_object(&json, NULL);
    dado_json_put(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json", "version",
                  "2.1.0");
    dado_json_array(&json, "runs");
    dado_json_object(&json, NULL);
    dado_json_object(&json, "tool");
    dado_json_object(&json, "driver");
    dado_json_string(&json, "name", "dado");
    dado_json_put_nonempty(&json, "version", document->version);
    dado_json_array(&json, "rules");
    each_finding(document, &w, write_rule);
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_string(&json, "columnKind", "utf16CodeUnits");
    dado_json_array(&json, "results");
    each_finding(document, &w, write_result);
    while (json.depth) dado_json_end(&json);
    dado_text_char(out, '\n');
}

const dado_format dado_format_sarif = {
    .name = "sarif",
    .ending = ".sarif",
    .about = "findings with their places, for tools that show them beside the text",
    .write = write_sarif,
};
