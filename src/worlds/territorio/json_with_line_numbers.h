// json_with_line_numbers.h - reads JSON into a tree in which every value knows its line and column.
//
// People write scenarios by hand, so an error must show the line. The JSON library that
// dado uses elsewhere does not keep lines.
#pragma once

#include "core/region.h"
#include "core/error.h"

typedef enum terr_json_kind {
    TERR_NULL,
    TERR_BOOL,
    TERR_NUMBER,
    TERR_STRING,
    TERR_ARRAY,
    TERR_OBJECT
} terr_json_kind;

typedef struct terr_json terr_json;
struct terr_json {
    terr_json_kind kind;
    bool truth;
    double number;
    const char *text;  // the content of a string, or a number as written
    const char *key;   // the key of this value, if it is in an object
    terr_json *first, *next;
    int count;
    dado_place place;
};

// Parses a text into memory of `region`. Returns NULL and fills `err` if it is not JSON.
const terr_json *terr_json_read(const char *source, const char *text, dado_region *region,
                                dado_error *err);
// Returns the value of a key in an object, or NULL if there is none.
const terr_json *terr_json_get(const terr_json *object, const char *key);
