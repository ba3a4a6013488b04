// json_schema.c - see json_schema.h.
#include "support/json_schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"

typedef struct check {
    const json_t *root;
    char *why;
    size_t room;
    char path[400];
} check;

DADO_PRINTF(2, 3)
static bool wrong(check *c, const char *format, ...)
{
    char words[300];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    snprintf(c->why, c->room, "%s: %s", c->path, words);
    return false;
}

static bool has_type(const json_t *value, const char *type)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: return strcmp(type, "object") == 0;
    case JSON_ARRAY: return strcmp(type, "array") == 0;
    case JSON_STRING: return strcmp(type, "string") == 0;
    case JSON_INTEGER: return strcmp(type, "integer") == 0 || strcmp(type, "number") == 0;
    case JSON_REAL: return strcmp(type, "number") == 0;
    case JSON_TRUE:
    case JSON_FALSE: return strcmp(type, "boolean") == 0;
    case JSON_NULL: return strcmp(type, "null") == 0;
    }
    return false;
}

static bool check_type(check *c, const json_t *types, const json_t *value)
{
    if (json_is_string(types)) {
        return has_type(value, json_string_value(types)) ||
               wrong(c, "is no %s", json_string_value(types));
    }
    for (size_t i = 0; i < json_array_size(types); i++) {
        if (has_type(value, json_string_value(json_array_get(types, i)))) return true;
    }
    return wrong(c, "has none of the types it may have");
}

static bool holds(check *c, const json_t *schema, const json_t *value);

static bool holds_below(check *c, const json_t *schema, const json_t *value, const char *name)
{
    size_t length = strlen(c->path);
    snprintf(c->path + length, sizeof c->path - length, "/%s", name);
    bool fine = holds(c, schema, value);
    c->path[length] = '\0';
    return fine;
}

static bool check_members(check *c, const json_t *schema, const json_t *value)
{
    const json_t *properties = json_object_get(schema, "properties");
    const json_t *others = json_object_get(schema, "additionalProperties");
    const json_t *required = json_object_get(schema, "required");
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));
        if (!json_object_get(value, name)) return wrong(c, "has no \"%s\"", name);
    }
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member)
    {
        const json_t *rule = json_object_get(properties, name);
        if (!rule && json_is_false(others)) return wrong(c, "may not have \"%s\"", name);
        if (!rule) rule = others;
        if (rule && json_is_object(rule) && !holds_below(c, rule, member, name)) return false;
    }
    return true;
}

static bool check_choices(check *c, const json_t *choices, const json_t *value)
{
    int held = 0;
    char first[300] = "", *why = c->why;
    for (size_t i = 0; i < json_array_size(choices); i++) {
        char reason[300] = "";
        size_t room = c->room;
        c->why = reason;
        c->room = sizeof reason;
        held += holds(c, json_array_get(choices, i), value);
        c->why = why;
        c->room = room;
        // The reason worth telling is that of the choice which went deepest.
        if (strlen(reason) > strlen(first)) snprintf(first, sizeof first, "%s", reason);
    }
    if (held == 1) return true;
    return wrong(c, "%d of %zu choices hold; %s", held, json_array_size(choices), first);
}

static bool is_known(const char *word)
{
    static const char *const known[] = { "type",        "const",   "enum",
                                         "required",    "$defs",   "properties",
                                         "$schema",     "title",   "items",
                                         "oneOf",       "$ref",    "additionalProperties",
                                         "description", "minimum", "maximum" };
    if (strncmp(word, "x-", 2) == 0) return true;  // remarks that are no rules
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i], word) == 0) return true;
    }
    return false;
}

static bool check_range(check *c, const json_t *schema, const json_t *value)
{
    const json_t *least = json_object_get(schema, "minimum"),
                 *most = json_object_get(schema, "maximum");
    if (!json_is_number(value)) return true;
    if (least && json_number_value(value) < json_number_value(least))
        return wrong(c, "is too small");
    if (most && json_number_value(value) > json_number_value(most)) return wrong(c, "is too large");
    return true;
}

static bool holds(check *c, const json_t *schema, const json_t *value)
{
    const char *word;
    json_t *rule;
    json_object_foreach((json_t *)schema, word, rule)
    {
        if (!is_known(word))
            return wrong(c, "the schema says \"%s\", which is not understood", word);
    }
    const char *ref = json_string_value(json_object_get(schema, "$ref"));
    if (ref) {
        const json_t *defs = json_object_get(c->root, "$defs");
        const json_t *named = json_object_get(defs, ref + strlen("#/$defs/"));
        if (!named) return wrong(c, "the schema has no %s", ref);
        return holds(c, named, value);
    }
    const json_t *type = json_object_get(schema, "type"), *same = json_object_get(schema, "const");
    const json_t *words = json_object_get(schema, "enum"), *one = json_object_get(schema, "oneOf");
    const json_t *items = json_object_get(schema, "items");
    if (type && !check_type(c, type, value)) return false;
    if (!check_range(c, schema, value)) return false;
    if (same && !json_equal(same, value)) return wrong(c, "is not what it must be");
    if (words) {
        bool found = false;
        for (size_t i = 0; i < json_array_size(words); i++) {
            found = found || json_equal(json_array_get(words, i), value);
        }
        if (!found) return wrong(c, "is none of the words it may be");
    }
    if (one && !check_choices(c, one, value)) return false;
    for (size_t i = 0; items && i < json_array_size(value); i++) {
        char name[24];
        snprintf(name, sizeof name, "%zu", i);
        if (!holds_below(c, items, json_array_get(value, i), name)) return false;
    }
    return !json_is_object(value) || check_members(c, schema, value);
}

bool dado_schema_holds(const json_t *schema, const json_t *value, char *why, size_t room)
{
    check c = { .root = schema, .why = why, .room = room };
    return holds(&c, schema, value);
}

bool dado_schema_file_holds(const char *path, const char *text, char *why, size_t room)
{
    json_error_t error;
    json_t *schema = json_load_file(path, 0, &error);
    if (!schema) {
        snprintf(why, room, "%s: %s", path, error.text);
        return false;
    }
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    bool fine = value && dado_schema_holds(schema, value, why, room);
    if (!value) snprintf(why, room, "not JSON: %s", error.text);
    json_decref(value);
    json_decref(schema);
    return fine;
}
