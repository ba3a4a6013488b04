// text.h - text that grows, and the few ways of writing that everyone shares.
//
// What dado prints does not depend on the locale: numbers have a point, and
// the shortest digits that read back as the same value.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

// Zeroed, it is an empty text that grows on the heap and wants a free.
typedef struct dado_text {
    char *data;
    size_t length, capacity;
    bool borrowed;  // data is a caller's buffer: what does not fit is cut
    bool cut;       // something did not fit, or there was no memory for it
} dado_text;

dado_text dado_text_over(char *buffer, size_t size);
void dado_text_free(dado_text *text);
void dado_text_clear(dado_text *text);
void dado_text_shorten(dado_text *text, size_t length);  // what is beyond is taken back
void dado_text_trim(dado_text *text, char sign);         // of those at its end
void dado_text_end_line(dado_text *text);                // the one that has begun, if any
const char *dado_text_string(const dado_text *text);  // never NULL, always ended

void dado_text_add(dado_text *text, const char *string);
void dado_text_add_bytes(dado_text *text, const char *bytes, size_t count);
void dado_text_char(dado_text *text, char c);
void dado_text_addf(dado_text *text, const char *format, ...) DADO_PRINTF(2, 3);

// Writes what a function that takes `format, ...` was told into an array of its own, and cuts what
// does not fit.
#define DADO_TOLD(array, format) \
    do { \
        va_list told_; \
        va_start(told_, format); \
        vsnprintf(array, sizeof(array), format, told_); \
        va_end(told_); \
    } while (0)

void dado_text_real(dado_text *text, double value);       // finite values
void dado_text_json(dado_text *text, const char *string); // quoted and escaped
void dado_text_json_bytes(dado_text *text, const char *bytes, size_t count);
void dado_text_json_real(dado_text *text, double value);  // null where there is no value
void dado_text_csv(dado_text *text, const char *string);  // quoted where it must be
void dado_text_html(dado_text *text, const char *string); // escaped for text and attributes

// Adds what comes from outside as it may be shown: control characters, and those that turn the
// direction of writing, as \u001b, bytes that are no UTF-8 as \xff. Line ends and tabs stay.
void dado_text_shown(dado_text *text, const char *bytes, size_t count);

bool dado_text_is_harmless(const char *string);  // it is shown as it is

// How many bytes at the end of these are the beginning of a character that is not all there.
size_t dado_text_unfinished(const char *bytes, size_t count);

int dado_text_width(const char *bytes, size_t count);  // in characters

// Adds words in lines no wider than `columns`, where a word is not itself wider. `at` is the
// column the text stands at; every further line is begun with `indent` spaces, and none is ended.
// A % stays with its number.
void dado_text_wrap(dado_text *text, const char *words, int indent, int columns, int at);

// The name of a file without its folders: "cave.map" of "maps/cave.map".
const char *dado_base_name(const char *path);

// True of "cave.map" and ".map", and false where nothing stands before the ending.
bool dado_ends_with(const char *word, const char *ending);

// The name nearest to what was typed, or NULL if none is near enough to be meant.
const char *dado_nearest(const char *typed, const char *const *names, int count);
// One name after another: `name` if it is nearer than the nearest so far, which is NULL at first.
const char *dado_nearer(const char *typed, const char *name, const char *nearest);
// The end of a complaint for a %s, "; did you mean sim?", which lasts as long as the expression it
// stands in; empty where `near` is NULL.
typedef struct dado_meant {
    char s[100];
} dado_meant;
dado_meant dado_did_you_mean(const char *near);

// Reads all of `string` as a number; false if it is anything else.
bool dado_read_int(const char *string, int64_t *value);
bool dado_read_real(const char *string, double *value);
