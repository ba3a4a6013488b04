// json_with_line_numbers.c - a small JSON parser that keeps positions; see
// json_with_line_numbers.h.
#include "worlds/territorio/json_with_line_numbers.h"

#include <string.h>

#include "core/text.h"

enum { deepest = 32 };

typedef struct reader {
    const char *source, *at, *line_start;
    int line;
    dado_region *region;
    dado_error *err;
} reader;

static dado_place here(const reader *r)
{
    return (dado_place){ r->source, r->line, (int)(r->at - r->line_start) + 1, 1 };
}

static bool fail(reader *r, const char *why)
{
    return dado_fail_at(r->err, DADO_SYNTAX, here(r), "%s", why);
}

static bool no_memory(reader *r)
{
    return dado_fail(r->err, DADO_LIMIT, "out of memory while reading %s", r->source);
}

static void skip_blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n') {
        if (*r->at++ != '\n') continue;
        r->line++;
        r->line_start = r->at;
    }
}

// Returns the character that a backslash and this letter stand for, or 0. Only the simple
// escapes are supported, since all strings here are names and words.
static char escaped(char letter)
{
    switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case '"':
    case '\\':
    case '/': return letter;
    default: return '\0';
    }
}

// Replaces escapes by the characters they stand for, in place; the text never becomes
// longer.
static bool unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        char c = *from;
        if (c == '\\') {
            from++;
            c = escaped(*from);
            if (!c) return false;
        }
        *to++ = c;
    }
    *to = '\0';
    return true;
}

static bool read_string(reader *r, const char **text)
{
    const char *start = ++r->at;
    while (*r->at && *r->at != '"' && *r->at != '\n') {
        bool escape = r->at[0] == '\\' && r->at[1];
        r->at += escape ? 2 : 1;
    }
    if (*r->at != '"') return fail(r, "this string has no closing quote on its line");
    char *copy = dado_region_copy(r->region, start, (size_t)(r->at - start));
    if (!copy) return no_memory(r);
    if (!unescape(copy)) {
        return fail(r, "this string has an escape other than \\n \\t \\\" \\\\ \\/");
    }
    r->at++;
    *text = copy;
    return true;
}

static bool read_value(reader *r, terr_json *value, int depth);

static bool read_list(reader *r, terr_json *value, char close, int depth)
{
    terr_json **link = &value->first;
    r->at++;
    skip_blanks(r);
    if (*r->at == close) {
        r->at++;
        return true;
    }
    for (;;) {
        terr_json *item = dado_new(r->region, terr_json, 1);
        if (!item) return no_memory(r);
        skip_blanks(r);
        if (close == '}') {
            if (*r->at != '"') return fail(r, "expected a name in quotes");
            dado_place place = here(r);
            if (!read_string(r, &item->key)) return false;
            for (const terr_json *old = value->first; old; old = old->next) {
                if (strcmp(old->key, item->key) != 0) continue;
                return dado_fail_at(r->err, DADO_SYNTAX, place,
                                    "the key %.60s stands in this object twice; remove one",
                                    item->key);
            }
            skip_blanks(r);
            if (*r->at != ':') return fail(r, "expected a colon");
            r->at++;
        }
        if (!read_value(r, item, depth + 1)) return false;
        *link = item;
        link = &item->next;
        value->count++;
        skip_blanks(r);
        if (*r->at == close) {
            r->at++;
            return true;
        }
        if (*r->at != ',') return fail(r, close == '}' ? "expected , or }" : "expected , or ]");
        r->at++;
    }
}

static bool read_word(reader *r, terr_json *value)
{
    static const char *const words[] = { "null", "false", "true" };
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(r->at, words[i], length) != 0) continue;
        r->at += length;
        value->kind = i == 0 ? TERR_NULL : TERR_BOOL;
        value->truth = i == 2;
        value->text = words[i];
        return true;
    }
    size_t length = strspn(r->at, "+-.0123456789eE");
    if (length == 0) return fail(r, "expected a value");
    value->kind = TERR_NUMBER;
    value->text = dado_region_copy(r->region, r->at, length);
    if (!value->text) return no_memory(r);
    if (!dado_read_real(value->text, &value->number)) return fail(r, "this is not a number");
    r->at += length;
    return true;
}

static bool read_value(reader *r, terr_json *value, int depth)
{
    if (depth > deepest) return fail(r, "lists and objects are nested too deeply");
    skip_blanks(r);
    value->place = here(r);
    if (*r->at == '{') {
        value->kind = TERR_OBJECT;
        return read_list(r, value, '}', depth);
    }
    if (*r->at == '[') {
        value->kind = TERR_ARRAY;
        return read_list(r, value, ']', depth);
    }
    if (*r->at == '"') {
        value->kind = TERR_STRING;
        return read_string(r, &value->text);
    }
    return read_word(r, value);
}

const terr_json *terr_json_read(const char *source, const char *text, dado_region *region,
                                dado_error *err)
{
    reader r = { source, text, text, 1, region, err };
    terr_json *root = dado_new(region, terr_json, 1);
    if (!root) {
        no_memory(&r);
        return NULL;
    }
    if (!read_value(&r, root, 0)) return NULL;
    skip_blanks(&r);
    if (*r.at) {
        fail(&r, "text follows the end of the JSON value; remove it");
        return NULL;
    }
    return root;
}

const terr_json *terr_json_get(const terr_json *object, const char *key)
{
    if (!object || object->kind != TERR_OBJECT) return NULL;
    for (const terr_json *item = object->first; item; item = item->next) {
        if (strcmp(item->key, key) == 0) return item;
    }
    return NULL;
}
