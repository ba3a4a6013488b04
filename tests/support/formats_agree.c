// formats_agree.c - see formats_agree.h.
//
// What a reader of CSV gets is read back line by line and held against the JSON, field by field: a
// number must be the same number to the last digit, and nothing may be left out of either.
#include "support/formats_agree.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct csv {
    const char *at;
    bool line_ended;  // with the field that was taken last
} csv;

// The next field, unquoted, into `out`; false at the end of the text.
static bool take(csv *c, dado_text *out)
{
    dado_text_clear(out);
    if (!*c->at) return false;
    if (*c->at == '"') {
        for (c->at++; *c->at; c->at++) {
            if (*c->at == '"' && *++c->at != '"') break;
            dado_text_char(out, *c->at);
        }
    } else {
        size_t length = strcspn(c->at, ",\n");
        dado_text_add_bytes(out, c->at, length);
        c->at += length;
    }
    c->line_ended = *c->at != ',';
    if (*c->at) c->at++;
    return true;
}

static bool differs(char *why, size_t room, const dado_part *part, int row, const char *field,
                    const char *json, const char *in_csv)
{
    snprintf(why, room, "table %s, row %d, %s: JSON has %s and CSV has \"%s\"", part->name, row,
             field, json, in_csv);
    return false;
}

static bool is_number(json_t *value, const char *text)
{
    char *end;
    double read = strtod(text, &end);
    return *text && !*end && read == json_number_value(value);
}

static bool same_value(json_t *value, const char *text)
{
    if (!value || json_is_null(value)) return *text == '\0';
    if (json_is_string(value)) return strcmp(json_string_value(value), text) == 0;
    if (json_is_boolean(value)) return strcmp(text, json_is_true(value) ? "true" : "false") == 0;
    if (json_is_number(value)) return is_number(value, text);
    if (json_is_object(value)) return same_value(json_object_get(value, "value"), text);
    if (!json_is_array(value)) return false;
    for (size_t i = 0; i < json_array_size(value); i++) {  // a curve
        size_t length = strcspn(text, " ");
        char number[64];
        snprintf(number, sizeof number, "%.*s", (int)length, text);
        if (!same_value(json_array_get(value, i), number)) return false;
        text += length + (text[length] == ' ');
    }
    return *text == '\0';
}

static bool same_row(const dado_part *part, json_t *row, int number, csv *c, dado_text *field,
                     char *why, size_t room)
{
    for (int f = 0; f < part->field_count; f++) {
        const char *name = part->fields[f].name;
        bool estimate = part->fields[f].kind == DADO_FIELD_ESTIMATE;
        json_t *value = json_object_get(row, name);
        static const char *const ends[] = { NULL, "low", "high" };
        for (int k = 0; k < (estimate ? 3 : 1); k++) {
            if (!take(c, field)) return differs(why, room, part, number, name, "more", "");
            json_t *one = k ? json_object_get(value, ends[k]) : value;
            if (same_value(one, dado_text_string(field))) continue;
            char *dump = one ? json_dumps(one, JSON_ENCODE_ANY) : NULL;
            differs(why, room, part, number, name, dump ? dump : "nothing",
                    dado_text_string(field));
            free(dump);
            return false;
        }
    }
    return c->line_ended || differs(why, room, part, number, "its end", "ended", "more");
}

static bool same_table(const dado_part *part, json_t *rows, csv *c, char *why, size_t room)
{
    dado_text field = { 0 };
    bool fine = true;
    do {
        fine = take(c, &field);
    } while (fine && !c->line_ended);  // the head
    if (!fine) differs(why, room, part, -1, "its head", "some", "");
    for (size_t i = 0; fine && i < json_array_size(rows); i++) {
        fine = same_row(part, json_array_get(rows, i), (int)i, c, &field, why, room);
    }
    dado_text_free(&field);
    return fine;
}

static bool same_tables(const dado_document *document, json_t *parts, const char *text, char *why,
                        size_t room)
{
    int tables = 0;
    csv c = { .at = text };
    for (const dado_part *part = document->first; part; part = part->next) {
        tables += part->kind == DADO_PART_TABLE && !part->not_reproducible;
    }
    for (const dado_part *part = document->first; part; part = part->next) {
        if (part->kind != DADO_PART_TABLE || part->not_reproducible) continue;
        if (tables > 1) {
            while (*c.at == '\n') c.at++;
            c.at += strcspn(c.at, "\n");  // # name
            c.at += *c.at == '\n';
        }
        json_t *rows = json_object_get(json_object_get(parts, part->name), "rows");
        int wanted = part->field_count ? part->entry_count / part->field_count : 0;
        if ((int)json_array_size(rows) != wanted) {
            snprintf(why, room, "table %s has %d rows, and %d in JSON", part->name, wanted,
                     (int)json_array_size(rows));
            return false;
        }
        if (!same_table(part, rows, &c, why, room)) return false;
    }
    while (*c.at == '\n') c.at++;
    if (!*c.at) return true;
    snprintf(why, room, "CSV goes on where JSON ends: %.60s", c.at);
    return false;
}

static bool is_on_page(const dado_document *document, const char *page, char *why, size_t room)
{
    dado_text words = { 0 };
    bool fine = true;
    for (const dado_part *part = document->first; fine && part; part = part->next) {
        bool shown = part->reader == DADO_FOR_ALL || part->reader == DADO_FOR_PAGES;
        if (part->kind != DADO_PART_TABLE || !shown) continue;
        for (int i = 0; fine && i < part->entry_count; i++) {
            const dado_entry *entry = &part->entries[i];
            dado_audience reader = part->fields[i % part->field_count].reader;
            // What is marked up, or too long to be shown whole, is looked at by tests of pages.
            if (entry->kind != DADO_ENTRY_TEXT || !entry->words || strlen(entry->words) > 40 ||
                strpbrk(entry->words, "<>&\"'`\n\x1b") ||
                (reader != DADO_FOR_ALL && reader != DADO_FOR_PAGES)) {
                continue;
            }
            fine = strstr(page, entry->words) != NULL;
            if (!fine)
                snprintf(why, room, "table %s: %s is not on the page", part->name, entry->words);
        }
    }
    dado_text_free(&words);
    return fine;
}

bool dado_formats_agree(const dado_document *document, char *why, size_t room)
{
    dado_terminal_style look = { .columns = 80 };
    dado_text json = { 0 }, text = { 0 }, page = { 0 };
    dado_format_named("json")->write(document, &look, &json);
    dado_format_named("csv")->write(document, &look, &text);
    dado_format_named("html")->write(document, &look, &page);
    json_error_t wrong;
    json_t *root = json_loads(dado_text_string(&json), JSON_ALLOW_NUL, &wrong);
    bool fine = root != NULL;
    if (!fine) snprintf(why, room, "no JSON: %s", wrong.text);
    fine =
        fine &&
        same_tables(document, json_object_get(root, "parts"), dado_text_string(&text), why, room) &&
        is_on_page(document, dado_text_string(&page), why, room);
    json_decref(root);
    dado_text_free(&json);
    dado_text_free(&text);
    dado_text_free(&page);
    return fine;
}
