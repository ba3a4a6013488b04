// json_writer.h - writes JSON; all JSON of dado is written with it.
//
// It tracks its position: commas, quotes and closing brackets are its work. So a caller
// only says what there is and in which order, and cannot leave a brace open or write an
// invalid number. Every value has a key inside an object and none (NULL) inside an array
// or at the top.
//
//     dado_json json = dado_json_to(&out);
//     dado_json_object(&json, NULL);
//     dado_json_string(&json, "game", "kuhn");
//     dado_json_array(&json, "scores");
//     for (int p = 0; p < players; p++) dado_json_int(&json, NULL, scores[p]);
//     dado_json_end(&json);  // the array
//     dado_json_end(&json);  // the object
//
// The same values give the same bytes: keys in the order written, the fewest digits that
// read back the same, no blanks. JSON is read with jansson.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/foreach_macro.h"
#include "core/text.h"

enum { DADO_JSON_DEPTH = 64 };  // most levels of nested objects and arrays

typedef struct dado_json {
    dado_text *out;
    int depth;
    int lines;        // values of this many outer levels begin on lines of their own
    uint64_t arrays;  // bit d: what is open at depth d is an array
    uint64_t begun;   // bit d: it has a value already
} dado_json;

dado_json dado_json_to(dado_text *out);

void dado_json_object(dado_json *json, const char *key);
void dado_json_array(dado_json *json, const char *key);
void dado_json_end(dado_json *json);  // closes what was opened last

void dado_json_string(dado_json *json, const char *key, const char *value);  // NULL: null
void dado_json_bytes(dado_json *json, const char *key, const char *bytes, size_t count);
void dado_json_int(dado_json *json, const char *key, int64_t value);
void dado_json_uint(dado_json *json, const char *key, uint64_t value);  // for seeds
void dado_json_real(dado_json *json, const char *key, double value);    // DADO_NONE: null
void dado_json_bool(dado_json *json, const char *key, bool value);
void dado_json_null(dado_json *json, const char *key);

// Write members of an object, up to 12 at once, each by the type of its value.
// `put_nonempty` leaves out NULL texts, zeros and false.
//
//     dado_json_put(&json, "game", "kuhn", "seed", seed, "share", 0.5);
//     dado_json_put_nonempty(&json, "about", about, "count", count);
#define dado_json_put(json, ...) (DADO_FOREACH_PAIR(DADO_JSON_PUT, json, __VA_ARGS__))
#define dado_json_put_nonempty(json, ...) \
    (DADO_FOREACH_PAIR(DADO_JSON_PUT_NONEMPTY, json, __VA_ARGS__))
#define DADO_JSON_PUT(json, key, value) \
    _Generic((value), char *: dado_json_string, const char *: dado_json_string, \
             bool: dado_json_bool, int: dado_json_int, int64_t: dado_json_int, \
             uint64_t: dado_json_uint, double: dado_json_real)(json, key, value)
#define DADO_JSON_PUT_NONEMPTY(json, key, value) \
    _Generic((value), char *: dado_json_nonempty_string, const char *: dado_json_nonempty_string, \
             bool: dado_json_true, int: dado_json_nonzero, \
             int64_t: dado_json_nonzero)(json, key, value)
void dado_json_nonempty_string(dado_json *json, const char *key, const char *value);
void dado_json_nonzero(dado_json *json, const char *key, int64_t value);
void dado_json_true(dado_json *json, const char *key, bool value);

// Writes a value that is JSON already, such as what a game wrote, or a stored record.
void dado_json_raw(dado_json *json, const char *key, const char *value);

// Writes [low, high], the most common array.
void dado_json_pair(dado_json *json, const char *key, double low, double high);
