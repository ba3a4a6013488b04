// jansson.h - for the browser: no file there is JSON that has to be read, so nothing ever is.
#ifndef DADO_SHIM_JANSSON_H
#define DADO_SHIM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct json_t json_t;
typedef long long json_int_t;
typedef struct json_error_t {
    int line, column, position;
    char source[80], text[160];
} json_error_t;
enum { JSON_REJECT_DUPLICATES = 1, JSON_DECODE_ANY = 4, JSON_ALLOW_NUL = 16 };

static inline json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *why)
{
    (void)text, (void)size, (void)flags;
    if (why) {
        *why = (json_error_t){ 0 };
        snprintf(why->text, sizeof why->text, "JSON is not read in a browser");
    }
    return NULL;
}
static inline json_t *json_loads(const char *text, size_t flags, json_error_t *why)
{
    return json_loadb(text, 0, flags, why);
}
static inline json_t *json_object_get(const json_t *o, const char *k) { (void)o, (void)k; return NULL; }
static inline json_t *json_array_get(const json_t *a, size_t i) { (void)a, (void)i; return NULL; }
static inline size_t json_array_size(const json_t *a) { (void)a; return 0; }
static inline size_t json_object_size(const json_t *a) { (void)a; return 0; }
static inline const char *json_string_value(const json_t *s) { (void)s; return NULL; }
static inline size_t json_string_length(const json_t *s) { (void)s; return 0; }
static inline json_int_t json_integer_value(const json_t *i) { (void)i; return 0; }
static inline double json_number_value(const json_t *i) { (void)i; return 0; }
static inline double json_real_value(const json_t *i) { (void)i; return 0; }
static inline void json_decref(json_t *j) { (void)j; }
#define json_is_object(j) ((void)(j), false)
#define json_is_array(j) ((void)(j), false)
#define json_is_string(j) ((void)(j), false)
#define json_is_integer(j) ((void)(j), false)
#define json_is_number(j) ((void)(j), false)
#define json_is_true(j) ((void)(j), false)
#define json_is_real(j) ((void)(j), false)
#define json_is_boolean(j) ((void)(j), false)
#define json_array_foreach(a, i, v) for (i = 0, v = NULL; i < json_array_size(a);)
#define json_object_foreach(o, k, v) for (k = NULL, v = NULL; k;)

#endif
