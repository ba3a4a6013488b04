// format_sarif.c - what is wrong and where, for tools that show findings beside the text.
//
// Diagnostics, and verdicts that give alarm, as results of SARIF 2.1.0. A verdict about a rule has
// its place; others are about the whole.

#include "core/json.h"
#include "report/format.h"

static void put_result(dado_json *json, const char *rule, bool error, const char *words,
                       const dado_place *place)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "ruleId", rule);
    dado_json_string(json, "level", error ? "error" : "warning");
    dado_json_object(json, "message");
    dado_json_string(json, "text", words);
    dado_json_end(json);
    if (place->source && *place->source) {
        int line = place->line > 0 ? place->line : 1,
            column = place->column > 0 ? place->column : 1;
        dado_json_array(json, "locations");
        dado_json_object(json, NULL);
        dado_json_object(json, "physicalLocation");
        dado_json_object(json, "artifactLocation");
        dado_json_string(json, "uri", place->source);
        dado_json_end(json);
        dado_json_object(json, "region");
        dado_json_whole(json, "startLine", line);
        dado_json_whole(json, "startColumn", column);
        dado_json_whole(json, "endColumn", column + (place->length > 0 ? place->length : 1));
        dado_json_end(json);
        dado_json_end(json);
        dado_json_end(json);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_sarif(const dado_document *document, const dado_look *look, dado_text *out)
{
    (void)look;
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    dado_json_string(&json, "version", "2.1.0");
    dado_json_array(&json, "runs");
    dado_json_object(&json, NULL);
    dado_json_object(&json, "tool");
    dado_json_object(&json, "driver");
    dado_json_string(&json, "name", "dado");
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_array(&json, "results");
    for (const dado_part *part = document->first; part; part = part->next) {
        for (int i = 0; part->kind == DADO_PART_DIAGNOSTICS && i < part->count; i++) {
            const dado_remark *r = &part->remarks[i];
            put_result(&json, r->error.code[0] ? r->error.code : "error", !r->warning,
                       r->error.text, &r->error.place);
        }
        for (int i = 0; dado_part_judges(part) && i < part->count; i++) {
            const dado_verdict *v = &part->verdicts[i];
            if (v->tone != DADO_WARN && v->tone != DADO_BAD) continue;
            dado_draft words = { 0 };
            dado_text_addf(&words, "%s %s", v->claim, v->evidence);
            put_result(&json, v->topic ? v->topic : "verdict", v->tone == DADO_BAD,
                       dado_text_string(&words), &v->place);
        }
    }
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}

const dado_format dado_format_sarif = {
    .name = "sarif",
    .ending = ".sarif",
    .about = "findings with their places, for tools that show them beside the text",
    .write = write_sarif,
};
