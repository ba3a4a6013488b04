// json.h - the one writer of JSON in the house.
//
// It knows where it stands: commas, quotes and closing brackets are its work, so a caller says
// what there is and in which order, and cannot leave a brace open or write a number that is none.
// Every piece has a key inside an object and none (NULL) inside an array or as the whole.
//
//     dado_json json = dado_json_to(&out);
//     dado_json_object(&json, NULL);
//     dado_json_string(&json, "game", "kuhn");
//     dado_json_array(&json, "scores");
//     for (int p = 0; p < players; p++) dado_json_whole(&json, NULL, scores[p]);
//     dado_json_end(&json);  // the array
//     dado_json_end(&json);  // the object
//
// The same values give the same bytes: keys in the order written, the shortest digits that read
// back, no blanks. Reading is done by jansson, where there is something to read.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/each.h"
#include "core/text.h"

enum { DADO_JSON_DEPTH = 64 };  // objects and arrays may stand inside one another so deep

typedef struct dado_json {
    dado_text *out;
    int depth;
    int lines;        // pieces of the outermost so many levels begin lines of their own
    uint64_t arrays;  // bit d: what is open at depth d is an array
    uint64_t begun;   // bit d: it holds something already
} dado_json;

dado_json dado_json_to(dado_text *out);

void dado_json_object(dado_json *json, const char *key);
void dado_json_array(dado_json *json, const char *key);
void dado_json_end(dado_json *json);  // closes what was opened last

void dado_json_string(dado_json *json, const char *key, const char *value);  // NULL: null
void dado_json_bytes(dado_json *json, const char *key, const char *bytes, size_t count);
void dado_json_whole(dado_json *json, const char *key, int64_t value);
void dado_json_natural(dado_json *json, const char *key, uint64_t value);  // seeds
void dado_json_real(dado_json *json, const char *key, double value);  // DADO_NONE: null
void dado_json_flag(dado_json *json, const char *key, bool value);
void dado_json_null(dado_json *json, const char *key);

// Members of an object, up to 12 at once, each by the type of its value. `known` leaves out texts
// that are NULL, zeros and what is not so.
//
//     dado_json_put(&json, "game", "kuhn", "seed", seed, "share", 0.5);
//     dado_json_known(&json, "about", about, "count", count);
#define dado_json_put(json, ...) (DADO_EACH_PAIR(DADO_JSON_PUT, json, __VA_ARGS__))
#define dado_json_known(json, ...) (DADO_EACH_PAIR(DADO_JSON_KNOWN, json, __VA_ARGS__))
#define DADO_JSON_PUT(json, key, value) \
    _Generic((value), char *: dado_json_string, const char *: dado_json_string, \
             bool: dado_json_flag, int: dado_json_whole, int64_t: dado_json_whole, \
             uint64_t: dado_json_natural, double: dado_json_real)(json, key, value)
#define DADO_JSON_KNOWN(json, key, value) \
    _Generic((value), char *: dado_json_text, const char *: dado_json_text, \
             bool: dado_json_so, int: dado_json_count, int64_t: dado_json_count)(json, key, value)
void dado_json_text(dado_json *json, const char *key, const char *value);
void dado_json_count(dado_json *json, const char *key, int64_t value);
void dado_json_so(dado_json *json, const char *key, bool value);

// A value that is JSON already: what a game tells, a record that was kept.
void dado_json_raw(dado_json *json, const char *key, const char *value);

// [low, high], the commonest array of all.
void dado_json_pair(dado_json *json, const char *key, double low, double high);
