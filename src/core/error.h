// error.h - a failure as a value: what went wrong, and where.
//
// Whatever can fail returns bool and takes a dado_error last. The failure is
// written where it is understood, handed up untouched, and shown once, at the
// top. A broken promise between our own functions is not an error but an
// assert: errors are for files, people and machines, asserts are for us.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define DADO_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define DADO_PRINTF(format_at, first_at)
#endif

typedef enum dado_status {
    DADO_OK,
    DADO_SYNTAX,   // text that does not follow its grammar
    DADO_MEANING,  // well-formed text, or an argument, that makes no sense
    DADO_MISSING,  // a file, a name or a record that is not there
    DADO_LIMIT,    // too large, too long, too many
    DADO_IO,       // the machine refused: disk, permission, database
} dado_status;

typedef struct dado_place {
    const char *source;        // borrowed: the file as the user named it
    int line, column, length;  // from 1; length is how much to underline
} dado_place;

typedef struct dado_error {
    dado_status status;
    dado_place place;  // all zero where no text is to blame
    char code[24];     // "E201", "X_SYNTAX", where a specification names the failure; or empty
    char text[400];    // one sentence: no newline, no "error:" in front
} dado_error;

// Both fill in `err`, unless it is NULL, and return false, so that a function
// that must give up ends with `return dado_fail(...)`.
bool dado_fail(dado_error *err, dado_status status, const char *format, ...) DADO_PRINTF(3, 4);
bool dado_fail_at(dado_error *err, dado_status status, dado_place place, const char *format, ...)
    DADO_PRINTF(4, 5);

// Marks the failure just written with the code its specification gives it.
bool dado_fail_code(dado_error *err, const char *code);

// What a line of a text says, without the blanks before it and its end; nothing where there is
// none. Lines are counted from 1.
const char *dado_words_of_line(const char *text, int number, int *length);

struct dado_text;

// The failure as people read it: place, sentence, and, where the text it is
// about is given, the line in question with the spot underlined.
void dado_error_print(const dado_error *err, const char *source_text, struct dado_text *out);
// The same in lines no wider than `columns`, broken between words, behind something that ends in
// column `at`; of a longer line of the text the words around the spot are shown.
void dado_error_print_in(const dado_error *err, const char *source_text, int columns, int at,
                         struct dado_text *out);
