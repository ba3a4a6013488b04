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
#ifndef DADO_CORE_JSON_H
#define DADO_CORE_JSON_H

#include <stdbool.h>
#include <stdint.h>

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

// A value that is JSON already: what a game tells, a record that was kept.
void dado_json_raw(dado_json *json, const char *key, const char *value);

// [low, high], the commonest array of all.
void dado_json_pair(dado_json *json, const char *key, double low, double high);

#endif
