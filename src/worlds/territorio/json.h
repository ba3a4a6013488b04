// json.h - JSON text as a tree whose every value knows where it was written.
//
// Scenarios are written by hand, and a wrong number in one should be shown in
// its line; the library that reads agents' replies forgets lines.
#pragma once

#include "core/arena.h"
#include "core/error.h"

typedef enum terr_json_kind {
    TERR_NULL, TERR_BOOL, TERR_NUMBER, TERR_STRING, TERR_ARRAY, TERR_OBJECT
} terr_json_kind;

typedef struct terr_json terr_json;
struct terr_json {
    terr_json_kind kind;
    bool truth;
    double number;
    const char *text;  // of a string; of a number, as written
    const char *key;   // in an object
    terr_json *first, *next;
    int count;
    dado_place place;
};

// What it keeps comes from `arena`; NULL, and why, if the text is not JSON.
const terr_json *terr_json_read(const char *source, const char *text, dado_arena *arena,
                                dado_error *err);
const terr_json *terr_json_get(const terr_json *object, const char *key);  // or NULL
