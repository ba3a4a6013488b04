// text.h - a string that grows, and common ways of formatting.
//
// What dado prints does not depend on the locale: numbers have a decimal point, and the
// fewest digits that read back as the same value.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

// A zeroed dado_text is an empty text that grows on the heap and must be freed.
typedef struct dado_text {
    char *data;
    size_t length, capacity;
    bool borrowed;  // `data` is a caller's buffer: what does not fit is cut off
    bool cut;       // something did not fit, or there was no memory
} dado_text;

dado_text dado_text_in_buffer(char *buffer, size_t size);
void dado_text_free(dado_text *text);
void dado_text_clear(dado_text *text);
void dado_text_truncate(dado_text *text, size_t length);  // drops everything after this length
void dado_text_trim(dado_text *text, char sign);      // removes all of these characters at the end
void dado_text_end_line(dado_text *text);             // ends the current line, unless it is empty
const char *dado_text_string(const dado_text *text);  // never NULL, always ended by a zero

void dado_text_add(dado_text *text, const char *string);
void dado_text_add_bytes(dado_text *text, const char *bytes, size_t count);
void dado_text_char(dado_text *text, char c);
void dado_text_addf(dado_text *text, const char *format, ...) DADO_PRINTF(2, 3);

// Formats the arguments of a function with `format, ...` into an array; what does not fit
// is cut off.
#define DADO_FORMAT_ARGS(array, format) \
    do { \
        va_list format_args_; \
        va_start(format_args_, format); \
        vsnprintf(array, sizeof(array), format, format_args_); \
        va_end(format_args_); \
    } while (0)

void dado_text_real(dado_text *text, double value);        // for finite values
void dado_text_json(dado_text *text, const char *string);  // quoted and escaped
void dado_text_json_bytes(dado_text *text, const char *bytes, size_t count);
void dado_text_json_real(dado_text *text, double value);   // null if there is no value
void dado_text_csv(dado_text *text, const char *string);   // quoted where necessary
void dado_text_html(dado_text *text, const char *string);  // escaped for text and attributes

// Adds text from outside in a safe form: control characters, and those that change the
// direction of writing, appear as \u001b, and bytes that are not UTF-8 as \xff. Line ends
// and tabs stay.
void dado_text_add_escaped(dado_text *text, const char *bytes, size_t count);

bool dado_text_is_printable(const char *string);  // whether it contains nothing to escape

// Returns how many bytes at the end are the beginning of an incomplete character.
size_t dado_text_partial_utf8(const char *bytes, size_t count);

int dado_text_width(const char *bytes, size_t count);  // in characters

// Adds words in lines of at most `columns` characters, unless a single word is longer.
// `at` is the current column; every further line begins with `indent` spaces, and the
// last is not ended. A % stays with its number.
void dado_text_wrap(dado_text *text, const char *words, int indent, int columns, int at);

// Adds a command to be typed, indented by two spaces. If it does not fit, it is broken
// between words in a way that a shell accepts. The line is not ended.
void dado_text_add_command(dado_text *text, const char *command, int columns);

// Returns the name of a file without its folders: "cave.map" for "maps/cave.map".
const char *dado_base_name(const char *path);

// Returns whether a word ends with `ending` and something comes before the ending: true
// for "cave.map".
bool dado_ends_with(const char *word, const char *ending);

// Returns the name most similar to what was typed, or NULL if none is similar enough.
const char *dado_nearest_name(const char *typed, const char *const *names, int count);
// Returns `name` if it is more similar than the best so far, which is NULL at first; else
// the best so far.
const char *dado_nearer_name(const char *typed, const char *name, const char *nearest);
// The end of an error message for use with %s, like "; did you mean sim?"; empty if
// `near` is NULL. It lasts as long as the expression.
typedef struct dado_suggestion {
    char s[100];
} dado_suggestion;
dado_suggestion dado_did_you_mean(const char *near);

// A seat, counted from 0, in words: "first player".
typedef struct dado_seat_string {
    char s[24];
} dado_seat_string;
dado_seat_string dado_seat_words(int seat);
// Adds text in which seats are called p0, p1, ..., renamed for people to P1, P2, ...
void dado_text_add_renumbered(dado_text *out, const char *words, int seats);

// Reads all of `string` as a number; returns false if it is anything else.
bool dado_read_int(const char *string, int64_t *value);
// Reads the whole number that a string begins with, after blanks; returns where it ends, or NULL
// if there is none or it does not fit.
const char *dado_scan_int(const char *string, int64_t *value);
// Reads `count` whole numbers from 0 to `most`, with `between` between them, which may be ' ' for
// blanks and tabs; returns where the last one ends, or NULL.
const char *dado_scan_ints(const char *string, char between, int count, int most, int *values);
// The same of an int: 0 if there is none, the largest or smallest if it does not fit.
int dado_leading_int(const char *string);
bool dado_read_bits(const char *string, uint64_t *value);  // from 0 up to 2^64 - 1
bool dado_read_real(const char *string, double *value);
