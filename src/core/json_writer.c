// json_writer.c - see json_writer.h.
#include "core/json_writer.h"

#include <assert.h>
#include <inttypes.h>

dado_json dado_json_to(dado_text *out)
{
    return (dado_json){ .out = out };
}

static bool in_array(const dado_json *json)
{
    return json->depth > 0 && (json->arrays >> (json->depth - 1) & 1);
}

static void new_line(dado_json *json)
{
    if (json->depth > 0 && json->depth <= json->lines) dado_text_char(json->out, '\n');
}

// Writes what comes before every value: a comma after another one, and its key.
static void lead(dado_json *json, const char *key)
{
    assert(json->depth > 0 ? (key == NULL) == in_array(json) : key == NULL);
    if (json->depth > 0) {
        uint64_t bit = (uint64_t)1 << (json->depth - 1);
        if (json->begun & bit) dado_text_char(json->out, ',');
        json->begun |= bit;
        new_line(json);
    }
    if (!key) return;
    dado_text_json(json->out, key);
    dado_text_char(json->out, ':');
}

static void open_one(dado_json *json, const char *key, bool array)
{
    assert(json->depth < DADO_JSON_DEPTH);
    lead(json, key);
    uint64_t bit = (uint64_t)1 << json->depth++;
    json->begun &= ~bit;
    json->arrays = array ? json->arrays | bit : json->arrays & ~bit;
    dado_text_char(json->out, array ? '[' : '{');
}

void dado_json_object(dado_json *json, const char *key)
{
    open_one(json, key, false);
}

void dado_json_array(dado_json *json, const char *key)
{
    open_one(json, key, true);
}

void dado_json_end(dado_json *json)
{
    assert(json->depth > 0);
    if (json->begun >> (json->depth - 1) & 1) new_line(json);
    dado_text_char(json->out, in_array(json) ? ']' : '}');
    json->depth--;
}

void dado_json_string(dado_json *json, const char *key, const char *value)
{
    lead(json, key);
    if (value) dado_text_json(json->out, value);
    else dado_text_add(json->out, "null");
}

void dado_json_bytes(dado_json *json, const char *key, const char *bytes, size_t count)
{
    lead(json, key);
    dado_text_json_bytes(json->out, bytes, count);
}

void dado_json_int(dado_json *json, const char *key, int64_t value)
{
    lead(json, key);
    dado_text_addf(json->out, "%" PRId64, value);
}

void dado_json_uint(dado_json *json, const char *key, uint64_t value)
{
    lead(json, key);
    dado_text_addf(json->out, "%" PRIu64, value);
}

void dado_json_real(dado_json *json, const char *key, double value)
{
    lead(json, key);
    dado_text_json_real(json->out, value);
}

void dado_json_bool(dado_json *json, const char *key, bool value)
{
    lead(json, key);
    dado_text_add(json->out, value ? "true" : "false");
}

void dado_json_null(dado_json *json, const char *key)
{
    lead(json, key);
    dado_text_add(json->out, "null");
}

void dado_json_raw(dado_json *json, const char *key, const char *value)
{
    assert(*value);
    lead(json, key);
    dado_text_add(json->out, value);
}

void dado_json_pair(dado_json *json, const char *key, double low, double high)
{
    dado_json_array(json, key);
    dado_json_real(json, NULL, low);
    dado_json_real(json, NULL, high);
    dado_json_end(json);
}

void dado_json_nonempty_string(dado_json *json, const char *key, const char *value)
{
    if (value) dado_json_string(json, key, value);
}

void dado_json_nonzero(dado_json *json, const char *key, int64_t value)
{
    if (value) dado_json_int(json, key, value);
}

void dado_json_true(dado_json *json, const char *key, bool value)
{
    if (value) dado_json_bool(json, key, value);
}
