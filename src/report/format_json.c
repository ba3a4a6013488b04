// format_json.c - writes a whole document for programs.
//
// docs/reference/document.md describes the format, which stays stable; a change raises
// DADO_DOCUMENT_VERSION. Parts, facts and fields have names, which are keys here, so that
// a program can ask for .parts.seats.rows[0].share.value and not for an index in a list.
#include <inttypes.h>
#include <xxhash.h>

#include "core/json_writer.h"
#include "report/format.h"

static void write_figure(dado_json *json, dado_estimate figure)
{
    dado_json_put(json, "value", figure.value);
    if (dado_estimate_has_interval(figure)) {
        dado_json_put(json, "low", figure.low, "high", figure.high, "level", figure.level);
    }
    dado_json_put_nonempty(json, "count", figure.count, "kind",
                           dado_estimate_kind_name(figure.kind), "unit", figure.unit);
}

static void write_numbers(dado_json *json, const char *key, const double *values, int count)
{
    if (!values) return;
    dado_json_array(json, key);
    for (int i = 0; i < count; i++) dado_json_real(json, NULL, values[i]);
    dado_json_end(json);
}

static void write_labels(dado_json *json, const char *key, const char *const *labels, int count)
{
    if (!labels) return;
    dado_json_array(json, key);
    for (int i = 0; i < count; i++) dado_json_string(json, NULL, labels[i]);
    dado_json_end(json);
}

// Writes a value alone; its field or fact says what it is.
static void write_entry(dado_json *json, const char *key, const dado_entry *entry)
{
    switch (entry->kind) {
    case DADO_ENTRY_NONE: dado_json_null(json, key); break;
    case DADO_ENTRY_TEXT: dado_json_string(json, key, entry->words); break;
    case DADO_ENTRY_LINK: dado_json_string(json, key, entry->target); break;
    case DADO_ENTRY_ESTIMATE: dado_json_real(json, key, entry->figure.value); break;
    case DADO_ENTRY_FLAG: dado_json_bool(json, key, entry->flag); break;
    case DADO_ENTRY_CURVE: write_numbers(json, key, entry->curve, entry->curve_count); break;
    }
}

