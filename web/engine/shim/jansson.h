// jansson.h - for the browser: as much of the library as files of maps and levels are read with.
//
// Values live until the text that they were read from is given back.
#ifndef DADO_SHIM_JANSSON_H
#define DADO_SHIM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

typedef long long json_int_t;
typedef enum json_type {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
} json_type;

typedef struct json_t {
    json_type type;
    const char *key;   // in an object; or NULL
    const char *text;  // of a string
    double number;
    size_t size;                  // of a list, or of a text
    struct json_t *first, *next;  // the first in it; the one behind it
} json_t;

typedef struct json_error_t {
    int line, column, position;
    char source[80], text[160];
} json_error_t;
enum {
    JSON_REJECT_DUPLICATES = 1,
    JSON_DECODE_ANY = 4,
    JSON_ALLOW_NUL = 16,
    JSON_DECODE_INT_AS_REAL = 32
};
enum { json_error_numeric_overflow = 1 };  // numbers of any size are read as real ones

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *why);
json_t *json_loads(const char *text, size_t flags, json_error_t *why);
json_t *json_object_get(const json_t *object, const char *key);
json_t *json_array_get(const json_t *array, size_t place);
double json_number_value(const json_t *number);
void json_decref(json_t *value);  // of a whole text: values inside have no owners of their own
static inline int json_error_code(const json_error_t *why)
{
    (void)why;
    return 0;
}

#define json_is(j, kind) ((j) && (j)->type == (kind))
#define json_is_object(j) json_is(j, JSON_OBJECT)
#define json_is_array(j) json_is(j, JSON_ARRAY)
#define json_is_string(j) json_is(j, JSON_STRING)
#define json_is_integer(j) json_is(j, JSON_INTEGER)
#define json_is_real(j) json_is(j, JSON_REAL)
#define json_is_number(j) (json_is_integer(j) || json_is_real(j))
#define json_is_true(j) json_is(j, JSON_TRUE)
#define json_is_null(j) json_is(j, JSON_NULL)
#define json_is_boolean(j) (json_is_true(j) || json_is(j, JSON_FALSE))
static inline size_t json_array_size(const json_t *a)
{
    return json_is_array(a) ? a->size : 0;
}
static inline size_t json_object_size(const json_t *o)
{
    return json_is_object(o) ? o->size : 0;
}
static inline const char *json_string_value(const json_t *s)
{
    return json_is_string(s) ? s->text : NULL;
}
static inline size_t json_string_length(const json_t *s)
{
    return json_is_string(s) ? s->size : 0;
}
static inline json_int_t json_integer_value(const json_t *i)
{
    return json_is_integer(i) ? (json_int_t)i->number : 0;
}
static inline double json_real_value(const json_t *r)
{
    return json_is_real(r) ? r->number : 0;
}

#define json_array_foreach(a, i, v) \
    for (i = 0, v = json_is_array(a) ? (a)->first : NULL; v; i++, v = (v)->next)
#define json_object_foreach(o, k, v) \
    for (json_t *each_ = json_is_object(o) ? (o)->first : NULL; \
         each_ && (k = each_->key, v = each_, true); each_ = each_->next)

#endif