static void write_facts(dado_json *json, const dado_part *part)
{
    dado_json_object(json, "facts");
    for (int i = 0; i < part->count; i++) {
        const dado_fact *fact = &part->facts[i];
        dado_json_object(json, fact->name);
        dado_json_string(json, "label", fact->label);
        if (fact->entry.kind == DADO_ENTRY_ESTIMATE) write_figure(json, fact->entry.figure);
        else write_entry(json, "value", &fact->entry);
        dado_json_put_nonempty(json, "about", fact->about);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_table(dado_json *json, const dado_part *part)
{
    static const char *const kinds[] = { "words", "number", "estimate", "flag", "curve" };
    dado_json_array(json, "fields");
    for (int f = 0; f < part->field_count; f++) {
        dado_json_object(json, NULL);
        dado_json_put(json, "name", part->fields[f].name, "title", part->fields[f].title);
        dado_json_put_nonempty(json, "kind", kinds[part->fields[f].kind], "about",
                               part->fields[f].about);
        dado_json_end(json);
    }
    dado_json_end(json);
    dado_json_array(json, "rows");
    for (int row = 0; row < dado_part_rows(part); row++) {
        dado_json_object(json, NULL);
        for (int f = 0; f < part->field_count; f++) {
            const dado_entry *entry = &part->entries[row * part->field_count + f];
            const dado_field *field = &part->fields[f];
            if (field->kind == DADO_FIELD_ESTIMATE && entry->kind == DADO_ENTRY_ESTIMATE) {
                dado_json_object(json, field->name);
                write_figure(json, entry->figure);
                dado_json_end(json);
            } else {
                write_entry(json, field->name, entry);
            }
        }
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_verdict(dado_json *json, const dado_part *part, int i)
{
    const dado_verdict *v = &part->verdicts[i];
    dado_json_put(json, "topic", v->topic, "tone", dado_tone_name(v->tone), "claim", v->claim,
                  "evidence", v->evidence);
    dado_interval figure = v->figure;
    if (!dado_is_none(figure.value)) {
        dado_json_put(json, "value", figure.value, "low", figure.low, "high", figure.high, "level",
                      v->level);
    }
    dado_json_put_nonempty(json, "count", v->count);
    if (!v->place.line) return;
    dado_json_put(json, "file", v->place.source, "line", v->place.line, "column", v->place.column);
    if (v->line[0]) dado_json_put(json, "text", v->line);
}

static void write_axis(dado_json *json, const char *key, const dado_axis *axis)
{
    dado_json_object(json, key);
    dado_json_put_nonempty(json, "title", axis->title);
    write_labels(json, "labels", axis->labels, axis->label_count);
    if (axis->least != 0 || axis->most != 0) {
        dado_json_put(json, "least", axis->least, "most", axis->most);
    }
    dado_json_put_nonempty(json, "percent", axis->percent, "whole", axis->whole, "logarithm",
                           axis->logarithm, "downward", axis->downward);
    dado_json_end(json);
}

static void write_series(dado_json *json, const dado_series *series)
{
    static const char *const marks[] = { "line", "step", "bars", "dots" };
    dado_json_object(json, NULL);
    dado_json_put_nonempty(json, "name", series->name, "mark", marks[series->mark]);
    write_numbers(json, "x", series->x, series->count);
    write_numbers(json, "x_end", series->x_end, series->count);
    write_numbers(json, "y", series->y, series->count);
    write_numbers(json, "low", series->low, series->count);
    write_numbers(json, "high", series->high, series->count);
    dado_json_end(json);
}

static void write_chart(dado_json *json, const dado_chart *chart)
{
    dado_json_put_nonempty(json, "shape", "chart", "title", chart->title, "about", chart->about);
    write_axis(json, "x", &chart->x);
    write_axis(json, "y", &chart->y);
    dado_json_array(json, "series");
    for (int i = 0; i < chart->count; i++) write_series(json, &chart->series[i]);
    dado_json_end(json);
    dado_json_array(json, "rules");
    for (int i = 0; i < chart->rule_count; i++) {
        dado_json_object(json, NULL);
        dado_json_put(json, "axis", chart->rules[i].upright ? "x" : "y", "at", chart->rules[i].at);
        dado_json_put_nonempty(json, "label", chart->rules[i].label);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_heat(dado_json *json, const dado_heatmap *heat)
{
    dado_json_put_nonempty(json, "shape", "heat", "title", heat->title, "about", heat->about,
                           "row_title", heat->row_title, "column_title", heat->column_title,
                           "value_title", heat->value_title);
    write_labels(json, "row_labels", heat->row_labels, heat->rows);
    write_labels(json, "column_labels", heat->column_labels, heat->columns);
    if (heat->row_from != heat->row_to)
        dado_json_pair(json, "row_ends", heat->row_from, heat->row_to);
    if (heat->column_from != heat->column_to)
        dado_json_pair(json, "column_ends", heat->column_from, heat->column_to);
    dado_json_put_nonempty(json, "upward", heat->upward);
    if (heat->marks) {
        dado_json_array(json, "marks");
        for (int row = 0; row < heat->rows; row++) {
            dado_json_bytes(json, NULL, heat->marks + row * heat->columns, (size_t)heat->columns);
        }
        dado_json_end(json);
    }
    dado_json_array(json, "values");
    for (int row = 0; row < heat->rows; row++) {
        write_numbers(json, NULL, heat->values + row * heat->columns, heat->columns);
    }
    dado_json_end(json);
}

static void write_diagnostic(dado_json *json, const dado_part *part, int i)
{
    const dado_error *e = &part->remarks[i].error;
    dado_json_put(json, "severity", part->remarks[i].warning ? "warning" : "error", "code", e->code,
                  "file", e->place.source, "line", e->place.line, "column", e->place.column,
                  "length", e->place.length, "text", e->text);
}

static void write_link(dado_json *json, const dado_part *part, int i)
{
    dado_json_put(json, "label", part->links[i].label, "target", part->links[i].target);
}

static void write_items(dado_json *json, const char *key, const dado_part *part,
                        void (*write)(dado_json *json, const dado_part *part, int i))
{
    dado_json_array(json, key);
    for (int i = 0; i < part->count; i++) {
        dado_json_object(json, NULL);
        write(json, part, i);
        dado_json_end(json);
    }
    dado_json_end(json);
}

static void write_part(dado_json *json, const dado_part *part)
{
    static const char *const kinds[] = { "text",    "facts",  "verdicts",    "table", "chart",
                                         "picture", "source", "diagnostics", "links" };
    dado_json_object(json, part->name);
    dado_json_put_nonempty(json, "kind", kinds[part->kind], "heading", part->heading, "caption",
                           part->caption);
    switch (part->kind) {
    case DADO_PART_TEXT:
    case DADO_PART_SOURCE: dado_json_string(json, "text", part->words); break;
    case DADO_PART_FACTS: write_facts(json, part); break;
    case DADO_PART_VERDICTS: write_items(json, "verdicts", part, write_verdict); break;
    case DADO_PART_TABLE: write_table(json, part); break;
    case DADO_PART_CHART:
        if (part->shape == DADO_SHAPE_CHART) write_chart(json, &part->drawn.chart);
        else write_heat(json, &part->drawn.heat);
        break;
    case DADO_PART_PICTURE:
        dado_json_put_nonempty(json, "text", part->words, "svg", part->svg);
        break;
    case DADO_PART_DIAGNOSTICS: write_items(json, "diagnostics", part, write_diagnostic); break;
    case DADO_PART_LINKS: write_items(json, "links", part, write_link); break;
    }
    dado_json_end(json);
}

static void write_hash(dado_json *json, const char *key, uint64_t hash)
{
    char digits[20];
    dado_text text = dado_text_in_buffer(digits, sizeof digits);
    dado_text_addf(&text, "%016" PRIx64, hash);
    if (hash) dado_json_string(json, key, digits);
    else dado_json_null(json, key);
}

// Writes a value in the type that a request for it would have.
static void write_setting(dado_json *json, const char *key, const dado_setting *setting)
{
    const char *type = setting->json ? setting->json : "string";
    int64_t whole;
    double real;
    if (strcmp(type, "boolean") == 0) dado_json_bool(json, key, true);
    else if (strcmp(type, "integer") == 0 && dado_read_int(setting->value, &whole))
        dado_json_int(json, key, whole);
    else if (strcmp(type, "number") == 0 && dado_read_real(setting->value, &real))
        dado_json_real(json, key, real);
    else dado_json_string(json, key, setting->value);
}

// `typed`: numbers and flags are written as JSON types, else everything is text.
static void write_settings(dado_json *json, const dado_document *document, bool typed)
{
    dado_json_object(json, "parameters");
    for (int i = 0; i < document->setting_count; i++) {
        const dado_setting *setting = &document->settings[i];
        const char *key = setting->many ? NULL : setting->name;
        bool first = i == 0 || setting[-1].name != setting->name;
        bool last = i + 1 == document->setting_count || setting[1].name != setting->name;
        if (setting->many && first) dado_json_array(json, setting->name);
        if (typed) write_setting(json, key, setting);
        else dado_json_string(json, key, setting->value);
        if (setting->many && last) dado_json_end(json);
    }
    dado_json_end(json);
}

// For hashes: leaves out what differs between releases, and writes parameters as they
// were typed, as earlier releases did.
static void write_document(const dado_document *document, bool provenance, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "document", DADO_DOCUMENT_VERSION, "job", document->job);
    write_settings(&json, document, provenance);
    if (provenance) {
        dado_json_put(&json, "dado", document->version, "command", document->command);
        write_hash(&json, "plan", document->plan);  // the hash depends on the version of dado
    }
    write_hash(&json, "rules", document->rules);
    if (document->against) write_hash(&json, "against", document->against);
    dado_json_put(&json, "complete", (bool)!document->unfinished, "failed", document->failed,
                  "title", document->title);
    dado_json_put_nonempty(&json, "said", document->said, "about", document->about);
    dado_json_object(&json, "parts");
    for (const dado_part *part = document->first; part; part = part->next) {
        if (!part->not_reproducible) write_part(&json, part);
    }
    dado_json_end(&json);
    dado_json_end(&json);
    dado_text_char(out, '\n');
}

static void write_json(const dado_document *document, const dado_terminal_style *look,
                       dado_text *out)
{
    (void)look;
    write_document(document, true, out);
}

uint64_t dado_document_hash(const dado_document *document)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    write_document(document, false, &text);
    uint64_t hash = XXH3_64bits(dado_text_string(&text), text.length);
    return hash;
}

const dado_format dado_format_json = {
    .name = "json",
    .ending = ".json",
    .about = "everything, for programs",
    .write = write_json,
};
